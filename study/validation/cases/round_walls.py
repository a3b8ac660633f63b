"""Bodies on true cylinders and cones, from inside and from outside: closed forms of rolling, orbits and Hertz contacts,
energy of gases inside and around, and rims that give back no more than they got."""
import numpy as np
import talus
from bodies import block, box_mesh, mesh, random_orientations
from rows import below, between, row
from walls import RADIUS, kinetic_after, rolling_force, shapes

GRAVITY = 9.81


def material(setup, **values):
    setup.add_material("m", **{"young": 1e7, "restitution": 1.0, "friction": 0.0, **values})


def off_energy(simulation, time):
    """The part of the energy that is gained or lost, at most and as a root mean square."""
    start, off = simulation.ledger()["start"], []
    for _ in range(100):
        simulation.step(max(1, round(time / simulation.time_step / 100)))
        off.append(simulation.ledger()["residual"] / start)
    return np.abs(off).max(), np.sqrt(np.mean(np.square(off)))


def add_gas(setup, shape, at):
    random = np.random.default_rng(3)
    velocity = random.normal(size=(len(at), 3))
    setup.add_body(shape, at, orientation=random_orientations(random, len(at)),
                   velocity=velocity / np.linalg.norm(velocity, axis=1)[:, None], angular_velocity=30 * random.normal(size=(len(at), 3)))


def gas(shape, radius, top_radius, count, spacing, time, step=0.0):
    grid = np.arange(-3, 4) * spacing
    at = np.array([[x, y, z] for z in np.arange(0.05, 0.13, spacing) for x in grid for y in grid if np.hypot(x, y) < 0.05])[:count]
    setup = talus.Setup(gravity=(0, 0, 0), time_step=step)
    material(setup)
    add_gas(setup, shape, at)
    setup.add_cylinder((0, 0, 0), radius, 0.14, top_radius=top_radius, bottom=True, top=True)
    simulation = talus.Simulation(setup)
    return *off_energy(simulation, time), simulation.time_step


def gas_around(shape, time, step=0.0):
    """A gas in a box of half-spaces, around a closed rod, a cone and an open cup that it enters."""
    setup = talus.Setup(gravity=(0, 0, 0), time_step=step)
    material(setup)
    half = 0.12
    for axis in np.eye(3):
        setup.add_half_space(axis, -half)
        setup.add_half_space(-axis, -half)
    setup.add_cylinder((-0.05, -0.2, 0.05), 0.015, 0.4, axis=(0, 1, 0))
    setup.add_cylinder((0.06, 0.06, -0.09), 0.03, 0.06, top_radius=0.012, bottom=True, top=True)
    setup.add_cylinder((0.03, -0.04, -0.05), 0.05, 0.08, axis=(0.3, 0.2, 1), bottom=True)
    grid = np.arange(-0.105, 0.106, 0.03)
    at = np.array([[x, y, z] for x in grid for y in grid for z in grid])
    add_gas_apart(setup, shape, at)
    simulation = talus.Simulation(setup)
    return *off_energy(simulation, time), simulation.time_step


def add_gas_apart(setup, shape, at):
    """Of these places those that are apart from the rod, the cone and the cup."""
    reach = 0.0135
    rod = np.hypot(at[:, 0] + 0.05, at[:, 2] - 0.05) > 0.015 + reach
    cone = (np.hypot(at[:, 0] - 0.06, at[:, 1] - 0.06) > 0.03 + reach) | (at[:, 2] > -0.03 + reach)
    axis = np.array([0.3, 0.2, 1]) / np.linalg.norm([0.3, 0.2, 1])
    place = at - [0.03, -0.04, -0.05]
    along = place @ axis
    away = np.linalg.norm(place - along[:, None] * axis, axis=1)
    beside = (away > 0.05 + reach) | (along < -reach) | (along > 0.08 + reach)
    within = (away < 0.05 - reach) & (along > reach) & (along < 0.08 - reach)
    add_gas(setup, shape, at[rod & cone & (beside | within)])


