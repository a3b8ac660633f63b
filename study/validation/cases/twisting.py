"""Friction against rotation about the normal, under varying loads, and rolling resistance, against closed forms."""
import numpy as np
import talus
from bodies import block
from rows import below, row

GRAVITY = 9.81
YOUNG, POISSON = 1e8, 0.3


def mean_distance(length, width, cells=400):
    """Of the points of a rectangle from its centre."""
    side = (np.arange(cells) + 0.5) / cells - 0.5
    return np.hypot(*np.meshgrid(length * side, width * side)).mean()


def hertz_depth(force, radius, young=YOUNG):
    """Of a ball on a plane of the same material."""
    return (0.75 * force * 2 * (1 - POISSON ** 2) / (young * np.sqrt(radius))) ** (2 / 3)


def on_floor(shape, height, restitution, friction, spin=(0, 0, 0), velocity=(0, 0, 0), young=YOUNG, gravity=(0, 0, -GRAVITY)):
    setup = talus.Setup(gravity=gravity)
    setup.add_material("m", young=young, poisson=POISSON, friction=friction, restitution=restitution)
    setup.add_half_space((0, 0, 1))
    setup.add_body(shape, (0, 0, height), angular_velocity=spin, velocity=velocity)
    return talus.Simulation(setup)


def slowing(simulation, settle, time):
    """Angular deceleration about z, after a while to settle."""
    simulation.step(round(settle / simulation.time_step))
    before, start = simulation.angular_velocities[1, 2], simulation.time
    simulation.step(round(time / simulation.time_step))
    return (before - simulation.angular_velocities[1, 2]) / (simulation.time - start)


def spin_down(tiny):
    """A body that spins on the floor slows down at mu g times the mean arm of its patch over the squared radius of
    gyration, whatever its restitution. Ball: 3 pi/16 of Hertz's radius."""
    rows, friction, radius = [], 0.3, 0.01
    for restitution in ((0.5,) if tiny else (0.1, 0.5, 0.8)):
        mass = 2500 * 4 / 3 * np.pi * radius ** 3
        depth = hertz_depth(mass * GRAVITY, radius)
        simulation = on_floor(talus.Sphere(radius), radius - depth, restitution, friction, spin=(0, 0, 40))
        mass = simulation.masses[1]
        depth = hertz_depth(mass * GRAVITY, radius)
        expected = 3 * np.pi / 16 * friction * GRAVITY * np.sqrt(radius * depth) / (0.4 * radius ** 2)
        rows.append(row(f"ball, e {restitution}: spin-down", expected, slowing(simulation, 0.2, 0.1), "rad/s2", relative=0.01))
        for name, (length, width, height) in {"square block": (0.02, 0.02, 0.01), "bar": (0.04, 0.01, 0.01)}.items():
            simulation = on_floor(block(length, width, height), height / 2, restitution, friction, spin=(0, 0, 15))
            expected = friction * GRAVITY * mean_distance(length, width) / ((length ** 2 + width ** 2) / 12)
            rows.append(row(f"{name}, e {restitution}: spin-down", expected, slowing(simulation, 0.01, 0.02), "rad/s2", relative=0.02))
        rows += long_spin(restitution, friction)
    return rows


def long_spin(restitution, friction):
    """A block that spins on its face for long: friction at the centre of pressure feeds its rocking, as in a brake that
    squeals, unless that is damped as the impact is. It slows down at the same rate to the end and stays level."""
    length, width, height = 0.02, 0.02, 0.01
    simulation = on_floor(block(length, width, height), height / 2, restitution, friction, spin=(0, 0, 40))
    expected = friction * GRAVITY * mean_distance(length, width) / ((length ** 2 + width ** 2) / 12)
    slowed = slowing(simulation, 0.01, 0.09)
    rocking = np.hypot(*simulation.angular_velocities[1, :2])
    return [row(f"square block at 40 rad/s, e {restitution}: spin-down over 0.09 s", expected, slowed, "rad/s2", relative=0.02),
            below(f"square block at 40 rad/s, e {restitution}: rocking after 0.1 s", 1e-9, rocking, "rad/s")]


