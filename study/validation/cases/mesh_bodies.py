"""Meshes against the same bodies as polyhedra, spheres and in closed form: stiffness, rebound, rest, friction, rolling
and energy, on half-spaces, on mesh walls and on each other."""

import numpy as np
import talus
from bodies import block, box_mesh, icosphere, mesh, plate, rotation
from rows import below, row

SIDE, RADIUS = 0.01, 0.005
GROUND = (0.06, 0.05, 0.03)
PARALLEL = "two edges in line: the smooth depth of polyhedra there is that of a line, the integral of meshes that of a lens"
SIDES = "a polyhedron on a bulged side counts the bulge and its smooth maximum over the vertices, triangles neither where the side is wider"


def turn(axis, angle):
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.array([np.cos(angle / 2), *np.sin(angle / 2) * axis])


POSES = {"face": turn((1, 0, 0), 0), "edge": turn((1, 0, 0), np.pi / 4), "corner": turn((1, -1, 0), np.arctan(np.sqrt(2)))}


def hollowed(vertices, triangles, part=0.05):
    """With a hollow in the middle, without which a convex mesh is the polyhedron with which it is compared."""
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) * part * np.abs(vertices).max(axis=0).min()
    inward = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    assert np.linalg.det(corners[[0, 1, 2]]) > 0
    return np.vstack([vertices, corners]), np.vstack([triangles, inward + len(vertices)])


class Bodies:
    """Each body as a mesh and as a convex body."""

    def __init__(self, folder, level):
        def both(name, *sides):
            return mesh(folder, name, *hollowed(*box_mesh(*sides))), block(*sides)
        self.folder = folder
        ball = icosphere(RADIUS, level)
        self.shapes = {"cube": both("cube", SIDE, SIDE, SIDE), "block": both("block", 2 * SIDE, SIDE, SIDE / 2),
                       "ball": (mesh(folder, "ball", *hollowed(*ball)), talus.Polyhedron(ball[0]))}
        self.ground = both("ground", *GROUND)


def setup_on(ground, bodies, kind, gravity=(0, 0, -9.81), time_step=0.0, **material):
    """A floor whose top is z = 0: a half-space, triangles, or a block of the same kind as the body."""
    setup = talus.Setup(gravity=gravity, time_step=time_step)
    setup.add_material("m", **{"young": 1e8, "restitution": 0.5, "friction": 0.5, **material})
    if ground == "half-space":
        setup.add_half_space((0, 0, 1))
    elif ground == "wall of triangles":
        setup.add_mesh_wall(*plate(0.1, cells=3))
    else:
        setup.add_body(bodies.ground[kind], (0, 0, -GROUND[2] / 2), fixed=True)
    return setup


def lowest(shape, orientation):
    down = -rotation(orientation)[2]
    return (rotation(orientation) @ shape.support_point(down))[2]


def force(ground, bodies, kind, shape, orientation, depth):
    setup = setup_on(ground, bodies, kind, gravity=(0, 0, 0), time_step=1e-12, restitution=1.0, friction=0.0)
    setup.add_body(shape, (7e-4, 3e-4, -lowest(shape, orientation) - depth), orientation=orientation)
    simulation = talus.Simulation(setup)
    simulation.step(1)
    return np.linalg.norm(simulation.contacts.force.sum(axis=0))


def stiffness(ground, bodies):
    rows = []
    for name, poses in {"cube": POSES, "block": {"face": POSES["face"]}, "ball": {"facet": POSES["face"], "turned": turn((1, 2, 3), 0.7)}}.items():
        for pose, orientation in poses.items():
            ratios = [force(ground, bodies, 0, bodies.shapes[name][0], orientation, part * SIDE) /
                      force(ground, bodies, 1, bodies.shapes[name][1], orientation, part * SIDE) for part in (1e-5, 1e-4, 1e-3, 1e-2)]
            worst = max(ratios, key=lambda r: abs(r - 1))
            rows.append(row(f"{name} on its {pose} on a {ground}: force over that of the polyhedron, worst at overlaps of 1e-5 to 1e-2",
                            1.0, worst, relative=0.1))
    return rows


