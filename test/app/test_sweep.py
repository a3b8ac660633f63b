"""talus sweep and talus run --set."""

import csv
import json
import signal
import subprocess
import time

import pytest
from program import PROGRAM, run
from scenes import GOOD

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
    result = run("sweep", scene, "--set", "material.stone.young=1e6,-1", "--out", tmp_path / "study")
    assert result.returncode == 1 and b"run 2 failed; see" in result.stderr
    rows = table(tmp_path / "study")
    assert [row["status"] for row in rows] == ["done", "failed"] and rows[1]["kinetic [J]"] == ""
    assert "young: must be finite and > 0, got -1" in (tmp_path / "study/0001.log").read_text()


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
    assert result.returncode == 1 and b"belongs to a sweep of another scene or of other values" in result.stderr
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