def turntable(tiny):
    """A block on a plate whose spin grows: it follows up to mu g times the mean arm, beyond it slips."""
    rows, friction, (length, width, height) = [], 0.3, (0.04, 0.01, 0.01)
    largest = friction * GRAVITY * mean_distance(length, width) / ((length ** 2 + width ** 2) / 12)
    for share in ((0.9,) if tiny else (0.13, 0.5, 0.9, 1.2)):
        setup = talus.Setup(gravity=(0, 0, -GRAVITY))
        setup.add_material("m", young=1e9, poisson=POISSON, friction=friction, restitution=0.3)
        plate = setup.add_body(block(0.2, 0.2, 0.02), (0, 0, -0.01), prescribed=True)
        body = setup.add_body(block(length, width, height), (0, 0, height / 2 - 1e-8))
        simulation = talus.Simulation(setup)
        simulation.step(round(0.02 / simulation.time_step))
        every, spin, time = 20, 0.0, 0.0
        step = every * simulation.time_step
        while time < 0.06:
            spin += share * largest * step
            simulation.prescribe(plate, (0, 0, 0), (0, 0, spin))
            simulation.step(every)
            time += step
        turned = [2 * np.arctan2(simulation.orientations[i, 3], simulation.orientations[i, 0]) for i in (plate, body)]
        behind = np.degrees(turned[0] - turned[1])
        what = f"bar on a plate, {share} of the torsional limit: it falls behind"
        slip = np.degrees(max(share - 1, 0) * largest * time ** 2 / 2)
        rows.append(below(what, 0.02, behind, "degrees") if share < 1 else row(what, slip, behind, "degrees", relative=0.05))
    return rows


def sliding_with_spin(tiny):
    """A disc-like patch that slides and spins: loads along the slip (v, a w) of the limit surface, so that friction is
    mu g v / sqrt(v^2 + (a w)^2), a being the mean arm."""
    rows, friction, (length, width, height) = [], 0.3, (0.02, 0.02, 0.004)
    arm = mean_distance(length, width)
    for ratio in ((1.0,) if tiny else (0.3, 1.0, 3.0)):
        speed = 0.5
        simulation = on_floor(block(length, width, height), height / 2, 0.1, friction, spin=(0, 0, ratio * speed / arm),
                              velocity=(speed, 0, 0), young=1e9)
        time = 0.02
        simulation.step(round(time / simulation.time_step))
        # The same equations by small steps.
        v, w, h = speed, ratio * speed / arm, time / 2000
        inertia = (length ** 2 + width ** 2) / 12
        for _ in range(2000):
            slip = np.hypot(v, arm * w)
            v, w = v - h * friction * GRAVITY * v / slip, w - h * friction * GRAVITY * arm * arm * w / slip / inertia
        lost = speed - np.linalg.norm(simulation.velocities[1, :2])
        rows.append(row(f"block, a w / v = {ratio}: speed lost in {time} s", speed - v, lost, "m/s", relative=0.05))
    return rows