def gases(tiny, folder):
    rows = []
    time, count = (0.05, 20) if tiny else (1.0, 60)
    walls = {"a cylinder": (0.07, 0.07), "a cone": (0.05, 0.09)}
    for name, radii in walls.items():
        worst, first, step = gas(talus.Sphere(RADIUS), *radii, count, 0.0205, time)
        rows.append(below(f"{count} spheres in {name}, {time} s at the chosen step: energy gained or lost, relative", 5e-3, worst))
        if not tiny:
            _, second, _ = gas(talus.Sphere(RADIUS), *radii, count, 0.0205, time, step / 4)
            rows.append(between(f"{count} spheres in {name}: factor by which a quarter of the step lowers it, root mean square", 6, 1000, first / second))
    for kind, shape in shapes(folder, tiny).items():
        for name, radii in walls.items():
            worst, _, _ = gas(shape, *radii, 20, 0.03, time)
            rows.append(below(f"20 {kind} in {name}, {time} s at the chosen step: energy gained or lost, relative", 5e-3, worst))
    time = 0.02 if tiny else 0.5
    for kind, shape in {"spheres": talus.Sphere(RADIUS), **shapes(folder, tiny)}.items():
        worst, _, _ = gas_around(shape, time)
        rows.append(below(f"{kind} around a rod and a cone and in a cup, {time} s at the chosen step: energy gained or lost, relative", 5e-3, worst))
    return rows


def lying(setup, radius, length=0.4, **options):
    """A tube along x about the origin."""
    return setup.add_cylinder((-length / 2, 0, 0), radius, length, axis=(1, 0, 0), **options)


def swing(friction):
    """Period of a ball that swings by 5 degrees in a lying tube."""
    radius, ball, angle = 0.2, 0.02, np.radians(5)
    setup = talus.Setup()
    material(setup, restitution=0.5, friction=friction)
    reach = radius - ball
    setup.add_body(talus.Sphere(ball), [[0, reach * np.sin(angle), -reach * np.cos(angle)]])
    lying(setup, radius)
    simulation = talus.Simulation(setup)
    zeros, before = [], None
    while len(zeros) < 5:
        simulation.step(5)
        y = simulation.positions[0][1]
        if before is not None and (y < 0) != (before < 0):
            zeros.append(simulation.time - 5 * simulation.time_step * y / (y - before))
        before = y
    return (zeros[4] - zeros[0]) / 2 / (1 + angle ** 2 / 16), reach


def swings():
    rows = []
    for friction, factor, name in ((0.8, 1.4, "rolls"), (0.0, 1.0, "slides without friction")):
        period, reach = swing(friction)
        rows.append(row(f"ball that {name} in a lying tube: period, 2 pi sqrt({factor:g} (R - r)/g)", 2 * np.pi * np.sqrt(factor * reach / GRAVITY), period, "s", relative=0.005))
    return rows


def rolling():
    """Extremes of the force on a ball that rolls through the bottom of a tube, over m g cos + m v^2 / (R - r)."""
    ball, radius = 0.02, 0.2
    setup = talus.Setup()
    material(setup, restitution=0.5, friction=0.5)
    setup.add_body(talus.Sphere(ball), [[0, 0, ball - radius]], velocity=[[0, 0.3, 0]], angular_velocity=[[-0.3 / ball, 0, 0]])
    lying(setup, radius)
    ratios = rolling_force(talus.Simulation(setup), radius - ball)
    return [row(f"ball rolling through a tube: {name} N / (m g cos + m v^2 / (R - r))", 1.0, value, relative=0.02)
            for name, value in (("least", min(ratios)), ("largest", max(ratios)))]


def orbit():
    """Extremes of the height of a ball that circles in a cone without friction, over the height of the closed form."""
    ball, lower, upper, height = 0.01, 0.02, 0.2, 0.25
    slope = (upper - lower) / height  # tangent of the half angle
    cosine = 1 / np.hypot(1, slope)
    # Centres are on a cone with the same axis; heights are from its apex.
    apex = -lower / slope + ball / (slope * cosine)
    h = 0.12
    setup = talus.Setup()
    material(setup, restitution=0.5)
    setup.add_body(talus.Sphere(ball), [[h * slope, 0, apex + h]], velocity=[[0, np.sqrt(GRAVITY * h), 0]])
    setup.add_cylinder((0, 0, 0), lower, height, top_radius=upper)
    simulation = talus.Simulation(setup)
    heights = []
    for _ in range(500):
        simulation.step(max(1, round(3.0 / 500 / simulation.time_step)))
        heights.append((simulation.positions[0][2] - apex) / h)
    return [row(f"ball circling in a cone at v^2 = g h, 3 s: {name} height over h", 1.0, value, relative=0.005)
            for name, value in (("least", min(heights)), ("largest", max(heights)))]