def rebound(ground, bodies, shape, orientation, speed, restitution):
    setup = setup_on(ground, bodies, 0, gravity=(0, 0, 0), restitution=restitution, friction=0.0)
    setup.add_body(shape, (7e-4, 3e-4, 1e-9 - lowest(shape, orientation)), orientation=orientation, velocity=(0, 0, -speed))
    simulation, touched = talus.Simulation(setup), False
    for _ in range(100_000):
        simulation.step(2)
        touched = touched or simulation.contact_count > 0
        if touched and simulation.contact_count == 0:
            return simulation.velocities[-1][2] / speed
    raise RuntimeError("no rebound")


def restitution(ground, bodies, tiny):
    rows = []
    cases = [("cube", pose) for pose in POSES] + [("block", "face"), ("ball", "face")]
    for name, pose in cases:
        measured = [rebound(ground, bodies, bodies.shapes[name][0], POSES[pose], speed, 0.5) for speed in ((1.0,) if tiny else (0.1, 1.0, 3.0))]
        worst = max(measured, key=lambda e: abs(e - 0.5))
        rows.append(row(f"{name} on its {pose} on a {ground}: restitution, worst at 0.1 to 3 m/s", 0.5, worst, relative=0.03))
    return rows


def rest(ground, bodies, tiny):
    rows = []
    for name in ("cube", "block"):
        shape = bodies.shapes[name][0]
        setup = setup_on(ground, bodies, 0)
        setup.add_body(shape, (7e-4, 3e-4, 1e-4 - lowest(shape, POSES["face"])), orientation=turn((1, 2, 0), 0.01))
        simulation = talus.Simulation(setup)
        time = 0.3 if tiny else 1.0
        simulation.step(round(time / simulation.time_step))
        before = simulation.positions[-1].copy()
        simulation.step(round(0.1 / simulation.time_step))
        weight = simulation.masses[-1] * 9.81 * SIDE
        rows += [below(f"{name} dropped on a {ground}: kinetic energy after {time:.1f} s, of m g a", 1e-5 if tiny else 1e-20, simulation.ledger()["kinetic"] / weight),
                 below(f"{name} dropped on a {ground}: creep in 0.1 s, of the side", 1e-3 if tiny else 1e-12, np.abs(simulation.positions[-1] - before).max() / SIDE)]
    return rows


def incline(ground, bodies, part, time):
    """Acceleration and velocity of a cube at this part of the friction angle."""
    angle = np.arctan(0.5 * part)
    setup = setup_on(ground, bodies, 0, gravity=(9.81 * np.sin(angle), 0, -9.81 * np.cos(angle)))
    setup.add_body(bodies.shapes["cube"][0], (-0.02, 0, SIDE / 2))
    simulation = talus.Simulation(setup)
    simulation.step(round(time / simulation.time_step))
    before = simulation.velocities[-1][0]
    simulation.step(round(0.02 / simulation.time_step))
    return (simulation.velocities[-1][0] - before) / 0.02, simulation.velocities[-1][0], angle


def friction(ground, bodies):
    rows = []
    held, speed, _ = incline(ground, bodies, 0.95, 0.1)
    rows.append(below(f"cube on a {ground} at 0.95 of the friction angle: velocity after 0.1 s", 1e-9, speed, "m/s"))
    slides, _, angle = incline(ground, bodies, 1.2, 0.05)
    rows.append(row(f"cube on a {ground} at 1.2 times the friction angle: acceleration", 9.81 * (np.sin(angle) - 0.5 * np.cos(angle)), slides, "m/s2", relative=0.01))
    # A square plate under uniform pressure: M = mu m g 0.3826 a, I = m a^2 / 6.
    setup = setup_on(ground, bodies, 0)
    setup.add_body(bodies.shapes["cube"][0], (0, 0, SIDE / 2), angular_velocity=(0, 0, 20))
    simulation = talus.Simulation(setup)
    spins = []
    for _ in range(2):
        simulation.step(round(4e-3 / simulation.time_step))
        spins.append((simulation.time, simulation.angular_velocities[-1][2]))
    slowing = (spins[0][1] - spins[1][1]) / (spins[1][0] - spins[0][0])
    rows.append(row(f"cube spun on a {ground}: angular deceleration", 0.5 * 9.81 * 0.3826 / SIDE * 6, slowing, "rad/s2", relative=0.03))
    return rows


