"""Bodies on walls of triangles, concave and convex: energy is kept, a crease is no more than the faces beside it, and
edges and corners that stick out give back no more than they got."""
import numpy as np
import talus
from bodies import ball_mesh, block, box_mesh, mesh, random_orientations, regular_solids, rotation, solid_of_volume
from rows import below, between, row

RADIUS = 0.009


def can(facets, radius=0.07, height=0.14, top=None):
    """A closed can or cone about the z axis."""
    top = radius if top is None else top
    turn = 2 * np.pi * np.arange(facets) / facets
    ring = lambda r, z: np.stack([r * np.cos(turn), r * np.sin(turn), np.full(facets, z)], axis=1)
    vertices = np.vstack([ring(radius, 0.0), ring(top, height), [[0, 0, 0], [0, 0, height]]])
    triangles = []
    for i in range(facets):
        k = (i + 1) % facets
        triangles += [[i, k, facets + k], [i, facets + k, facets + i], [2 * facets, k, i],
                      [2 * facets + 1, facets + i, facets + k]]
    return vertices, np.array(triangles)


def floor(height_at, cells, half=0.07, height=0.14):
    """A box whose floor has the given height; its cells are cut along alternating diagonals."""
    side = np.linspace(-half, half, cells + 1)
    vertices = [[x, y, height_at(x, y)] for x in side for y in side]
    at = lambda i, j: i * (cells + 1) + j
    triangles = []
    for i in range(cells):
        for j in range(cells):
            a, b, c, d = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
            triangles += [[a, b, c], [a, c, d]] if (i + j) % 2 else [[a, b, d], [b, c, d]]
    border = [at(i, 0) for i in range(cells)] + [at(cells, j) for j in range(cells)]
    border += [at(i, cells) for i in range(cells, 0, -1)] + [at(0, j) for j in range(cells, 0, -1)]
    base, count = len(vertices), len(border)
    vertices += [[*vertices[v][:2], height] for v in border] + [[0, 0, height]]
    for i in range(count):
        k = (i + 1) % count
        triangles += [[border[i], border[k], base + k], [border[i], base + k, base + i], [base + i, base + k, base + count]]
    return np.array(vertices), np.array(triangles)


def rough(cells=8):
    heights = 0.008 * np.random.default_rng(5).normal(size=(cells + 1, cells + 1))
    return lambda x, y: 0.01 + heights[round((x / 0.07 + 1) * cells / 2), round((y / 0.07 + 1) * cells / 2)]


def rooms():
    return {"a can of 24 facets": can(24), "a can of 96 facets": can(96), "a can of 384 facets": can(384),
            "a can of 1,536 facets": can(1536), "a cone": can(48, 0.05, top=0.09), "a saddle": floor(lambda x, y: 0.02 + 3 * (x * x - y * y), 24),
            "a bowl": floor(lambda x, y: 5 * (x * x + y * y), 24), "random ridges and valleys": floor(rough(), 8)}


def shapes(folder, tiny):
    volume = 4 / 3 * np.pi * RADIUS ** 3
    return {"ellipsoids": talus.Ellipsoid(np.array([1.4, 1.0, 0.714]) * RADIUS),
            "superquadrics": talus.Superquadric(np.array([1.0, 0.9, 0.8]) * RADIUS, (4, 3)),
            "cubes": solid_of_volume(regular_solids()["cube"], volume),
            "meshes": mesh(folder, "ball", *ball_mesh(RADIUS, 24, 12), cells=12 if tiny else 20)}


def gas(shape, wall, count, spacing, time, step=0.0):
    """The part of the energy that is gained or lost, at most and as a root mean square, and the step."""
    random = np.random.default_rng(3)
    grid = np.arange(-3, 4) * spacing
    at = np.array([[x, y, z] for z in np.arange(0.05, 0.13, spacing) for x in grid for y in grid if np.hypot(x, y) < 0.05])[:count]
    setup = talus.Setup(gravity=(0, 0, 0), time_step=step)
    setup.add_material("m", young=1e7, restitution=1.0, friction=0.0)
    velocity = random.normal(size=(len(at), 3))
    setup.add_body(shape, at, orientation=random_orientations(random, len(at)),
                   velocity=velocity / np.linalg.norm(velocity, axis=1)[:, None], angular_velocity=30 * random.normal(size=(len(at), 3)))
    setup.add_mesh_wall(*wall)
    simulation = talus.Simulation(setup)
    start, off = simulation.ledger()["start"], []
    for _ in range(100):
        simulation.step(max(1, round(time / simulation.time_step / 100)))
        off.append(simulation.ledger()["residual"] / start)
    return np.abs(off).max(), np.sqrt(np.mean(np.square(off))), simulation.time_step


