"""Bad scenes: one clear message each that names value and line, nothing lost, never a crash."""

import os
import re
import resource
import signal
import subprocess

import pytest
from limits import limited_addresses
from program import PROGRAM, run
from scenes import BALL, FILL, FLOOR, GOOD, HEAD, SIDES, stl


def run_scene(folder, text, *arguments):
    (folder / "scene.toml").write_text(text)
    result = run("run", folder / "scene.toml", "--out", folder / "out", "--threads", "1", *arguments)
    return result.returncode, result.stderr.decode()


def assert_line(message, text, needle):
    """The message names the line on which the needle stands."""
    line = text[:text.index(needle)].count("\n") + 1
    assert f"scene.toml:{line}:" in message, (message, line)


BODY = '\n[[body]]\nname = "{}"\nshape = {}\nposition = {}\n'
HULL = '{type = "polyhedron", vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}'
TETRAHEDRON = '{type = "mesh", file = "grain.stl", cells = 8}'

# What is wrong; the scene; where, as text of the scene; what the message says.
ERRORS = [
    ("unknown key", GOOD.replace("time_step", "timestep"), "timestep",
     r'simulation\.timestep: unknown key \(did you mean "time_step"\?\); simulation has gravity, law, '),
    ("unknown table", GOOD + "\n[outputs]\ncsv = true\n", "[outputs]",
     r'outputs: unknown key \(did you mean "output"\?\)'),
    ("negative density", GOOD.replace("young = 1e6", "density = -2500"), "density",
     r"material\[0\]\.density: must be finite and > 0, got -2500"),
    ("negative mass", HEAD + FILL.replace("count = 10", "mass = -1"), "mass",
     r"fill\[0\]\.mass: must be finite and > 0, got -1"),
    ("wrong type", GOOD.replace("young = 1e6", 'young = "soft"'), "young",
     r'material\[0\]\.young: expected a number that is finite and > 0, got the string "soft"'),
    ("not a number", GOOD.replace("0.02]", "nan]"), "nan", r"body\[0\]\.position\[2\]: must be finite, got nan"),
    ("infinite", GOOD.replace("radius = 0.01", "radius = inf"), "radius", r"radius: must be finite and > 0, got inf"),
    ("unknown material", GOOD + 'material = "stne"\n', "stne",
     r'body\[0\]\.material: unknown material "stne" \(did you mean "stone"\?\); known: stone'),
    ("unknown shape", GOOD.replace('"sphere"', '"spheer"'), "spheer",
     r'body\[0\]\.shape\.type: unknown value "spheer" \(did you mean "sphere"\?\); allowed: sphere, ellipsoid'),
    ("unknown wall", GOOD.replace('"half_space"', '"halfspace"'), "halfspace",
     r'wall\[0\]\.type: unknown value "halfspace" \(did you mean "half_space"\?\)'),
    ("unknown law", GOOD.replace("[simulation]", '[simulation]\nlaw = "hertz"'), "law",
     r'simulation\.law: unknown value "hertz"; allowed: hertz-mindlin, linear, volume, hertz-cohesion, jkr'),
    ("a law that does not know a shape", GOOD.replace("[simulation]", '[simulation]\nlaw = "volume"'), "[[body]]",
     r'body\[0\]: the law "volume" is for polyhedra and meshes, not for a sphere'),
    ("a law of contacts that hold bodies apart, and a polyhedron",
     GOOD.replace("[simulation]", '[simulation]\nlaw = "jkr"').replace('{type = "sphere", radius = 0.01}', HULL), "[[body]]",
     r'body\[0\]: the law "jkr" is for spheres, ellipsoids, superquadrics with exponents from 2 to 4, and half-spaces, '
     r'not for a polyhedron; "hertz-cohesion" is for all'),
    ("the same, and a cylinder",
     GOOD.replace("[simulation]", '[simulation]\nlaw = "jkr"')
     + '[[wall]]  # tube\ntype = "cylinder"\nbase = [0, 0, 0]\nradius = 1\nheight = 1\n', "[[wall]]  # tube",
     r'wall\[1\]: the law "jkr" is for spheres, .*, not for walls of triangles and cylinders'),
    ("cohesion without tension",
     GOOD.replace("[simulation]", '[simulation]\nlaw = "hertz-cohesion"\nno_tension = true'), "no_tension",
     r'simulation\.no_tension: the law "hertz-cohesion" is cohesive, its contacts pull; allowed: false'),
    ("negative adhesion", GOOD.replace("young = 1e6", "work_of_adhesion = -1"), "work_of_adhesion",
     r"material\[0\]\.work_of_adhesion: must be finite and >= 0, got -1"),
    ("periodic box smaller than a body",
     GOOD + "[domain]\nlower = [0, 0, 0]\nupper = [0.015, 1, 1]\nperiodic = [true, false, false]\n", "[[body]]",
     r"a sphere of diameter 0\.02 m does not fit into the periodic domain, which is 0\.015 m long along x"),
    ("fill region too small", HEAD + FILL.replace("[0.1, 0.1, 0.1]", "[0.1, 0.1, 0.009]"), "[[fill]]",
     r'fill "grain": only 0 of 10 grains fitted into the region'),
    ("fill region too full", HEAD + FILL.replace("count = 10", "volume_fraction = 0.7\nmax_attempts = 5000"),
     "[[fill]]", r'fill "grain": only \d+ of 1337 grains fitted into the region, volume fraction 0\.[23]'),
    ("zero duration", GOOD.replace("duration = 0.02", "duration = 0"), "duration",
     r"simulation\.duration: must be finite and > 0, got 0"),
    ("fixed body with a velocity", GOOD + "fixed = true\nvelocity = [0, 0, 3]\n", "velocity",
     r"body\[0\]\.velocity: a fixed body has none, got \[0, 0, 3\]"),
    ("bad orientation", GOOD + "orientation = [1, 1, 0, 0]\n", "orientation",
     r"body\[0\]\.orientation: must be a unit quaternion .* got length 1\.41"),
    ("exponent below 1", GOOD + BODY.format(
        "cushion", '{type = "superquadric", semi_axes = [1, 1, 1], exponents = [4, 0.5]}', "[0, 0, 9]"),
     "exponents", r"body\[1\]\.shape\.exponents\[1\]: must be finite and >= 1, got 0\.5"),
    ("duplicate names", GOOD + BODY.format("ball", '{type = "sphere", radius = 0.01}', "[0, 0, 9]"),
     'ball"\nshape = {type = "sphere", radius = 0.01}\nposition = [0, 0, 9]',
     r'body\[1\]\.name: "ball" is already the name of what is at line'),
    ("missing mesh file", GOOD + BODY.format("grain", '{type = "mesh", file = "nowhere.stl"}', "[0, 0, 9]"),
     "nowhere", r"body\[1\]\.shape\.file: .*nowhere\.stl: cannot be opened: No such file"),
    ("two amounts", HEAD + FILL.replace("count = 10", "count = 10\nmass = 1"), "[[fill]]",
     r"needs one of count, mass and volume_fraction, got several"),
    ("flat polyhedron", GOOD + BODY.format(
        "plate", '{type = "polyhedron", vertices = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}', "[0, 0, 9]"),
     "[[0,0,0]", r"body\[1\]\.shape: the 4 vertices all lie in one plane"),
    ("unknown interaction", GOOD + '[[interaction]]\nmaterials = ["stone", "wood"]\n', "wood",
     r'interaction\[0\]\.materials\[1\]: unknown material "wood"; known: stone'),
    ("not TOML", GOOD + "[[body\n", "[[body\n", "not TOML"),
    ("a key twice", GOOD.replace("young = 1e6", "young = 1e6\nyoung = 2e6"), "young = 2e6", "not TOML.*young"),
]

