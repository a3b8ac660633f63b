"""Impacts of single spheres: tests 1 to 4 of Y. C. Chung and J. Y. Ooi, Benchmark tests for verifying discrete
element modelling codes at particle impact level, Granular Matter 13 (2011) 643, and Hertz's peak overlap."""
import numpy as np
import talus
from rows import row

GLASS = {"young": 48e9, "poisson": 0.20, "density": 2800}
LIMESTONE = {"young": 20e9, "poisson": 0.25, "density": 2500}
ALUMINIUM = {"young": 70e9, "poisson": 0.30, "density": 2699}
MAGNESIUM = {"young": 40e9, "poisson": 0.35, "density": 1800}
OXIDE = {"young": 380e9, "poisson": 0.23, "density": 4000}
RIGID = {"young": 1e22, "poisson": 0.0}


def modulus(material):
    """E* against a rigid body; half of it between two alike."""
    return material["young"] / (1 - material["poisson"] ** 2)


def hertz(material, radius, mass, speed, both):
    """Peak force and overlap of an elastic impact by Hertz, from m* v^2 / 2 = 2/5 k overlap^(5/2)."""
    e, r, m = (modulus(material) / 2, radius / 2, mass / 2) if both else (modulus(material), radius, mass)
    k = 4 / 3 * e * r ** 0.5
    overlap = (5 * m * speed ** 2 / (4 * k)) ** 0.4
    return k * overlap ** 1.5, overlap


def collide(simulation, body, overlap_of, record_every):
    """Steps until the bodies part; forces (N) and overlaps (m) on the way."""
    forces, overlaps = [], []
    while not overlaps or overlaps[-1] > 0 or max(overlaps) <= 0:
        simulation.step(record_every)
        forces.append(np.linalg.norm(simulation.forces[body]))
        overlaps.append(overlap_of(simulation))
    return np.array(forces), np.array(overlaps)


def two_spheres(material, speed, radius=0.01, step=2e-9, record_every=20):
    setup = talus.Setup(gravity=(0, 0, 0), time_step=step)
    setup.add_material("m", restitution=1.0, friction=0.0, **material)
    setup.add_body(talus.Sphere(radius), (-radius, 0, 0), velocity=(speed, 0, 0))
    setup.add_body(talus.Sphere(radius), (radius, 0, 0), velocity=(-speed, 0, 0))
    simulation = talus.Simulation(setup)
    return simulation, *collide(
        simulation, 0, lambda s: 2 * radius - (s.positions[1, 0] - s.positions[0, 0]), record_every)


def sphere_on_plane(material, radius, velocity, restitution=1.0, friction=0.0, step=1e-8, record_every=10,
                    no_tension=False):
    setup = talus.Setup(gravity=(0, 0, 0), time_step=step, no_tension=no_tension)
    setup.add_material("sphere", **material)
    setup.add_material("plane", **RIGID)
    setup.add_interaction("sphere", "plane", restitution=restitution, friction=friction)
    setup.add_half_space((0, 0, 1), material="plane")
    setup.add_body(talus.Sphere(radius), (0, 0, radius), velocity=velocity, material="sphere")
    simulation = talus.Simulation(setup)
    return simulation, *collide(simulation, 1, lambda s: radius - s.positions[1, 2], record_every)


def test_1(coarse):
    rows, series = [], {}
    published = {"glass": (GLASS, 10.70e3, 274e-6), "limestone": (LIMESTONE, 7.11e3, 368e-6)}
    for name, (material, force, overlap) in published.items():
        simulation, forces, overlaps = two_spheres(material, 10.0, step=2e-9 * coarse)
        rows += [row(f"1, two {name} spheres, peak force (published)", force / 1e3, forces.max() / 1e3, "kN", relative=1e-3),
                 row(f"1, two {name} spheres, peak overlap (published)", overlap * 1e6, overlaps.max() * 1e6, "um", relative=2e-3),
                 row(f"1, two {name} spheres, speed after it", 10.0, simulation.velocities[1, 0], "m/s", relative=1e-6)]
        series[name] = [(overlaps[::8] * 1e6).tolist(), (forces[::8] / 1e3).tolist()]
    return rows, series


def test_2(coarse):
    rows = []
    for name, material in (("aluminium", ALUMINIUM), ("magnesium", MAGNESIUM)):
        simulation, forces, overlaps = sphere_on_plane(material, 0.1, (0, 0, -0.2), step=1e-8 * coarse)
        force, overlap = hertz(material, 0.1, simulation.masses[1], 0.2, both=False)
        rows += [row(f"2, {name} sphere on a rigid plane, peak force (Hertz)", force / 1e3, forces.max() / 1e3, "kN", relative=1e-4),
                 row(f"2, {name} sphere on a rigid plane, peak overlap (Hertz)", overlap * 1e6, overlaps.max() * 1e6, "um", relative=1e-4)]
    return rows


def test_3(coarse):
    rows, series = [], {"wanted": [], "measured": []}
    for restitution in (0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0):
        simulation, _, _ = sphere_on_plane(OXIDE, 0.0025, (0, 0, -3.9), restitution, step=2e-10 * coarse)
        measured = simulation.velocities[1, 2] / 3.9
        rows.append(row("3, restitution of a normal impact", restitution, measured, relative=2e-3))
        series["wanted"].append(restitution)
        series["measured"].append(measured)
    for restitution in (0.2, 0.5, 0.8):
        simulation, forces, _ = sphere_on_plane(OXIDE, 0.0025, (0, 0, -3.9), restitution, step=2e-10 * coarse, no_tension=True)
        rows.append(row("3, restitution of a normal impact, no tension", restitution, simulation.velocities[1, 2] / 3.9,
                        relative=2e-3))
    return rows, series