def drum():
    """A ball rolls on the bottom of a turning drum and stays there: its surface has the drum's velocity."""
    ball, radius, rate = 0.02, 0.1, 3.0
    setup = talus.Setup()
    material(setup, restitution=0.5, friction=0.5)
    setup.add_body(talus.Sphere(ball), [[0, 0, ball - radius]])
    handle = lying(setup, radius, angular_velocity=(rate, 0, 0), centre=(0, 0, 0), bottom=True, top=True)
    simulation = talus.Simulation(setup)
    simulation.step(int(0.5 / simulation.time_step))
    simulation.prescribe(handle, (0, 0, 0), (-rate, 0, 0))
    simulation.step(int(2.5 / simulation.time_step))
    return [row("ball in a drum whose turning is reversed: spin, omega R / r", -rate * radius / ball, simulation.angular_velocities[0][0], "rad/s", relative=0.02)]


def rebound(restitution, wall):
    """Speed after a head-on impact over that before."""
    ball, speed, radius = 0.02, 0.5, 0.1
    setup = talus.Setup(gravity=(0, 0, 0))
    material(setup, restitution=restitution)
    direction = np.array([0, 0, -1.0])
    at = np.zeros(3)
    if wall == "face":
        setup.add_half_space((0, 0, 1), -radius)
    if wall == "inside":
        lying(setup, radius)
    if wall == "outside":
        lying(setup, radius)
        at[2] = radius + ball + 0.003
    if wall == "cone":
        setup.add_cylinder((0, 0, 0), 0.05, 0.2, top_radius=0.15)
        direction = np.array([2.0, 0, -1.0]) / np.sqrt(5)
        at[2] = 0.1
    if wall == "edge":  # where the lateral surface and a disc meet, along the bisector
        setup.add_cylinder((0, 0, 0), radius, 0.2, bottom=True)
        direction = np.array([1.0, 0, -1.0]) / np.sqrt(2)
        at = np.array([radius - 2 * ball, 0, 2 * ball])
    if wall == "rim":
        setup.add_cylinder((0, 0, -0.2), radius, 0.2)
        at = np.array([radius, 0, ball + 0.003])
    setup.add_body(talus.Sphere(ball), [at], velocity=[speed * direction])
    simulation = talus.Simulation(setup)
    simulation.step(int(0.28 / simulation.time_step))
    return -simulation.velocities[-1] @ direction / speed  # half-spaces are bodies, too


def rebounds():
    rows = []
    for restitution in (0.5, 0.8):
        on_face = rebound(restitution, "face")
        for wall, name in (("inside", "the inside of a cylinder"), ("outside", "the outside of a cylinder"), ("cone", "the inside of a cone"),
                           ("edge", "the edge of a disc inside a cylinder"), ("rim", "the rim of an open cylinder")):
            rows.append(row(f"restitution {restitution} on {name} (as on a face)", on_face, rebound(restitution, wall), relative=0.02))
    return rows


def hertz(curvature_a, curvature_b, force, modulus):
    """Approach of two elastic bodies with these relative curvatures: Johnson, Contact Mechanics, 1985, section 4.2."""
    angle = (np.arange(20000) + 0.5) * np.pi / 2 / 20000
    width = np.pi / 2 / 20000
    low, high = 1e-9, 1 - 1e-9  # the ratio b/a of the ellipse
    big, small = max(curvature_a, curvature_b), min(curvature_a, curvature_b)
    for _ in range(60):
        k = 0.5 * (low + high)
        e2 = 1 - k * k
        root = np.sqrt(1 - e2 * np.sin(angle) ** 2)
        first, second = np.sum(1 / root) * width, np.sum(root) * width
        # Curvature across the short axis over that across the long one.
        ratio = (second / k ** 2 - first) / (first - second)
        low, high = (k, high) if ratio > big / small else (low, k)
    # p0 (b/E*) [...] = curvatures / 2, F = 2/3 p0 pi a b, delta = p0 b K / E*.
    a_cubed = 1.5 * force / (np.pi * modulus) * (first - second) / e2 / (0.5 * small)
    a = a_cubed ** (1 / 3)
    return 1.5 * force / (np.pi * a * modulus) * first


def at_rest():
    """A ball at rest in a lying tube, on one, and in a funnel that it plugs."""
    rows = []
    ball, young, poisson = 0.02, 1e7, 0.25
    modulus = young / (1 - poisson ** 2) / 2
    for radius, side in ((0.1, -1), (0.04, -1), (0.1, 1)):
        setup = talus.Setup()
        material(setup, restitution=0.3, young=young, poisson=poisson)
        setup.add_body(talus.Sphere(ball), [[0, 0, side * radius + ball]])
        lying(setup, radius)
        simulation = talus.Simulation(setup)
        simulation.step(int(1.0 / simulation.time_step))
        weight = simulation.masses[0] * GRAVITY
        expected = hertz(1 / ball + side / radius, 1 / ball, weight, modulus)
        place = "in a tube" if side < 0 else "on a tube"
        rows.append(row(f"ball of {ball:g} m at rest {place} of {radius:g} m: overlap, Hertz's elliptic contact", 1e6 * expected, 1e6 * simulation.contacts.overlap[0], "um", relative=0.02))
    return rows


