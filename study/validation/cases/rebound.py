"""Bodies of every kind that rebound from a plane: against the rigid-body solution of an impact without friction, and
the same from a half-space and from triangles."""
import numpy as np
import talus
from bodies import ball_mesh, block, box_mesh, flat_block, icosphere, mesh, plate, random_orientations, rotation
from rows import below, row

SIDE = 0.02
CORNERS = 0.5 * SIDE * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


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


def struck_point(shape, corners, orientation):
    """Of the body's frame: the middle of the corners that are lowest, or the lowest point of a smooth body."""
    if corners is None:
        return shape.support_point(-rotation(orientation)[2])
    heights = (corners @ rotation(orientation).T)[:, 2]
    return corners[heights < heights.min() + 1e-9].mean(axis=0)


def cube_on_floor(floor, orientation, speed, restitution, law="hertz-mindlin", no_tension=False, young=1e9, shape=None, corners=CORNERS):
    """Normal velocity of the corner, edge or face that struck, over that before; without friction or gravity."""
    setup = talus.Setup(gravity=(0, 0, 0), law=law, no_tension=no_tension)
    setup.add_material("m", young=young, poisson=0.3, friction=0.0, restitution=restitution)
    if floor == "plane":
        setup.add_half_space((0, 0, 1))
    elif floor == "wall of triangles":
        setup.add_mesh_wall(*plate(0.1, cells=7))
    else:
        setup.add_body(block(0.2, 0.2, 0.1), (0, 0, -0.05), fixed=True)
    shape = shape or block(SIDE, SIDE, SIDE)
    height = -(rotation(orientation) @ shape.support_point(-rotation(orientation)[2]))[2]
    struck = struck_point(shape, corners, orientation)
    setup.add_body(shape, (7e-4, 3e-4, height + 1e-7), orientation=orientation, velocity=(0, 0, -speed))
    simulation = talus.Simulation(setup)
    touched = False
    for _ in range(100_000):
        simulation.step(10 if law == "volume" else 1)  # edges are soft under that law
        if touched and simulation.contact_count == 0:
            break
        touched = touched or simulation.contact_count > 0
    arm = rotation(simulation.orientations[-1]) @ struck
    return (simulation.velocities[-1] + np.cross(simulation.angular_velocities[-1], arm))[2] / speed


POSES = {"face": (1, 0, 0, 0), "edge": turned((1, 0, 0), np.pi / 4), "corner": turned((1, -1, 0), np.arctan(2 ** 0.5)),
         "edge, off centre": turned((1, 0, 0), 0.4), "corner, off centre": turned((1, 0.3, 0), 0.4)}
OFF_CENTRE = [name for name in POSES if "off" in name]


def farthest(found, restitution):
    return max(found, key=lambda e: abs(e - restitution))


def speeds_of(tiny):
    return (0.1,) if tiny else (0.001, 0.01, 0.1, 1.0)


def text_of(speeds):
    return f"{speeds[0]} to {speeds[-1]} m/s" if len(speeds) > 1 else f"{speeds[0]} m/s"


def cubes(tiny):
    """Faces, edges and corners rebound with the restitution of the material, at speeds over three decades, with and
    without tension. Off centre the normal velocity of the point that struck counts, for a rigid body: cubes are stiffer at
    1 m/s, so that they do not turn while they touch (stiffness_limit() has the others)."""
    rows, speeds = [], speeds_of(tiny)
    for no_tension in (False, True):
        for restitution in ((0.5,) if tiny else (0.3, 0.5, 0.9)):
            for floor in ("plane", "cube"):
                for name, orientation in POSES.items():
                    found = [cube_on_floor(floor, orientation, speed, restitution, no_tension=no_tension,
                                           young=1e12 if speed == 1.0 and name in OFF_CENTRE else 1e9) for speed in speeds]
                    words = f"cube on a {floor}, {name}, {text_of(speeds)}{', no tension' if no_tension else ''}"
                    rows.append(row(f"{words}: restitution farthest off", restitution, farthest(found, restitution), "", relative=0.02))
    return rows