def oblique_model(angle, speed, restitution, friction, material, radius, mass, steps=20000):
    """The same impact integrated from the law's equations alone, for a point of contact on a rigid plane: Hertz's
    force, a sliding spring of Mindlin's stiffness k whose energy k s^2 / 2 also presses, and the dashpots of Tsuji."""
    e = modulus(material)
    g = material["young"] / (2 * (1 + material["poisson"])) / (2 - material["poisson"])
    log = np.log(restitution)
    zeta = -log / np.hypot(np.pi, log)
    peak = hertz(material, radius, mass, speed * np.cos(angle), both=False)[1]
    step = 3.2 * peak / (speed * np.cos(angle)) / steps
    depth, stretch = 0.0, 0.0
    vn, vt, spin = speed * np.cos(angle), speed * np.sin(angle), 0.0
    while True:
        depth += step * vn
        if depth <= 0:
            break
        width = np.sqrt(radius * depth)
        normal = 4 / 3 * e * width * depth + 2 * np.sqrt(5 / 6) * zeta * np.sqrt(2 * e * width * mass) * vn
        stiffness = 8 * g * width
        arm = radius - depth / 2
        along = vt - spin * arm
        stretch += step * along
        drag = 2 * np.sqrt(5 / 6) * zeta * np.sqrt(stiffness * mass) * along
        pressing, slope = max(normal, 0.0), stiffness / (2 * depth)
        # The smaller root of k s = mu (pressing + k' s^2 / 2).
        largest = 2 * friction * pressing / (stiffness + np.sqrt(max(0.0, stiffness ** 2 - 2 * friction ** 2 * slope * pressing)))
        if abs(stretch) > largest:
            stretch = np.copysign(largest, stretch)
            drag = 0.0
        elif abs(stiffness * stretch + drag) > stiffness * largest:
            drag = 0.0
        load = stiffness * stretch
        normal += slope * stretch ** 2 / 2
        vn -= step * normal / mass
        vt -= step * (load + drag) / mass
        spin += step * arm * (load + drag) / (0.4 * mass * radius ** 2)
    return vn, vt, spin


def test_4(coarse, angles):
    speed, radius, restitution, friction = 3.9, 0.0025, 0.98, 0.092
    rows, series = [], {"angle": [], "tangential": [], "spin": [], "rebound": [], "model_spin": [], "model_tangential": []}
    for degrees in angles:
        angle = np.radians(degrees)
        vt, vn = speed * np.sin(angle), speed * np.cos(angle)
        simulation, _, _ = sphere_on_plane(OXIDE, radius, (vt, 0, -vn), restitution, friction, step=2e-10 * coarse)
        after, spin = simulation.velocities[1], simulation.angular_velocities[1, 1]
        _, model_vt, model_spin = oblique_model(angle, speed, restitution, friction, OXIDE, radius, simulation.masses[1])
        series["angle"].append(degrees)
        series["tangential"].append(after[0] / vt)
        series["model_tangential"].append(model_vt / vt)
        series["spin"].append(spin)
        series["model_spin"].append(model_spin)
        series["rebound"].append(np.degrees(np.arctan2(after[0] - radius * spin, after[2])))
        slides = np.tan(angle) > 3.5 * friction * (1 + restitution) * 1.02
        if slides:
            rows += [row(f"4, at {degrees} degrees, v' = v - mu (1 + e) vn", vt - friction * (1 + restitution) * vn, after[0], "m/s", relative=1e-3),
                     row(f"4, at {degrees} degrees, spin 5 mu (1 + e) vn / 2r", 2.5 * friction * (1 + restitution) * vn / radius, spin, "rad/s", relative=3e-3)]
        else:
            rows += [row(f"4, at {degrees} degrees, sticking, tangential speed (law's equations)", model_vt, after[0], "m/s", relative=5e-3),
                     row(f"4, at {degrees} degrees, sticking, spin (law's equations)", model_spin, spin, "rad/s", absolute=0.005 * vt / radius)]
    return rows, series


def peak_overlaps(coarse):
    rows = []
    for speed in (0.1, 1.0, 5.0):
        material = {"young": 1e8, "poisson": 0.3, "density": 2500}
        simulation, _, overlaps = two_spheres(material, speed, step=1e-7 * coarse, record_every=4)
        expected = hertz(material, 0.01, simulation.masses[0], 2 * speed, both=True)[1]
        rows.append(row(f"Hertz, (5 m* v^2 / 4k)^0.4 at {2 * speed} m/s", expected * 1e6, overlaps.max() * 1e6, "um", relative=1e-4))
    return rows


def measure(tiny, folder):
    coarse = 10 if tiny else 1
    first, curves = test_1(coarse)
    third, restitutions = test_3(coarse)
    fourth, oblique = test_4(coarse, (15, 60) if tiny else (2, 5, 10, 15, 20, 25, 30, 34, 40, 50, 60, 70, 80))
    rows = first + test_2(coarse) + third + fourth + peak_overlaps(1)
    return {"rows": rows, "series": {"curves": curves, "restitutions": restitutions, "oblique": oblique}}
