"""Two links of a chain, tori as meshes, that swing in each other and stay linked."""
import numpy as np
import talus
from bodies import mesh, rotation, torus
from rows import below, row

RING, TUBE = 0.02, 0.004


def linking_number(first, second):
    """Gauss's integral over two closed polygons."""
    def parts(polygon):
        after = np.roll(polygon, -1, axis=0)
        return 0.5 * (polygon + after), after - polygon

    (at, along), (centre, course) = parts(first), parts(second)
    apart = at[:, None] - centre[None]
    triple = np.einsum("ijk,ijk->ij", apart, np.cross(along[:, None], course[None]))
    return np.sum(triple / np.linalg.norm(apart, axis=2) ** 3) / (4 * np.pi)


def core(simulation, body):
    turn = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = RING * np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    return circle @ rotation(simulation.orientations[body]).T + simulation.positions[body]


def measure(tiny, folder):
    shape = mesh(folder, "link", *torus(RING, TUBE, 32, 16), cells=24 if tiny else 32)
    setup = talus.Setup()
    setup.add_material("m", young=2e7, restitution=0.6, friction=0.3)
    setup.add_body(shape, (0, 0, 0), orientation=(np.sqrt(0.5), np.sqrt(0.5), 0, 0), fixed=True, name="upper link")
    setup.add_body(shape, (0, 0, -1.2 * RING), orientation=(0.5, 0.5, 0.5, 0.5), velocity=(0.5, 0.8, -1.5), angular_velocity=(3, 5, 20), name="lower link")
    simulation = talus.Simulation(setup)
    time = 0.05 if tiny else 1.5
    times, links, overlaps, depth = [], [], [], []
    for _ in range(10 if tiny else 150):
        simulation.step(round(time / (10 if tiny else 150) / simulation.time_step))
        times.append(simulation.time)
        links.append(abs(linking_number(core(simulation, 0), core(simulation, 1))))
        overlaps.append(simulation.largest_overlap)
        depth.append(simulation.positions[1, 2])
    hangs = -2 * (RING - TUBE)
    ledger = simulation.ledger()
    turnover = ledger["damping"] + ledger["friction"] + abs(ledger["kinetic"])
    rows = [row(f"linking number, least of {len(links)} moments in {time} s", 1, min(links), absolute=0.02),
            row("linking number, largest", 1, max(links), absolute=0.02),
            below("largest overlap, of the link's size", 0.05, max(overlaps)),
            below("energy not accounted for, of the heat", 0.05, ledger["residual"] / turnover)]
    if not tiny:
        rows.append(row("where it hangs at the end, 2 (R - r) below", hangs * 1e3, simulation.positions[1, 2] * 1e3, "mm", relative=0.02))
    return {"rows": rows, "series": {"time": times, "links": links, "height": depth}}