def shaken_incline(tiny):
    """A cube on an incline at half its angle of friction, shaken along the normal below the limit: no slip."""
    rows, friction, side = [], 0.5, 0.02
    angle = np.arctan(0.5 * friction)
    for frequency, share in (((50, 0.3),) if tiny else ((50, 0.3), (20, 0.3), (50, 0.1))):
        setup = talus.Setup(gravity=(GRAVITY * np.sin(angle), 0, -GRAVITY * np.cos(angle)))
        setup.add_material("m", young=1e8, poisson=POISSON, friction=friction, restitution=0.3)
        floor = setup.add_body(block(0.2, 0.2, 0.02), (0, 0, -0.01), prescribed=True)
        cube = setup.add_body(block(side, side, side), (0, 0, side / 2))
        simulation = talus.Simulation(setup)
        simulation.step(round(0.05 / simulation.time_step))
        every, time, places = 10, 0.0, []
        cycles = 4 if tiny else 12
        while time < cycles / frequency:
            speed = share * GRAVITY / (2 * np.pi * frequency) * np.sin(2 * np.pi * frequency * time)
            simulation.prescribe(floor, (0, 0, speed))
            simulation.step(every)
            time += every * simulation.time_step
            if len(places) <= time * frequency:
                places.append(simulation.positions[cube, 0])
        slip = (places[-1] - places[len(places) // 2]) / (len(places) - 1 - len(places) // 2)
        rows.append(below(f"cube on an incline, floor shaken by {share} g at {frequency} Hz: slip of a cycle", 2e-9, slip, "m"))
    return rows


def stuck_on_turntable(tiny):
    """A ball held by rolling friction on a tilted plate that turns: the spring turns with the contact, the ball stays."""
    radius, rows = 0.005, []
    setup = talus.Setup(gravity=(0.05 * GRAVITY, 0, -GRAVITY))
    setup.add_material("m", young=1e7, poisson=POISSON, friction=0.5, restitution=0.3, rolling_friction=0.1)
    plate = setup.add_body(block(0.4, 0.4, 0.02), (0, 0, -0.01), prescribed=True)
    ball = setup.add_body(talus.Sphere(radius), (0, 0, radius))
    simulation = talus.Simulation(setup)
    simulation.step(round(0.2 / simulation.time_step))
    start, spin = simulation.positions[ball].copy(), 0.5
    simulation.prescribe(plate, (0, 0, 0), (0, 0, spin))
    time = 0.5 if tiny else 3.0
    simulation.step(round(time / simulation.time_step))
    turn = spin * time
    where = simulation.positions[ball, :2]
    expected = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ start[:2]
    rows.append(below(f"ball stuck on a turntable: error of its position after {time} s", 1e-2 * radius, float(np.linalg.norm(where - expected)), "m"))
    return rows


def rocking_ball():
    """A ball held by the rolling spring on a slope: its rocking dies out (Ai's model C has a dashpot)."""
    radius = 0.005
    setup = talus.Setup(gravity=(0.03 * GRAVITY, 0, -GRAVITY))
    setup.add_material("m", young=1e7, poisson=POISSON, friction=0.5, restitution=0.5, rolling_friction=0.1)
    setup.add_half_space((0, 0, 1))
    setup.add_body(talus.Sphere(radius), (0, 0, radius))
    simulation = talus.Simulation(setup)
    simulation.step(round(0.5 / simulation.time_step))
    return [below("ball held on a slope by rolling friction: speed after 0.5 s", 1e-7, float(np.linalg.norm(simulation.velocities[1])), "m/s")]


def tipped_ellipsoid(tiny):
    """The overlap at rest does not depend on the contact's history: set down flat, or tipped over from its edge."""
    shape, depth = talus.Ellipsoid((0.01, 0.01, 0.005)), []
    for tilt in (0.0, 0.97 * np.pi / 2):
        setup = talus.Setup(gravity=(0, 0, -GRAVITY))
        setup.add_material("m", young=1e7, poisson=POISSON, friction=0.5, restitution=0.3, rolling_friction=0.02)
        setup.add_half_space((0, 0, 1))
        height = np.hypot(0.01 * np.sin(tilt), 0.005 * np.cos(tilt))
        setup.add_body(shape, (0, 0, height), orientation=(np.cos(tilt / 2), 0, np.sin(tilt / 2), 0))
        simulation = talus.Simulation(setup)
        simulation.step(round((1.5 if tilt else 0.3) / simulation.time_step))
        depth.append(0.005 - simulation.positions[1, 2])
    return [row("ellipsoid 2:2:1 that tipped over: overlap at rest, as set down flat", 1e6 * depth[0], 1e6 * depth[1], "um", relative=0.02)]


def measure(tiny, folder):
    return {"rows": spin_down(tiny) + turntable(tiny) + sliding_with_spin(tiny) + shaken_incline(tiny) + stuck_on_turntable(tiny)
            + rocking_ball() + tipped_ellipsoid(tiny)}
