"""Bad scenes: one clear message each that names value and line, nothing lost, never a crash."""

import os
import re
import resource
import signal
import subprocess

import pytest
from program import PROGRAM, run
from scenes import FILL, GOOD, HEAD, SIDES, stl


def run_scene(folder, text, *arguments):
    (folder / "scene.toml").write_text(text)
    result = run("run", folder / "scene.toml", "--out", folder / "out", "--threads", "1", *arguments)
    return result.returncode, result.stderr.decode()


def assert_line(message, text, needle):
    """The message names the line on which the needle stands."""
    line = text[:text.index(needle)].count("\n") + 1
    assert f"scene.toml:{line}:" in message, (message, line)


BODY = '\n[[body]]\nname = "{}"\nshape = {}\nposition = {}\n'
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
     r'simulation\.law: unknown value "hertz"; allowed: hertz-mindlin, linear, volume'),
    ("a law that does not know a shape", GOOD.replace("[simulation]", '[simulation]\nlaw = "volume"'), "[[body]]",
     r'body\[0\]: the law "volume" is for polyhedra and meshes, not for a sphere'),
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


@pytest.mark.parametrize("scene,where,message", [m[1:] for m in ERRORS], ids=[m[0] for m in ERRORS])
def test_an_error_names_value_and_position(tmp_path, scene, where, message):
    status, text = run_scene(tmp_path, scene)
    assert status == 1, text
    # One message, on its own line.
    lines = [line for line in text.splitlines() if line]
    assert len(lines) == 1 and lines[0].startswith("talus: "), text
    assert re.search(message, text), text
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
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
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
    for needle in ("nothing to simulate: a scene has at least one [[body]] or [[fill]]",
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
