"""What a program in Python may do without a crash, a hang or a wrong number: keep arrays, fork, press Ctrl-C, use one
simulation in several threads, and pass numbers that are none."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import zlib

import h5py
import numpy as np
import pytest
import talus

INF, NAN = float("inf"), float("nan")


def bed(threads=1, count=4, **settings):
    setup = talus.Setup(**settings)
    setup.add_material("stone")
    setup.add_half_space((0, 0, 1))
    grid = np.stack(np.meshgrid(*3 * [np.arange(count)]), -1).reshape(-1, 3)
    setup.add_body(talus.Sphere(0.01), 0.02 * grid + [0, 0, 0.0099])
    return talus.Simulation(setup, threads=threads)


def test_arrays_of_contacts_are_copies():
    simulation = bed()
    simulation.step(20)
    contacts = simulation.contacts
    names = ("a", "b", "point", "normal", "force", "branch", "overlap", "area")
    kept = {name: getattr(contacts, name) for name in names}
    before = {name: array.copy() for name, array in kept.items()}
    assert len(contacts) > 10 and not kept["force"].flags.writeable
    assert not np.shares_memory(contacts.force, simulation.contacts.force)
    simulation.step(2000)
    del contacts, simulation
    gc.collect()
    junk = [np.full(1000, 7.0) for _ in range(1000)]  # takes memory that was freed
    for name in names:
        assert (kept[name] == before[name]).all(), name
    assert len(junk) == 1000


def test_a_refused_restore_changes_nothing(tmp_path):
    """A checkpoint whose checksum holds and whose indices do not fit, read after all that comes before them."""
    simulation, twin = bed(), bed()
    simulation.step(200), twin.step(200)
    file = tmp_path / "state.h5"
    for table in ("body_of", "type_of", "block_0/a", "block_0/b"):
        simulation.save(file)
        with h5py.File(file, "r+") as state:
            data = state["state"][table]
            data[...] = np.full_like(data[...], 0x7f)
            state["state/velocity"][...] = np.zeros_like(state["state/velocity"][...])
        contents = file.read_bytes()[512:]
        line = f"talus, {len(contents)} bytes follow this block, CRC-32 {zlib.crc32(contents):08x}\n".encode()
        file.write_bytes(line.ljust(512, b"\0") + contents)
        with pytest.raises(OSError, match="state/"):
            simulation.restore(file)
        assert (simulation.contacts.force == twin.contacts.force).all()
        assert simulation.ledger() == twin.ledger() and simulation.warnings == twin.warnings
        simulation.step(50), twin.step(50)
        assert (simulation.positions == twin.positions).all()
        assert (simulation.contacts.force == twin.contacts.force).all()


def test_arrays_of_bodies_stay_valid(tmp_path):
    simulation = bed()
    names = ("positions", "orientations", "velocities", "angular_velocities", "angular_momenta", "forces", "torques",
             "masses", "shape_index", "periods")
    views = {name: getattr(simulation, name) for name in names}
    simulation.save(tmp_path / "start.h5")
    bed(count=3).save(tmp_path / "other.h5")
    simulation.step(300)
    with pytest.raises(OSError):
        simulation.restore(tmp_path / "other.h5")
    simulation.restore(tmp_path / "start.h5")
    simulation.step(10)
    for name, view in views.items():
        assert np.shares_memory(view, getattr(simulation, name)) or view.size == 0, name
        assert (view == getattr(simulation, name)).all(), name
    last = views["positions"].copy()
    del simulation
    gc.collect()
    assert (views["positions"] == last).all()


def test_periods():
    setup = talus.Setup(gravity=(0, 0, 0), lower=(0, 0, 0), upper=(0.05, 1, 1), periodic=(True, False, False))
    setup.add_material("stone")
    setup.add_body(talus.Sphere(0.01), (0.02, 0, 0), velocity=(30, 1, 0))
    simulation = talus.Simulation(setup)
    simulation.step(1000)
    assert 0 <= simulation.positions[0, 0] < 0.06 and simulation.periods[0, 0] > 30
    assert simulation.periods.dtype == np.int64 and simulation.periods.shape == (1, 3)
    assert simulation.unwrapped_positions[0] == pytest.approx([0.02 + 30 * simulation.time, simulation.time, 0])


def in_child(queue):
    simulation = bed(threads=2, count=8)
    simulation.step(300)
    queue.put(simulation.positions.copy())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork_after_steps_on_two_threads():
    parent = bed(threads=2, count=8)
    parent.step(300)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=in_child, args=(queue,))
    child.start()
    try:
        assert (queue.get(timeout=60) == parent.positions).all()
    finally:
        child.join(10)
        child.kill()
    # A child goes on with a simulation of its parent's.
    child = context.Process(target=parent.step, args=(100,))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    parent.step(10)


def in_child_process(work, timeout=30):
    """What work returns in a forked child, as text; a child that hangs is killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = work()
        except BaseException as error:  # noqa: BLE001
            answer = f"{type(error).__name__}: {error}"
        os.write(writing, str(answer).encode())
        os._exit(0)
    os.close(writing)
    end = time.monotonic() + timeout
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reading)
            return "hangs"
        time.sleep(0.002)
    answer = os.read(reading, 10000).decode()
    os.close(reading)
    return answer


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("threads", [1, 2])
def test_fork_while_another_thread_steps(threads):
    busy, idle = bed(threads=threads, count=8), bed(threads=threads)
    idle.step(10)
    ends = threading.Event()

    def go_on():
        while not ends.is_set():
            busy.step(2000)

    def look():
        while not ends.is_set():
            busy.steps  # waits for its turn

    helpers = [threading.Thread(target=work) for work in (go_on, look, look)]
    for helper in helpers:
        helper.start()
    try:
        answers = []
        for _ in range(20):
            time.sleep(0.003)
            answers.append(in_child_process(lambda: busy.step(5)))
            assert in_child_process(lambda: idle.step(5) or idle.steps) == "15"
    finally:
        ends.set()
        for helper in helpers:
            helper.join(60)
    # Incomplete while the lock is held, usable between two parts of the steps.
    assert all(answer == "None" or answer.startswith("RuntimeError: this simulation was used by another thread")
               for answer in answers), answers
    assert any(answer.startswith("RuntimeError") for answer in answers), answers
    steps = busy.steps
    busy.step(5)
    assert busy.steps == steps + 5


