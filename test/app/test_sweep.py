"""talus sweep and talus run --set."""

import csv
import json
import os
import signal
import subprocess
import time

import pytest
from program import PROGRAM, run
from scenes import GOOD, HEAD, SIDES, stl

SCENE = GOOD.replace('restitution = 0.5', '') + "\n[output]\npicture = false\ninterval = 0.01\n"


@pytest.fixture
def scene(tmp_path):
    (tmp_path / "fall.toml").write_text(SCENE)
    return tmp_path / "fall.toml"


def table(folder):
    with open(folder / "sweep.csv") as file:
        return list(csv.DictReader(file))


def last_of_series(folder):
    with open(folder / "series.csv") as file:
        return list(csv.DictReader(file))[-1]


def test_all_combinations_in_one_table(scene, tmp_path):
    out = tmp_path / "study"
    result = run("sweep", scene, "--set", "material.stone.young=1e6:3e6:3", "--set", "body.ball.velocity=[1, 0, 0],[0, 0, -1]",
                 "--jobs", "2", "--out", out)
    assert result.returncode == 0, result.stderr
    rows = table(out)
    assert [row["run"] for row in rows] == [f"{i:04}" for i in range(6)]
    assert [row["material.stone.young"] for row in rows] == ["1000000", "1000000", "2000000", "2000000", "3000000", "3000000"]
    assert [row["body.ball.velocity"] for row in rows] == ["[1, 0, 0]", "[0, 0, -1]"] * 3
    assert {row["status"] for row in rows} == {"done"}
    for row in rows:
        last = last_of_series(out / row["run"])
        assert all(row[name] == value for name, value in last.items()) and float(row["time [s]"]) > 0.0199
    assert rows[0]["kinetic [J]"] != rows[1]["kinetic [J]"]
    # The same bits as a run of its own.
    assert run("run", scene, "--set", "material.stone.young=2000000", "--set", "body.ball.velocity=[0, 0, -1]", "--out",
               tmp_path / "one", "--quiet").returncode == 0
    assert (tmp_path / "one/series.csv").read_bytes() == (out / "0003/series.csv").read_bytes()
    # The same command again repeats nothing, and makes the same table.
    before = (out / "sweep.csv").read_bytes(), (out / "0003/series.csv").stat().st_mtime_ns
    (out / "sweep.csv").unlink()
    assert run("sweep", scene, "--set", "material.stone.young=1e6:3e6:3", "--set",
               "body.ball.velocity=[1, 0, 0],[0, 0, -1]", "--out", out, "--quiet").stderr == b""
    assert ((out / "sweep.csv").read_bytes(), (out / "0003/series.csv").stat().st_mtime_ns) == before
    assert json.loads((out / "sweep.json").read_text())["set"][0]["values"] == ["1000000", "2000000", "3000000"]


def test_values_of_measures_are_columns(tmp_path):
    (tmp_path / "s.toml").write_text(SCENE + '\n[[measure]]\ntype = "wall_load"\nname = "load"\nwalls = ["floor"]\n')
    assert run("sweep", tmp_path / "s.toml", "--set", "simulation.seed=1,2", "--out", tmp_path / "out").returncode == 0
    assert all("load.mean_force_z [N]" in row for row in table(tmp_path / "out"))


def test_failures_are_rows(scene, tmp_path):
    command = ["sweep", scene, "--set", "material.stone.young=1e6,-1,2e6", "--out", tmp_path / "study"]
    for _ in range(2):  # the second time it is tried again
        result = run(*command)
        assert result.returncode == 1 and b"young: must be finite and > 0, got -1 (see " in result.stderr
        assert b"talus: run 2 failed: " in result.stderr and b"1 of 3 runs failed; the same command" in result.stderr
        rows = table(tmp_path / "study")
        assert [row["status"] for row in rows] == ["done", "failed", "done"] and rows[1]["kinetic [J]"] == ""
        assert "young: must be finite and > 0, got -1" in rows[1]["message"] and rows[0]["message"] == ""
        assert "young: must be finite and > 0, got -1" in (tmp_path / "study/0001.log").read_text()
        (tmp_path / "study/0001.log").unlink()