OSCILLATE = '[[wall.motion]]\ntype = "oscillate"\ndirection = [0, 0, 1]\namplitude = 0.01\nfrequency = 5\n'
RAMP = '[[wall.motion]]\ntype = "ramp"\ndirection = [1, 0, 0]\nto = 0.5\nend = 0.1\n'
TABLE = '[[wall.motion]]\ntype = "table"\ndirection = [1, 0, 0]\ntime = [0, 1, 2]\nposition = [0, 0.1, 0]\n'
CONSTANT = '[[wall.motion]]\ntype = "constant"\nvelocity = [1, 0, 0]\n'
TUBE = '[[wall]]\nname = "tube"\ntype = "cylinder"\nbase = [0, 0, 0]\nradius = 1\nheight = 1\n'
LOAD = '[[measure]]\nname = "load"\ntype = "wall_load"\nwalls = ["floor"]\n'
WALL = HEAD + FLOOR
STRESS = ('[[measure]]\nname = "cell"\ntype = "stress"\n'
          'region = {type = "box", lower = [0, 0, 0], upper = [1, 1, 1]}\n')


def moved(motion, old="", new="", wall=WALL):
    """A scene whose wall has this motion, with one part of it replaced."""
    assert old in motion
    return wall + motion.replace(old, new) + BALL


