"""Contacts that cohere: the pull-off force, the work of a contact and the speed at which balls stick, by the
theory of K. L. Johnson, K. Kendall and A. D. Roberts (Proc. R. Soc. Lond. A 324, 1971: 301) and by C. Thornton and
Z. Ning (Powder Technol. 99, 1998: 154); and the same of Hertz's force with a cohesion of its area."""
from pathlib import Path

import numpy as np
import talus
from rows import below, row

YOUNG, POISSON = 1e7, 0.25
MODULUS = 0.5 * YOUNG / (1 - POISSON ** 2)  # E* of like bodies
# 7.09: the work from the touch to the end, 0.33 E* a^5 / R*^2 with a^3 = 2 pi w R*^2 / E*
HYSTERESIS = (0.3 + 0.05 * 4 ** (-1 / 3)) * (2 * np.pi) ** (5 / 3)
HEAVY = 1e18  # kg/m3: a body that keeps its velocity


def jkr_range(work, radius):
    return 0.75 * np.cbrt(np.pi ** 2 * work ** 2 * radius / MODULUS ** 2)


def jkr_loss(work, radius):
    return HYSTERESIS * np.cbrt(work ** 5 * radius ** 4 / MODULUS ** 2)


def setup_of(law, value, **keys):
    key = {"jkr": "work_of_adhesion", "hertz-cohesion": "cohesion_energy_density"}[law]
    setup = talus.Setup(gravity=keys.pop("gravity", (0, 0, 0)), law=law, time_step=keys.pop("time_step", 0.0))
    material = {"restitution": 1.0, "friction": 0.0, "young": YOUNG, "poisson": POISSON, key: value} | keys
    setup.add_material("m", **material)
    return setup


def pull(law, value, shape, height, base, depth, path):
    """A heavy body leaves `base(setup)`, which it touches at `height`, from an overlap of `depth` in steps of `path`:
    heights (m) and pulls (N) until they part."""
    setup = setup_of(law, value, density=HEAVY, time_step=path)
    base(setup)
    body = setup.add_body(shape, (0, 0, height - depth), velocity=(0, 0, 1.0))
    simulation = talus.Simulation(setup)
    heights, pulls = [], []
    while True:
        simulation.step()
        if simulation.contact_count == 0:
            return np.array(heights), np.array(pulls)
        heights.append(simulation.positions[body, 2] - height)
        pulls.append(-simulation.forces[body, 2])


def fixed(shape):
    return lambda setup: setup.add_body(shape, (0, 0, 0), fixed=True)


def floor(setup):
    setup.add_half_space((0, 0, 1))


