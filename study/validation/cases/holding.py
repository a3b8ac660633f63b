"""What holds a body must not let it creep: friction under a load that varies, the rolling spring on a turntable and on a
slope; and bodies that roll onto another curvature, whose depth at rest and whose energy do not depend on the way there."""
import numpy as np
import talus
from bodies import block, box_mesh, flat_block, icosphere, mesh
from rows import below, between, row
from twisting import add_floor

GRAVITY, POISSON = 9.81, 0.3
SIDE, RADIUS = 0.02, 0.005


def shaken_incline(tiny, folder):
    """A cube on an incline at half its angle of friction, shaken along the normal below the limit: no slip."""
    rows, friction, cubes = [], 0.5, {"cube": block(SIDE, SIDE, SIDE), "mesh cube": mesh(folder, "cube", *box_mesh(SIDE, SIDE, SIDE)),
                                      "cube of exponent 20": flat_block(SIDE, SIDE, SIDE)}
    angle = np.arctan(0.5 * friction)
    for name, shape in cubes.items():
        for where in ("half-space",) if tiny else ("half-space", "wall of triangles", "polyhedron"):
            for frequency, share in (((50, 0.3),) if tiny else ((50, 0.3), (20, 0.3), (50, 0.1))):
                setup = talus.Setup(gravity=(GRAVITY * np.sin(angle), 0, -GRAVITY * np.cos(angle)))
                setup.add_material("m", young=1e8, poisson=POISSON, friction=friction, restitution=0.3)
                floor = add_floor(setup, where)
                setup.add_body(shape, (7e-4, 3e-4, SIDE / 2))
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
                        places.append(simulation.positions[-1, 0])
                slip = (places[-1] - places[len(places) // 2]) / (len(places) - 1 - len(places) // 2)
                rows.append(below(f"{name} on an incline, {where} shaken by {share} g at {frequency} Hz: slip of a cycle", 2e-9, slip, "m"))
    return rows


def balls(folder, tiny):
    found = {"ball": talus.Sphere(RADIUS), "ellipsoid of three equal axes": talus.Ellipsoid((RADIUS,) * 3),
             "superquadric of exponent 2": talus.Superquadric((RADIUS,) * 3, (2, 2))}
    if not tiny:  # its facets are so small that they do not hold it
        found["mesh ball of 20,480 facets"] = mesh(folder, "ball", *icosphere(RADIUS, 5))
    return found


def stuck_on_turntable(tiny, folder):
    """A ball held by rolling friction on a tilted plate that turns: the spring turns with the contact, the ball stays."""
    rows = []
    for name, shape in balls(folder, tiny).items():
        for where in ("polyhedron",) if tiny else ("polyhedron", "wall of triangles"):
            setup = talus.Setup(gravity=(0.05 * GRAVITY, 0, -GRAVITY))
            setup.add_material("m", young=1e7, poisson=POISSON, friction=0.5, restitution=0.3, rolling_friction=0.1)
            floor = add_floor(setup, where)
            setup.add_body(shape, (0, 0, RADIUS))
            simulation = talus.Simulation(setup)
            simulation.step(round(0.2 / simulation.time_step))
            start, spin = simulation.positions[-1].copy(), 0.5
            simulation.prescribe(floor, (0, 0, 0), (0, 0, spin))
            time = 0.5 if tiny else 3.0
            simulation.step(round(time / simulation.time_step))
            turn = spin * time
            where_now = simulation.positions[-1, :2]
            expected = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ start[:2]
            rows.append(below(f"{name} stuck on a {where} that turns: error of its position after {time} s", 1e-2 * RADIUS,
                              float(np.linalg.norm(where_now - expected)), "m"))
    return rows


def rocking_balls(tiny, folder):
    """A ball held by the rolling spring on a slope: its rocking dies out (Ai's model C has a dashpot)."""
    rows = []
    for name, shape in balls(folder, tiny).items():
        for where in ("half-space",) if tiny else ("half-space", "wall of triangles"):
            setup = talus.Setup(gravity=(0.03 * GRAVITY, 0, -GRAVITY))
            setup.add_material("m", young=1e7, poisson=POISSON, friction=0.5, restitution=0.5, rolling_friction=0.1)
            add_floor(setup, where)
            setup.add_body(shape, (0, 0, RADIUS))
            simulation = talus.Simulation(setup)
            simulation.step(round(0.5 / simulation.time_step))
            rows.append(below(f"{name} held on a slope by rolling friction, {where}: speed after 0.5 s", 1e-7,
                              float(np.linalg.norm(simulation.velocities[-1])), "m/s"))
    return rows


def tip_over(shape, half_height, tilt, where, time, part=1.0):
    """A body that is set down at an angle, at a part of the chosen step: its overlap at the end, and the largest part of the
    energy of its fall that is not accounted for on the way."""
    down = np.array([-np.sin(tilt), 0, np.cos(tilt)])  # the vertical in the frame of the body

    def simulation(step):
        setup = talus.Setup(gravity=(0, 0, -GRAVITY), time_step=step)
        setup.add_material("m", young=1e7, poisson=POISSON, friction=0.5, restitution=0.3, rolling_friction=0.02)
        add_floor(setup, where)
        setup.add_body(shape, (7e-4, 3e-4, shape.support_value(-down)), orientation=(np.cos(tilt / 2), 0, np.sin(tilt / 2), 0))
        return talus.Simulation(setup)
    run, off = simulation(0.0), 0.0
    run = simulation(part * run.time_step) if part != 1 else run
    for _ in range(30):
        run.step(round(time / 30 / run.time_step))
        off = max(off, abs(run.ledger()["residual"]))
    fall = run.masses[-1] * GRAVITY * max(shape.support_value(-down) - half_height, 0.1 * half_height)  # set down flat: any
    return run.contacts.overlap[0], off / fall


def tipping(tiny):
    """The overlap at rest does not depend on the contact's history: set down flat, or tipped over from its edge. The energy
    stays booked on the way: what is left is the error of the integration, which friction makes one of first order."""
    rows, half = [], (0.01, 0.01, 0.005)
    shapes = {"ellipsoid 2:2:1": (talus.Ellipsoid(half), 0.97, 0.005), "ellipsoid 10:10:7": (talus.Ellipsoid((0.01, 0.01, 0.007)), 0.97, 0.007),
              "superquadric 2:2:1 of exponent 3": (talus.Superquadric(half, (3, 3)), 0.8, 0.005)}
    for name, (shape, part, height) in shapes.items():
        for where in ("half-space",) if tiny else ("half-space", "wall of triangles", "polyhedron"):
            flat, _ = tip_over(shape, height, 0.0, where, 0.3)
            depth, off = tip_over(shape, height, part * np.pi / 2, where, 2.0 if tiny else 4.0)
            rows += [row(f"{name} that tipped over on a {where}: overlap at rest, as set down flat", 1e6 * flat, 1e6 * depth, "um", relative=0.02),
                     below(f"{name} that tips over on a {where}: energy not accounted for, of its fall", 5e-3, off)]
            if not tiny:
                _, quarter = tip_over(shape, height, part * np.pi / 2, where, 4.0, 0.25)
                rows.append(between(f"{name} that tips over on a {where}: factor by which a quarter of the step lowers it", 3, 1000, off / quarter))
    return rows


def measure(tiny, folder):
    return {"rows": shaken_incline(tiny, folder) + stuck_on_turntable(tiny, folder) + rocking_balls(tiny, folder) + tipping(tiny)}