ERRORS += [
    # The type of a motion.
    ("motion: unknown type", moved(OSCILLATE, '"oscillate"', '"oscilate"'), '"oscilate"',
     r'wall\[0\]\.motion\[0\]\.type: unknown value "oscilate" \(did you mean "oscillate"\?\); allowed: constant, '),
    ("motion: no type", moved(OSCILLATE, 'type = "oscillate"\n'), "[[wall.motion]]",
     r"motion\[0\]\.type: missing; one of constant, oscillate, ramp, table"),
    ("motion: type is a number", moved(OSCILLATE, '"oscillate"', "3"), "type = 3",
     r"motion\[0\]\.type: expected one of constant, oscillate, ramp, table, got "),
    ("motion: not a table", WALL + "motion = 3\n" + BALL, "motion = 3",
     r"wall\[0\]\.motion: expected tables, \[\[wall\[0\]\.motion\]\], got "),
    ("motion: unknown key", moved(OSCILLATE, "frequency = 5", "frequency = 5\nfase = 1"), "fase",
     r'motion\[0\]\.fase: unknown key \(did you mean "phase"\?\); .* has type, direction, '),
    # Along what.
    ("motion: no direction", moved(OSCILLATE, "direction = [0, 0, 1]\n"), "[[wall.motion]]",
     r"motion\[0\]\.direction: missing; an array of 3 numbers"),
    ("motion: direction is zero", moved(OSCILLATE, "[0, 0, 1]", "[0, 0, 0]"), "direction",
     r"motion\[0\]\.direction: must not be zero, got \[0, 0, 0\]"),
    ("motion: direction is too short", moved(OSCILLATE, "[0, 0, 1]", "[0, 1]"), "direction",
     r"motion\[0\]\.direction: expected an array of 3 numbers, got "),
    ("motion: a half-space turns", moved(OSCILLATE, "direction", "axis"), "axis",
     r"motion\[0\]\.axis: a half-space cannot turn; a wall of the type"),
    ("motion: both", moved(OSCILLATE, "direction = [0, 0, 1]", "direction = [0, 0, 1]\naxis = [0, 0, 1]",
                           wall=HEAD + TUBE), "axis = [0, 0, 1]", r"along a direction or about an axis, not both"),
    ("motion: centre of a translation", moved(OSCILLATE, "frequency", "centre = [0, 0, 0]\nfrequency",
                                              wall=HEAD + TUBE), "centre", r"motion\[0\]\.centre: unknown key"),
    ("motion: axis is no vector", moved(OSCILLATE, "direction = [0, 0, 1]", 'axis = "z"', wall=HEAD + TUBE),
     "axis", r'motion\[0\]\.axis: expected an array of 3 numbers, got the string "z"'),
    ("motion: centre is not finite", moved(OSCILLATE, "direction = [0, 0, 1]",
                                           "axis = [0, 0, 1]\ncentre = [0, nan, 0]", wall=HEAD + TUBE),
     "centre", r"motion\[0\]\.centre\[1\]: must be finite, got nan"),
    # Constant.
    ("constant: two velocities", moved(CONSTANT, "velocity", "angular_velocity = [0, 0, 1]\nvelocity",
                                       wall=HEAD + TUBE), "[[wall.motion]]",
     r"motion\[0\]: a constant motion has either a velocity or an angular_velocity"),
    ("constant: none", moved(CONSTANT, "velocity = [1, 0, 0]\n"), "[[wall.motion]]", r"has either a velocity or"),
    ("constant: a half-space turns", moved(CONSTANT, "velocity", "angular_velocity"), "angular_velocity",
     r"motion\[0\]\.angular_velocity: a half-space cannot turn"),
    ("constant: infinite", moved(CONSTANT, "[1, 0, 0]", "[inf, 0, 0]"), "velocity = [inf",
     r"motion\[0\]\.velocity\[0\]: must be finite, got inf"),
    ("constant: a direction", moved(CONSTANT, "velocity", "direction = [0, 0, 1]\nvelocity"), "direction",
     r"motion\[0\]\.direction: unknown key"),
    # Oscillate.
    ("oscillate: no amplitude", moved(OSCILLATE, "amplitude = 0.01\n"), "[[wall.motion]]",
     r"motion\[0\]\.amplitude: missing; a number that is finite"),
    ("oscillate: text", moved(OSCILLATE, "0.01", '"big"'), "amplitude",
     r'motion\[0\]\.amplitude: expected a number that is finite, got the string "big"'),
    ("oscillate: no frequency", moved(OSCILLATE, "frequency = 5\n"), "[[wall.motion]]", r"\.frequency: missing"),
    ("oscillate: negative frequency", moved(OSCILLATE, "frequency = 5", "frequency = -5"), "frequency",
     r"motion\[0\]\.frequency: must be finite and >= 0, got -5"),
    ("oscillate: phase", moved(OSCILLATE, "frequency = 5", "frequency = 5\nphase = [1]"), "phase",
     r"motion\[0\]\.phase: expected a number that is finite, got "),
    # Ramp.
    ("ramp: no target", moved(RAMP, "to = 0.5\n"), "[[wall.motion]]", r"motion\[0\]\.to: missing"),
    ("ramp: no end", moved(RAMP, "end = 0.1\n"), "[[wall.motion]]", r"motion\[0\]\.end: missing"),
    ("ramp: ends before it starts", moved(RAMP, "end", "start = 0.2\nend"), "end = 0.1",
     r"motion\[0\]\.end: must be after start = 0\.2 s, got 0\.1"),
    ("ramp: negative start", moved(RAMP, "end", "start = -1\nend"), "start",
     r"motion\[0\]\.start: must be finite and >= 0, got -1"),
    ("ramp: from is a vector", moved(RAMP, "to", "from = [1, 0, 0]\nto"), "from",
     r"motion\[0\]\.from: expected a number that is finite, got "),
    # Table.
    ("table: times fall", moved(TABLE, "[0, 1, 2]", "[0, 2, 1]"), "time = [0",
     r"motion\[0\]\.time: times must increase, but 2 s \(row 2\) is followed by 1 s"),
    ("table: one row", moved(TABLE, "[0, 1, 2]", "[0]"), "time = [0]",
     r"motion\[0\]\.time: expected an array of 2 to 1000000 numbers, got 1"),
    ("table: lengths differ", moved(TABLE, "[0, 0.1, 0]", "[0, 0.1]"), "position",
     r"motion\[0\]\.position: needs one number for each of the 3 times, got 2"),
    ("table: two quantities", moved(TABLE, "time", "velocity = [0, 1, 2]\ntime"), "[[wall.motion]]",
     r"motion\[0\]: a table along a direction has either position or velocity"),
    ("table: an angle along a direction", moved(TABLE, "position", "angle"), "[[wall.motion]]",
     r"a table along a direction has either position or velocity.*\n.*angle: unknown key"),
    ("table: text among the numbers", moved(TABLE, "0.1", '"x"'), '"x"',
     r'motion\[0\]\.position\[1\]: expected a number, got the string "x"'),
    ("table: no times", moved(TABLE, "time = [0, 1, 2]\n"), "[[wall.motion]]", r"\.time: missing; an array of times"),
    ("table: no such file", moved(TABLE, "time = [0, 1, 2]\nposition = [0, 0.1, 0]", 'file = "no.csv"'), "no.csv",
     r"motion\[0\]\.file: .*no\.csv: cannot be opened: No such file"),
    ("table: file and times", moved(TABLE, "position = [0, 0.1, 0]", 'file = "no.csv"'), "time = [0",
     r"motion\[0\]\.time: the table is in the file; leave one of them out.*\n.*no\.csv"),
    # Surfaces and bodies.
    ("surface: not a vector", WALL + "surface_velocity = 1\n" + BALL, "surface_velocity",
     r"wall\[0\]\.surface_velocity: expected an array of 3 numbers, got "),
    ("surface: a half-space turns", WALL + "surface_angular_velocity = [0, 0, 1]\n" + BALL, "surface_angular",
     r"wall\[0\]\.surface_angular_velocity: unknown key"),
    ("surface: not finite", WALL + "surface_velocity = [nan, 0, 0]\n" + BALL, "surface_velocity",
     r"wall\[0\]\.surface_velocity\[0\]: must be finite, got nan"),
    ("body: fixed and moved", GOOD + "fixed = true\n" + CONSTANT.replace("wall", "body"), "[[body.motion]]",
     r"body\[0\]\.motion: a fixed body has none; leave out fixed"),
    # Measures.
    ("measure: unknown type", GOOD + LOAD.replace('"wall_load"', '"wall_loads"'), "wall_loads",
     r'measure\[0\]\.type: unknown value "wall_loads" \(did you mean "wall_load"\?\)'),
    ("measure: no region", GOOD + STRESS.replace("region", "#"), "[[measure]]", r"measure\[0\]\.region: missing"),
    ("measure: a disc", GOOD + STRESS.replace('"box"', '"disc"'), '"disc"',
     r'measure\[0\]\.region\.type: unknown value "disc"'),
    ("measure: an empty box", GOOD + STRESS.replace("[1, 1, 1]", "[1, 0, 1]"), "[1, 0, 1]",
     r"measure\[0\]\.region\.upper\[1\]: must be above lower\[1\] = 0, got 0"),
    ("measure: a key of another type", GOOD + STRESS + 'walls = ["floor"]\n', 'walls', r"measure\[0\]\.walls: unknown key"),
    ("measure: a misspelt type", GOOD + STRESS.replace('"stress"', '"stres"'), '"stres"',
     r'measure\[0\]\.type: unknown value "stres" \(did you mean "stress"\?\)'),
    ("measure: no name", GOOD + LOAD.replace('name = "load"\n', ""), "[[measure]]", r"measure\[0\]\.name: missing"),
    ("measure: a name that is no file", GOOD + LOAD.replace('"load"', '"a/b"'), '"a/b"',
     r"measure\[0\]\.name: must be of 1 to 64 letters a-z and A-Z, digits, '_' and '-', got \"a/b\""),
    ("measure: a name twice", GOOD + LOAD + LOAD.replace("about", ""), None,
     r'measure\[1\]\.name: another measure, inlet or outlet is already called "load"'),
    ("measure: unknown wall", GOOD + LOAD.replace('"floor"', '"flor"'), '"flor"',
     r'measure\[0\]\.walls\[0\]: unknown wall or body "flor" \(did you mean "floor"\?\); known: ball, floor'),
    ("measure: a free body", GOOD + LOAD.replace('"floor"', '"ball"'), '["ball"]',
     r'measure\[0\]\.walls\[0\]: "ball" is free; loads are measured on walls and on bodies that are fixed or'),
    ("measure: no walls", GOOD + LOAD.replace('walls = ["floor"]\n', ""), "[[measure]]", r"measure\[0\]\.walls: missing"),
    ("measure: no names", GOOD + LOAD.replace('["floor"]', "[]"), "walls = []", r"measure\[0\]\.walls: expected the names"),
    ("measure: numbers for names", GOOD + LOAD.replace('"floor"', "7"), "[7]",
     r"measure\[0\]\.walls\[0\]: expected the name of a wall or body, got "),
    ("measure: interval", GOOD + LOAD + "interval = 0\n", "interval",
     r"measure\[0\]\.interval: must be finite and > 0, got 0"),
    ("measure: point", GOOD + LOAD + "about = [0, 0]\n", "about",
     r"measure\[0\]\.about: expected an array of 3 numbers, got "),
    ("measure: unknown key", GOOD + LOAD + "around = [0, 0, 0]\n", "around", r"measure\[0\]\.around: unknown key"),
    # Gravity over time.
    ("gravity: unknown type", GOOD.replace("[simulation]", '[simulation]\ngravity = {type = "tabel"}'), "tabel",
     r'simulation\.gravity\.type: unknown value "tabel" \(did you mean "table"\?\); allowed: table, rotating'),
    ("gravity: one row", GOOD.replace(
        "[simulation]", '[simulation]\ngravity = {type = "table", time = [0, 1], value = [[0, 0, -9]]}'), "[[0, 0, -9]]",
     r"simulation\.gravity\.value: expected an array of 2 vectors, one for each time, got 1"),
    ("gravity: a row of two", GOOD.replace(
        "[simulation]", '[simulation]\ngravity = {type = "table", time = [0, 1], value = [[0, 0, 9], [0, 9]]}'), "[0, 9]]",
     r"simulation\.gravity\.value\[1\]: expected an array of 3 numbers, got "),
    ("gravity: times", GOOD.replace(
        "[simulation]", '[simulation]\ngravity = {type = "table", time = [1, 1], value = [[0, 0, 9], [0, 0, 9]]}'),
     "[1, 1]", r"simulation\.gravity\.time: times must increase"),
    ("gravity: no angular velocity", GOOD.replace("[simulation]", '[simulation]\ngravity = {type = "rotating"}'),
     "{type = \"rotating\"", r"simulation\.gravity\.angular_velocity: missing"),
]


