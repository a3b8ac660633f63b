"""Bodies that should stay where they are: a cube on its face, and ten of them on each other."""
import numpy as np
import talus
from bodies import block
from rows import below

SIDE = 0.01


def tower(count, tilt, gap, time):
    setup = talus.Setup()
    setup.add_material("m", young=1e8, restitution=0.5, friction=0.5)
    setup.add_half_space((0, 0, 1))
    orientation = (np.cos(tilt / 2), np.sin(tilt / 2) * 0.6, np.sin(tilt / 2) * 0.8, 0)
    heights = SIDE / 2 + (SIDE + gap) * np.arange(count) + gap
    setup.add_body(block(SIDE, SIDE, SIDE), np.array([[0, 0, z] for z in heights]), orientation=orientation)
    simulation = talus.Simulation(setup)
    chunk = round(time / 400 / simulation.time_step)
    times, kinetic, positions = [], [], []
    for _ in range(400):
        simulation.step(chunk)
        times.append(simulation.time)
        kinetic.append(simulation.ledger()["kinetic"])
        positions.append(simulation.positions[1:].copy())
    return simulation, np.array(times), np.array(kinetic), np.array(positions)


def measure(tiny, folder):
    rows, series = [], {}
    cases = {"a cube set down flat": (1, 0.0, 0.0), "a cube dropped from 1 mm, tilted by 0.02": (1, 0.02, 1e-3),
             "ten cubes set on each other": (10, 0.0, 0.0), "ten cubes dropped from 0.1 mm": (10, 0.0, 1e-4)}
    for name, (count, tilt, gap) in cases.items():
        simulation, times, kinetic, positions = tower(count, tilt, gap, 0.5 if tiny else 3.0)
        weight = simulation.masses[1] * count * 9.81 * SIDE
        last = len(times) // 10
        moved = np.abs(positions[-1] - positions[-last]).max()
        rows += [below(f"{name}: kinetic energy after {times[-1]:.2g} s, of m g a", 1e-5 if tiny else 1e-12, kinetic[-1] / weight),
                 below(f"{name}: creep in the last {times[-1] - times[-last]:.2g} s, of the side", 1e-2 if tiny else 1e-8, moved / SIDE),
                 below(f"{name}: energy not accounted for, of m g a", 1e-3, simulation.ledger()["residual"] / weight)]
        series[name] = [times.tolist(), (kinetic / weight).tolist()]
    return {"rows": rows, "series": series}