def plug():
    """A ball that falls into a funnel too narrow for it."""
    setup = talus.Setup()
    material(setup, young=1e8, restitution=0.5, friction=0.3)
    setup.add_body(talus.Sphere(0.02), [[0.01, 0.004, 0.12]])
    setup.add_cylinder((0, 0, 0), 0.012, 0.1, top_radius=0.06)
    simulation = talus.Simulation(setup)
    simulation.step(int(2.0 / simulation.time_step))
    ledger = simulation.ledger()
    heat = ledger["damping"] + ledger["friction"]
    weight = simulation.masses[0] * GRAVITY
    return [row("ball in a funnel that it plugs: height of its centre, r / sin a - R0 / tan a", 0.02 * np.sqrt(1 + 1 / 0.48 ** 2) - 0.012 / 0.48, simulation.positions[0][2], "m", relative=0.005),
            row("the same: force of the wall over the weight", 1.0, abs(simulation.contacts.force.sum(axis=0)[2]) / weight, relative=1e-3),
            below("the same: kinetic energy over that of the fall", 1e-9, ledger["kinetic"] / (weight * 0.08)),
            below("the same: energy not accounted for, of the heat", 0.01, ledger["residual"] / heat)]


def blocks_at_rest(folder, tiny):
    """A block on the bottom of a lying tube, on its four lower corners."""
    rows = []
    for name, shape in {"block": block(0.04, 0.03, 0.02), "superquadric": talus.Superquadric([0.02, 0.015, 0.01], (8, 8)),
                        "mesh block": mesh(folder, "block", *box_mesh(0.04, 0.03, 0.02), cells=12 if tiny else 24)}.items():
        setup = talus.Setup()
        material(setup, restitution=0.3, friction=0.5)
        setup.add_body(shape, [[0, 0.01, -0.075]])
        lying(setup, 0.1)
        simulation = talus.Simulation(setup)
        simulation.step(int((0.05 if tiny else 1.5) / simulation.time_step))
        weight = simulation.masses[0] * GRAVITY
        if not tiny:
            rows.append(below(f"{name} at rest in a lying tube: kinetic energy over m g times its height", 1e-12 if name != "mesh block" else 1e-9, simulation.ledger()["kinetic"] / (weight * 0.01)))
            rows.append(row(f"{name} at rest in a lying tube: force of the wall over the weight", 1.0, abs(simulation.contacts.force.sum(axis=0)[2]) / weight, relative=1e-3))
    return rows


def impact(shape, options, aim, seed):
    """Kinetic energy after an impact on what sticks out, over that before."""
    setup = talus.Setup(gravity=(0, 0, 0))
    material(setup, restitution=0.5)
    setup.add_cylinder((0, 0, -0.1), 0.05, 0.1, **options)
    return kinetic_after(setup, shape, aim, np.random.default_rng(seed))


def impacts(tiny, folder):
    size = 0.02
    bodies = {"cube": block(size, size, size), "mesh cube": mesh(folder, "cube", *box_mesh(size, size, size), cells=12 if tiny else 24),
              "superquadric": talus.Superquadric(np.array([1, 0.9, 0.8]) * size / 2, (6, 6)), "sphere": talus.Sphere(size / 2)}
    rows, count = [], 3 if tiny else 20
    for name, shape in bodies.items():
        for target, options in {"the edge of a closed cylinder": {"top": True}, "the rim of an open cylinder": {}, "the rim of an open cone": {"top_radius": 0.03}}.items():
            aim = np.array([options.get("top_radius", 0.05), 0, 0])
            after = [impact(shape, options, aim, seed) for seed in range(count)]
            rows.append(between(f"{name} on {target}, restitution 0.5, {count} random impacts: largest kinetic energy after over before", 0.0, 1.0, max(after)))
    return rows


def measure(tiny, folder):
    return {"rows": gases(tiny, folder) + swings() + rolling() + orbit() + drum() + rebounds() + at_rest() + plug() + blocks_at_rest(folder, tiny) + impacts(tiny, folder)}
