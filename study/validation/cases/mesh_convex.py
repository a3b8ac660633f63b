"""Mesh bodies and convex bodies: a mesh has the forces of the polyhedron that it is, and concave meshes those of their faces."""
import numpy as np
import talus
from bodies import block, box_mesh, icosphere, mesh, random_orientations, rotation, torus
from rows import below, row

SIDE, RADIUS = 0.02, 0.01
GRAVITY = 9.81


def bracket(leg, width):
    """An L of two legs along x and z, the corner between them at the origin."""
    outline = leg * np.array([(-1, -1), (1, -1), (1, 0), (0, 0), (0, 1), (-1, 1)])
    vertices = np.array([(x, y, z) for y in (-width / 2, width / 2) for x, z in outline])
    triangles = [(0, k, k + 1) for k in range(1, 5)] + [(6, k + 7, k + 6) for k in range(1, 5)]
    for i in range(6):
        k = (i + 1) % 6
        triangles += [(i, i + 6, k + 6), (i, k + 6, k)]
    return vertices, np.array(triangles)


class Meshes:
    """The meshes of a run, made once."""

    def __init__(self, folder):
        self.folder, self.made = folder, {}

    def __call__(self, name, surface):
        if name not in self.made:
            self.made[name] = mesh(self.folder, name, *surface)
        return self.made[name]


def pair(fixed, free, position, velocity=(0, 0, 0), spin=(0, 0, 0), gravity=0.0, at=(0, 0, 0), **material):
    setup = talus.Setup(gravity=(0, 0, -gravity), time_step=material.pop("time_step", 0.0))
    setup.add_material("m", young=material.pop("young", 1e7), **material)
    setup.add_body(fixed, at, fixed=True)
    body = setup.add_body(free, position, velocity=velocity, angular_velocity=spin)
    return talus.Simulation(setup), body


