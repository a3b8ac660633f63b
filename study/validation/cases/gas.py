"""A gas of elastic bodies without friction in a periodic box: the energy stays, but for an error of second order."""
import numpy as np
import talus
from bodies import ball_mesh, mesh, random_orientations, regular_solids, solid_of_volume
from rows import below, between

RADIUS = 0.01
KNOWN = {"cubes": "over four starts 5.1e-4, 2.6e-4 at half the step and 1.0e-4 at a quarter"}


def hull(count):
    """Corners of a convex grain: random points on a ball."""
    points = np.random.default_rng(26).normal(size=(count, 3))
    return points / np.linalg.norm(points, axis=1)[:, None]


def shapes(folder, tiny):
    volume = 4 / 3 * np.pi * RADIUS ** 3
    solids = {"cubes": regular_solids()["cube"], "tetrahedra": regular_solids()["tetrahedron"], "hulls of 26 vertices": hull(26),
              "dodecahedra": regular_solids()["dodecahedron"]}
    return {"spheres": (talus.Sphere(RADIUS), "hertz-mindlin"),
            "ellipsoids": (talus.Ellipsoid(np.array([1.4, 1.0, 0.714]) * RADIUS), "hertz-mindlin"),
            "superquadrics": (talus.Superquadric(np.array([1.0, 0.9, 0.8]) * RADIUS, (4, 3)), "hertz-mindlin"),
            "superquadrics of exponent 8": (talus.Superquadric(np.full(3, 0.8 * RADIUS), (8, 8)), "hertz-mindlin"),
            "superquadrics of exponent 20": (talus.Superquadric(np.full(3, 0.8 * RADIUS), (20, 20)), "hertz-mindlin"),
            "cylinders (20, 2)": (talus.Superquadric(np.array([0.7, 0.7, 1.0]) * RADIUS, (20, 2)), "hertz-mindlin"),
            **{name: (solid_of_volume(solid, volume), "hertz-mindlin") for name, solid in solids.items()},
            "dodecahedra, volume law": (solid_of_volume(solids["dodecahedra"], volume), "volume"),
            "meshes": (mesh(folder, "gas", *ball_mesh(RADIUS, 24, 12), cells=12 if tiny else 20), "hertz-mindlin")}