def interrupted(work, wait=0.5):
    """Seconds from Ctrl-C to the KeyboardInterrupt, of a program that counts meanwhile, and the count."""
    program = textwrap.dedent("""
        import os, signal, threading, time
        import numpy as np, talus
        def count():
            global ticks
            while True:
                ticks += 1
                time.sleep(0.001)
        {prepare}
        ticks, pressed = 0, None
        threading.Thread(target=count, daemon=True).start()
        def press():
            global pressed
            time.sleep({wait})
            pressed = time.monotonic()
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=press, daemon=True).start()
        try:
            while True:
                {work}
        except KeyboardInterrupt:
            print(time.monotonic() - pressed, ticks)
    """).format(wait=wait, prepare=work[0].strip().replace("\n", "\n"), work=work[1])
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    late, ticks = answer.stdout.split()
    return float(late), int(ticks)


STEPS = """
setup = talus.Setup(); setup.add_material("stone"); setup.add_half_space((0, 0, 1))
setup.add_body(talus.Sphere(0.01), (0, 0, 0.0099)); simulation = talus.Simulation(setup)
"""
PAIRS = """
shapes = [talus.Superquadric((1, 2, 3), (5, 7))]
position = np.random.default_rng(1).uniform(-2, 2, (300000, 3))
orientation = np.array([0.5, 0.5, 0.5, 0.5])
"""


BED = """
setup = talus.Setup(time_step=1e-6); setup.add_material("stone"); simulation = talus.Simulation(setup)
grid = 0.02 * np.stack(np.meshgrid(*3 * [np.arange(50)]), -1).reshape(-1, 3)
"""
SAVED = BED + """
import tempfile
simulation.add(talus.Sphere(0.01), grid)
file = tempfile.NamedTemporaryFile(suffix=".h5").name
simulation.save(file)
"""
# A million grains are due in the first step, and their region holds as many.
FEED = """
setup = talus.Setup(time_step=1e-9); setup.add_material("stone")
setup.add_inlet(name="feed", region={"type": "box", "lower": (0, 0, 0), "upper": (1, 1, 1)}, number_rate=1e300,
                grain=[{"shape": {"type": "sphere", "radius": 1e-5}}])
simulation = talus.Simulation(setup)
"""