def test_a_run_that_a_limit_ended_has_failed_each_time(scene, tmp_path):
    command = ["sweep", scene, "--set", "simulation.stop={travel = 1e-4},{travel = 1}", "--out", tmp_path / "study"]
    texts = []
    for _ in range(2):
        result = run(*command)
        assert result.returncode == 1, result.stderr
        rows = table(tmp_path / "study")
        assert [row["status"] for row in rows] == ["failed", "done"], "not done since its folder is finished"
        assert "ball" in rows[0]["message"] and rows[0]["kinetic [J]"] == ""
        texts.append((tmp_path / "study/0000/series.csv").read_bytes())
    assert texts[0] == texts[1], "tried again from its start, not beyond the limit"
    assert (tmp_path / "study/0000/talus_run.txt").read_text().splitlines()[0].endswith(", failed  ")
    result = run("run", scene, "--set", "simulation.stop={travel = 1e-4}", "--out", tmp_path / "study/0000")
    assert result.returncode == 1 and b"already holds a run, one that a limit ended" in result.stderr
    result = run("run", scene, "--set", "simulation.stop={travel = 1}", "--out", tmp_path / "study/0000", "--resume", "--quiet")
    assert result.returncode == 0 and b"0000: a limit of the scene ended this run; it goes on from there" in result.stderr


def children_of(process):
    """Numbers of the processes that it started."""
    return [int(word) for word in open(f"/proc/{process.pid}/task/{process.pid}/children").read().split()]


def begin(*command, **settings):
    """A sweep of which the first run computes."""
    out = command[command.index("--out") + 1]
    process = subprocess.Popen([PROGRAM, *map(str, command)], stderr=subprocess.PIPE, **settings)
    limit = time.monotonic() + 60
    while not (out / "0000/series.csv").exists() and time.monotonic() < limit and process.poll() is None:
        time.sleep(0.01)
    return process


@pytest.fixture
def long_scene(tmp_path):
    (tmp_path / "long.toml").write_text(SCENE.replace("duration = 0.02", "duration = 5"))
    return tmp_path / "long.toml"


def test_a_run_that_is_killed_costs_only_itself(long_scene, tmp_path):
    command = ["sweep", long_scene, "--set", "material.stone.young=1e6,2e6", "--out", tmp_path / "out"]
    process = begin(*command)
    for child in children_of(process):
        os.kill(child, signal.SIGKILL)
    _, message = process.communicate(timeout=60)
    assert process.returncode == 1 and b"ended by signal 9" in message, message
    assert [row["status"] for row in table(tmp_path / "out")] == ["failed", "done"]
    assert "ended by signal 9" in table(tmp_path / "out")[0]["message"]
    assert run(*command).returncode == 0
    assert {row["status"] for row in table(tmp_path / "out")} == {"done"}


def test_two_sweeps_in_one_folder(long_scene, tmp_path):
    command = ["sweep", long_scene, "--set", "material.stone.young=1e6", "--out", tmp_path / "out"]
    process = begin(*command)
    result = run(*command)
    assert result.returncode == 1 and result.stderr.decode().startswith(f"talus: {tmp_path}/out is in use: process {process.pid} on ")
    assert b"computes a sweep in it" in result.stderr
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert run(*command).returncode == 0, "free again"


def test_a_parent_that_ignores_the_ends_of_children(scene, tmp_path):
    result = subprocess.run([PROGRAM, "sweep", scene, "--set", "simulation.seed=1,2", "--out", tmp_path / "out"], timeout=60,
                            preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN), capture_output=True)
    assert result.returncode == 0, result.stderr
    assert {row["status"] for row in table(tmp_path / "out")} == {"done"}