def sliding(meshes):
    """A ball that slides over a face without friction, across the sides of its triangles."""
    rows = []
    for name, shape, velocity in (("sphere", talus.Sphere(RADIUS), (0.5, 0.02, 0)), ("sphere", talus.Sphere(RADIUS), (0.3, 0.31, 0)),
                                  ("ellipsoid", talus.Ellipsoid((RADIUS, RADIUS, 0.8 * RADIUS)), (0.4, -0.1, 0)), ("cube", block(SIDE, SIDE, SIDE), (0.4, 0.1, 0))):
        height = (SIDE if name == "cube" else 2 * shape.support_point((0, 0, 1))[2]) / 2
        simulation, body = pair(meshes("slab", box_mesh(0.4, 0.4, 0.1)), shape, (-0.1503, -0.113, height - 2e-5), velocity, gravity=GRAVITY,
                                at=(0, 0, -0.05), friction=0.0, restitution=0.3)
        settle = int(0.1 / simulation.time_step)
        simulation.step(settle)
        loads, weight = [], simulation.masses[body] * GRAVITY
        for _ in range(200):
            simulation.step(settle // 100)
            loads.append(simulation.contacts.force[0, 2] if simulation.contact_count else 0.0)
        speed = np.linalg.norm(simulation.velocities[body][:2])
        lost = 1 - speed / np.hypot(*velocity[:2])
        rows += [below(f"{name} over a face of a mesh block: loss of speed", 1e-3, lost),
                 below(f"{name} over a face of a mesh block: N/mg - 1, largest", 0.02, np.max(np.abs(np.abs(loads) / weight - 1)))]
    return rows


def push(fixed, free, height):
    """Force at a height, by the velocity after a step that is short."""
    step = 1e-12
    simulation, body = pair(fixed, free, (0, 0, height), time_step=step, friction=0.0, restitution=1.0)
    simulation.step()
    return simulation.velocities[body, 2] * simulation.masses[body] / step


def touching_height(fixed, free):
    """Height of the second body above the first at which they touch."""
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if talus.contact(fixed, talus.Pose(), free, talus.Pose((0, 0, middle))).distance > 0 else (middle, high)
    return high


def stiffness(meshes, tiny):
    """The force at the same place with the mesh and with the polyhedron of its corners."""
    rows = []
    grains = {"sphere": talus.Sphere(RADIUS), "large sphere": talus.Sphere(50 * RADIUS), "ellipsoid": talus.Ellipsoid((RADIUS, RADIUS, 0.7 * RADIUS)),
              "superquadric": talus.Superquadric((RADIUS, RADIUS, 0.7 * RADIUS), (4, 4)), "cube": block(SIDE, SIDE, SIDE)}
    surfaces = {f"ball of {10 * 4 ** level + 2} vertices": icosphere(RADIUS, level) for level in ((2,) if tiny else (2, 3, 4))}
    surfaces["cube"] = box_mesh(SIDE, SIDE, SIDE)
    random = np.random.default_rng(4)
    for surface, (vertices, triangles) in list(surfaces.items()):
        surfaces[f"{surface}, turned"] = (vertices @ rotation(random_orientations(random, 1)[0]).T, triangles)
    for surface, (vertices, triangles) in surfaces.items():
        body, same = meshes(surface, (vertices, triangles)), talus.Polyhedron(vertices)
        for name, shape in grains.items():
            touching = touching_height(same, shape)
            off = [push(body, shape, touching - part * SIDE) / push(same, shape, touching - part * SIDE) - 1 for part in (1e-5, 1e-4, 1e-3, 1e-2)]
            rows.append(below(f"{name} on a mesh {surface}, overlaps of 1e-5 to 1e-2: force over that of the polyhedron - 1, largest", 0.1, max(off, key=abs)))
    return rows


def rebound(fixed, free, position, velocity, restitution):
    simulation, body = pair(fixed, free, position, velocity, young=1e8, friction=0.0, restitution=restitution)
    touched = False
    for _ in range(100_000):
        simulation.step()
        if touched and simulation.contact_count == 0:
            break
        touched = touched or simulation.contact_count > 0
    return np.linalg.norm(simulation.velocities[body]) / np.linalg.norm(velocity)


def restitution(meshes, tiny):
    rows = []
    ball, clear = icosphere(RADIUS, 3), 1e-6
    slab, angle = meshes("slab of 5 cm", box_mesh(0.3, 0.3, 0.05)), meshes("bracket", bracket(0.02, 0.04))
    cases = {"sphere on a mesh block": (slab, talus.Sphere(RADIUS), (0.01, 0.02, 0.025 + RADIUS + clear), (0, 0, -1)),
             "sphere on a mesh ball": (meshes("ball", ball), talus.Sphere(RADIUS), (0, 0, ball[0][:, 2].max() + RADIUS + clear), (0, 0, -1)),
             "ellipsoid on a mesh block": (slab, talus.Ellipsoid((RADIUS, RADIUS, 0.7 * RADIUS)), (0.01, 0.02, 0.025 + 0.7 * RADIUS + clear), (0, 0, -1)),
             "cube on a mesh block": (slab, block(SIDE, SIDE, SIDE), (0.01, 0.02, 0.025 + SIDE / 2 + clear), (0, 0, -1)),
             "cube on a mesh ball": (meshes("ball", ball), block(SIDE, SIDE, SIDE), (0, 0, ball[0][:, 2].max() + SIDE / 2 + clear), (0, 0, -1)),
             "mesh ball on a block": (block(0.3, 0.3, 0.05), meshes("ball", ball), (0.01, 0.02, 0.025 + ball[0][:, 2].max() + clear), (0, 0, -1)),
             "sphere on a leg of an L": (angle, talus.Sphere(0.006), (0.012, 0, 0.006 + clear), (0, 0, -1)),
             "sphere into the corner of an L": (angle, talus.Sphere(0.006), (0.006 + clear, 0, 0.006 + clear), (-1, 0, -1)),
             "sphere on the edge of an L": (angle, talus.Sphere(0.006), (0.02 + (0.006 + clear) / 2 ** 0.5, 0.001, (0.006 + clear) / 2 ** 0.5), (-1, 0, -1)),
             "cube on a leg of an L": (angle, block(0.01, 0.01, 0.01), (0.01, 0, 0.005 + clear), (0, 0, -1)),
             "cube into the corner of an L": (angle, block(0.01, 0.01, 0.01), (0.005 + clear, 0, 0.005 + clear), (-1, 0, -1))}
    for name, (fixed, free, position, direction) in cases.items():
        for expected in ((0.5,) if tiny else (0.3, 0.5, 0.8)):
            for speed in ((0.1,) if tiny else (0.01, 0.1, 1.0)):
                measured = rebound(fixed, free, position, speed * np.array(direction), expected)
                rows.append(row(f"{name}, {speed} m/s: restitution", expected, measured, relative=0.03))
    return rows


def rest(meshes):
    """Kinetic energy after 0.4 s over m g a, and how far the body is from where it was set down."""
    rows = []
    floor, slab, angle = block(2, 2, 0.5), meshes("slab of 5 cm", box_mesh(0.3, 0.3, 0.05)), meshes("bracket", bracket(0.02, 0.04))
    cube = block(SIDE, SIDE, SIDE)
    cases = {"mesh cube on a polyhedron of 2 m": (floor, (0.1, 0.03, -0.25), meshes("cube", box_mesh(SIDE, SIDE, SIDE)), SIDE / 2, (0, 0)),
             "mesh block on a polyhedron of 2 m": (floor, (0.1, 0.03, -0.25), meshes("block", box_mesh(0.06, 0.04, 0.02)), 0.01, (0, 0)),
             "mesh L on a polyhedron of 2 m": (floor, (0.1, 0.03, -0.25), angle, 0.02, (0, 0)),
             "mesh ring on a polyhedron of 2 m": (floor, (0.1, 0.03, -0.25), meshes("ring of 24", torus(0.02, 0.006, 24, 12)), 0.006, (0, 0)),
             "cube on a mesh block": (slab, (0, 0, -0.025), cube, SIDE / 2, (0.011, 0.03)),
             "cube over the edge of a mesh block": (slab, (0, 0, -0.025), cube, SIDE / 2, (0.147, 0.03)),
             "cube on a leg of a mesh L": (angle, (0, 0, 0), block(0.012, 0.012, 0.012), 0.006, (0.011, 0.001)),
             "cube in the corner of a mesh L": (angle, (0, 0, 0), block(0.012, 0.012, 0.012), 0.006, (0.006, 0.001))}
    for name, (fixed, at, free, height, (x, y)) in cases.items():
        simulation, body = pair(fixed, free, (x, y, height + 1e-4), gravity=GRAVITY, at=at, friction=0.5, restitution=0.3)
        simulation.step(int(0.4 / simulation.time_step))
        scale = simulation.masses[body] * GRAVITY * height
        rows += [below(f"{name}: kinetic energy over m g a after 0.4 s", 1e-12, simulation.ledger()["kinetic"] / scale),
                 below(f"{name}: distance from where it was set down, over its height", 0.02, np.linalg.norm(simulation.positions[body] - (x, y, height)) / height)]
    return rows


def rolling(meshes):
    """A ball on a mesh block with rolling friction: v falls by 5/7 mu_r g t, as on the same polyhedron."""
    rows, slowed = [], {}
    for name, slab in (("mesh block", meshes("long slab", box_mesh(0.6, 0.3, 0.05))), ("polyhedron", block(0.6, 0.3, 0.05))):
        simulation, body = pair(slab, talus.Sphere(RADIUS), (-0.2, 0, RADIUS - 3e-5), (0.2, 0, 0), (0, 20, 0), gravity=GRAVITY,
                                at=(0, 0, -0.025), friction=0.5, restitution=0.3, rolling_friction=0.02)
        simulation.step(round(0.3 / simulation.time_step))
        slowed[name] = (0.2 - simulation.velocities[body, 0]) / simulation.time
    rows.append(row("sphere on a mesh block with rolling friction: slowing down", slowed["polyhedron"], slowed["mesh block"], "m/s2", relative=0.02))
    rows.append(row("the same against 5/7 mu_r g (rigid bodies)", 5 / 7 * 0.02 * GRAVITY, slowed["mesh block"], "m/s2", relative=0.1))
    return rows


def gas(meshes, tiny):
    """A free mesh among elastic bodies without friction between six blocks: energy over that at the start."""
    rows, side, thick = [], 0.12, 0.06
    grains = {"spheres": talus.Sphere(0.009), "ellipsoids": talus.Ellipsoid((0.006, 0.008, 0.01)), "superquadrics": talus.Superquadric((0.007, 0.008, 0.009), (4, 3))}
    surfaces = {"cube": box_mesh(0.03, 0.03, 0.03), "ball": icosphere(0.02, 3), "L": bracket(0.017, 0.03), "ring": torus(0.02, 0.008, 24, 12)}
    for surface, triangles in surfaces.items():
        for name, grain in grains.items():
            if tiny and name != "spheres":
                continue
            random = np.random.default_rng(1)
            setup = talus.Setup(gravity=(0, 0, 0))
            setup.add_material("m", young=1e7, friction=0.0, restitution=1.0)
            for axis in range(3):
                for sign in (-1, 1):
                    extent, place = np.full(3, side + 2 * thick), np.zeros(3)
                    extent[axis], place[axis] = thick, sign * (side + thick) / 2
                    setup.add_body(block(*extent), place, fixed=True)
            setup.add_body(meshes(f"{surface} of the gas", triangles), (0, 0, 0), velocity=(0.3, 0.2, 0.1),
                           angular_velocity=random.normal(size=3) * 10, orientation=random_orientations(random, 1)[0])
            lattice = 0.027 * (np.stack(np.meshgrid(*[range(4)] * 3), axis=-1).reshape(-1, 3) - 1.5)
            for place in lattice[np.linalg.norm(lattice, axis=1) > 0.04]:
                velocity = random.normal(size=3)
                setup.add_body(grain, place, velocity=velocity / np.linalg.norm(velocity), orientation=random_orientations(random, 1)[0])
            simulation = talus.Simulation(setup)
            start, worst = simulation.ledger()["start"], 0.0
            duration = 0.1 if tiny else 1.0
            for _ in range(20):
                simulation.step(round(0.05 * duration / simulation.time_step))
                worst = max(worst, abs(simulation.ledger()["residual"] / start))
            rows.append(below(f"{name} and a mesh {surface}: energy in {duration:g} s, relative", 5e-3, worst))
    return rows


def ring(meshes, tiny):
    """An elastic ball falls through a ring, and another one is thrown about on the ring's creases."""
    rows, random = [], np.random.default_rng(2)
    body = meshes("ring of 24", torus(0.02, 0.006, 24, 12))
    simulation, ball = pair(body, talus.Sphere(0.013), (0.0, 0.0, 0.04), (0, 0, -1), friction=0.0, restitution=1.0)
    simulation.step(round(0.08 / simulation.time_step))
    rows += [row("sphere of 13 mm through a ring with a hole of 14 mm: velocity after", -1.0, simulation.velocities[ball, 2], "m/s", relative=1e-12)]
    worst = 0.0
    for _ in range(10 if tiny else 100):
        simulation, ball = pair(body, talus.Sphere(0.013), (*random.uniform(-0.02, 0.02, 2), 0.04), (*random.uniform(-0.3, 0.3, 2), -1), friction=0.0, restitution=1.0)
        simulation.step(round(0.1 / simulation.time_step))
        worst = max(worst, abs(simulation.ledger()["residual"] / simulation.ledger()["start"]))
    rows.append(below("spheres thrown on the ring: change of energy, relative, largest", 5e-3, worst))
    return rows


def measure(tiny, folder):
    meshes = Meshes(folder)
    return {"rows": sliding(meshes) + stiffness(meshes, tiny) + restitution(meshes, tiny) + rest(meshes) + rolling(meshes) + gas(meshes, tiny)
            + ring(meshes, tiny)}