def mesh_floor(setup):
    setup.add_mesh_wall([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [(0, 1, 2), (0, 2, 3)])


def jkr_pulls(coarse):
    ball, egg, tip = talus.Sphere(0.01), talus.Ellipsoid((0.01, 0.01, 0.013)), 0.01 ** 2 / 0.013
    works = (1e-4, 1e-2, 1.0, 30.0)
    cases = [(f"two balls, w {w:g} J/m2", w, ball, 0.02, fixed(ball), 0.005) for w in works]
    cases += [(f"a ball on a plane, w {w:g} J/m2", w, ball, 0.01, floor, 0.01) for w in works]
    cases += [("an ellipsoid's pole on a plane", 0.3, egg, 0.013, floor, tip),
              ("the poles of two ellipsoids", 0.3, egg, 0.026, fixed(egg), tip / 2),
              ("a pole and a ball", 0.3, egg, 0.023, fixed(ball), tip * 0.01 / (tip + 0.01)),
              ("a superquadric's pole and a ball", 0.3, talus.Superquadric((0.01, 0.01, 0.013), (2, 2)), 0.023, fixed(ball),
               tip * 0.01 / (tip + 0.01))]
    rows = []
    for name, work, shape, height, base, radius in cases:
        gap = jkr_range(work, radius)
        path = gap / 1000 * coarse
        heights, pulls = pull("jkr", work, shape, height, base, 2 * gap, path)
        apart = heights > 0
        rows += [row(f"jkr, {name}: largest pull, 3/2 pi w R*", 1.5 * np.pi * work * radius, pulls.max(), "N", relative=1e-4),
                 row(f"jkr, {name}: gap where it breaks", 1e6 * gap, 1e6 * heights[-1], "um", relative=2e-3 * coarse),
                 row(f"jkr, {name}: work from the touch on", jkr_loss(work, radius), pulls[apart].sum() * path, "J",
                     relative=3e-3 * coarse)]
    return rows


def thrown(work, relative, steps):
    """A ball of 10 mm strikes a plane at this part of the sticking speed: speed after it, both over the sticking
    speed (0: it stuck), the ledger's loss over that of the theory, and its residual over the energy."""
    radius = 0.01
    mass = 2500 * 4 / 3 * np.pi * radius ** 3
    loss = jkr_loss(work, radius)
    sticking = np.sqrt(2 * loss / mass)

    def make(step):
        setup = setup_of("jkr", work, time_step=step)
        floor(setup)
        setup.add_body(talus.Sphere(radius), (0, 0, radius), velocity=(0, 0, -relative * sticking))
        return talus.Simulation(setup)

    simulation = make(make(0.0).time_step / steps)
    simulation.step()
    while simulation.contact_count > 0 and simulation.steps < 200 * steps:
        simulation.step()
    ledger = simulation.ledger()
    leaves = simulation.contact_count == 0
    return (simulation.velocities[1, 2] / sticking if leaves else 0.0, ledger["damping"] / loss,
            ledger["residual"] / (0.5 * mass * (relative * sticking) ** 2))


def jkr_sticking(coarse):
    rows = []
    for work in (0.01, 1.0):
        for relative in (0.9, 0.98):
            speed, _, residual = thrown(work, relative, 100 // coarse)
            rows += [row(f"jkr, w {work:g} J/m2, thrown at {relative} of the sticking speed: sticks", 0.0, speed, absolute=0.0),
                     below("  residual of the ledger, of its energy", 0.01 * coarse, residual)]
        for relative in (1.02, 1.2, 3.0):
            speed, loss, residual = thrown(work, relative, 100 // coarse)
            rows += [row(f"jkr, w {work:g} J/m2, thrown at {relative} of it: speed after it over it", np.sqrt(relative ** 2 - 1),
                         speed, absolute=0.02 * coarse),
                     row("  heat of the contact that broke, over 7.09 (w^5 R*^4/E*^2)^(1/3)", 1.0, loss, relative=0.02 * coarse),
                     below("  residual of the ledger, of its energy", 0.01 * coarse, residual)]
    return rows


def cohesion_pulls(coarse):
    half, density = 0.01, 3e5
    box = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
    ball_of_cube, faces = half * np.cbrt(6 / np.pi), 4 ** (1 / 16)
    bodies = [("a ball", talus.Sphere(half), half, half, 1.0),
              ("an ellipsoid's pole", talus.Ellipsoid((half, half, 1.3 * half)), 1.3 * half, half / 1.3, 1.0),
              ("a superquadric's pole", talus.Superquadric((half, half, 1.3 * half), (2, 2)), 1.3 * half, half / 1.3, 1.0),
              ("a cube, flat", talus.Polyhedron(box), half, ball_of_cube, faces)]
    rows = []
    for name, shape, height, radius, slope in bodies:
        deepest = (0.5 * np.pi * density / MODULUS) ** 2 * radius
        stated = slope * (np.pi * density) ** 3 * radius ** 2 / (12 * MODULUS ** 2)
        for on, base in (("a plane", floor), ("triangles", mesh_floor)):
            _, pulls = pull("hertz-cohesion", density, shape, height, base, 2.0005 * deepest, deepest / 500 * coarse)
            what = "pi^3 k^3 R*^2 / (12 E*^2)" + (" 4^(1/16)" if slope > 1 else "")
            rows.append(row(f"hertz-cohesion, {name} on {on}: largest pull, {what}", stated, pulls.max(), "N", relative=1e-3))
    return rows


def cohesion_rebounds(coarse):
    """No work is done by a cycle: elastic rebounds keep the energy, for every shape."""
    rows = []
    half = 0.01
    box = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
    shapes = {"ball": talus.Sphere(half), "ellipsoid": talus.Ellipsoid((0.008, 0.009, 0.012)),
              "superquadric of exponent 6": talus.Superquadric((0.01, 0.008, 0.009), (6, 6)), "cube": talus.Polyhedron(box)}
    stl = talus.Mesh(str(Path(__file__).resolve().parents[3] / "examples/scenes/jack.stl"), 24)
    jack = talus.Mesh(0.02 / np.ptp(stl.vertices, axis=0).max() * stl.vertices, stl.triangles, 24)
    shapes["jack (concave mesh)"] = jack
    bases = {"a plane": floor, "triangles": mesh_floor,
             "a fixed jack": lambda setup: setup.add_body(jack, (0, 0, -0.012), fixed=True)}
    tilt = np.array((0.9, 0.1, 0.3, 0.2)) / np.linalg.norm((0.9, 0.1, 0.3, 0.2))
    for name, shape in shapes.items():
        for on, base in bases.items():
            def make(step):
                setup = setup_of("hertz-cohesion", 2e5, time_step=step)
                base(setup)
                body = setup.add_body(shape, (0.001, 0.002, 0.03), tilt, velocity=(0.3, 0, -1.0))
                return talus.Simulation(setup), body

            simulation, body = make(make(0.0)[0].time_step / 4 * coarse)
            start, touched = simulation.ledger()["kinetic"], False
            while not touched or simulation.contact_count > 0:
                simulation.step()
                touched = touched or simulation.contact_count > 0
            rows.append(row(f"hertz-cohesion, {name} that strikes {on}: energy after it, e = 1", 1.0,
                            simulation.ledger()["kinetic"] / start, relative=2e-3 * coarse))
    return rows


def held(coarse):
    """A ball held up by its adhesion under a plane, and dragged along it: the largest weight, and the largest drag with
    friction. It starts where the theory has it at rest, as a load that begins at once swings to twice its force."""
    rows, radius, work, friction = [], 0.001, 1.0, 0.4
    weight = 2500 * 4 / 3 * np.pi * radius ** 3
    largest = 1.5 * np.pi * work * radius

    def speed_after(gravity, down, steps):
        setup = setup_of("jkr", work, gravity=gravity, friction=friction, rolling_friction=1.0, restitution=0.2)
        setup.add_half_space((0, 0, -1))
        spot = np.cbrt(0.75 * radius / MODULUS * (2 * largest - down + np.sqrt(4 * largest * max(0, largest - down))))
        overlap = spot ** 2 / radius - np.sqrt(2 * np.pi * work * spot / MODULUS)
        body = setup.add_body(talus.Sphere(radius), (0, 0, -radius + overlap))
        simulation = talus.Simulation(setup)
        simulation.step(steps)
        return simulation.contact_count > 0, np.linalg.norm(simulation.velocities[body])

    # At more than 8/9 a ball at rest does not touch, and a contact has to be made first.
    for share in (0.88, 1.02):
        holds, _ = speed_after((0, 0, -share * largest / weight), share * largest, 40000)
        rows.append(row(f"jkr, a ball under a plane, weight {share} of 3/2 pi w R*: hangs", float(share < 1), float(holds),
                        absolute=0.0))
    for share in (0.98, 1.02):
        _, speed = speed_after((share * friction * 2 * largest / weight, 0, 0), 0.0, 40000)
        rows.append(row(f"jkr, dragged by {share} mu (F + 2 F_c): slides", float(share > 1), float(speed > 1e-3), absolute=0.0))
    return rows


def measure(tiny, folder):
    coarse = 4 if tiny else 1
    rows = jkr_pulls(coarse) + jkr_sticking(coarse) + held(coarse) + cohesion_pulls(coarse) + cohesion_rebounds(coarse)
    return {"rows": rows}