def gases(tiny, folder):
    rows = []
    time, count = (0.05, 20) if tiny else (1.0, 60)
    for name, wall in rooms().items():
        if tiny and "1,536" in name:
            continue
        worst, first, step = gas(talus.Sphere(RADIUS), wall, count, 0.0205, time)
        rows.append(below(f"{count} spheres in {name}, {time} s at the chosen step: energy gained or lost, relative", 5e-3, worst))
        if not tiny and "1,536" not in name:
            _, second, _ = gas(talus.Sphere(RADIUS), wall, count, 0.0205, time, step / 4)
            rows.append(between(f"{count} spheres in {name}: factor by which a quarter of the step lowers it, root mean square", 6, 1000, first / second))
    time = 0.02 if tiny else 0.5
    for kind, shape in shapes(folder, tiny).items():
        for name in ("a can of 96 facets", "a cone", "random ridges and valleys"):
            worst, first, step = gas(shape, rooms()[name], 20, 0.03, time)
            rows.append(below(f"20 {kind} in {name}, {time} s at the chosen step: energy gained or lost, relative", 5e-3, worst))
            if not tiny and name == "a can of 96 facets":
                _, second, _ = gas(shape, rooms()[name], 20, 0.03, time, step / 4)
                rows.append(between(f"20 {kind} in {name}: factor by which a quarter of the step lowers it, root mean square", 6, 1000, first / second))
    return rows


def bent(angle, half=0.3):
    """Two plates whose normals are `angle` apart, a valley seen from above; below zero a ridge."""
    lean = np.radians(angle) / 2
    right = half * np.array([np.cos(lean), 0, np.sin(lean)])
    along = np.array([0, half, 0])
    vertices = [-along, along, right * [-1, 1, 1] - along, right * [-1, 1, 1] + along, right - along, right + along]
    return np.array(vertices), np.array([[0, 1, 2], [1, 3, 2], [0, 1, 4], [1, 5, 4]])


LEVEL = "the patches of both faces beside a ridge that is nearly level damp rocking that does not occur"
JAMMED = "grains between blade and can overlap by more than 5 %, which the run warns of"
TURNED = (np.cos(np.pi / 8), 0, np.sin(np.pi / 8), 0)  # an edge of a cube along the crease


def creased_bodies(folder):
    """Bodies whose contacts with both faces beside a crease have no lever: shape, and orientation in valleys and on ridges. The
    round ones have a circular section across the crease."""
    upright, side = (1, 0, 0, 0), 0.03
    return {"sphere": (talus.Sphere(0.02), upright, upright), "ellipsoid": (talus.Ellipsoid((0.02, 0.015, 0.02)), upright, upright),
            "superquadric (2, 4)": (talus.Superquadric((0.02, 0.015, 0.02), (2, 4)), upright, upright),
            "cube of exponent 20": (talus.Superquadric(3 * (side / 2,), (20, 20)), TURNED, upright),
            "cube": (block(side, side, side), TURNED, upright), "mesh cube": (mesh(folder, "crease", *box_mesh(side, side, side)), TURNED, upright)}


def rebound(body, angle, restitution, law, ridge=False):
    """Speed after an impact on the crease, along the bisector of its faces, over that before."""
    shape, in_valley, on_ridge = body
    orientation, speed, lean = on_ridge if ridge else in_valley, 0.5, np.radians(angle) / 2
    turn = rotation(orientation)
    if ridge:
        height = shape.support_value(turn.T @ [0, 0, -1.0])
    else:
        height = max(shape.support_value(turn.T @ [sign * np.sin(lean), 0, -np.cos(lean)]) for sign in (-1, 1)) / np.cos(lean)
    setup = talus.Setup(gravity=(0, 0, 0), law=law)
    setup.add_material("m", young=1e7, restitution=restitution, friction=0.0)
    setup.add_body(shape, [[0, 0, height + 0.003]], orientation=[orientation], velocity=[[0, 0, -speed]])
    setup.add_mesh_wall(*bent(-angle if ridge else angle))
    simulation = talus.Simulation(setup)
    simulation.step(int(0.06 / simulation.time_step))
    return np.linalg.norm(simulation.velocities[0]) / speed


