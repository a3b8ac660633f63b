"""Concave meshes (a jack, a bracket, a ring) on walls: plates of triangles against half-spaces, cans of facets, true
cylinders, and edges and corners that give back no more than they got."""
import numpy as np
import talus
from bodies import mesh, plate, random_orientations, rotation, torus
from mesh_bodies import turn
from round_walls import off_energy
from rows import below, between, row
from walls import bent, box_mesh, can, floor, rough

SIZE = 0.02
THIN = "a thin part that is pushed over a ridge to its middle changes sides, and the energy jumps"


def jack_mesh(side):
    """A cube with a cube on each of its sides."""
    corners, vertices, triangles = {}, [], []

    def vertex(p):
        key = tuple(np.round(2 * p / side).astype(int))
        if key not in corners:
            corners[key] = len(vertices)
            vertices.append(p)
        return corners[key]
    for axis in range(3):
        for out in (1, -1):
            middle = out * side * np.eye(3)[axis]
            for across in range(3):
                for sign in (1, -1):
                    if across == axis and sign != out:
                        continue
                    u, v = 0.5 * side * np.eye(3)[(across + 1) % 3], 0.5 * side * np.eye(3)[(across + 2) % 3]
                    at = middle + 0.5 * sign * side * np.eye(3)[across]
                    quad = [vertex(at + p * u + q * v) for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))][::sign]
                    triangles += [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]
    return np.array(vertices), np.array(triangles)


def bracket_mesh(side, thickness, width):
    """Two plates at right angles, their faces about the origin."""
    profile = np.array([[0, 0], [side, 0], [side, thickness], [thickness, thickness], [thickness, side], [0, side]]) - 0.35 * side
    vertices = np.array([[x, y, z] for y in (-width / 2, width / 2) for x, z in profile])
    caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]
    triangles = list(caps) + [[i + 6, k + 6, j + 6] for i, j, k in caps]
    for i in range(6):
        k = (i + 1) % 6
        triangles += [[i, i + 6, k + 6], [i, k + 6, k]]
    return vertices, np.array(triangles)


def bodies(folder, tiny):
    cells = 16 if tiny else 32
    return {"jack": mesh(folder, "jack", *jack_mesh(SIZE / 3), cells=cells),
            "bracket": mesh(folder, "bracket", *bracket_mesh(SIZE, SIZE / 4, SIZE / 2), cells=cells),
            "ring": mesh(folder, "ring", *torus(0.35 * SIZE, 0.15 * SIZE, 32, 16), cells=cells)}


def setup_with(gravity=(0, 0, 0), time_step=0.0, **material):
    setup = talus.Setup(gravity=gravity, time_step=time_step)
    setup.add_material("m", **{"young": 1e7, "restitution": 0.5, "friction": 0.0, **material})
    return setup


def lowest(shape, orientation):
    down = -rotation(orientation)[2]
    return (rotation(orientation) @ shape.support_point(down))[2]


def force(shape, orientation, depth, add_wall):
    setup = setup_with(time_step=1e-12, restitution=1.0)
    add_wall(setup)
    setup.add_body(shape, (7e-4, 3e-4, -lowest(shape, orientation) - depth), orientation=orientation)
    simulation = talus.Simulation(setup)
    simulation.step(1)
    return abs(simulation.contacts.force.sum(axis=0)[2])


def on_plates(shapes):
    rows = []
    for name, shape in shapes.items():
        worst = 0.0
        for q in [turn((1, 0, 0), 0), *random_orientations(np.random.default_rng(4), 5)]:
            for part in (1e-5, 1e-4, 1e-3, 1e-2):
                expected = force(shape, q, part * SIZE, lambda s: s.add_half_space((0, 0, 1)))
                found = force(shape, q, part * SIZE, lambda s: s.add_mesh_wall(*plate(0.1, cells=7)))
                worst = max(worst, abs(found / expected - 1))
        rows.append(below(f"{name} on a plate of triangles: force against that on a half-space, worst at overlaps of 1e-5 to 1e-2", 1e-9, worst))
    return rows


