"""talus init and talus run: what they write, print and give back."""

import csv
import os
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from program import PROGRAM, run
from scenes import BALL, FILL, FLOOR, GOOD, HEAD


def test_init_writes_a_scene_that_runs(tmp_path):
    result = run("init", tmp_path / "scene.toml")
    assert result.returncode == 0, result.stderr
    assert sorted(os.listdir(tmp_path)) == ["jack.stl", "scene.toml"]
    text = (tmp_path / "scene.toml").read_text()
    for kind in ("sphere", "ellipsoid", "superquadric", "polyhedron", "mesh"):
        assert f'type = "{kind}"' in text
    # Not until rest: that takes most of a minute.
    (tmp_path / "scene.toml").write_text(text.replace("duration = 1.0", "duration = 0.05"))
    result = run("run", tmp_path / "scene.toml", "--out", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "out/results.h5") as file:
        assert len(file) > 0


def test_init_does_not_write_over_a_file(tmp_path):
    (tmp_path / "jack.stl").write_text("mine")
    result = run("init", tmp_path / "scene.toml")
    assert result.returncode == 2 and b"jack.stl is there already; --force" in result.stderr
    assert (tmp_path / "jack.stl").read_text() == "mine" and not (tmp_path / "scene.toml").exists()
    assert run("init", tmp_path / "scene.toml", "--force").returncode == 0
    assert (tmp_path / "jack.stl").read_text() != "mine"
    assert run("init", tmp_path / "no/such/folder/scene.toml").returncode == 2


