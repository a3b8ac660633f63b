"""Friction against rotation about the normal of a contact: bodies of every kind that spin, that are turned and that slide
while they spin, on half-spaces, walls of triangles and polyhedra, against closed forms."""
import numpy as np
import talus
from bodies import block, box_mesh, flat_block, mesh, plate
from rows import below, between, row

GRAVITY = 9.81
YOUNG, POISSON, DENSITY = 1e8, 0.3, 2500
RADIUS = 0.01
SQUARE, BAR = (0.02, 0.02, 0.01), (0.04, 0.01, 0.01)
FLOORS = ("half-space", "wall of triangles")


def mean_distance(length, width, exponent=np.inf, cells=400):
    """Of the points of a rectangle, or of |2x/length|^n + |2y/width|^n <= 1, from its centre."""
    side = (np.arange(cells) + 0.5) / cells - 0.5
    x, y = np.meshgrid(side, side)
    inside = np.ones_like(x, bool) if np.isinf(exponent) else np.abs(2 * x) ** exponent + np.abs(2 * y) ** exponent <= 1
    return np.hypot(length * x, width * y)[inside].mean()


def hertz_depth(force, radius, young=YOUNG):
    """Of a ball on a plane of the same material."""
    return (0.75 * force * 2 * (1 - POISSON ** 2) / (young * np.sqrt(radius))) ** (2 / 3)


# Hertz's pressure on a disc has this part of the mean arm of a uniform one: 3 pi/16 instead of 2/3. That of a superquadric
# on its side is between both.
HERTZ_OVER_UNIFORM = 9 * np.pi / 32


class Flat:
    """A block on its face, as a polyhedron, a mesh or a superquadric."""

    def __init__(self, shape, sides, exponent=np.inf):
        self.shape, self.sides, self.exponent, self.height = shape, sides, exponent, sides[2] / 2

    def arm(self, depth):
        """The mean distance from the centre of its face; of a superquadric of its section in the middle of the overlap."""
        length, width, height = self.sides
        part = 1.0
        if np.isfinite(self.exponent):
            part = (1 - (1 - depth / height) ** self.exponent) ** (1 / self.exponent)
        return part * mean_distance(length, width, self.exponent)


class Round:
    """A ball or an ellipsoid of revolution on its pole: 3 pi/16 of Hertz's radius."""

    def __init__(self, shape, equator, pole):
        self.shape, self.height, self.curvature = shape, pole, equator ** 2 / pole

    def arm(self, depth):
        return 3 * np.pi / 16 * np.sqrt(self.curvature * depth)


def square_gyration(body):
    """About the vertical, from the shape's own moments of inertia (their own tests compare them with closed forms)."""
    return np.asarray(body.shape.inertia)[2, 2] / body.shape.volume


def spinning_bodies(folder):
    flat = {"square block": Flat(block(*SQUARE), SQUARE), "bar": Flat(block(*BAR), BAR),
            "mesh block": Flat(mesh(folder, "square", *box_mesh(*SQUARE)), SQUARE),
            "mesh bar": Flat(mesh(folder, "bar", *box_mesh(*BAR)), BAR)}
    flat |= {f"block of exponent {n}": Flat(flat_block(*SQUARE, (n, n)), SQUARE, n) for n in (8, 20)}
    return flat | {"ball": Round(talus.Sphere(RADIUS), RADIUS, RADIUS),
                   "ellipsoid 2:2:1": Round(talus.Ellipsoid((RADIUS, RADIUS, RADIUS / 2)), RADIUS, RADIUS / 2)}


def add_floor(setup, floor, **motion):
    """The plane z = 0, and what `prescribe` moves it by."""
    if floor == "half-space":
        return setup.add_half_space((0, 0, 1), **motion)
    if floor == "wall of triangles":
        return setup.add_mesh_wall(*plate(0.1, cells=7), **motion)
    return setup.add_body(block(0.2, 0.2, 0.02), (0, 0, -0.01), prescribed=True, **motion)


