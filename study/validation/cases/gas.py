"""A gas of elastic bodies without friction in a periodic box: the energy stays, but for an error of second order."""
import numpy as np
import talus
from bodies import ball_mesh, mesh, random_orientations, regular_solids, solid_of_volume
from rows import below, between

RADIUS = 0.01
KNOWN = {"polyhedra": "the normal jumps where another pair of faces or edges takes over"}


def shapes(folder, tiny):
    volume = 4 / 3 * np.pi * RADIUS ** 3
    return {"spheres": (talus.Sphere(RADIUS), "hertz-mindlin"),
            "ellipsoids": (talus.Ellipsoid(np.array([1.4, 1.0, 0.714]) * RADIUS), "hertz-mindlin"),
            "superquadrics": (talus.Superquadric(np.array([1.0, 0.9, 0.8]) * RADIUS, (4, 3)), "hertz-mindlin"),
            "polyhedra": (solid_of_volume(regular_solids()["dodecahedron"], volume), "hertz-mindlin"),
            "polyhedra, volume law": (solid_of_volume(regular_solids()["dodecahedron"], volume), "volume"),
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


def measure(tiny, folder):
    rows, series = [], {}
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