@pytest.mark.parametrize("scene,where,message", [m[1:] for m in ERRORS], ids=[m[0] for m in ERRORS])
def test_an_error_names_value_and_position(tmp_path, scene, where, message):
    status, text = run_scene(tmp_path, scene)
    assert status == 1, text
    # One message for each error, on its own line.
    lines = [line for line in text.splitlines() if line]
    count = message.count("\\n") + 1
    assert len(lines) == (count if count == 1 else count + 1) and lines[0].startswith("talus: "), text
    assert re.search(message, text), text
    if where is not None:
        assert_line(text, scene, where)
    assert not (tmp_path / "out").exists()  # nothing is begun


def test_a_good_scene_runs(tmp_path):
    status, text = run_scene(tmp_path, GOOD)
    assert status == 0, text
    assert "over at 0.02 s, step 200" in text


def test_all_errors_are_reported_at_once(tmp_path):
    scene = (GOOD.replace("duration", "durration").replace("young = 1e6", "young = -1")
             .replace("radius = 0.01", "radius = 0") + "colour = 3\n")
    status, text = run_scene(tmp_path, scene)
    assert status == 1
    for needle in ("durration", "duration: missing", "young: must", "radius: must", "colour: unknown key"):
        assert needle in text, text
    assert "talus: 5 errors in the scene" in text