def on_floor(body, floor, restitution, friction, spin=(0, 0, 0), velocity=(0, 0, 0), young=YOUNG, place=(7e-4, 3e-4)):
    """A body that is set down at the depth that its weight gives a ball, or level."""
    setup = talus.Setup(gravity=(0, 0, -GRAVITY))
    setup.add_material("m", young=young, poisson=POISSON, friction=friction, restitution=restitution, density=DENSITY)
    add_floor(setup, floor)
    depth = hertz_depth(DENSITY * body.shape.volume * GRAVITY, body.curvature, young) if isinstance(body, Round) else 0.0
    setup.add_body(body.shape, (*place, body.height - depth), angular_velocity=spin, velocity=velocity)
    return talus.Simulation(setup)


def slowing(simulation, settle, time):
    """Angular deceleration about z, after a while to settle."""
    simulation.step(round(settle / simulation.time_step))
    before, start = simulation.angular_velocities[-1, 2], simulation.time
    simulation.step(round(time / simulation.time_step))
    return (before - simulation.angular_velocities[-1, 2]) / (simulation.time - start)


def as_expected(what, body, expected, measured, unit, relative=0.02):
    """A moment of friction in proportion to the mean arm."""
    if np.isfinite(getattr(body, "exponent", np.inf)):
        return between(what + " (Hertz's pressure to a uniform one)", HERTZ_OVER_UNIFORM * expected, expected, measured, unit)
    return row(what, expected, measured, unit, relative=relative)


def spin_down(tiny, bodies):
    """A body that spins on the floor slows down at mu g times the mean arm of its patch over the squared radius of
    gyration, whatever its restitution."""
    rows, friction = [], 0.3
    restitutions = (0.5,) if tiny else (0.1, 0.5, 0.8)
    for name, body in bodies.items():
        for floor in FLOORS:
            found = []
            for restitution in restitutions:
                curved = isinstance(body, Round)
                simulation = on_floor(body, floor, restitution, friction, spin=(0, 0, 40))
                slowed = slowing(simulation, 0.2 if curved else 0.05, 0.1 if curved else 0.03)
                arm = body.arm(body.height - simulation.positions[-1, 2])
                found.append((slowed, friction * GRAVITY * arm / square_gyration(body)))
            slowed, expected = max(found, key=lambda f: abs(f[0] / f[1] - 1))
            words = f"restitution {restitutions[0]} to {restitutions[-1]}" if len(restitutions) > 1 else f"restitution {restitutions[0]}"
            rows.append(as_expected(f"{name} on a {floor}, {words}: spin-down, farthest off", body, expected, slowed, "rad/s2"))
    return rows


def long_spin(tiny, bodies):
    """A block that spins on its face for long: friction at the centre of pressure feeds its rocking, as in a brake that
    squeals, unless that is damped as the impact is. It slows down at the same rate to the end and stays level."""
    rows, friction = [], 0.3
    for name in ("square block", "mesh block", "block of exponent 20"):
        for floor in FLOORS[:1] if tiny else FLOORS:
            worst, rocking = 0.0, 0.0
            for restitution in (0.5,) if tiny else (0.1, 0.5, 0.8):
                simulation = on_floor(bodies[name], floor, restitution, friction, spin=(0, 0, 40))
                slowed = slowing(simulation, 0.01, 0.09)
                arm = bodies[name].arm(bodies[name].height - simulation.positions[-1, 2])
                worst = max(worst, slowed / (friction * GRAVITY * arm / square_gyration(bodies[name])) - 1, key=abs)
                rocking = max(rocking, np.hypot(*simulation.angular_velocities[-1, :2]))
            rows += [as_expected(f"{name} at 40 rad/s on a {floor}: spin-down over 0.09 s, over that of a uniform pressure", bodies[name], 1.0, 1 + worst, ""),
                     below(f"{name} at 40 rad/s on a {floor}: rocking after 0.1 s", 1e-9, rocking, "rad/s")]
    return rows