def creases(tiny, folder):
    rows = []
    for name, body in creased_bodies(folder).items():
        for ridge in (False, True):
            for restitution in (0.5, 0.8):
                on_face = rebound(body, 0.0, restitution, "hertz-mindlin", ridge)
                angles = (0.5, 3.75, 15.0, 40.0, 60.0, 90.0, 120.0, 150.0) if not ridge else (0.5, 15.0, 60.0, 90.0, 150.0)
                if tiny and name != "sphere":
                    angles = (40.0,)
                for angle in angles:
                    where = f"on a ridge whose normals are {angle:g} degrees apart" if ridge else f"in a valley whose normals are {angle:g} degrees apart"
                    rows.append(row(f"{name}: restitution {restitution} {where} (as on a face)", on_face, rebound(body, angle, restitution, "hertz-mindlin", ridge), relative=0.02,
                                    known=LEVEL if ridge and "cube" in name and angle < 1 else ""))
    return rows


def tube(facets, restitution, time):
    """A ball without friction that swings in a lying tube: the largest gain of mechanical energy over the swing's."""
    vertices, triangles = can(facets, 0.1, 0.4)
    setup = talus.Setup(gravity=(0, 0, -9.81))
    setup.add_material("m", young=1e7, restitution=restitution, friction=0.0)
    reach, angle = 0.1 * np.cos(np.pi / facets) - 0.015, np.radians(60)
    setup.add_body(talus.Sphere(0.015), [[0, reach * np.sin(angle), -reach * np.cos(angle)]])
    setup.add_mesh_wall(vertices[:, [2, 0, 1]] - [0.2, 0, 0], triangles)
    simulation = talus.Simulation(setup)
    weight, start = 9.81 * simulation.masses[0], -reach * np.cos(angle)
    largest = -np.inf
    for _ in range(400):
        simulation.step(max(1, round(time / 400 / simulation.time_step)))
        ledger = simulation.ledger()
        energy = ledger["kinetic"] + ledger["elastic"] + weight * (simulation.positions[0][2] - start)
        largest = max(largest, energy / (weight * (start + reach)))
    return largest


def rolling_force(simulation, reach):
    """Least and largest force on a ball that rolls about the x axis at a distance, over m g cos + m v^2 / distance."""
    simulation.step(int(0.3 / simulation.time_step))
    ratios = []
    for _ in range(400):
        simulation.step(20)
        at, velocity = simulation.positions[0], simulation.velocities[0]
        inward = -at[1:] / np.linalg.norm(at[1:])
        normal = np.abs(simulation.contacts.force.sum(axis=0)[1:] @ inward)
        ratios.append(normal / (simulation.masses[0] * (9.81 * inward[1] + velocity @ velocity / reach)))
    return min(ratios), max(ratios)


def rolling(facets=1536):
    """Extremes of the force on a ball that rolls through the bottom of a tube, over m g cos + m v^2 / r."""
    radius, facet_radius = 0.02, 0.2
    vertices, triangles = can(facets, facet_radius, 0.4)
    setup = talus.Setup()
    setup.add_material("m", young=1e7, restitution=0.5, friction=0.5)
    setup.add_body(talus.Sphere(radius), [[0, 0, radius - facet_radius]], velocity=[[0, 0.3, 0]], angular_velocity=[[-0.3 / radius, 0, 0]])
    setup.add_mesh_wall(vertices[:, [2, 0, 1]] - [0.2, 0, 0], triangles)
    return rolling_force(talus.Simulation(setup), facet_radius - radius)