RANDOM = 'shape = {type = "polyhedron", random = {vertices = V, variants = N}}'
MANY = HEAD + FILL.replace('shape = {type = "sphere", radius = 0.005}', RANDOM)

# A scene of a kilobyte must not ask for gigabytes.
TOO_MUCH = [
    ("materials", GOOD + "".join(f'[[material]]\nname = "m{i}"\n' for i in range(1500)), '[[material]]\nname = "m999"',
     r"material\[1000\]: a scene has at most 1000 materials, got 1501"),
    ("variants", MANY.replace("V", "1000").replace("N", "1000000"), "random",
     r"fill\[0\]\.grain\[0\]\.shape\.random\.variants: 1000000 shapes of 1000 vertices each are too many; "
     r"at most 5000000 vertices in all are allowed"),
    ("classes", MANY.replace("V", "50").replace("N", "200") +
     'diameter = {type = "uniform", from = 0.001, to = 0.002, classes = 1000}\n', "diameter",
     r"fill\[0\]\.grain\[0\]\.diameter: 1000 shapes of 10000 vertices each are too many"),
    ("grains", HEAD + FILL.split("[[fill.grain]]")[0] + ("[[fill.grain]]\n" + RANDOM + "\n").replace(
        "V", "4").replace("N", "1000") + ("[[fill.grain]]\n" + RANDOM + "\n").replace("V", "5").replace("N", "999999"),
     "vertices = 5", r"fill\[0\]\.grain\[1\]\.shape\.random\.variants: 999999 shapes of 5 vertices"),
]