def test_a_ball_falls_as_it_should(tmp_path):
    scene = HEAD + BALL + "[output]\ninterval = 0.005\nseries_interval = 0.001\n"
    (tmp_path / "scene.toml").write_text(scene)
    result = run("run", tmp_path / "scene.toml", "--out", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    with open(tmp_path / "out/series.csv", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 1 + 21
    mass, g = 2500 * 4 / 3 * np.pi * 0.01**3, 9.81
    kinetic = [i for i, name in enumerate(rows[0]) if name.startswith("kinetic")][0]
    assert float(rows[-1][kinetic]) == pytest.approx(0.5 * mass * (g * 0.02)**2, rel=1e-9)
    assert len(os.listdir(tmp_path / "out/frames")) == 5


def series_of(folder):
    with open(folder / "series.csv", newline="") as file:
        return list(csv.DictReader(file))


PLATE = """[[wall]]
name = "plate"
type = "mesh"
file = "plate.obj"
"""


def test_a_ball_that_passes_a_wall_ends_the_run(tmp_path):
    (tmp_path / "plate.obj").write_text("v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n")
    for speed, passes in ((2, False), (60, True)):
        ball = (f'[[body]]\nname = "ball"\nposition = [0.1, 0.03, 0.05]\nvelocity = [0, 0, -{speed}]\n'
                'shape = {type = "sphere", radius = 0.01}\n')
        (tmp_path / "scene.toml").write_text(HEAD.replace("duration = 0.02", "duration = 0.04") + PLATE + ball)
        result = run("run", tmp_path / "scene.toml", "--out", tmp_path / f"out{speed}", "--quiet")
        assert result.returncode == (1 if passes else 0), result.stderr
        assert (b"ball passes the wall plate at" in result.stderr) == passes
        assert (b"warning: ball moves by" in result.stderr) == passes
        last = series_of(tmp_path / f"out{speed}")[-1]
        assert (int(last["large_travel_steps"]) > 0) == passes
        assert len(os.listdir(tmp_path / f"out{speed}/checkpoints")) > 0


# Heavy and light grains in a stack, at the largest step: the load presses them beyond the overlap that
# the step is made for, and the stack gains energy.
STACK = """[simulation]
duration = 1.0
time_step = {step}
[[material]]
name = "light"
density = 2.5
young = 1e4
poisson = 0.25
restitution = 0.01
friction = 0.5
[[material]]
name = "heavy"
density = 25000
young = 1e4
poisson = 0.25
restitution = 0.01
friction = 0.5
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
material = "light"
[output]
interval = 1.0
"""


def stack(step):
    bodies = "".join(f"""[[body]]
name = "grain {i}"
material = "{'heavy' if i % 2 else 'light'}"
shape = {{type = "sphere", radius = 0.01}}
position = [{0.0001 * i}, 0, {0.01 + 0.02 * i}]
""" for i in range(6))
    return STACK.format(step=step) + bodies


def test_energy_from_nothing_is_reported(tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_text(stack(1e-6).replace("duration = 1.0", "duration = 1e-5"))
    result = run("run", scene, "--out", tmp_path / "short")
    assert result.returncode == 0, result.stderr
    assert "steps with unsolved pairs: 0; checks with over 10 % of the energy not accounted for: 0" in \
        result.stderr.decode()
    largest = float(result.stderr.decode().split("time step limited to ")[1].split(" s")[0])
    for quiet in (True, False):
        scene.write_text(stack(0.999 * largest))
        result = run("run", scene, "--out", tmp_path / f"out{quiet}", *(["--quiet"] if quiet else []))
        text = result.stderr.decode()
        assert result.returncode == 0, text
        assert text.count("% of the energy is not accounted for (") == 1, text
        assert "the body with the most kinetic energy is grain" in text
        checks = int(series_of(tmp_path / f"out{quiet}")[-1]["large_residual_checks"])
        assert checks > 0
        assert quiet or f"of the energy not accounted for: {checks}\n" in text


def test_limits_of_the_scene_end_a_run(tmp_path):
    ball = BALL + "velocity = [0, 0, -3]\n"
    for limit, words in (("overlap = 0.02", b"overlap by"), ("travel = 0.005", b"moves by")):
        scene = HEAD.replace("duration = 0.02", f"duration = 1.0\nstop.{limit}") + FLOOR + ball
        folder = tmp_path / limit[:5]
        (tmp_path / "scene.toml").write_text(scene)
        result = run("run", tmp_path / "scene.toml", "--out", folder, "--quiet")
        assert result.returncode == 1 and words in result.stderr, result.stderr
        assert f"more than stop.{limit}".encode() in result.stderr
        assert float(series_of(folder)[-1]["time [s]"]) < 0.5


def test_the_stop_condition_ends_a_run(tmp_path):
    scene = HEAD.replace("duration = 0.02", "duration = 30\nstop.kinetic_energy_ratio = 1e-3") + FLOOR + BALL
    (tmp_path / "scene.toml").write_text(scene + "[output]\nseries_interval = 0.001\n")
    result = run("run", tmp_path / "scene.toml", "--out", tmp_path / "out")
    text = result.stderr.decode()
    assert result.returncode == 0 and "over at" in text, text
    ended = float(text.split("over at ")[1].split(" s")[0])
    assert 0.05 < ended < 5, text
    # It stays over.
    again = run("run", tmp_path / "scene.toml", "--out", tmp_path / "out", "--resume")
    assert again.returncode == 0 and f"over at {ended:g} s" in again.stderr.decode()


def results(folder):
    """All files but the checkpoints, whose padding bytes mean nothing."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and path.parent.name != "checkpoints"}


def test_threads_do_not_change_a_byte(tmp_path):
    scene = HEAD.replace("time_step = 1e-4", "") + FLOOR + FILL.replace("count = 10", "count = 100")
    (tmp_path / "scene.toml").write_text(scene + "[output]\ninterval = 0.004\n")
    for threads in (1, 2):
        result = run("run", tmp_path / "scene.toml", "--out", tmp_path / str(threads), "--threads", threads)
        assert result.returncode == 0, result.stderr
    one, two = (results(tmp_path / threads) for threads in ("1", "2"))
    assert one == two and len(one) > 5


def test_summary_profile_and_quiet(tmp_path):
    (tmp_path / "scene.toml").write_text(GOOD)
    result = run("run", tmp_path / "scene.toml", "--out", tmp_path / "a", "--profile")
    text = result.stderr.decode()
    for needle in ("largest overlap", "energy (J)", "not accounted for", "steps/s", "memory", "MB"):
        assert needle in text, text
    table = result.stdout.decode()
    assert table.startswith("part") and "us per step" in table and "output and the rest" in table, table
    stages = table.split("\n\n")[1].splitlines()
    names = [line[:36].strip() for line in stages]
    assert names == ["stage", "spatial search", "resolve geometry", "penalty force", "Newtonian physics",
                     "housekeeping"], table
    rows = {line[:36].strip(): line[36:].split() for line in stages[1:]}
    assert sum(float(row[1]) for row in rows.values()) == pytest.approx(100, abs=0.5), table
    assert int(rows["resolve geometry"][2]) >= int(rows["penalty force"][2]), table
    assert int(rows["Newtonian physics"][2]) == 2 * 200 and int(rows["housekeeping"][2]) == 200, table
    result = run("run", tmp_path / "scene.toml", "--out", tmp_path / "b", "--quiet")
    assert result.returncode == 0 and result.stdout == result.stderr == b""


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_saves_and_the_run_goes_on(tmp_path, which):
    scene = GOOD.replace("duration = 0.02", "duration = 30").replace("time_step = 1e-4", "time_step = 1e-5")
    (tmp_path / "scene.toml").write_text(scene + "[output]\ninterval = 10\nseries_interval = 1\n")
    command = [PROGRAM, "run", str(tmp_path / "scene.toml"), "--out", str(tmp_path / "out")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    while not (tmp_path / "out/series.csv").exists():
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(which)
    text = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130, text
    assert "interrupted at" in text and f"talus run {tmp_path}/scene.toml --out {tmp_path}/out --resume" in text
    step = int(text.split("(step ")[1].split(")")[0])
    assert [name for name in os.listdir(tmp_path / "out/checkpoints") if str(step) in name]
    process = subprocess.Popen(command + ["--resume"], stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(which)
    text = process.communicate(timeout=60)[1].decode()
    assert f"step {step}\n" in text and process.returncode == 130, text