def restitution(shape, orientation, speed, add_wall, lift=0.0):
    setup = setup_with()
    add_wall(setup)
    setup.add_body(shape, (0, 0, 1e-9 + lift - lowest(shape, orientation)), orientation=orientation, velocity=(0, 0, -speed))
    simulation, touched = talus.Simulation(setup), False
    for _ in range(100_000):
        simulation.step(2)
        touched = touched or simulation.contact_count > 0
        if touched and simulation.contact_count == 0:
            return simulation.velocities[-1][2] / speed
    raise RuntimeError("no rebound")


def restitutions(shapes, tiny):
    rows = []
    flat = lambda s: s.add_mesh_wall(*plate(0.1, cells=7))
    for name, q in {"jack": turn((1, 0, 0), 0), "ring": turn((1, 0, 0), 0)}.items():
        measured = [restitution(shapes[name], q, speed, flat) for speed in ((1.0,) if tiny else (0.1, 1.0, 3.0))]
        rows.append(row(f"{name} on a plate of triangles: restitution, worst at 0.1 to 3 m/s", 0.5, max(measured, key=lambda e: abs(e - 0.5)), relative=0.03))
    valley = lambda s: s.add_mesh_wall(*bent(30.0, 0.1))
    tilted = turn((0, 1, 0), 0)
    measured = restitution(shapes["jack"], tilted, 1.0, valley, 0.01)
    rows.append(row("jack in a valley whose normals are 30 degrees apart: restitution", 0.5, measured, relative=0.03))
    cylinder = lambda s: s.add_cylinder((-0.2, 0, 0.06), 0.06, 0.4, axis=(1, 0, 0))
    for name in ("jack", "ring"):
        rows.append(row(f"{name} in a true cylinder: restitution", 0.5, restitution(shapes[name], turn((1, 0, 0), 0), 1.0, cylinder, 0.01), relative=0.03))
    return rows


def gas(shape, add_wall, time, part=1.0, count=20):
    def build(step):
        random = np.random.default_rng(3)
        grid = np.arange(-2, 3) * 0.03
        at = np.array([[x, y, z] for z in np.arange(0.05, 0.13, 0.03) for x in grid for y in grid if np.hypot(x, y) < 0.05])[:count]
        setup = setup_with(time_step=step, restitution=1.0)
        velocity = random.normal(size=(len(at), 3))
        setup.add_body(shape, at, orientation=random_orientations(random, len(at)), velocity=velocity / np.linalg.norm(velocity, axis=1)[:, None])
        add_wall(setup)
        return talus.Simulation(setup)
    simulation = build(0.0)
    if part != 1.0:
        simulation = build(part * simulation.time_step)
    return off_energy(simulation, time)[0]


ROOMS = {"a can of 96 facets": lambda s: s.add_mesh_wall(*can(96)), "a can of 12 facets": lambda s: s.add_mesh_wall(*can(12)),
         "random ridges and valleys": lambda s: s.add_mesh_wall(*floor(rough(), 8)),
         "a true cylinder": lambda s: s.add_cylinder((0, 0, 0), 0.07, 0.14, bottom=True, top=True)}


def gases(shapes, tiny):
    rows, time = [], 0.02 if tiny else 0.5
    for room, add_wall in ROOMS.items():
        for name, shape in shapes.items():
            rows.append(below(f"one {name} in {room}, {time:g} s at the chosen step: energy gained or lost, relative", 5e-3, gas(shape, add_wall, time, count=1)))
    return rows


