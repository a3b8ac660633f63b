"""Bodies of every kind that rebound from a plane: against the rigid-body solution of an impact without friction, and
the same from a half-space and from triangles."""
import numpy as np
import talus
from bodies import ball_mesh, block, mesh, plate, random_orientations, rotation
from rows import below, row


def rebound(shape, orientation, velocity, spin, wall, step, friction=0.0, restitution=1.0, young=1e9, clear=0.0):
    """The simulation after one impact, and what it was like at the start."""
    setup = talus.Setup(gravity=(0, 0, 0), time_step=step)
    setup.add_material("m", young=young, friction=friction, restitution=restitution)
    if wall == "half-space":
        setup.add_half_space((0, 0, 1))
    else:
        setup.add_mesh_wall(*plate(0.5, cells=wall))
    turn = rotation(orientation)
    lowest = shape.support_point(-turn[2])
    height = -(turn @ lowest)[2]
    body = setup.add_body(shape, (0.0137, 0.0171, height + clear), orientation=orientation, velocity=velocity, angular_velocity=spin)
    simulation = talus.Simulation(setup)
    touched = False
    for _ in range(200_000):
        simulation.step(5)
        touched = touched or simulation.contact_count > 0
        if touched and simulation.contact_count == 0:
            return simulation, body
    raise RuntimeError("no rebound")


def rigid_impact(shape, orientation, velocity, spin, mass, restitution):
    """One impulse J along the normal at the lowest point: its normal velocity after is -e times that before."""
    turn = rotation(orientation)
    arm = turn @ shape.support_point(-turn[2])
    inertia = turn @ (np.asarray(shape.inertia) * mass / shape.volume) @ turn.T
    normal = np.array([0.0, 0.0, 1.0])
    lever = np.linalg.solve(inertia, np.cross(arm, normal))
    closing = normal @ (velocity + np.cross(spin, arm))
    impulse = -(1 + restitution) * closing / (1 / mass + normal @ np.cross(lever, arm))
    return velocity + impulse / mass * normal, spin + impulse * lever


def ellipsoids(tiny):
    rows, random = [], np.random.default_rng(5)
    shape = talus.Ellipsoid((0.008, 0.012, 0.018))
    worst = {1.0: [0.0, 0.0], 0.8: [0.0, 0.0]}
    count = 3 if tiny else 20
    for orientation in random_orientations(random, count):
        velocity = np.array([*random.uniform(-1, 1, 2), -random.uniform(0.5, 2)])
        spin = random.uniform(-20, 20, 3)
        for restitution in worst:
            simulation, body = rebound(shape, orientation, velocity, spin, "half-space", 2e-8, restitution=restitution, young=1e11)
            expected_v, expected_w = rigid_impact(shape, orientation, velocity, spin, simulation.masses[body], restitution)
            change = np.linalg.norm(expected_v - velocity)
            off_v = np.linalg.norm(simulation.velocities[body] - expected_v) / change
            off_w = np.linalg.norm(simulation.angular_velocities[body] - expected_w) * 0.018 / change
            worst[restitution] = [max(worst[restitution][0], off_v), max(worst[restitution][1], off_w)]
    for restitution, (off_v, off_w) in worst.items():
        what = f"ellipsoid 8:12:18, e {restitution}, worst of {count} impacts, relative to the change of velocity"
        rows += [below(f"{what}: velocity (rigid impact)", 0.01, off_v), below(f"{what}: spin (rigid impact)", 0.01, off_w)]
    return rows


def shapes(folder, tiny):
    cells = 12 if tiny else 24
    return {"sphere": talus.Sphere(0.01), "ellipsoid": talus.Ellipsoid((0.008, 0.01, 0.014)),
            "superquadric": talus.Superquadric((0.008, 0.01, 0.012), (4, 3)), "cube": block(0.016, 0.016, 0.016),
            "mesh": mesh(folder, "ball", *ball_mesh(0.01), cells=cells)}


