"""Random packings: grains rain into a box that is periodic sideways, are tapped, and are measured away from the floor
and from the surface.

The volume fraction is that of a slab, by random points: those inside of any grain. Spheres and ellipsoids have no
friction, which makes them as dense as a random packing gets; regular solids rub each other, as they do in the experiments
(J. Baker and A. Kudrolli, Phys. Rev. E 82 (2010) 061304: poured loosely, and shaken)."""
import numpy as np
import talus
from bodies import random_orientations, regular_solids, rotation, solid_of_volume
from rows import between, row

DIAMETER = 0.01  # of the ball of equal volume
VOLUME = np.pi / 6 * DIAMETER ** 3
PUBLISHED = {"tetrahedron": (0.51, 0.64), "cube": (0.54, 0.67), "octahedron": (0.52, 0.64), "dodecahedron": (0.51, 0.63),
             "icosahedron": (0.50, 0.59)}


def inside(shape):
    """Which points, in the body's frame, are inside."""
    if isinstance(shape, talus.Sphere):
        return lambda x: np.sum(x ** 2, axis=1) < shape.radius ** 2
    if isinstance(shape, talus.Ellipsoid):
        return lambda x: np.sum((x / shape.semi_axes) ** 2, axis=1) < 1
    corners = np.asarray(shape.vertices)
    normals = [np.cross(corners[f[1]] - corners[f[0]], corners[f[2]] - corners[f[0]]) for f in shape.faces]
    normals = np.array([n / np.linalg.norm(n) for n in normals])
    offsets = np.array([n @ corners[f[0]] for n, f in zip(normals, shape.faces)])
    return lambda x: (x @ normals.T < offsets).all(axis=1)


def volume_fraction(simulation, shape, side, lower, upper, points=40_000):
    random = np.random.default_rng(1)
    x = random.uniform(0, 1, (points, 3)) * [side, side, upper - lower] + [0, 0, lower]
    reach, is_inside = shape.bounding_sphere[1], inside(shape)
    hit = np.zeros(points, bool)
    for position, q in zip(simulation.positions[1:], simulation.orientations[1:]):
        apart = x - position
        apart[:, :2] -= side * np.round(apart[:, :2] / side)
        near = np.flatnonzero(np.sum(apart ** 2, axis=1) < reach ** 2)
        if len(near):
            hit[near] |= is_inside(apart[near] @ rotation(q))
    return hit.mean()


def pour(shape, count, side, friction, young, restitution, spacing):
    """Grains on a loose lattice above the floor, each turned and thrown at random."""
    random = np.random.default_rng(2)
    across = int(side / spacing)
    k = np.arange(count)
    position = np.stack([k % across, k // across % across, k // across ** 2], axis=1) + 0.5
    position = position * [side / across, side / across, spacing] + random.uniform(-0.04, 0.04, (count, 3)) * spacing
    setup = talus.Setup(lower=(0, 0, 0), upper=(side, side, 1), periodic=(True, True, False))
    setup.add_material("m", young=young, friction=friction, restitution=restitution)
    setup.add_half_space((0, 0, 1), velocity=(0, 0, 1e-12))  # moves, to be able to tap
    setup.add_body(shape, position, orientation=random_orientations(random, count), velocity=random.normal(size=(count, 3)) * 0.1)
    return talus.Simulation(setup)


def settle(simulation, time, quiet):
    """Until the kinetic energy is a small part of what the grains' weight would give on a diameter, or the time is over."""
    end = simulation.time + time
    scale = simulation.masses[1:].sum() * 9.81 * DIAMETER
    while simulation.time < end:
        simulation.step(500)
        if simulation.time > end - 0.8 * time and simulation.ledger()["kinetic"] < quiet * scale:
            break


def tap(simulation, amplitude, period):
    """The floor goes up and down once, as a cosine."""
    pieces = 32
    for i in range(pieces):
        speed = amplitude * np.pi / period * np.sin(2 * np.pi * (i + 0.5) / pieces)
        simulation.prescribe(0, (0, 0, speed))
        simulation.step(max(1, round(period / pieces / simulation.time_step)))
    simulation.prescribe(0, (0, 0, 0))


def pack(shape, count, taps, friction, young=2e7, restitution=0.4, side=7):
    side *= DIAMETER
    spacing = max(2.05 * shape.bounding_sphere[1], DIAMETER)
    simulation = pour(shape, count, side, friction, young, restitution, spacing)
    settle(simulation, 1.2, 1e-4)
    fractions = []
    for number in range(taps + 1):
        if number > 0:
            tap(simulation, 0.15 * DIAMETER, 0.02)
            settle(simulation, 0.25, 1e-4)
        top = np.quantile(simulation.positions[1:, 2], 0.97)
        lower, upper = 2.5 * DIAMETER, top - 2.0 * DIAMETER
        fractions.append(volume_fraction(simulation, shape, side, lower, upper))
    return simulation, fractions


def measure(tiny, folder):
    rows, series = [], {}
    scale = DIAMETER / 2
    round_ones = {"sphere": (talus.Sphere(scale), 0.64),
                  "ellipsoid 1.25:1:0.8": (talus.Ellipsoid(np.array([1.25, 1, 0.8]) * scale), 0.74)}
    count, taps, side = (120, 0, 4) if tiny else (700, 4, 7)
    for name, (shape, published) in round_ones.items():
        _, fractions = pack(shape, count, taps, friction=0.0, side=side)
        series[name] = fractions
        rows.append(row(f"{count} grains, {name}, no friction, {taps} taps", published, fractions[-1],
                        relative=0.15 if tiny else 0.03,
                        known="a period of four diameters lets grains order themselves" if tiny else ""))
    if tiny:
        return {"rows": rows, "series": series}
    for name, vertices in regular_solids().items():
        lower, upper = PUBLISHED[name]
        _, fractions = pack(solid_of_volume(vertices, VOLUME), 300, 3, friction=0.3, young=1e7, side=5)
        series[name] = fractions
        rows += [between(f"300 grains, {name}, friction 0.3, poured", lower, upper, fractions[0]),
                 between(f"300 grains, {name}, friction 0.3, 3 taps", lower, upper, fractions[-1])]
    return {"rows": rows, "series": series}