def others(tiny, folder):
    """The same with a superquadric cube, a mesh cube and an ellipsoid on its pole, its side and between."""
    rows, speeds = [], speeds_of(tiny)
    half = (0.008, 0.01, 0.014)
    ellipsoid = talus.Ellipsoid(half)
    between_axes = {"pole": (1, 0, 0, 0), "side": turned((1, 0, 0), np.pi / 2), "off centre": turned((1, 0.5, 0), 0.6)}
    bodies = {"cube of exponent 20": (flat_block(SIDE, SIDE, SIDE), None, POSES),
              "mesh cube": (mesh(folder, "cube", *box_mesh(SIDE, SIDE, SIDE)), CORNERS, POSES), "ellipsoid": (ellipsoid, None, between_axes)}
    for body, (shape, corners, poses) in bodies.items():
        for no_tension in (False, True):
            for restitution in (0.5,) if tiny else (0.3, 0.5, 0.9):
                for floor in ("plane",) if tiny else ("plane", "wall of triangles", "cube"):
                    for name, orientation in poses.items():
                        if tiny and name not in ("face", "pole"):
                            continue
                        found = [cube_on_floor(floor, orientation, speed, restitution, no_tension=no_tension, shape=shape, corners=corners,
                                               young=1e12 if speed == 1.0 and "off" in name else 1e9) for speed in speeds]
                        words = f"{body} on a {floor}, {name}, {text_of(speeds)}{', no tension' if no_tension else ''}"
                        rows.append(row(f"{words}: restitution farthest off", restitution, farthest(found, restitution), "", relative=0.02))
    return rows


def cut_by_plane(pose, turn, height):
    """Volume of the edge or corner of a cube below z = 0, the area of its cut, the middle of the cut and of the struck
    edge or corner, and its depth; from the centre of the cube."""
    corners = CORNERS @ turn.T
    lowest = np.argmin(corners[:, 2])
    edges = -np.sign(CORNERS[lowest])[:, None] * turn.T  # unit, away from the corner
    tip = corners[lowest]
    if "edge" in pose:
        along = np.argmin(np.abs(edges[:, 2]))
        tip = tip + 0.5 * SIDE * edges[along]
    depth = -height - tip[2]
    if depth <= 0:
        return 0.0, 0.0, tip, tip, depth
    reach = [edge * depth / edge[2] for k, edge in enumerate(edges) if "corner" in pose or k != along]
    if "edge" in pose:
        width = np.linalg.norm(reach[0] - reach[1])
        return 0.5 * width * depth * SIDE, width * SIDE, tip + 0.5 * (reach[0] + reach[1]), tip, depth
    area = 0.5 * np.linalg.norm(np.cross(reach[1] - reach[0], reach[2] - reach[0]))
    return area * depth / 3, area, tip + sum(reach) / 3, tip, depth


def impact_of_rigid_cube(pose, speed, restitution, young, law, radius, steps=1000):
    """Restitution of the normal velocity at the edge or corner that strikes, of a cube that turns while it touches: the
    equations of the rigid cube, by the midpoint rule, with the law of Hertz and Tsuji at the edge, or that of the overlap
    volume at the middle of the cut (talus/physics/law/volume.h)."""
    mass, inertia = 2500 * SIDE ** 3, 2500 * SIDE ** 5 / 6
    modulus = young / (1 - 0.3 ** 2) / 2
    log = np.log(restitution)
    zeta = -log / np.hypot(np.pi, log)

    def respond(turn, height):
        """Force, dashpot per root of mass and arm."""
        volume, area, middle, tip, depth = cut_by_plane(pose, turn, height)
        if depth <= 0:
            return 0.0, 0.0, 0.0, tip, depth
        if law == "volume":
            linear = 0.1 * radius ** 3
            power, scale = (2 * linear + 1.5 * volume) / (volume + linear), modulus / (radius ** 1.5 * np.sqrt(volume + linear))
            return power * scale * volume * area, 2 * zeta * np.sqrt(0.5 * power ** 2 * scale * area ** 2), scale * volume ** 2, middle, depth
        stiffness = 4 / 3 * modulus * np.sqrt(radius)
        dashpot = 2 * np.sqrt(5 / 6) * zeta * np.sqrt(1.5 * stiffness * np.sqrt(depth))
        return stiffness * depth ** 1.5, dashpot, 0.4 * stiffness * depth ** 2.5, tip, depth

    def rate(turn, height, velocity, spin):
        force, dashpot, _, arm, depth = respond(turn, height)
        lever = np.cross(arm, (0, 0, 1))
        effective = 1 / (1 / mass + lever @ lever / inertia)
        force -= dashpot * np.sqrt(effective) * (velocity + lever @ spin)
        return (force / mass, force * lever / inertia) if depth > 0 else (0.0, np.zeros(3))

    def turned_by(turn, angle):
        size = np.linalg.norm(angle)
        return rotation(turned(angle, size)) @ turn if size > 0 else turn

    turn = rotation(POSES[pose])
    height = bottom = -(CORNERS @ turn.T)[:, 2].min()
    low, high = 0.0, SIDE  # the largest depth, if it did not turn
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if respond(turn, bottom - middle)[2] < 0.5 * mass * speed ** 2 else (low, middle)
    step, velocity, spin = low / speed / steps, -speed, np.zeros(3)
    for count in range(100 * steps):
        push, twist = rate(turn, height, velocity, spin)
        half = turned_by(turn, 0.5 * step * spin), height + 0.5 * step * velocity, velocity + 0.5 * step * push, spin + 0.5 * step * twist
        push, twist = rate(*half)
        turn, height = turned_by(turn, step * half[3]), height + step * half[2]
        velocity, spin = velocity + step * push, spin + step * twist
        _, _, _, _, depth = respond(turn, height)
        if count > 10 and depth <= 0:
            break
    return (velocity + np.cross(spin, cut_by_plane(pose, turn, height)[3])[2]) / speed