def test_an_edited_scene_is_refused(scene, tmp_path):
    command = ["sweep", scene, "--set", "body.ball.velocity=[1, 0, 0],[2, 0, 0]", "--out", tmp_path / "out", "--quiet"]
    assert run(*command).returncode == 0
    before = {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    text = scene.read_text()
    scene.write_text(text.replace("young = 1e6", "young = 5e6\nfriction = 0.2"))
    result = run(*command)
    assert result.returncode == 1, "some runs would be of another scene"
    for part in ("the scene was edited since the sweep began", "material[0].friction = 0.2 is new",
                 "material[0].young = 1000000, now 5000000", "put that back to go on, or state another folder with --out"):
        assert part in result.stderr.decode(), result.stderr
    assert before == {file: file.read_bytes() for file in (tmp_path / "out").rglob("*") if file.is_file()}
    # Neither comments nor the keys of the sweep itself change what is computed.
    scene.write_text("# a comment\n" + text.replace("position = [0, 0, 0.02]", "position = [0.0,0,  2e-2]\nvelocity = [9, 9, 9]"))
    assert run(*command).returncode == 0


def test_an_edited_file_of_the_scene_is_refused(tmp_path):
    sides = stl(SIDES)
    (tmp_path / "grain.stl").write_text(sides)
    (tmp_path / "s.toml").write_text(HEAD + '[output]\npicture = false\n[[body]]\nname = "grain"\nposition = [0, 0, 5]\n'
                                     'shape = {type = "mesh", file = "grain.stl", cells = 8}\n')
    command = ["sweep", tmp_path / "s.toml", "--set", "simulation.seed=1,2", "--out", tmp_path / "out", "--quiet"]
    assert run(*command).returncode == 0
    (tmp_path / "grain.stl").write_text(sides.replace("vertex 0 0 1", "vertex 0 0 2"))
    result = run(*command)
    assert result.returncode == 1 and b'body[0].shape.file = "grain.stl" (' in result.stderr, result.stderr
    (tmp_path / "grain.stl").unlink()
    assert run(*command).returncode == 1
    (tmp_path / "grain.stl").write_text(sides)
    assert run(*command).returncode == 0


@pytest.mark.parametrize("values, message", [
    ("material.dust.young=1,2", 'material has no "dust"; it has stone'),
    ("material.stone.yung=1,2", "material[0].yung: unknown key"),
    ("material.stone.young=-1,-2", "young: must be finite and > 0, got -1"),
])
def test_a_sweep_none_of_whose_runs_can_begin(scene, tmp_path, values, message):
    result = run("sweep", scene, "--set", values, "--out", tmp_path / "x")
    assert result.returncode == 1 and message in result.stderr.decode() and not (tmp_path / "x").exists()


def test_a_scene_that_is_not_there(tmp_path):
    result = run("sweep", tmp_path / "none.toml", "--set", "simulation.seed=1", "--out", tmp_path / "x")
    assert result.returncode == 1 and b"none.toml" in result.stderr and not (tmp_path / "x").exists()


def test_ranges_are_exact_at_their_ends(scene, tmp_path):
    """Twelve digits would make other seeds, and other ends."""
    run("sweep", scene, "--set", "simulation.seed=1:9007199254740991:2", "--set",
        "body.ball.position.2=0.123456789012345:0.323456789012345:3", "--out", tmp_path / "out")
    sets = json.loads((tmp_path / "out/sweep.json").read_text())["set"]
    assert sets[0]["values"] == ["1", "9007199254740991"]
    assert sets[1]["values"] == ["0.123456789012345", "0.223456789012", "0.323456789012345"]


def test_an_interrupted_sweep_goes_on(tmp_path):
    (tmp_path / "long.toml").write_text(SCENE.replace("duration = 0.02", "duration = 3"))
    command = [PROGRAM, "sweep", tmp_path / "long.toml", "--set", "material.stone.young=1e6,2e6,3e6", "--out", tmp_path / "out"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE)
    limit = time.monotonic() + 60
    while not (tmp_path / "out/0000/series.csv").exists() and time.monotonic() < limit:
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    _, message = process.communicate(timeout=60)
    assert process.returncode in (0, 130), message
    assert run(*command[1:]).returncode == 0
    assert {row["status"] for row in table(tmp_path / "out")} == {"done"}
    assert run("run", tmp_path / "long.toml", "--set", "material.stone.young=1e6", "--out", tmp_path / "one", "--quiet").returncode == 0
    assert (tmp_path / "one/series.csv").read_bytes() == (tmp_path / "out/0000/series.csv").read_bytes()


@pytest.mark.parametrize("values, message", [
    ("young", "expected KEY=VALUE"), ("a.b=", "expected KEY=VALUE"), ("a=1,,2", "one of the values is empty"),
    ("a=0:1:0", "expected two numbers and 1 to"), ("a=0:1:99999999", "expected two numbers and 1 to"),
    ("a=0:inf:3", "expected two numbers"),
])
def test_wrong_values(scene, tmp_path, values, message):
    result = run("sweep", scene, "--set", values, "--out", tmp_path / "x")
    assert result.returncode == 2 and message in result.stderr.decode() and not (tmp_path / "x").exists()


def test_folders_of_others(scene, tmp_path):
    assert run("sweep", scene, "--set", "a=1", "--set", "a=2", "--out", tmp_path / "x").returncode == 2
    result = run("sweep", scene, "--set", "a=0:1:1000", "--set", "b=0:1:1000", "--out", tmp_path / "x")
    assert result.returncode == 2 and b"1e+06 combinations" in result.stderr
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/file").write_text("")
    result = run("sweep", scene, "--set", "simulation.seed=1", "--out", tmp_path / "mine")
    assert result.returncode == 1 and b"is not empty and has no sweep.json" in result.stderr
    assert run("sweep", scene, "--set", "simulation.seed=1", "--out", tmp_path / "own").returncode == 0
    result = run("sweep", scene, "--set", "simulation.seed=2", "--out", tmp_path / "own")
    assert result.returncode == 1 and b"belongs to a sweep of other values: --set simulation.seed=1" in result.stderr
    (tmp_path / "other.toml").write_text(scene.read_text())
    result = run("sweep", tmp_path / "other.toml", "--set", "simulation.seed=1", "--out", tmp_path / "own")
    assert result.returncode == 1 and b"belongs to a sweep of another scene, fall.toml" in result.stderr
    for text, message in [("nothing", b"sweep.json cannot be read"), ('{"format": "talus sweep", "version": 1}', b"by a version")]:
        (tmp_path / "own/sweep.json").write_text(text)
        result = run("sweep", scene, "--set", "simulation.seed=1", "--out", tmp_path / "own")
        assert result.returncode == 1 and message in result.stderr, result.stderr
    (tmp_path / "file").write_text("")
    result = run("sweep", scene, "--set", "simulation.seed=1", "--out", tmp_path / "file")
    assert result.returncode == 1 and b"is not a folder" in result.stderr
    # One that was killed before it had its mark.
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun/talus.lock").write_text("")
    (tmp_path / "begun/sweep.json.part").write_text("{")
    assert run("sweep", scene, "--set", "simulation.seed=1", "--out", tmp_path / "begun").returncode == 0
    assert run("sweep", scene).returncode == 2


@pytest.mark.parametrize("change, message", [
    ("material.sand.young=1", 'material has no "sand"; it has stone'),
    ("materials.stone.young=1", 'the scene has no "materials"; it has simulation, material'),
    ("material.stone.yung=1", "material[0].yung: unknown key"),
    ("material.7.young=1", 'material has no "7"; it has stone'),
    ("material.stone.young.x=1", 'material.stone.young is the number'),
    ("material..young=1", "a key has no empty part"),
    ("material.stone.young=soft", "material[0].young: expected"),
    ("simulation.gravity=[0, 0]", "simulation.gravity"),
    ("x", "expected KEY=VALUE"),
    ("=1", "expected KEY=VALUE"),
    ("simulation.gravity=" + "[" * 5000, "simulation.gravity"),
    ("simulation.gravity=" + "9" * 70000, "at most 65536 are read"),
], ids=lambda text: text[:30])
def test_wrong_changes_of_a_scene(scene, tmp_path, change, message):
    result = run("run", scene, "--set", change, "--out", tmp_path / "x")
    assert result.returncode == 1 and message in result.stderr.decode(), result.stderr[:2000]
    assert not (tmp_path / "x").exists()


def test_changes_of_all_kinds(scene, tmp_path):
    changes = ["simulation.duration=0.01", "simulation.law=linear", "body.ball.position.2=0.05", "output.vtk=true",
               'wall.0.name="ground"', "simulation.stop={travel = 0.5}"]
    words = [word for change in changes for word in ("--set", change)]
    result = run("run", scene, *words, "--out", tmp_path / "x")
    assert result.returncode == 0, result.stderr
    assert float(last_of_series(tmp_path / "x")["time [s]"]) == pytest.approx(0.01) and (tmp_path / "x/bodies.pvd").exists()
    result = run("run", scene, *words, "--out", tmp_path / "x")
    assert b"--set simulation.duration=0.01 --set" in result.stderr or b"--set 'simulation.duration=0.01'" in result.stderr