def walls(tiny, folder):
    """The same throw against a half-space and against a plate of triangles."""
    rows, random = [], np.random.default_rng(6)
    for name, shape in shapes(folder, tiny).items():
        worst_v = worst_w = 0.0
        count = 1 if tiny else 5
        for orientation in random_orientations(random, count):
            velocity = np.array([*random.uniform(-0.5, 0.5, 2), -random.uniform(0.5, 2)])
            spin = random.uniform(-10, 10, 3)
            after = []
            for wall in ("half-space", 8):
                simulation, body = rebound(shape, orientation, velocity, spin, wall, 1e-6 if tiny else 5e-7, friction=0.3, restitution=0.8, young=1e8)
                after.append((simulation.velocities[body].copy(), simulation.angular_velocities[body].copy()))
            worst_v = max(worst_v, np.linalg.norm(after[1][0] - after[0][0]) / np.linalg.norm(velocity))
            worst_w = max(worst_w, np.linalg.norm(after[1][1] - after[0][1]) * 0.01 / np.linalg.norm(velocity))
        rows += [below(f"{name}, half-space and triangles, worst of {count}: difference of velocities, relative", 1e-3, worst_v),
                 below(f"{name}, half-space and triangles, worst of {count}: difference of spins, relative", 1e-3, worst_w)]
    return rows


def turned(axis, angle):
    axis = np.array(axis, float) / np.linalg.norm(axis)
    return (np.cos(angle / 2), *(np.sin(angle / 2) * axis))


def cube_on_floor(floor, orientation, speed, restitution, law="hertz-mindlin", no_tension=False, young=1e9):
    """Normal velocity of the corner, edge or face that struck, over that before; without friction or gravity."""
    side = 0.02
    setup = talus.Setup(gravity=(0, 0, 0), law=law, no_tension=no_tension)
    setup.add_material("m", young=young, poisson=0.3, friction=0.0, restitution=restitution)
    setup.add_half_space((0, 0, 1)) if floor == "plane" else setup.add_body(block(0.2, 0.2, 0.1), (0, 0, -0.05), fixed=True)
    corners = 0.5 * side * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    heights = (corners @ rotation(orientation).T)[:, 2]
    struck = corners[heights < heights.min() + 1e-9].mean(axis=0)
    setup.add_body(block(side, side, side), (0, 0, 1e-7 - heights.min()), orientation=orientation, velocity=(0, 0, -speed))
    simulation = talus.Simulation(setup)
    touched = False
    for _ in range(100_000):
        simulation.step(10 if law == "volume" else 1)  # edges are soft under that law
        if touched and simulation.contact_count == 0:
            break
        touched = touched or simulation.contact_count > 0
    arm = rotation(simulation.orientations[1]) @ struck
    return (simulation.velocities[1] + np.cross(simulation.angular_velocities[1], arm))[2] / speed


POSES = {"face": (1, 0, 0, 0), "edge": turned((1, 0, 0), np.pi / 4), "corner": turned((1, -1, 0), np.arctan(2 ** 0.5)),
         "edge, off centre": turned((1, 0, 0), 0.4), "corner, off centre": turned((1, 0.3, 0), 0.4)}


def cubes(tiny):
    """Faces, edges and corners rebound with the restitution of the material, at speeds over three decades, with and
    without tension. Off centre the normal velocity of the point that struck counts, for a rigid body: cubes are stiffer at
    1 m/s, so that they do not turn while they touch."""
    rows = []
    speeds = (0.1,) if tiny else (0.001, 0.01, 0.1, 1.0)
    for no_tension in (False, True):
        for restitution in ((0.5,) if tiny else (0.3, 0.5, 0.9)):
            for floor in ("plane", "cube"):
                for name, orientation in POSES.items():
                    found = [cube_on_floor(floor, orientation, speed, restitution, no_tension=no_tension,
                                           young=1e12 if speed == 1.0 and "off" in name else 1e9) for speed in speeds]
                    worst = max(found, key=lambda e: abs(e - restitution))
                    words = f"cube on a {floor}, {name}, {speeds[0]} to {speeds[-1]} m/s{', no tension' if no_tension else ''}"
                    rows.append(row(f"{words}: restitution farthest off", restitution, worst, "", relative=0.02))
    return rows