def radius_of_block(*sides):
    """Of the ball of equal volume."""
    return (3 * np.prod(sides) / (4 * np.pi)) ** (1 / 3)


def stiffness_limit(tiny):
    """Off centre a body turns while it touches, the more the softer it is: the restitution of the contact is then that of
    the rigid body's equations, not the stated one. The stated one is reached as the stiffness grows. The corners of the law
    of the overlap volume are soft at all stiffnesses."""
    rows, ball = [], radius_of_block(SIDE, SIDE, SIDE)
    ends = "restitution, by the equations of the rigid cube"
    for pose in OFF_CENTRE:
        for young in (1e9,) if tiny else (1e7, 1e8, 1e9, 1e10, 1e12):
            expected = impact_of_rigid_cube(pose, 1.0, 0.5, young, "hertz-mindlin", ball)
            rows.append(row(f"cube on a plane, {pose}, 1 m/s, {young:.0e} Pa: {ends}", expected, cube_on_floor("plane", POSES[pose], 1.0, 0.5, young=young), "", relative=0.02))
        for speed in (0.1,) if tiny else (0.01, 0.1, 1.0):
            common = 1 / (1 / ball + 1 / radius_of_block(0.2, 0.2, 0.1))
            for restitution in (0.5,) if tiny else (0.3, 0.5, 0.9):
                expected = impact_of_rigid_cube(pose, speed, restitution, 1e9, "volume", common)
                found = cube_on_floor("cube", POSES[pose], speed, restitution, law="volume")
                rows.append(row(f"volume law, cube on a cube, {pose}, {speed} m/s, 1e+09 Pa, stated restitution {restitution}: {ends}", expected, found, "", relative=0.02))
    return rows


def pull(restitution, exponent, steps=20000):
    """The largest pull of the dashpot over the peak force: x'' = -x^p - c x^((p - 1)/2) x', whose restitution does not depend
    on the speed (Y. Tsuji et al., Powder Technol. 71, 1992: 239); for p = 1 the damped oscillator."""
    log = np.log(restitution)
    zeta = -log / np.hypot(np.pi, log)
    damping = 2 * np.sqrt((exponent + 1) / 2) * zeta
    x, v, step, forces = 0.0, 1.0, 8.0 / steps, []
    force = lambda x, v: x ** exponent + damping * x ** ((exponent - 1) / 2) * v
    for _ in range(steps):
        middle = max(x + 0.5 * step * v, 0.0), v - 0.5 * step * force(x, v)
        x, v = x + step * middle[1], v - step * force(*middle)
        if x <= 0:
            break
        forces.append(force(x, v))
    return -min(forces) / max(forces)


def impact_forces(shape, floor, law, no_tension):
    """Forces on a body that meets a floor at 0.1 m/s, at a hundredth of the chosen step."""
    def simulation(step):
        setup = talus.Setup(gravity=(0, 0, 0), law=law, no_tension=no_tension, time_step=step)
        setup.add_material("m", young=1e8, friction=0.0, restitution=0.5)
        setup.add_half_space((0, 0, 1)) if floor == "half-space" else setup.add_mesh_wall(*plate(0.1, cells=7))
        setup.add_body(shape, (7e-4, 3e-4, shape.support_value((0, 0, -1))), velocity=(0, 0, -0.1))
        return talus.Simulation(setup)
    run, forces = simulation(simulation(0.0).time_step / 100), []
    for _ in range(20_000):
        run.step()
        forces.append(run.forces[-1, 2])
        if len(forces) > 100 and run.contact_count == 0:
            return np.array(forces)
    raise RuntimeError("no rebound")


