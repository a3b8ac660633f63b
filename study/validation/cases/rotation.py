"""Free rotation of a body with three different moments of inertia, thrown about its middle axis."""
import numpy as np
import talus
from bodies import rotation
from rows import below, row

AXES = np.array([0.01, 0.015, 0.022])


def complete_elliptic(m):
    """K(m) by the arithmetic-geometric mean."""
    a, g = 1.0, np.sqrt(1 - m)
    while abs(a - g) > 1e-15:
        a, g = (a + g) / 2, np.sqrt(a * g)
    return np.pi / (2 * a)


def period(inertia, spin):
    """Of Euler's equations (L. D. Landau and E. M. Lifshitz, Mechanics, section 37), the time after which the angular
    velocity in the body comes again."""
    i1, i2, i3 = np.sort(inertia)
    w = spin[np.argsort(inertia)]
    energy2 = np.sum(np.sort(inertia) * w ** 2)
    momentum2 = np.sum((np.sort(inertia) * w) ** 2)
    if momentum2 < energy2 * i2:
        i1, i3 = i3, i1
    m = (i2 - i1) * (energy2 * i3 - momentum2) / ((i3 - i2) * (momentum2 - energy2 * i1))
    rate = np.sqrt((i3 - i2) * (momentum2 - energy2 * i1) / (i1 * i2 * i3))
    return 4 * complete_elliptic(m) / rate


def measure(tiny, folder):
    spin = np.array([0.02, 30.0, 0.01])  # about the middle axis, and a little off
    shape = talus.Ellipsoid(AXES)
    inertia = np.diag(shape.inertia) * 2500
    setup = talus.Setup(gravity=(0, 0, 0), time_step=1e-4)
    setup.add_material("m", density=2500)
    setup.add_body(shape, (0, 0, 0), angular_velocity=spin)
    simulation = talus.Simulation(setup)
    steps, chunk = (100_000 if tiny else 1_000_000), 5
    energy0 = simulation.ledger()["kinetic"]
    momentum0 = simulation.angular_momenta[0].copy()
    worst_energy = worst_momentum = worst_norm = 0.0
    times, middle = [], []
    for _ in range(steps // chunk):
        simulation.step(chunk)
        world = simulation.angular_velocities[0]
        own = rotation(simulation.orientations[0]).T @ world
        times.append(simulation.time)
        middle.append(own[1])
        worst_norm = max(worst_norm, abs(np.linalg.norm(simulation.orientations[0]) - 1))
        worst_energy = max(worst_energy, abs(0.5 * np.sum(inertia * own ** 2) / energy0 - 1))
        momentum = rotation(simulation.orientations[0]) @ (inertia * own)
        worst_momentum = max(worst_momentum, np.linalg.norm(momentum - momentum0) / np.linalg.norm(momentum0))
    times, middle = np.array(times), np.array(middle)
    crossings = np.flatnonzero(np.sign(middle[1:]) != np.sign(middle[:-1]))
    at = times[crossings] + (times[1] - times[0]) * middle[crossings] / (middle[crossings] - middle[crossings + 1])
    measured = 2 * np.mean(np.diff(at))
    shown = slice(0, min(len(times), 20_000), 10)
    return {"rows": [below(f"energy, worst of {steps:,} steps, relative", 1e-8, worst_energy),
                     below(f"angular momentum in the world, worst of {steps:,} steps, relative", 1e-8, worst_momentum),
                     below("length of the quaternion", 1e-12, worst_norm),
                     row(f"period of the flips, mean of {len(at) - 1} (elliptic integral)", period(inertia, spin), measured, "s", relative=1e-4)],
            "series": {"time": times[shown].tolist(), "middle": middle[shown].tolist()}}