def run(shape, law, count, step, time, spacing=0.034):
    """Kinetic and elastic energy over time, relative to the start, of bodies on a lattice with random velocities."""
    random = np.random.default_rng(3)
    side = int(np.ceil(count ** (1 / 3)))
    grid = np.array([[x, y, z] for x in range(side) for y in range(side) for z in range(side)])[:count]
    setup = talus.Setup(gravity=(0, 0, 0), law=law, time_step=step, lower=(0, 0, 0), upper=[side * spacing] * 3, periodic=(True, True, True))
    setup.add_material("m", young=1e7, restitution=1.0, friction=0.0)
    setup.add_body(shape, (grid + 0.5) * spacing, orientation=random_orientations(random, count),
                   velocity=random.normal(size=(count, 3)), angular_velocity=random.normal(size=(count, 3)) * 30)
    simulation = talus.Simulation(setup)
    steps = round(time / simulation.time_step)
    times, energies, start = [], [], simulation.ledger()["start"]
    touched = 0
    for _ in range(200):
        simulation.step(max(1, steps // 200))
        times.append(simulation.time)
        energies.append(simulation.ledger()["residual"] / start)
        touched += simulation.contact_count
    return np.array(times), np.array(energies), touched, simulation.time_step


def mixtures():
    """Groups of bodies of one material: shape, number, density in kg/m3, mean speed in m/s; the side of the box and the
    time that is simulated, m and s. Speeds are those of equal energies, or lower."""
    volume = 4 / 3 * np.pi * RADIUS ** 3
    cube, tetrahedron = (solid_of_volume(regular_solids()[name], volume) for name in ("cube", "tetrahedron"))
    ball, grain = talus.Sphere(RADIUS), talus.Sphere(RADIUS / 50)
    oval, quadric = talus.Ellipsoid(np.array([1.4, 1.0, 0.714]) * RADIUS), talus.Superquadric(np.array([1.0, 0.9, 0.8]) * RADIUS, (4, 3))
    flat, needle = talus.Superquadric(np.full(3, 0.8 * RADIUS), (20, 20)), talus.Ellipsoid(np.array([3.0, 1.0, 1.0]) * RADIUS / 50)
    speck = solid_of_volume(regular_solids()["tetrahedron"], volume / 50 ** 3)
    return {"spheres and tetrahedra": ([(ball, 32, 2500, 1.0), (tetrahedron, 32, 2500, 1.0)], 0.16, 0.4),
            "ellipsoids and superquadrics": ([(oval, 32, 2500, 1.0), (quadric, 32, 2500, 1.0)], 0.16, 0.4),
            "ellipsoids and tetrahedra": ([(oval, 32, 2500, 1.0), (tetrahedron, 32, 2500, 1.0)], 0.16, 0.4),
            "superquadrics and tetrahedra": ([(quadric, 32, 2500, 1.0), (tetrahedron, 32, 2500, 1.0)], 0.16, 0.4),
            "superquadrics of exponent 20 and spheres": ([(flat, 32, 2500, 1.0), (ball, 32, 2500, 1.0)], 0.16, 0.4),
            "a sphere and ellipsoids 1 : 50 in size": ([(ball, 1, 2500, 0.02), (needle, 342, 2500, 0.5)], 0.03, 0.05),
            "a superquadric and ellipsoids 1 : 50 in size": ([(quadric, 1, 2500, 0.02), (needle, 342, 2500, 0.5)], 0.03, 0.05),
            "an ellipsoid and tetrahedra 1 : 50 in size": ([(oval, 1, 2500, 0.02), (speck, 342, 2500, 0.5)], 0.035, 0.02),
            "ellipsoids 1 : 1e6 in mass": ([(oval, 13, 1e6, 0.002), (oval, 14, 1, 2.0)], 0.105, 0.02),
            "superquadrics and tetrahedra 1 : 1e6 in mass": ([(quadric, 13, 1e6, 0.002), (tetrahedron, 14, 1, 2.0)], 0.105, 0.02),
            "cubes and a light sphere": ([(cube, 26, 2500, 1.0), (ball, 1, 25, 1.0)], 0.13, 0.4),
            "spheres 1 : 50 in size": ([(ball, 1, 2500, 0.02), (grain, 342, 2500, 0.5)], 0.03, 0.05),
            "spheres 1 : 1e6 in mass, 1 : 50 in size": ([(ball, 1, 20000, 0.01), (grain, 342, 2500, 0.5)], 0.03, 0.05),
            "equal spheres 1 : 1e6 in mass": ([(ball, 13, 1e6, 0.002), (ball, 14, 1, 2.0)], 0.09, 0.02)}


def lattice(count, side, hole):
    """Places for a number of bodies in a cube, the first of them in its middle if there is a hole around it."""
    cells = int(np.ceil((1.2 * count if hole > 0 else count) ** (1 / 3)))
    ticks = (np.arange(cells) + 0.5) * side / cells
    places = np.stack(np.meshgrid(ticks, ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 3)
    places = np.random.default_rng(7).permutation(places)
    if hole > 0:
        middle = np.full(3, 0.5 * side)
        places = np.vstack([middle, places[np.linalg.norm(places - middle, axis=1) > hole]])
    assert len(places) >= count
    return places[:count]


def run_mixture(groups, side, time, share):
    """Root mean square of the relative error of energy, and the contacts seen; the step is a share of the chosen one, or
    the largest that is accepted."""
    hole = 1.1 * groups[0][0].bounding_sphere[1] if groups[0][1] == 1 else 0.0
    places = lattice(sum(count for _, count, _, _ in groups), side, hole)

    def simulation(step):
        random, rest = np.random.default_rng(5), places
        setup = talus.Setup(gravity=(0, 0, 0), time_step=step, lower=(0, 0, 0), upper=[side] * 3, periodic=(True, True, True))
        for number, (shape, count, density, speed) in enumerate(groups):
            setup.add_material(f"m{number}", young=1e7, restitution=1.0, friction=0.0, density=density)
            setup.add_body(shape, rest[:count], material=f"m{number}", orientation=random_orientations(random, count),
                           velocity=speed * random.normal(size=(count, 3)))
            rest = rest[count:]
        return talus.Simulation(setup)

    run = simulation(0.0)
    run = simulation(run.largest_time_step * (1 - 1e-9) if share == "largest" else run.time_step * share)
    steps, start, energies, touched = round(time / run.time_step), run.ledger()["start"], [], 0
    for _ in range(50):
        run.step(max(1, steps // 50))
        energies.append(run.ledger()["residual"] / start)
        touched += run.contact_count
    return np.sqrt(np.mean(np.square(energies))), touched


def box(*half):
    return np.array([[x, y, z] for x in (-half[0], half[0]) for y in (-half[1], half[1]) for z in (-half[2], half[2])])


def gain_at_largest_step(shape, time, restitution=1.0, ratio=1.0):
    """Largest energy that a gas gains, relative to what was available, at the largest step that is accepted. Every other
    body is `ratio` times as light."""
    side, radius = 3, shape.bounding_sphere[1]
    pitch = 2.02 * radius
    grid = np.stack(np.meshgrid(*3 * [np.arange(side)], indexing="ij"), axis=-1).reshape(-1, 3)

    def simulation(step):
        random = np.random.default_rng(5)
        setup = talus.Setup(gravity=(0, 0, 0), time_step=step, lower=(0, 0, 0), upper=[side * pitch] * 3, periodic=(True, True, True))
        for name, density in (("heavy", 2500), ("light", 2500 / ratio)):
            setup.add_material(name, young=1e7, restitution=restitution, friction=0.0 if restitution == 1 else 0.5, density=density)
        for k, name in enumerate(("heavy", "light")):
            places = (grid[k::2] + 0.5) * pitch
            setup.add_body(shape, places, random_orientations(random, len(places)), random.normal(size=places.shape),
                           0.5 / radius * random.normal(size=places.shape), material=name)
        return talus.Simulation(setup)

    run = simulation(simulation(0.0).largest_time_step * (1 - 1e-9))
    steps, gain, touched = round(time / run.time_step), 0.0, 0
    for _ in range(20):
        run.step(max(1, steps // 20))
        ledger = run.ledger()
        available = ledger["start"] + ledger["elastic"] + ledger["damping"] + ledger["friction"]
        gain, touched = max(gain, ledger["residual"] / available), touched + run.contact_count
    assert touched > 0
    return gain


def superquadric_impacts(count):
    """Single impacts of superquadrics with exponents from 1 to 1e4: how many have no answer in a step, the largest relative
    error of the momentum, and the mean energy that is gained."""
    random, exponents = np.random.default_rng(19), np.array([1, 1.01, 1.1, 2, 8, 50, 1000, 1e4])

    def grain():
        return talus.Superquadric(random.uniform(0.5, 1.5, 3) * RADIUS, random.choice(exponents, 2))

    others = [grain, grain, lambda: talus.Sphere(RADIUS), lambda: talus.Ellipsoid(random.uniform(0.5, 1.5, 3) * RADIUS),
              lambda: talus.Polyhedron(random.normal(size=(12, 3)) * 0.7 * RADIUS)]
    unsolved, momentum, gains = 0, 0.0, []
    for trial in range(count):
        setup = talus.Setup(gravity=(0, 0, 0))
        setup.add_material("m", young=1e7, restitution=1.0, friction=0.0)
        a, b = grain(), others[trial % len(others)]()
        gap = a.bounding_sphere[1] + b.bounding_sphere[1]
        turned = random_orientations(random, 2)
        if trial % 5 == 0:
            turned[:] = (1, 0, 0, 0)
        setup.add_body(a, (0, 0, 0), turned[0], velocity=(1, 0, 0))
        setup.add_body(b, (1.05 * gap, 0.3 * RADIUS * random.uniform(), 0), turned[1])
        run = talus.Simulation(setup)
        before = run.masses @ run.velocities
        run.step(round(2 * gap / run.time_step))
        unsolved += run.unsolved_contact_steps > 0
        momentum = max(momentum, np.abs(run.masses @ run.velocities - before).max() / before[0])
        gains.append(run.ledger()["residual"] / run.ledger()["start"])
    return unsolved, momentum, np.mean(gains)


def measure(tiny, folder):
    rows, series = [], {}
    at_largest = {"tetrahedra": regular_solids()["tetrahedron"], "cubes": regular_solids()["cube"],
                  "plates 10 : 10 : 1": box(1, 1, 0.1), "needles 10 : 1 : 1": box(1, 0.1, 0.1)}
    volume = 4 / 3 * np.pi * (0.7 * RADIUS) ** 3
    bodies = {name: solid_of_volume(solid, volume) for name, solid in at_largest.items()}
    bodies |= {"spheres": talus.Sphere(0.7 * RADIUS), "ellipsoids 2 : 1.4 : 1": talus.Ellipsoid(np.array([1.0, 0.7, 0.5]) * RADIUS),
               "superquadrics (4, 3)": talus.Superquadric(np.array([0.7, 0.63, 0.56]) * RADIUS, (4, 3)),
               "superquadrics of exponent 20": talus.Superquadric(np.full(3, 0.56 * RADIUS), (20, 20))}
    for name, shape in bodies.items():
        gain = gain_at_largest_step(shape, 0.01 if tiny else 0.15)
        rows.append(below(f"27 {name} at the largest accepted step: energy gained, relative", 0.01, gain))
    for restitution in (0.1, 0.05, 0.01):
        gain = gain_at_largest_step(talus.Sphere(RADIUS), 0.01 if tiny else 0.1, restitution, 1000)
        rows.append(below(f"27 spheres 1 : 1000 in density, restitution {restitution}, at the largest accepted step: energy gained, "
                          "relative", 0.01, gain))
    count = 30 if tiny else 3000
    unsolved, momentum, gain = superquadric_impacts(count)
    rows.append(below(f"{count} impacts of superquadrics, exponents 1 to 1e4: without an answer", 0.5, unsolved))
    rows.append(below(f"{count} impacts of superquadrics, exponents 1 to 1e4: momentum, largest relative error", 1e-9, momentum))
    rows.append(below(f"{count} impacts of superquadrics, exponents 1 to 1e4: energy gained or lost in the mean, relative", 1e-3,
                      abs(gain)))
    for name, (groups, side, time) in mixtures().items():
        for share, words, limit in ((1.0, "chosen", 5e-3), ("largest", "largest accepted", 5e-2)):
            error, touched = run_mixture(groups, side, time / 10 if tiny else time, share)
            assert tiny or touched > 0
            rows.append(below(f"{name}, {time} s at the {words} step: energy gained or lost, root mean square, relative",
                              limit, error))
    chosen = {}
    for name, (shape, law) in shapes(folder, tiny).items():
        many = name not in ("meshes",)
        count, time = (8, 0.05) if tiny else (64 if many else 27, 0.4 if many else 0.15)
        drift = []
        for share in (1.0, 0.5):
            step = chosen[name] * share if name in chosen else 0.0
            times, energies, touched, used = run(shape, law, count, step, time)
            chosen[name] = used
            drift.append(np.sqrt(np.mean(energies ** 2)))
            series.setdefault(name, []).append([times.tolist(), energies.tolist()])
        assert touched > 0
        rows.append(below(f"{count} {name}, {time} s at the chosen step: energy gained or lost, root mean square, relative",
                          1e-3, drift[0], known=KNOWN.get(name, "")))
        if not tiny:  # too few impacts
            rows.append(between(f"{count} {name}: factor by which half the step lowers it", 2.8, 100, drift[0] / drift[1],
                                known=KNOWN.get(name, "")))
    return {"rows": rows, "series": series}