def impacts(shapes, tiny):
    half = 0.05
    vertices, triangles = box_mesh(2 * half, 2 * half, 2 * half)
    box = vertices - [0, 0, half], triangles
    plate_edge = np.array([[-half, -half, 0], [0, -half, 0], [0, half, 0], [-half, half, 0]], float), np.array([[0, 1, 2], [0, 2, 3]])
    targets = {"the corner of a box": (box, (half, half, 0)), "the edge of a box": (box, (half, 0, 0)), "a ridge of 90 degrees": (bent(-90.0, half), (0, 0, 0)),
               "a ridge of 40 degrees": (bent(-140.0, half), (0, 0, 0)), "the edge of a plate": (plate_edge, (0, 0, 0))}
    rows, count = [], 3 if tiny else 20
    for name, shape in shapes.items():
        for target, (wall, aim) in targets.items():
            for e in (0.5, 1.0):
                after = []
                for seed in range(count):
                    random = np.random.default_rng(seed)
                    direction = random.normal(size=3)
                    direction[2] = -abs(direction[2]) - 2
                    direction /= np.linalg.norm(direction)
                    setup = setup_with(restitution=e)
                    setup.add_mesh_wall(*wall)
                    at = np.array(aim) + SIZE * 0.3 * random.uniform(-1, 1, 3) * [1, 1, 0]
                    setup.add_body(shape, [at - 3 * SIZE * direction], orientation=random_orientations(random, 1), velocity=[direction])
                    simulation = talus.Simulation(setup)
                    simulation.step(int(0.1 / simulation.time_step))
                    after.append(simulation.ledger()["kinetic"] / simulation.ledger()["start"])
                rows.append(between(f"{name} on {target}, restitution {e:g}, {count} random impacts: largest kinetic energy after over before", 0.0, 1.0 if e < 1 else 1.1, max(after), known=THIN if name == "bracket" else ""))
    return rows


def rests(shapes):
    rows, time = [], 1.0
    walls = {"a plate of triangles": lambda s: s.add_mesh_wall(*plate(0.1, cells=7)), "a can of 96 facets": lambda s: s.add_mesh_wall(can(96)[0], can(96)[1]),
             "a lying cylinder": lambda s: s.add_cylinder((-0.2, 0, 0.06), 0.06, 0.4, axis=(1, 0, 0))}
    for where, add_wall in walls.items():
        for name, shape in shapes.items():
            if name == "ring" and "cylinder" in where:  # it rolls to and fro
                continue
            setup = setup_with(gravity=(0, 0, -9.81), friction=0.5)
            add_wall(setup)
            setup.add_body(shape, (7e-4, 3e-4, SIZE), orientation=turn((1, 2, 0), 0.3))
            simulation = talus.Simulation(setup)
            simulation.step(round(time / simulation.time_step))
            ledger = simulation.ledger()
            rows.append(below(f"{name} dropped in {where}: kinetic energy after {time:.1f} s, of m g a", 1e-9, ledger["kinetic"] / (simulation.masses[-1] * 9.81 * SIZE)))
    return rows


def slides(shapes):
    rows, angle = [], np.arctan(0.6)
    for part in (0.95, 1.2):
        angle = np.arctan(0.5 * part)
        setup = setup_with(gravity=(9.81 * np.sin(angle), 0, -9.81 * np.cos(angle)), friction=0.5)
        setup.add_mesh_wall(*plate(0.1, cells=7))
        setup.add_body(shapes["bracket"], (-0.02, 0, 0.35 * SIZE))
        simulation = talus.Simulation(setup)
        simulation.step(round(0.1 / simulation.time_step))
        before = simulation.velocities[-1][0]
        simulation.step(round(0.02 / simulation.time_step))
        if part < 1:
            rows.append(below("bracket on a plate of triangles at 0.95 of the friction angle: velocity after 0.12 s", 1e-9, simulation.velocities[-1][0], "m/s"))
        else:
            rows.append(row("bracket on a plate of triangles at 1.2 times the friction angle: acceleration", 9.81 * (np.sin(angle) - 0.5 * np.cos(angle)),
                            (simulation.velocities[-1][0] - before) / 0.02, "m/s2", relative=0.01))
    return rows


def measure(tiny, folder):
    shapes = bodies(folder, tiny)
    rows = on_plates(shapes) + restitutions(shapes, tiny) + slides(shapes) + rests(shapes) + gases(shapes, tiny) + impacts(shapes, tiny)
    return {"rows": rows}