def cubes_by_volume(tiny):
    """The law of the overlap volume: its faces are stiff and its corners soft, and sink in by as much as they are small."""
    rows = []
    speeds = (0.1,) if tiny else (0.001, 0.01, 0.1, 1.0)
    for restitution in ((0.5,) if tiny else (0.3, 0.5, 0.9)):
        for name in ("face", "edge"):
            found = [cube_on_floor("cube", POSES[name], speed, restitution, law="volume") for speed in speeds]
            worst = max(found, key=lambda e: abs(e - restitution))
            rows.append(row(f"volume law, cube on a cube, {name}, {speeds[0]} to {speeds[-1]} m/s: restitution farthest off",
                            restitution, worst, "", relative=0.02))
    return rows


def walls_in_motion():
    """A wall at rest that is set in motion: an elastic ball at rest leaves it with twice the velocity of the wall where it
    is hit, and with the work of the wall."""
    rows = []
    square = plate(0.5)
    for kind, turn in (("half-space", 0.0), ("mesh wall", 0.0), ("mesh wall", 2.0)):
        setup = talus.Setup(gravity=(0, 0, 0))
        setup.add_material("m", young=1e8, friction=0.0, restitution=1.0)
        wall = setup.add_half_space((0, 0, 1)) if kind == "half-space" else setup.add_mesh_wall(*square)
        ball = setup.add_body(talus.Sphere(0.01), (-0.4, 0.02, 0.0101))
        simulation = talus.Simulation(setup)
        simulation.step(10)
        simulation.prescribe(wall, (0, 0, 0 if turn else 0.5), (0, turn, 0))
        touched = False
        while not touched or simulation.contact_count > 0:
            simulation.step()
            touched = touched or simulation.contact_count > 0
        expected = 2 * (0.4 * turn if turn else 0.5)
        speed = np.linalg.norm(simulation.velocities[ball])
        words = f"{kind} set in {'rotation' if turn else 'motion'}"
        rows.append(row(f"{words}: speed of the ball", expected, speed, "m/s", relative=1e-2))
        rows.append(row(f"{words}: work of the wall over the energy of the ball", 1.0,
                        simulation.ledger()["boundary_work"] / (0.5 * simulation.masses[ball] * speed ** 2), relative=5e-3))
    return rows


def passages(tiny):
    """Balls and cubes of 10 mm that fly against a plate at 1 to 1000 m/s: beyond it without a word."""
    unnoticed = 0
    speeds = np.geomspace(1, 1000, 7 if tiny else 40)
    for shape in (talus.Sphere(0.01), block(0.02, 0.02, 0.02)):
        for speed in speeds:
            setup = talus.Setup(gravity=(0, 0, 0))
            setup.add_material("m")
            setup.add_mesh_wall(*plate(0.5, cells=8))
            setup.add_body(shape, (0.013, 0.017, 0.1), velocity=(0, 0, -speed))
            simulation = talus.Simulation(setup)
            try:
                simulation.step(int(0.3 / speed / simulation.time_step) + 2)
            except talus.LimitError:
                continue
            unnoticed += simulation.positions[0, 2] < 0
    return [below(f"{2 * len(speeds)} bodies at 1 to 1000 m/s: beyond a plate without an error", 0, unnoticed)]


def measure(tiny, folder):
    return {"rows": ellipsoids(tiny) + walls(tiny, folder) + cubes(tiny) + cubes_by_volume(tiny) + walls_in_motion() + passages(tiny)}