@pytest.mark.parametrize("scene,where,message", [m[1:] for m in TOO_MUCH], ids=[m[0] for m in TOO_MUCH])
def test_a_small_scene_that_asks_for_much_memory_is_refused(tmp_path, scene, where, message):
    (tmp_path / "scene.toml").write_text(scene)
    limit = 3 << 30  # bytes of addresses
    result = subprocess.run([PROGRAM, "run", tmp_path / "scene.toml", "--out", tmp_path / "out", "--threads", "1"],
                            capture_output=True, check=False, timeout=60,
                            preexec_fn=limited_addresses(limit))
    text = result.stderr.decode()
    assert result.returncode == 1 and re.search(message, text), text
    assert_line(text, scene, where)


def test_errors_beyond_the_first_hundred_are_counted(tmp_path):
    status, text = run_scene(tmp_path, GOOD + "".join(f"unknown_{i} = 1\n" for i in range(250)))
    lines = text.splitlines()
    assert status == 1 and len(lines) == 101 and lines[-1].endswith("scene.toml: and 150 more errors"), lines[-1]
    assert "unknown_0" in lines[0] and "unknown_99" in lines[99]
    status, text = run_scene(tmp_path, GOOD + "".join(f"unknown_{i} = 1\n" for i in range(100)))
    assert text.splitlines()[-1] == "talus: 100 errors in the scene"


def test_an_empty_scene_says_what_it_needs(tmp_path):
    status, text = run_scene(tmp_path, "")
    assert status == 1
    for needle in ("nothing to simulate: a scene has at least one [[body]], [[fill]] or [[inlet]]",
                   "simulation: missing", "material: missing"):
        assert needle in text, text


@pytest.mark.parametrize("make", ["none", "folder", "bytes"])
def test_a_scene_that_cannot_be_read(tmp_path, make):
    scene = tmp_path / "scene.toml"
    if make == "folder":
        scene.mkdir()
    if make == "bytes":
        scene.write_bytes(bytes(range(256)) * 20)
    result = run("run", scene, "--out", tmp_path / "out")
    text = result.stderr.decode(errors="replace")
    assert result.returncode == 1
    assert {"none": "cannot be opened: No such file", "folder": "is a directory, not a scene file",
            "bytes": "not TOML"}[make] in text, text
    assert str(scene) in text and len(text.splitlines()) == 1