def turntable(tiny, bodies):
    """A body on a plate whose spin grows: it follows up to mu g times the mean arm; beyond it slips, and has
    the angular acceleration of that arm."""
    rows, friction = [], 0.3
    bars = {name: bodies[name] for name in ("bar", "mesh bar")} | {f"bar of exponent {n}": Flat(flat_block(*BAR, (n, n)), BAR, n) for n in (8, 20)}
    for name, body in bars.items():
        for floor in ("polyhedron", "wall of triangles"):
            for share in ((0.9,) if tiny else (0.13, 0.5, 0.9, 1.2)):
                setup = talus.Setup(gravity=(0, 0, -GRAVITY))
                setup.add_material("m", young=1e9, poisson=POISSON, friction=friction, restitution=0.3)
                turned = add_floor(setup, floor)
                setup.add_body(body.shape, (0, 0, body.height - 1e-8))
                simulation = talus.Simulation(setup)
                simulation.step(round(0.02 / simulation.time_step))
                largest = friction * GRAVITY * body.arm(body.height - simulation.positions[-1, 2]) / square_gyration(body)
                every, spin, angle, time = 20, 0.0, 0.0, 0.0
                step = every * simulation.time_step
                while time < 0.06:
                    spin += share * largest * step
                    simulation.prescribe(turned, (0, 0, 0), (0, 0, spin))
                    simulation.step(every)
                    time, angle = time + step, angle + spin * step
                behind = np.degrees(angle - 2 * np.arctan2(simulation.orientations[-1, 3], simulation.orientations[-1, 0]))
                what = f"{name} on a {floor} that turns, {share} of the torsional limit: it falls behind"
                if share < 1:
                    rows.append(below(what, 0.02, behind, "degrees"))
                else:
                    torque = largest * (share - 2 * np.radians(behind) / (largest * time ** 2))
                    rows.append(as_expected(f"{name} on a {floor} that turns, {share} of the torsional limit: angular acceleration", body, largest, torque, "rad/s2"))
    return rows


def sliding_with_spin(tiny, bodies):
    """A patch that slides and spins: loads along the slip (v, a w) of the limit surface, so that friction is
    mu g v / sqrt(v^2 + (a w)^2), a being the mean arm. A ball also begins to roll, so that its slip falls 7/2 times as fast."""
    rows, friction, sides = [], 0.3, (0.02, 0.02, 0.004)
    low = {"block": bodies["low block"], "mesh block": bodies["low mesh block"], "ball": bodies["ball"],
           "ellipsoid of three equal axes": Round(talus.Ellipsoid((RADIUS,) * 3), RADIUS, RADIUS)}
    low |= {f"block of exponent {n}": Flat(flat_block(*sides, (n, n)), sides, n) for n in (8, 20)}
    for name, body in low.items():
        for floor in FLOORS:
            for ratio in ((1.0,) if tiny else (0.3, 1.0, 3.0)):
                curved = isinstance(body, Round)
                young, speed, time = (1e7, 0.05, 0.005) if curved else (1e9, 0.5, 0.02)
                weight = DENSITY * body.shape.volume * GRAVITY
                arm = body.arm(hertz_depth(weight, body.curvature, young) if curved else resting_depth(body, floor, young))
                simulation = on_floor(body, floor, 0.1, friction, spin=(0, 0, ratio * speed / arm), velocity=(speed, 0, 0), young=young)
                simulation.step(round(time / simulation.time_step))
                # The same equations by small steps: u is the slip, v the speed.
                u = v = speed
                w, h = ratio * speed / arm, time / 2000
                for _ in range(2000):
                    slip = np.hypot(u, arm * w)
                    v -= h * friction * GRAVITY * u / slip
                    u -= h * friction * GRAVITY * u / slip * (3.5 if curved else 1)
                    w -= h * friction * GRAVITY * arm * arm * w / slip / square_gyration(body)
                lost = speed - np.linalg.norm(simulation.velocities[-1, :2])
                rows.append(row(f"{name} on a {floor}, a w / v = {ratio}: speed lost in {time} s", speed - v, lost, "m/s", relative=0.05))
    return rows


def resting_depth(body, floor, young):
    """Of a superquadric at rest, which has no closed form; the face of a block does not depend on it."""
    if np.isinf(body.exponent):
        return 0.0
    simulation = on_floor(body, floor, 0.1, 0.3, young=young)
    simulation.step(round(0.02 / simulation.time_step))
    return body.height - simulation.positions[-1, 2]


def measure(tiny, folder):
    bodies = spinning_bodies(folder)
    sides = (0.02, 0.02, 0.004)
    low = {"low block": Flat(block(*sides), sides), "low mesh block": Flat(mesh(folder, "low", *box_mesh(*sides)), sides)}
    return {"rows": spin_down(tiny, bodies) + long_spin(tiny, bodies) + turntable(tiny, bodies) + sliding_with_spin(tiny, bodies | low)}