def slowing_of_ball(ground, bodies, ball, rolling_friction, orientation):
    setup = setup_on(ground, bodies, 0, rolling_friction=rolling_friction)
    setup.add_body(ball, (-0.02, 0, RADIUS), orientation=orientation, velocity=(0.4, 0, 0), angular_velocity=(0, 0.4 / RADIUS, 0))
    simulation = talus.Simulation(setup)
    simulation.step(round(0.01 / simulation.time_step))
    start, before = simulation.time, simulation.velocities[-1][0]
    simulation.step(round(0.05 / simulation.time_step))
    return (before - simulation.velocities[-1][0]) / (simulation.time - start)


def rolling(ground, bodies):
    """Rolling resistance slows a ball down by mu_r g R*/R / (1 + 2/5) more than its facets do: the mean of several
    orientations. A block counts as the ball of its volume in R*."""
    other = (3 * np.prod(GROUND) / (4 * np.pi)) ** (1 / 3)
    part = other / (other + RADIUS) if ground == "block" else 1.0
    ball = mesh(bodies.folder, "fine_ball", *icosphere(RADIUS, 5))
    orientations = [turn((1, 2, 3), 0.7 * i) for i in range(3)]
    slowing = np.mean([slowing_of_ball(ground, bodies, ball, 0.1, q) - slowing_of_ball(ground, bodies, ball, 0.0, q) for q in orientations])
    return [row(f"ball of 20480 facets rolling on a {ground}: deceleration by a rolling friction of 0.1", part * 0.1 * 9.81 / 1.4, slowing, "m/s2", relative=0.03)]


def gas_of(shape, time_step):
    setup, width = talus.Setup(gravity=(0, 0, 0), time_step=time_step), 0.075
    setup.add_material("m", young=1e8, restitution=1.0, friction=0.0)
    for axis in np.vstack([np.eye(3), -np.eye(3)]):
        setup.add_half_space(axis, -width / 2)
    random, places = np.random.default_rng(3), (np.arange(3) - 1) * width / 3
    for place in np.array(np.meshgrid(places, places, places)).reshape(3, -1).T:
        velocity, orientation = random.normal(size=3), random.normal(size=4)
        setup.add_body(shape, place, orientation=orientation / np.linalg.norm(orientation), velocity=velocity / np.linalg.norm(velocity))
    return talus.Simulation(setup)


def gas(shape, time, part=1.0):
    """Relative change of the energy of an elastic gas without friction between half-spaces, at a part of the chosen step."""
    simulation, worst = gas_of(shape, part * gas_of(shape, 0.0).time_step), 0.0
    start = simulation.ledger()["kinetic"]
    for _ in range(10):
        simulation.step(round(time / 10 / simulation.time_step))
        ledger = simulation.ledger()
        worst = max(worst, abs((ledger["kinetic"] + ledger["elastic"]) / start - 1))
    return worst