def test_a_mesh_with_a_hole(tmp_path):
    scene = GOOD + BODY.format("grain", TETRAHEDRON, "[0, 0, 9]")
    (tmp_path / "grain.stl").write_text(stl(SIDES[:3]))
    status, text = run_scene(tmp_path, scene)
    assert status == 1 and "hole" in text, text
    assert_line(text, scene, "grain.stl")
    (tmp_path / "grain.stl").write_text(stl(SIDES))
    status, text = run_scene(tmp_path, scene)
    assert status == 0, text


def test_bodies_that_overlap_at_the_start(tmp_path):
    scene = GOOD + BODY.format("other", '{type = "sphere", radius = 0.01}', "[0.005, 0, 0.02]")
    status, text = run_scene(tmp_path, scene)
    assert status == 1 and "scene.toml" in text, text
    assert "ball" in text and "other" in text and "overlap" in text, text
    status, text = run_scene(tmp_path, GOOD.replace("0, 0.02]", "0, 0.002]"))
    assert status == 1 and "ball" in text and "floor" in text, text


def test_a_time_step_that_is_too_large(tmp_path):
    status, text = run_scene(tmp_path, GOOD.replace("time_step = 1e-4", "time_step = 0.01"))
    assert status == 1, text
    assert "time_step: 0.01 s is too large" in text and "ball" in text and "at most" in text, text


def test_a_duration_without_end(tmp_path):
    status, text = run_scene(tmp_path, GOOD.replace("duration = 0.02", "duration = 1e300"))
    assert status == 1 and "duration: 1e+300 s are more than 1e+15 steps" in text, text
    assert not (tmp_path / "out").exists()


def test_a_wall_without_triangles(tmp_path):
    scene = GOOD + '[[wall]]\ntype = "mesh"\nfile = "points.obj"\n'
    (tmp_path / "points.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\n")
    status, text = run_scene(tmp_path, scene)
    assert status == 1 and "points.obj: holds no triangles" in text, text
    assert_line(text, scene, "points.obj")


@pytest.mark.parametrize("out", ["file/out", "/proc/out"])
def test_a_folder_that_cannot_be_made(tmp_path, out):
    (tmp_path / "file").write_text("")
    (tmp_path / "scene.toml").write_text(GOOD)
    result = run("run", tmp_path / "scene.toml", "--out", tmp_path / out)
    text = result.stderr.decode()
    assert result.returncode == 1 and out in text, text


def test_a_folder_that_holds_a_run_is_not_written_over(tmp_path):
    assert run_scene(tmp_path, GOOD)[0] == 0
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    status, text = run_scene(tmp_path, GOOD)
    assert status == 1 and "already holds a run" in text and "out" in text, text
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}


def test_a_checkpoint_of_another_scene_is_refused(tmp_path):
    assert run_scene(tmp_path, GOOD)[0] == 0
    status, text = run_scene(tmp_path, GOOD.replace("radius = 0.01", "radius = 0.011"), "--resume")
    assert status == 1 and "belongs to another scene" in text, text
    # A longer duration is no other scene.
    status, text = run_scene(tmp_path, GOOD.replace("duration = 0.02", "duration = 0.03"), "--resume")
    assert status == 0 and "goes on at 0.02 s, step 200" in text and "over at 0.03 s" in text, text


def limited(size):
    """In the child: files end at this size, as on a disk that is full."""
    def apply():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return apply


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and "checkpoints" not in path.parts}


def test_a_full_disk_loses_nothing_and_the_run_goes_on_later(tmp_path):
    scene = (GOOD.replace("duration = 0.02", "duration = 0.4") +
             "[output]\ninterval = 0.1\nseries_interval = 1e-4\ncheckpoint_interval = 50\npicture = false\n")
    (tmp_path / "scene.toml").write_text(scene)
    assert run("run", tmp_path / "scene.toml", "--out", tmp_path / "whole").returncode == 0
    command = [PROGRAM, "run", str(tmp_path / "scene.toml"), "--out", str(tmp_path / "out")]
    size = (tmp_path / "whole/series.csv").stat().st_size // 2
    largest = max(path.stat().st_size for path in (tmp_path / "whole").rglob("*.h5"))
    assert size > largest  # the table is what gets too long
    result = subprocess.run(command, capture_output=True, preexec_fn=limited(size), restore_signals=False)
    text = result.stderr.decode()
    assert result.returncode == 1 and "series.csv" in text and "too large" in text, text
    written = (tmp_path / "out/series.csv").read_bytes()
    assert len(written) > size // 2 and (tmp_path / "whole/series.csv").read_bytes().startswith(written)
    assert subprocess.run(command + ["--resume"], capture_output=True).returncode == 0
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