@pytest.mark.parametrize("work", [
    (STEPS, "simulation.step(10**9)"),
    (FEED, "simulation.step()"),
    (BED, "simulation.remove(simulation.add(talus.Sphere(0.01), grid[:30000]))"),
    (SAVED, "simulation.save(file)"),
    (SAVED, "simulation.restore(file)"),
    (PAIRS, "talus.contact_batch(shapes, 0, np.zeros(3), (1, 0, 0, 0), 0, position, orientation)"),
    (PAIRS, "talus.contact_batch(shapes, 0, np.zeros(3), (1, 0, 0, 0), 0, position, orientation, threads=2)"),
    ("points = np.random.default_rng(1).normal(size=(60000, 3))\n"
     "points /= np.linalg.norm(points, axis=1)[:, None]", "talus.Polyhedron(points)"),
], ids=["step", "inlet", "add", "save", "restore", "contact_batch", "contact_batch on threads", "polyhedron"])
def test_ctrl_c_and_other_threads(work):
    late, ticks = interrupted(work)
    assert late < 0.5  # a tenth of a second on a machine that does nothing else
    assert ticks > 20


def write_ball(file, rows):
    """A binary STL file of about 4 rows^2 facets, finer than the cells, so that all stages of a mesh take their time."""
    polar, turn = np.meshgrid(np.linspace(0, np.pi, rows + 1), np.linspace(0, 2 * np.pi, 2 * rows + 1), indexing="ij")
    turn[:, -1] = 0
    points = np.stack([np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.cos(polar)], -1)
    points[0], points[-1] = [0, 0, 1], [0, 0, -1]
    a, b, c, d = points[:-1, :-1], points[1:, :-1], points[1:, 1:], points[:-1, 1:]
    facets = np.concatenate([np.stack([a, b, c], -2)[:-1].reshape(-1, 3, 3),
                             np.stack([a, c, d], -2)[1:].reshape(-1, 3, 3)])
    records = np.zeros(len(facets), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
    records["corners"] = facets
    file.write_bytes(bytes(80) + np.uint32(len(facets)).tobytes() + records.tobytes())


# Reading and welding, closing, crossings of facets, tessellation, distances: a ball of 160,000 facets takes about 2 s.
@pytest.mark.parametrize("wait", [0.1, 0.3, 0.6, 1.2])
def test_ctrl_c_while_a_mesh_is_made(tmp_path, wait):
    write_ball(tmp_path / "ball.stl", 200)
    late, ticks = interrupted(("", f"talus.Mesh({str(tmp_path / 'ball.stl')!r}, cells=96)"), wait)
    assert late < 0.5 and ticks > 20


# The mesh is read and made without the lock of Python.
def test_ctrl_c_while_an_inlet_reads_a_mesh(tmp_path):
    write_ball(tmp_path / "ball.stl", 200)
    add = ("setup.add_inlet(name='feed', region={'type': 'box', 'lower': (0, 0, 0), 'upper': (9, 9, 9)}, number_rate=1, "
           f"grain=[{{'shape': {{'type': 'mesh', 'file': {str(tmp_path / 'ball.stl')!r}, 'cells': 96}}}}])")
    late, ticks = interrupted(("setup = talus.Setup(); setup.add_material('stone')", add))
    assert late < 0.5 and ticks > 20


def test_inlets_of_two_threads():
    setup = talus.Setup()
    setup.add_material("stone")
    errors = []

    def add(radius):
        for i in range(20):
            try:
                setup.add_inlet(name=f"feed{i}", number_rate=1, region={"type": "box", "lower": (0, 0, 0), "upper": (1, 1, 1)},
                                grain=[{"shape": {"type": "sphere", "radius": radius}}, {"shape": {"type": "sphere", "radius": 0.01}}])
            except ValueError as error:
                errors.append(str(error))

    threads = [threading.Thread(target=add, args=(0.02 + 0.01 * k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(errors) == 20 and all("another measure, inlet or outlet is already called" in error for error in errors)
    simulation = talus.Simulation(setup)
    assert len(simulation.shapes) == 40


def test_a_signal_handler_cannot_use_a_simulation_in_a_call():
    """It would wait for ever for the call that it interrupts."""
    program = FEED + textwrap.dedent("""
        import os, signal, threading, time
        answers = []
        def handler(*_):
            try:
                answers.append(simulation.time)
            except RuntimeError as error:
                answers.append(str(error))
            raise KeyboardInterrupt
        signal.signal(signal.SIGUSR1, handler)
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
        try:
            simulation.step()
        except KeyboardInterrupt:
            print(answers[0], simulation.steps)
    """)
    answer = subprocess.run([sys.executable, "-c", "import talus\n" + program], capture_output=True, text=True, timeout=60)
    assert answer.stdout.endswith("a signal handler cannot use it 1\n"), answer


def test_add_is_linear():
    setup = talus.Setup(time_step=1e-6)
    setup.add_material("stone")
    simulation = talus.Simulation(setup)
    grid = 0.02 * np.stack(np.meshgrid(*3 * [np.arange(30)]), -1).reshape(-1, 3)
    start = time.monotonic()
    simulation.add(talus.Sphere(0.01), grid)
    assert time.monotonic() - start < 1.5  # 0.05 s on a machine that does nothing else; 3 s for all pairs


SCENE = """
[simulation]
duration = 1
[[material]]
name = "stone"
[[fill]]
region = {type = "box", lower = [0, 0, 0], upper = [1, 1, 1]}
volume_fraction = 0.9
max_attempts = 1000000000
[[fill.grain]]
shape = {type = "ellipsoid", semi_axes = [0.05, 0.1, 0.15]}
"""


def test_ctrl_c_while_a_scene_is_filled(tmp_path):
    (tmp_path / "scene.toml").write_text(SCENE)
    late, ticks = interrupted(("", f"talus.Simulation.from_scene({str(tmp_path / 'scene.toml')!r})"))
    assert late < 0.5 and ticks > 20


def test_one_simulation_in_several_threads(tmp_path):
    simulation = bed(count=5)
    errors = []

    def use(number):
        try:
            for k in range(20):
                if number < 2:
                    simulation.step(25)
                simulation.ledger(), simulation.contacts.force.sum(), simulation.largest_overlap
                simulation.positions.sum(), simulation.warnings, repr(simulation), simulation.profile()
                if k % 10 == number:
                    simulation.save(tmp_path / f"{number}.h5")
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not errors and simulation.steps == 2 * 20 * 25
    alone = bed(count=5)
    alone.step(1000)
    assert (alone.positions == simulation.positions).all()


def test_other_threads_get_their_turn():
    simulation = bed()
    thread = threading.Thread(target=simulation.step, args=(20_000,))
    thread.start()
    seen = set()
    start = time.monotonic()
    while thread.is_alive() and time.monotonic() - start < 60:
        seen.add(simulation.steps)
        time.sleep(0.001)
    thread.join(60)
    assert simulation.steps == 20_000 and len(seen) > 3


class Endless:
    def tolist(self):
        return self


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def endless_list():
    value = []
    value.append(value)
    return value


def endless_dict():
    value = {}
    value["type"] = value
    return value


def wide(depth):
    value = [1.0] * 10
    for _ in range(depth):
        value = [value] * 10
    return value


@pytest.mark.parametrize("value,what", [
    (endless_list(), "nested deeper than 64 levels"), (endless_dict(), "nested deeper than 64 levels"),
    (Endless(), "nested deeper than 64 levels"), ([Endless()], "nested deeper than 64 levels"),
    (nested(100_000), "nested deeper than 64 levels"), (wide(30), "more than 5000000 values"),
], ids=["list", "dict", "tolist", "list of tolist", "deep", "wide"])
def test_values_without_an_end_are_refused(value, what):
    setup = talus.Setup()
    setup.add_material("stone")
    wall = setup.add_half_space((0, 0, 1))
    calls = {"region": [lambda: setup.add_inlet(name="x", region=value), lambda: setup.add_outlet(name="x", region=value)],
             "motion": [lambda: setup.add_motion(wall, value)]}
    if isinstance(value, dict):
        calls["gravity"] = [lambda: talus.Setup(gravity=value)]
    for argument, works in calls.items():
        for work in works:
            with pytest.raises(ValueError, match=f"{argument}: {what}"):
                work()


def test_dictionaries_that_change_while_they_are_read():
    class Clears:
        def __init__(self, table):
            self.table = table

        def __getattr__(self, name):
            self.table.clear()
            raise AttributeError(name)

    table = {}
    table.update({"type": Clears(table)}, **{f"k{i}": [i] for i in range(100)})
    setup = talus.Setup()
    setup.add_material("stone")
    with pytest.raises(TypeError, match="type: expected a number"):
        setup.add_inlet(name="x", region=table)


@pytest.mark.parametrize("name", ["a\0b", "\0", "a\nb", "\x1b[2J", "\x7f", "\x85"])
def test_names_with_control_characters_are_refused(name):
    setup = talus.Setup()
    with pytest.raises(ValueError, match='name: must be text without control characters, got "'):
        setup.add_material(name)
    setup.add_material("stone")
    simulation = talus.Simulation(setup)
    for work in (lambda: setup.add_body(talus.Sphere(0.1), (0, 0, 1), name=name),
                 lambda: setup.add_body(talus.Sphere(0.1), np.zeros((2, 3)), name=name),
                 lambda: setup.add_half_space((0, 0, 1), name=name),
                 lambda: setup.add_mesh_wall(np.eye(3), [[0, 1, 2]], name=name),
                 lambda: setup.add_cylinder((0, 0, 0), 1, 1, name=name),
                 lambda: simulation.add(talus.Sphere(0.1), (0, 0, 1), name=name)):
        with pytest.raises(ValueError, match='name: must be text without control characters, got "'):
            work()
    for work in (lambda: setup.add_wall_load(name, setup.add_half_space((0, 0, 1))),
                 lambda: setup.add_inlet(name=name), lambda: setup.add_outlet(name=name)):
        with pytest.raises(ValueError, match="name"):
            work()


def test_names_survive_a_checkpoint(tmp_path):
    setup = talus.Setup()
    setup.add_material("stone")
    for i, name in enumerate(["", "körner", "石", 'a "b"', "x" * 3000]):
        setup.add_body(talus.Sphere(0.01), (i, 0, 0), name=name)
    simulation, other = talus.Simulation(setup), talus.Simulation(setup)
    simulation.add(talus.Sphere(0.01), (0, 1, 0), name="säure")
    simulation.step(3)
    simulation.save(tmp_path / "state.h5")
    other.restore(tmp_path / "state.h5")
    assert other.names == simulation.names and other.names[-1] == "säure 5"


BALL = talus.Sphere(1.0)
WHERE = talus.Pose()


def setup_with_a_ball():
    setup = talus.Setup()
    setup.add_material("stone")
    setup.add_body(BALL, (0, 0, 5))
    setup.add_body(BALL, (9, 0, 5), prescribed=True)
    return setup


NUMBERS = {  # argument: (call, whether infinity and negative numbers are bad, too)
    "time_step": (lambda x: talus.Setup(time_step=x), "in"),
    "drag": (lambda x: talus.Setup(drag=x), "in"),
    "local_damping": (lambda x: talus.Setup(local_damping=x), "in"),
    "stop_overlap": (lambda x: talus.Setup(stop_overlap=x), "in"),
    "stop_travel": (lambda x: talus.Setup(stop_travel=x), "in"),
    "stop_residual": (lambda x: talus.Setup(stop_residual=x), "in"),
    "density": (lambda x: talus.Setup().add_material("a", density=x), "in"),
    "young": (lambda x: talus.Setup().add_material("a", young=x), "in"),
    "poisson": (lambda x: talus.Setup().add_material("a", poisson=x), "i"),
    "restitution": (lambda x: talus.Setup().add_material("a", restitution=x), "in"),
    "friction": (lambda x: talus.Setup().add_material("a", friction=x), "in"),
    "rolling_friction": (lambda x: talus.Setup().add_material("a", rolling_friction=x), "in"),
    "stiffness": (lambda x: talus.Setup().add_material("a", stiffness=x), "in"),
    "tangential_ratio": (lambda x: talus.Setup().add_material("a", tangential_ratio=x), "in"),
    "offset": (lambda x: setup_with_a_ball().add_half_space((0, 0, 1), x), "i"),
    "radius": (lambda x: talus.Sphere(x), "in"),
    "gap": (lambda x: talus.gap_exceeds(BALL, WHERE, BALL, WHERE, x), "i"),
    "tolerance": (lambda x: talus.contact(BALL, WHERE, BALL, WHERE, tolerance=x), "in"),
    "distance_error": (lambda x: talus.contact(BALL, WHERE, BALL, WHERE, distance_error=x), "in"),
    "skin": (lambda x: talus.pairs([BALL], np.zeros((2, 3)), skin=x), "in"),
    "period": (lambda x: talus.pairs([BALL], np.zeros((2, 3)), period=x), "n"),
    "reach": (lambda x: talus.pack(BALL, 0.1, 10).neighbour_pairs(x), "in"),
    "volume_fraction": (lambda x: talus.pack(BALL, x, 10), "in"),
    "box_length": (lambda x: talus.pack(BALL, 0.1, x), "in"),
    "aspect_ratio": (lambda x: talus.spheroid(x), "in"),
    "diameter": (lambda x: talus.spheroid(2.0, x), "in"),
    "smallest": (lambda x: talus.uniform_sizes(BALL, x, 2, 3), "in"),
    "largest": (lambda x: talus.uniform_sizes(BALL, 1, x, 3), "in"),
    "median": (lambda x: talus.lognormal_sizes(BALL, x, 1, 3), "in"),
    "sigma": (lambda x: talus.lognormal_sizes(BALL, 1, x, 3), "in"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_bad_numbers_are_refused(name):
    call, also = NUMBERS[name]
    for value in [NAN] + ([INF, -INF] if "i" in also else [-INF]) + ([-1.0] if "n" in also else []):
        with pytest.raises(ValueError, match=f"{name}.*{value:g}".replace("+", r"\+")):
            call(value)


ROWS = {  # argument: (call, width)
    "gravity": (lambda x: talus.Setup(gravity=x), 3),
    "lower": (lambda x: talus.Setup(lower=x), 3),
    "position": (lambda x: setup_with_a_ball().add_body(BALL, x), 3),
    "orientation": (lambda x: setup_with_a_ball().add_body(BALL, (0, 0, 0), x), 4),
    "velocity": (lambda x: setup_with_a_ball().add_body(BALL, (0, 0, 0), velocity=x), 3),
    "angular_velocity": (lambda x: setup_with_a_ball().add_body(BALL, (0, 0, 0), angular_velocity=x), 3),
    "normal": (lambda x: talus.HalfSpace(x, 0), 3),
    "semi_axes": (lambda x: talus.Ellipsoid(x), 3),
    "exponents": (lambda x: talus.Superquadric((1, 1, 1), x), 2),
    "start": (lambda x: talus.Segment(x, (9, 9, 9)), 3),
    "n": (lambda x: BALL.support_point(x), 3),
    "x": (lambda x: BALL.inside_outside(x), 3),
    "centre": (lambda x: setup_with_a_ball().add_mesh_wall(np.eye(3), [[0, 1, 2]], centre=x), 3),
    "position_b": (lambda x: talus.contact_batch([BALL], 0, (0, 0, 0), (1, 0, 0, 0), 0, x, (1, 0, 0, 0)), 3),
}


@pytest.mark.parametrize("name", ROWS)
def test_bad_rows_are_refused(name):
    call, width = ROWS[name]
    good = np.ones(width) / width ** 0.5 if name == "orientation" else np.full(width, 1.5)
    call(good), call(list(good)), call(np.repeat(good, 2)[::2]), call(good.astype(np.float32).astype(float))
    reported = {"position_b": "pair 0: pose: position", "start": "segment: from"}.get(name, name)
    for bad in (NAN, INF, -INF):
        row = good.copy()
        row[1] = bad
        with pytest.raises(ValueError, match=f"{reported}.*{bad:g}"):
            call(row)
    for bad in (np.ones(width + 1), np.ones((2, 2, width)), np.ones(0), "abc", [["a"] * width], None, 1.0,
                good.astype(complex), good.astype(str)):
        if bad is None and name == "lower":
            continue
        with pytest.raises((ValueError, TypeError), match=name):
            call(bad)


@pytest.mark.parametrize("name,call", [
    ("count", lambda: talus.Simulation(setup_with_a_ball()).step(-1)),
    ("threads", lambda: talus.Simulation(setup_with_a_ball(), threads=0)),
    ("threads", lambda: talus.pairs([BALL], np.zeros((2, 3)), threads=0)),
    ("threads", lambda: talus.contact_batch([BALL], 0, (0, 0, 0), (1, 0, 0, 0), 0, (0, 0, 0), (1, 0, 0, 0), threads=0)),
    ("body", lambda: talus.Simulation(setup_with_a_ball()).prescribe(2, (0, 0, 0))),
    ("body", lambda: talus.Simulation(setup_with_a_ball()).prescribe(-1, (0, 0, 0))),
    ("body", lambda: talus.Simulation(setup_with_a_ball()).prescribe(2**40, (0, 0, 0))),
    ("velocity", lambda: talus.Simulation(setup_with_a_ball()).prescribe(1, (0, NAN, 0))),
    ("vertices", lambda: setup_with_a_ball().add_mesh_wall(np.full((3, 3), NAN), [[0, 1, 2]])),
    ("vertices", lambda: setup_with_a_ball().add_mesh_wall(np.zeros((0, 3)), [[0, 1, 2]])),
    ("triangles", lambda: setup_with_a_ball().add_mesh_wall(np.eye(3), [[0, 1, 1.5]])),
    ("triangles", lambda: setup_with_a_ball().add_mesh_wall(np.eye(3), [[0, 1, 2**32]])),
    ("triangles", lambda: setup_with_a_ball().add_mesh_wall(np.eye(3), np.zeros((0, 3), int))),
    ("segments", lambda: setup_with_a_ball().add_cylinder((0, 0, 0), 9, 9, segments=2)),
    ("segments", lambda: setup_with_a_ball().add_cylinder((0, 0, 0), 9, 9, segments=100_001)),
    ("segments", lambda: setup_with_a_ball().add_cylinder((0, 0, 0), 9, 9, segments=2**40)),
    ("vertices", lambda: talus.Polyhedron(np.zeros((0, 3)))),
    ("vertices", lambda: talus.Polyhedron([[0, 0, NAN], [1, 0, 0], [0, 1, 0], [0, 0, 1]])),
    ("shares", lambda: talus.pack([BALL, BALL], 0.1, 10, shares=(1, NAN))),
    ("shares", lambda: talus.pack([BALL, BALL], 0.1, 10, shares=(1, -1))),
    ("max_attempts", lambda: talus.pack(BALL, 0.1, 10, max_attempts=-1)),
    ("classes", lambda: talus.uniform_sizes(BALL, 1, 2, 0)),
    ("index_a", lambda: talus.contact_batch([BALL], [1], (0, 0, 0), (1, 0, 0, 0), 0, (0, 0, 0), (1, 0, 0, 0))),
    ("index_a", lambda: talus.contact_batch([BALL], [0.5], (0, 0, 0), (1, 0, 0, 0), 0, (0, 0, 0), (1, 0, 0, 0))),
    ("gap", lambda: talus.gap_exceeds_batch([BALL], 0, (0, 0, 0), (1, 0, 0, 0), 0, (0, 0, 0), (1, 0, 0, 0), NAN)),
])
def test_other_bad_arguments_are_refused(name, call):
    with pytest.raises(ValueError, match=name):
        call()


def test_empty_input_is_allowed():
    setup = setup_with_a_ball()
    assert setup.add_body(BALL, np.zeros((0, 3))) == range(2, 2) and len(setup) == 2
    answer = talus.contact_batch([BALL], 0, np.zeros((0, 3)), (1, 0, 0, 0), 0, (0, 0, 0), (1, 0, 0, 0))
    assert len(answer) == 0
    simulation = talus.Simulation(talus.Setup())
    simulation.step(10)
    assert simulation.positions.shape == (0, 3) and len(simulation.contacts) == 0
