"""Friction against formulas: slip to roll, gross sliding, a block on an incline, a block that tips over."""
import numpy as np
import talus
from bodies import block
from rows import below, between, row

GRAVITY = 9.81


def slip_to_roll(kind, shape, radius):
    """A ball set down sliding ends up rolling with 5/7 of its speed, whatever the friction."""
    rows = []
    for friction in (0.1, 0.4):
        setup = talus.Setup()
        setup.add_material("m", young=1e8, friction=friction, restitution=0.5)
        setup.add_half_space((0, 0, 1))
        setup.add_body(shape, (0, 0, radius), velocity=(1.0, 0, 0))
        simulation = talus.Simulation(setup)
        time = 3 * 2 / (7 * friction * GRAVITY)  # three times as long as it slips
        simulation.step(round(time / simulation.time_step))
        rows += [row(f"{kind}, friction {friction}: speed when it rolls, 5/7", 5 / 7, simulation.velocities[1, 0], "m/s", relative=2e-3),
                 row(f"{kind}, friction {friction}: spin, u / r", 5 / 7 / radius, simulation.angular_velocities[1, 1], "rad/s", relative=2e-3)]
    return rows


def gross_sliding():
    """The dashpot pulls a little at the end of an impact, where Coulomb's limit is nothing: friction sees up to 3 % more
    than the (1 + e) m vn that the normal force sums up to."""
    rows = []
    for restitution, friction in ((0.5, 0.1), (0.9, 0.3)):
        vn, vt, radius = 1.0, 3.0, 0.01
        setup = talus.Setup(gravity=(0, 0, 0), time_step=1e-7)
        setup.add_material("m", young=1e9, friction=friction, restitution=restitution)
        setup.add_half_space((0, 0, 1))
        setup.add_body(talus.Sphere(radius), (0, 0, radius), velocity=(vt, 0, -vn))
        simulation = talus.Simulation(setup)
        simulation.step(10)
        while simulation.contact_count:
            simulation.step(10)
        rows.append(row(f"oblique, e {restitution}, mu {friction}: v' = v - mu (1 + e) vn", vt - friction * (1 + restitution) * vn,
                        simulation.velocities[1, 0], "m/s", relative=2e-3))
    return rows


def on_incline(shape, height, slope, friction, young, restitution, time):
    angle = np.arctan(slope)
    setup = talus.Setup(gravity=(GRAVITY * np.sin(angle), 0, -GRAVITY * np.cos(angle)))
    setup.add_material("m", young=young, friction=friction, restitution=restitution)
    setup.add_half_space((0, 0, 1))
    setup.add_body(shape, (0, 0, height / 2))
    simulation = talus.Simulation(setup)
    half = round(0.5 * time / simulation.time_step)
    simulation.step(half)
    earlier = simulation.velocities[1, 0], simulation.positions[1, 0]
    simulation.step(half)
    return simulation, earlier, half * simulation.time_step


def incline(tiny):
    """Half a per cent below the angle of friction a block stands, half a per cent above it slides, as fast as it should."""
    rows, shape, friction = [], block(0.02, 0.02, 0.01), 0.5
    for share in ((0.995, 1.005) if tiny else (0.9, 0.98, 0.995, 1.005, 1.02, 1.1)):
        slope = friction * share
        simulation, (speed, start), time = on_incline(shape, 0.01, slope, friction, 1e9, 0.3, 0.2 if tiny else 0.6)
        if share < 1:
            rows.append(below(f"block, tan theta = {share} mu: speed after {2 * time:.2g} s", 1e-5, simulation.velocities[1, 0], "m/s"))
            rows.append(below(f"block, tan theta = {share} mu: path length in the last {time:.2g} s", 1e-6, simulation.positions[1, 0] - start, "m"))
        else:
            angle = np.arctan(slope)
            expected = GRAVITY * (np.sin(angle) - friction * np.cos(angle))
            measured = (simulation.velocities[1, 0] - speed) / time
            rows.append(row(f"block, tan theta = {share} mu: acceleration", expected, measured, "m/s2", absolute=0.005 * GRAVITY * np.sin(angle)))
    return rows


def tilt_of(simulation):
    w, x, y, z = simulation.orientations[1]
    return float(np.degrees(np.arccos(np.clip(1 - 2 * (x * x + y * y), -1, 1))))


def toppling(tiny):
    """A block twice as high as wide tips over at tan theta = b / h."""
    rows, base, height = [], 0.01, 0.02
    for share in ((0.97, 1.03) if tiny else (0.9, 0.97, 0.99, 1.01, 1.03, 1.1)):
        simulation, _, _ = on_incline(block(base, base, height), height, share * base / height, 2.0, 1e10, 0.1, 0.3 if tiny else 0.5)
        what = f"tall block, tan theta = {share} b/h: tilt after {simulation.time:.2g} s"
        tilt = tilt_of(simulation)
        rows.append(below(what, 0.5, tilt, "degrees") if share < 1 else between(
            what, 3 if share < 1.05 else 10, 180, tilt, "degrees"))
    return rows


def measure(tiny, folder):
    rows = slip_to_roll("sphere", talus.Sphere(0.01), 0.01)
    if not tiny:
        rows += slip_to_roll("ellipsoid, three equal axes", talus.Ellipsoid((0.01, 0.01, 0.01)), 0.01)
        rows += slip_to_roll("superquadric, exponents 2", talus.Superquadric((0.01, 0.01, 0.01), (2, 2)), 0.01)
    return {"rows": rows + gross_sliding() + incline(tiny) + toppling(tiny)}