@pytest.mark.skipif(os.geteuid() != 0, reason="a small file system can only be mounted by root")
def test_a_small_disk_is_full(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        (tmp_path / "scene.toml").write_text(GOOD + "[output]\ninterval = 1e-4\ncheckpoint_interval = 50\n")
        result = run("run", tmp_path / "scene.toml", "--out", disk / "out")
        text = result.stderr.decode()
        assert result.returncode == 1 and "No space left on device" in text and str(disk) in text, text
        assert (disk / "out/frames.csv").exists()
    finally:
        subprocess.run(["umount", disk], check=True)


def test_every_mistake_in_the_table_of_a_motion(tmp_path):
    scene = moved(TABLE, "time = [0, 1, 2]\nposition = [0, 0.1, 0]", 'file = "motion.csv"')

    def message(text):
        (tmp_path / "motion.csv").write_bytes(text)
        status, text = run_scene(tmp_path, scene)
        assert status == 1 and text.count("\n") == 1, text
        assert_line(text, scene, "motion.csv")
        return text

    assert "motion.csv: has 0 rows; 2 are needed" in message(b"")
    assert "has 1 rows; 2 are needed" in message(b"time,position\n0,0\n")
    assert 'line 1: expected the names of two columns, "time" and one of position, velocity, got "0,0"' in message(
        b"0,0\n1,1\n")
    assert 'got "time [s],angle [rad]"' in message(b"time [s],angle [rad]\n0,0\n1,1\n")
    assert 'line 3: expected two finite numbers, got "1"' in message(b"time,position\n0,0\n1\n2,2\n")
    assert 'line 3: expected two finite numbers, got "1,nan"' in message(b"time,position\n0,0\n1,nan\n")
    assert 'line 3: expected two finite numbers, got "1,2,3"' in message(b"time,position\n0,0\n1,2,3\n")
    assert "times must increase, but 1 s (row 2) is followed by 1 s" in message(b"time,velocity\n0,0\n1,0\n1,0\n")
    assert 'got "?????' in message(b"\x00\xff\xfe\x01\x02,position\n")
    (tmp_path / "motion.csv").unlink()
    (tmp_path / "motion.csv").mkdir()
    status, text = run_scene(tmp_path, scene)
    assert status == 1 and "motion.csv: is a directory" in text


def test_the_table_of_a_motion_is_limited(tmp_path):
    rows = "".join(f"{i},0\n" for i in range(1_000_001))
    (tmp_path / "motion.csv").write_text("time,position\n" + rows)
    status, text = run_scene(tmp_path, moved(TABLE, "time = [0, 1, 2]\nposition = [0, 0.1, 0]", 'file = "motion.csv"'))
    assert status == 1 and "motion.csv: has more than 1000000 rows" in text


def test_motions_that_are_right(tmp_path):
    (tmp_path / "motion.csv").write_text("time [s], position [m]\r\n0, 0\r\n\r\n0.1, 1e-3\r\n")
    for text in (moved(OSCILLATE), moved(RAMP), moved(TABLE), moved(CONSTANT), moved(OSCILLATE + RAMP + TABLE),
                 moved(TABLE, "time = [0, 1, 2]\nposition = [0, 0.1, 0]", 'file = "motion.csv"'),
                 moved(OSCILLATE, "direction", "axis", wall=HEAD + TUBE),
                 WALL + 'motion = {type = "constant", velocity = [1, 0, 0]}\n' + BALL,
                 GOOD + CONSTANT.replace("wall", "body")):
        status, message = run_scene(tmp_path, text, "--overwrite")
        assert status == 0, message


@pytest.mark.parametrize("radius", ["1e-150", "1e-120", "1e-70", "1e70", "1e120"])
def test_bodies_beyond_the_range_of_numbers_are_named(tmp_path, radius):
    status, message = run_scene(tmp_path, GOOD.replace("radius = 0.01", f"radius = {radius}"))
    assert status == 1 and "ball: " in message and "range of numbers" in message, message
    fill = FILL.replace("radius = 0.005", f"radius = {radius}")
    status, message = run_scene(tmp_path, HEAD + fill)
    assert status == 1 and ("grain" in message or "fill[0]" in message), message