def dashpot_pulls(tiny, folder):
    """The dashpot pulls towards the end of a contact, unless an option forbids that."""
    rows = []
    shapes = {"sphere": talus.Sphere(0.01), "ellipsoid": talus.Ellipsoid((0.01, 0.01, 0.007)), "superquadric (4, 3)": talus.Superquadric((0.008, 0.01, 0.012), (4, 3)),
              "cube": block(SIDE, SIDE, SIDE), "cube of exponent 20": flat_block(SIDE, SIDE, SIDE), "mesh cube": mesh(folder, "cube", *box_mesh(SIDE, SIDE, SIDE)),
              "mesh ball": mesh(folder, "ball", *icosphere(0.01, 3))}
    for name, shape in shapes.items():
        for floor in ("half-space",) if tiny else ("half-space", "wall of triangles"):
            for law, exponent in (("hertz-mindlin", 1.5), ("linear", 1.0)):
                forces = impact_forces(shape, floor, law, False)
                rows.append(row(f"{name} on a {floor}, {law}, restitution 0.5: largest pull over the largest force (the law's equation)",
                                pull(0.5, exponent), -forces.min() / forces.max(), "", relative=0.02))
            forces = impact_forces(shape, floor, "hertz-mindlin", True)
            rows.append(below(f"{name} on a {floor}, hertz-mindlin, no tension: largest pull over the largest force", 1e-9, max(0.0, -forces.min()) / forces.max()))
    return rows


def cubes_by_volume(tiny):
    """The law of the overlap volume: its faces are stiff and its corners soft, and sink in by as much as they are small: an
    impact of a corner at 1 mm/s takes millions of steps. Off centre: stiffness_limit()."""
    rows = []
    for no_tension in (False, True):
        for restitution in ((0.5,) if tiny else (0.3, 0.5, 0.9)):
            for name in ("face", "edge", "corner"):
                speeds = speeds_of(tiny)[1 if name == "corner" and not tiny else 0:]
                found = [cube_on_floor("cube", POSES[name], speed, restitution, law="volume", no_tension=no_tension) for speed in speeds]
                rows.append(row(f"volume law, cube on a cube, {name}, {text_of(speeds)}{', no tension' if no_tension else ''}: restitution farthest off",
                                restitution, farthest(found, restitution), "", relative=0.02))
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


def passages(tiny, folder):
    """Bodies of 10 mm that fly against a plate, or from inside against a true cylinder, at 1 to 1000 m/s: beyond it without
    a word."""
    rows = []
    speeds = np.geomspace(1, 1000, 7 if tiny else 40)
    shapes = {"balls": talus.Sphere(0.01), "cubes": block(0.02, 0.02, 0.02), "ellipsoids": talus.Ellipsoid((0.008, 0.01, 0.012)),
              "superquadrics": talus.Superquadric((0.01, 0.009, 0.008), (4, 3)), "cubes of exponent 20": flat_block(0.02, 0.02, 0.02),
              "mesh balls": mesh(folder, "passes", *icosphere(0.01, 2))}
    for wall in ("plate", "cylinder"):
        for name, shape in shapes.items():
            unnoticed = 0
            for speed in speeds:
                setup = talus.Setup(gravity=(0, 0, 0))
                setup.add_material("m")
                if wall == "plate":
                    setup.add_mesh_wall(*plate(0.5, cells=8))
                else:
                    setup.add_cylinder((-0.5, 0, 0.2), 0.2, 1.0, axis=(1, 0, 0))
                setup.add_body(shape, (0.013, 0.017, 0.1), velocity=(0, 0, -speed))
                simulation = talus.Simulation(setup)
                try:
                    simulation.step(int(0.3 / speed / simulation.time_step) + 2)
                except talus.LimitError:
                    continue
                x, y, z = simulation.positions[-1]
                unnoticed += z < 0 if wall == "plate" else np.hypot(y, z - 0.2) > 0.2
            rows.append(below(f"{len(speeds)} {name} at 1 to 1000 m/s: beyond a {wall} without an error", 0, unnoticed))
    return rows


def measure(tiny, folder):
    return {"rows": ellipsoids(tiny) + walls(tiny, folder) + cubes(tiny) + others(tiny, folder) + stiffness_limit(tiny) + cubes_by_volume(tiny)
            + dashpot_pulls(tiny, folder) + walls_in_motion() + passages(tiny, folder)}