def pairs(bodies, tiny):
    """Two free-standing bodies, one of them held: a mesh ball on a mesh ball, and meshes on superquadrics and ellipsoids, with
    the force that the polyhedron of the same corners has there, and the restitution of the material."""
    ball, ball_hull = bodies.shapes["ball"]
    cube, cube_hull = bodies.shapes["cube"]
    quadric, oval = talus.Superquadric((SIDE, 0.9 * SIDE, 0.8 * SIDE), (4, 3)), talus.Ellipsoid((SIDE, 0.9 * SIDE, 0.8 * SIDE))
    flat = talus.Superquadric((SIDE, SIDE, SIDE), (20, 20))
    cases = {"mesh ball on a mesh ball, edge along edge": (ball, ball, ball_hull, ball_hull), "mesh ball on a mesh ball, turned": (ball, ball, ball_hull, ball_hull), "mesh cube on a mesh ball": (ball, cube, ball_hull, cube_hull),
             "mesh ball on a mesh cube": (cube, ball, cube_hull, ball_hull),
             "mesh ball on a superquadric (4, 3)": (quadric, ball, quadric, ball_hull), "mesh cube on a superquadric (4, 3)": (quadric, cube, quadric, cube_hull),
             "mesh ball on a superquadric (20, 20)": (flat, ball, flat, ball_hull), "mesh cube on a superquadric (20, 20)": (flat, cube, flat, cube_hull),
             "mesh ball on an ellipsoid": (oval, ball, oval, ball_hull), "mesh cube on an ellipsoid": (oval, cube, oval, cube_hull),
             "superquadric (4, 3) on a mesh cube": (cube, quadric, cube_hull, quadric), "ellipsoid on a mesh ball": (ball, oval, ball_hull, oval)}
    rows = []
    for name, (held, free, held_hull, free_hull) in cases.items():
        q = turn((1, 2, 3), 0.7) if "turned" in name else turn((1, 0, 0), 0)
        top = touching_height(held_hull, free_hull, q)
        ratios = [force_between(held, free, q, top - part * SIDE) / force_between(held_hull, free_hull, q, top - part * SIDE) for part in (1e-5, 1e-4, 1e-3, 1e-2)]
        rows.append(row(f"{name}: force over that of the polyhedra, worst at overlaps of 1e-5 to 1e-2", 1.0, max(ratios, key=lambda r: abs(r - 1)), relative=0.1,
                        known=PARALLEL if "edge along" in name else SIDES if name == "mesh cube on a superquadric (20, 20)" else ""))
        speeds = (1.0,) if tiny else (0.1, 1.0, 3.0)
        found = [rebound_between(held, free, q, top, speed) for speed in speeds]
        if "turned" in name:  # off centre: it begins to spin
            same = [rebound_between(held_hull, free_hull, q, top, speed) for speed in speeds]
            rows += [row(f"{name}, {speed} m/s: velocity after, over that before (polyhedra)", expected, measured, relative=0.03)
                     for speed, expected, measured in zip(speeds, same, found)]
        else:
            rows.append(row(f"{name}: restitution, worst at 0.1 to 3 m/s", 0.5, max(found, key=lambda e: abs(e - 0.5)), relative=0.03))
    return rows


def touching_height(held, free, orientation):
    """Of the second body above the first."""
    low, high = 0.0, 4 * SIDE
    for _ in range(60):
        middle = 0.5 * (low + high)
        apart = talus.contact(held, talus.Pose(), free, talus.Pose((0, 0, middle), orientation)).distance > 0
        low, high = (low, middle) if apart else (middle, high)
    return high


def one_above_another(held, free, orientation, height, time_step=0.0, speed=0.0, restitution=1.0):
    setup = talus.Setup(gravity=(0, 0, 0), time_step=time_step)
    setup.add_material("m", young=1e8, restitution=restitution, friction=0.0)
    setup.add_body(held, (0, 0, 0), fixed=True)
    setup.add_body(free, (0, 0, height), orientation=orientation, velocity=(0, 0, -speed))
    return talus.Simulation(setup)


def force_between(held, free, orientation, height):
    simulation = one_above_another(held, free, orientation, height, time_step=1e-12)
    simulation.step(1)
    return np.linalg.norm(simulation.contacts.force.sum(axis=0))


def rebound_between(held, free, orientation, height, speed):
    simulation, touched = one_above_another(held, free, orientation, height + 1e-9, 0.0, speed, 0.5), False
    for _ in range(100_000):
        simulation.step(2)
        touched = touched or simulation.contact_count > 0
        if touched and simulation.contact_count == 0:
            return simulation.velocities[-1][2] / speed
    raise RuntimeError("no rebound")


def measure(tiny, folder):
    bodies, rows = Bodies(folder, 2 if tiny else 3), []
    for ground in ("half-space", "block", "wall of triangles"):
        rows += stiffness(ground, bodies) + restitution(ground, bodies, tiny) + rest(ground, bodies, tiny) + friction(ground, bodies)
        if not tiny:
            rows += rolling(ground, bodies)
    rows += pairs(bodies, tiny)
    time = 0.02 if tiny else 1.0
    for name in ("cube",) if tiny else ("cube", "block", "ball"):
        what = f"27 {name}s as meshes, an elastic gas for {time:.3g} s"
        polyhedra = gas(bodies.shapes[name][1], time)
        rows += [below(f"{what} at the chosen step: change of the energy; polyhedra {polyhedra:.2g}", 1.5e-2, gas(bodies.shapes[name][0], time)),
                 below(f"{what} at half the chosen step: change of the energy", 5e-3, gas(bodies.shapes[name][0], time, 0.5))]
    return {"rows": rows}