def kinetic_after(setup, shape, aim, random):
    """Kinetic energy after an impact of a body of 2 cm near a point that it comes down to, over that before."""
    size, direction = 0.02, random.normal(size=3)
    direction[2] = -abs(direction[2]) - 2
    direction /= np.linalg.norm(direction)
    at = aim + size * 0.3 * random.uniform(-1, 1, 3) * [1, 1, 0]
    setup.add_body(shape, [at - 3 * size * direction], orientation=random_orientations(random, 1), velocity=[direction])
    simulation = talus.Simulation(setup)
    simulation.step(int(0.1 / simulation.time_step))
    return simulation.ledger()["kinetic"] / simulation.ledger()["start"]


def impact(shape, wall, aim, restitution, seed):
    """Kinetic energy after an impact on what sticks out, over that before."""
    setup = talus.Setup(gravity=(0, 0, 0))
    setup.add_material("m", young=1e7, restitution=restitution, friction=0.0)
    setup.add_mesh_wall(*wall)
    return kinetic_after(setup, shape, aim, np.random.default_rng(seed))


def impacts(tiny, folder):
    size, half = 0.02, 0.05
    vertices, triangles = box_mesh(2 * half, 2 * half, 2 * half)
    box = vertices - [0, 0, half], triangles
    plate = np.array([[-half, -half, 0], [0, -half, 0], [0, half, 0], [-half, half, 0]], float), np.array([[0, 1, 2], [0, 2, 3]])
    targets = {"the corner of a box": (box, np.array([half, half, 0])), "the edge of a box": (box, np.array([half, 0, 0])),
               "a ridge of 90 degrees": ((bent(-90.0, half)), np.zeros(3)), "the edge of a plate": (plate, np.zeros(3))}
    bodies = {"cube": block(size, size, size), "mesh cube": mesh(folder, "cube", *box_mesh(size, size, size), cells=12 if tiny else 24),
              "superquadric": talus.Superquadric(np.array([1, 0.9, 0.8]) * size / 2, (6, 6)), "sphere": talus.Sphere(size / 2)}
    rows, count = [], 3 if tiny else 20
    for name, shape in bodies.items():
        for target, (wall, aim) in targets.items():
            after = [impact(shape, wall, aim, 0.5, seed) for seed in range(count)]
            rows.append(between(f"{name} on {target}, restitution 0.5, {count} random impacts: largest kinetic energy after over before", 0.0, 1.0, max(after)))
    return rows


def stirrer(shape, time):
    """What is not accounted for, over what became heat."""
    setup = talus.Setup()
    setup.add_material("m", young=1e7, restitution=0.5, friction=0.4)
    setup.add_mesh_wall(*can(96, 0.06, 0.2))
    vertices, triangles = box_mesh(0.08, 0.006, 0.03)
    setup.add_mesh_wall(vertices + [0, 0, 0.022], triangles, angular_velocity=(0, 0, 12.0))
    at = np.array([[x, y, z] for z in np.arange(0.06, 0.18, 0.027) for x in (-0.027, 0, 0.027) for y in (-0.027, 0, 0.027)])
    setup.add_body(shape, at, orientation=random_orientations(np.random.default_rng(1), len(at)))
    simulation = talus.Simulation(setup)
    simulation.step(int(time / simulation.time_step))
    ledger = simulation.ledger()
    return ledger["residual"] / (ledger["damping"] + ledger["friction"])


def measure(tiny, folder):
    rows = gases(tiny, folder) + creases(tiny, folder)
    for restitution in (0.5, 0.8):
        rows.append(below(f"ball of restitution {restitution} in a tube of 192 facets: mechanical energy gained, of the swing's", 1e-9,
                          max(0.0, tube(192, restitution, 0.2 if tiny else 4.0))))
    lowest, highest = rolling()
    rows.append(row("ball rolling through a tube of 1,536 facets: least N / (m g cos + m v^2 / r)", 1.0, lowest, relative=0.02))
    rows.append(row("ball rolling through a tube of 1,536 facets: largest N / (m g cos + m v^2 / r)", 1.0, highest, relative=0.02))
    rows += impacts(tiny, folder)
    for kind, shape in {"spheres": talus.Sphere(RADIUS), **shapes(folder, tiny)}.items():
        rows.append(below(f"stirrer in a can with 45 {kind}: energy not accounted for, of the heat", 0.01, stirrer(shape, 0.3 if tiny else 1.0),
                          known=JAMMED if kind == "superquadrics" else ""))
    return {"rows": rows}
