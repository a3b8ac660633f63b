"""Parameter studies and fits, against a rebound whose height is known."""

import csv
import itertools
import json
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import talus
from talus import calibration

# A ball that falls from 0.1 m onto a floor: with the restitution e it rebounds to e^2 times the height.
SCENE = """
[simulation]
duration = 0.25
time_step = 2e-5
[output]
interval = 0.005
picture = false
[[material]]
name = "sand"
young = 1e7
restitution = 0.5
friction = 0.3
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.005}
position = [0, 0, 0.105]
"""


@pytest.fixture
def scene(tmp_path):
    (tmp_path / "fall.toml").write_text(SCENE)
    return tmp_path / "fall.toml"


def rebound(run):
    """m: the highest position after the impact, of the vertex of a parabola through three frames."""
    heights = np.array([frame.positions[1, 2] for frame in run.frames if frame.time > 0.16]) - 0.005
    k = int(np.clip(np.argmax(heights), 1, len(heights) - 2))
    a, b, c = heights[k - 1:k + 2]
    return b + (a - c) ** 2 / (8 * (2 * b - a - c))


def test_a_sweep_in_parallel_and_resumed(scene, tmp_path):
    values = {"material.sand.restitution": [0.4, 0.6, 0.8], "material.sand.young": np.array([5e6, 1e7])}
    table = talus.sweep(scene, values, metric={"height": rebound}, jobs=2, out=tmp_path / "study")
    assert list(table["run"]) == [f"{i:04}" for i in range(6)] and set(table["status"]) == {"done"}
    assert list(table["material.sand.restitution"]) == [0.4, 0.4, 0.6, 0.6, 0.8, 0.8]
    assert list(table["material.sand.young"]) == [5e6, 1e7] * 3
    assert np.allclose(table["height"], 0.1 * np.array(table["material.sand.restitution"]) ** 2, rtol=0.02)
    with open(tmp_path / "study/sweep.csv") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["height"]) for row in rows] == list(table["height"])
    # A run that is gone is computed again, those that are there are not.
    import shutil

    times = {name: (tmp_path / "study" / name / "series.csv").stat().st_mtime_ns for name in table["run"]}
    shutil.rmtree(tmp_path / "study/0003")
    again = talus.sweep(scene, values, metric={"height": rebound}, jobs=1, out=tmp_path / "study")
    assert list(again["height"]) == list(table["height"]), "deterministic"
    now = {name: (tmp_path / "study" / name / "series.csv").stat().st_mtime_ns for name in table["run"]}
    assert [name for name in times if now[name] != times[name]] == ["0003"]
    with pytest.raises(ValueError, match="out: .*another scene or of other values, set: .*0.6, 0.8"):
        talus.sweep(scene, {"material.sand.restitution": [0.4]}, out=tmp_path / "study")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("")
    with pytest.raises(ValueError, match="is not empty"):
        talus.sweep(scene, values, out=tmp_path / "full")


def test_a_sweep_without_a_metric_and_with_failures(scene, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = talus.sweep(scene, {"material.sand.restitution": [0.5, -1.0], "simulation.duration": [0.01]})
    assert list(table["status"]) == ["done", "failed"]
    assert table["kinetic"][0] == talus.read(tmp_path / "fall_sweep/0000").series["kinetic"][-1:].item()
    assert np.isnan(table["kinetic"][1])
    assert table["message"][0] == "" and "restitution: must be > 0 and <= 1, got -1" in table["message"][1]
    assert "restitution" in (tmp_path / "fall_sweep/0001.log").read_text()
    (tmp_path / "fall_sweep/0001.log").unlink()
    assert list(talus.sweep(scene, {"material.sand.restitution": [0.5, -1.0], "simulation.duration": [0.01]})["message"]) == list(table["message"])
    assert (tmp_path / "fall_sweep/0001.log").exists(), "tried again"


SHORT = {"simulation.duration": [0.001], "simulation.seed": [1, 2]}


def test_runs_that_a_limit_ended_fail_each_time(scene, tmp_path):
    scene.write_text(SCENE + "[simulation.stop]\ntravel = 1e-9\n")
    for _ in range(2):
        table = talus.sweep(scene, {**SHORT, "simulation.stop.travel": [1e-9, 1.0]}, out=tmp_path / "study")
        assert list(table["status"]) == ["failed", "done"] * 2 and "ball" in table["message"][0]
        assert np.isnan(table["kinetic"][0])
    run = talus.read(tmp_path / "study/0000")
    assert run.has_failed and run.is_over and "failed" in repr(run)
    assert not talus.read(tmp_path / "study/0001").has_failed


def test_a_metric_that_fails(scene, tmp_path):
    def metric(run):
        return 1.0 / (run.folder.name != "0001")

    table = talus.sweep(scene, SHORT, metric=metric, out=tmp_path / "study")
    assert list(table["status"]) == ["done", "failed"] and table["metric"][0] == 1.0 and np.isnan(table["metric"][1])
    assert table["message"][1].startswith("metric: ZeroDivisionError")
    assert list(talus.sweep(scene, SHORT, metric={"one": lambda run: np.ones(1)}, out=tmp_path / "study")["one"]) == [1, 1]
    with open(tmp_path / "study/sweep.csv") as file:
        assert [row["status"] for row in csv.DictReader(file)] == ["done", "done"]
    for wrong, message in [(lambda run: None, "expected a number, got None"), (lambda run: [1, 2], "expected a number"),
                           (lambda run: {"status": 1}, "has a column 'status' already"),
                           ({"a": lambda run: {"b": 1}, "b": lambda run: 2}, "has a column 'b' already")]:
        with pytest.raises(ValueError, match=message):
            talus.sweep(scene, SHORT, metric=wrong, out=tmp_path / "study")


def test_an_edited_scene_is_refused(scene, tmp_path):
    values = {"material.sand.restitution": [0.4], "simulation.duration": [0.001]}
    talus.sweep(scene, values, out=tmp_path / "study")
    scene.write_text("# the same\n" + SCENE.replace("restitution = 0.5", "restitution = 0.9"))
    talus.sweep(scene, values, out=tmp_path / "study")
    talus.calibrate(scene, {"material.sand.restitution": (0.2, 0.8)}, lambda run: 1.0, 1.0, most_runs=1, out=tmp_path / "fit")
    scene.write_text(SCENE.replace("friction = 0.3", "friction = 0.4"))
    with pytest.raises(ValueError, match=r"scene: fall.toml was edited since .*material.0..friction = 0.3, now 0.4; undo"):
        talus.sweep(scene, values, out=tmp_path / "study")
    with pytest.raises(ValueError, match=r"scene: fall.toml was edited since .*material.0..friction = 0.3, now 0.4; undo"):
        talus.calibrate(scene, {"material.sand.restitution": (0.2, 0.8)}, lambda run: 1.0, 1.0, out=tmp_path / "fit")


def test_two_studies_in_one_folder(scene, tmp_path):
    def metric(run):
        with pytest.raises(OSError, match=r"study is in use: process \d+ on .* computes a study in it"):
            talus.sweep(scene, SHORT, out=tmp_path / "study")
        with pytest.raises(ValueError, match="out: .*study: is not empty and has no calibration.json"):
            talus.calibrate(scene, {"material.sand.young": (1e6, 2e6)}, rebound, 1.0, out=tmp_path / "study")
        return 1.0

    assert set(talus.sweep(scene, SHORT, metric=metric, out=tmp_path / "study")["status"]) == {"done"}
    talus.sweep(scene, SHORT, out=tmp_path / "study")
    # What a process that was killed left does not keep others from going on.
    (tmp_path / "study/sweep.csv.part").write_text("half")
    talus.sweep(scene, SHORT, out=tmp_path / "study")
    assert not (tmp_path / "study/sweep.csv.part").exists()


def test_an_interrupt_of_this_process_reaches_the_runs(scene, tmp_path):
    """As of a notebook: they save their states, and the same call goes on."""
    program = tmp_path / "study.py"
    program.write_text(f"""import talus
talus.sweep({str(scene)!r}, {{"simulation.duration": [20.0]}}, out={str(tmp_path / "study")!r})
""")
    process = subprocess.Popen([sys.executable, str(program)], stderr=subprocess.PIPE, start_new_session=True)
    limit = time.monotonic() + 60
    while not (tmp_path / "study/0000/series.csv").exists() and time.monotonic() < limit:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)  # not to its children
    _, message = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in message and process.returncode != 0
    run = talus.read(tmp_path / "study/0000")
    assert not run.is_over and not run.is_running and list((tmp_path / "study/0000/checkpoints").iterdir())


GOOD = {"material.sand.restitution": [0.4]}


@pytest.mark.parametrize("arguments, message", [
    ({"parameters": {}}, "parameters: expected values by keys"), ({"parameters": 3}, "parameters: expected values by keys"),
    ({"parameters": {"a": []}}, "parameters: a: expected at least one value"),
    ({"parameters": {"simulation.law": "hertz"}}, "parameters: simulation.law: expected a list of values, got 'hertz'"),
    ({"parameters": {"material.sand.friction": 0.4}}, "parameters: material.sand.friction: expected a list of values, got 0.4"),
    ({"parameters": {"simulation.law": {"a", "b"}}}, "parameters: simulation.law: expected a list"),
    ({"parameters": {"material.sand.friction": [0.4, None]}}, "parameters: material.sand.friction: expected a number"),
    ({"parameters": {"simulation.seed": itertools.count()}}, "parameters: more than 100000 combinations"),
    ({"parameters": {"a": range(1000), "b": range(1000)}}, "parameters: more than 100000 combinations"),
    ({"parameters": {"material.dust.friction": [0.4]}}, 'parameters: .*material has no "dust"; it has sand'),
    ({"parameters": {"material.sand.frction": [0.4]}}, "parameters: no run can begin; the first: .*frction: unknown key"),
    ({"metric": 3}, "metric: expected a function of a run"), ({"metric": {}}, "metric: expected a function"),
    ({"metric": {"a": rebound, "b": "c"}}, "metric: expected a function"),
    ({"jobs": 0}, "jobs: expected a whole number from 1 to 1024, got 0"), ({"jobs": True}, "jobs: expected"),
    ({"jobs": 1.5}, "jobs: expected"), ({"threads": -1}, "threads: expected a whole number from 1"),
    ({"scene": "none.toml"}, "scene: none.toml"), ({"scene": 3}, "scene: expected the name of a file"),
    ({"out": "fall.toml"}, "out: fall.toml: is not a folder"), ({"out": 3}, "out: expected the name"),
    ({"out": "."}, "out: .: is not empty and has no study.json"),
], ids=str)
def test_wrong_arguments_of_a_sweep(scene, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        talus.sweep(**{"scene": scene, "parameters": GOOD, **arguments})
    assert [file.name for file in tmp_path.iterdir()] == ["fall.toml"], "nothing has begun"


@pytest.mark.parametrize("optimiser", ["own", "scipy"])
def test_a_restitution_from_a_measured_rebound(scene, tmp_path, optimiser):
    if optimiser == "scipy":
        pytest.importorskip("scipy")
    measured = 0.1 * 0.7**2
    found = talus.calibrate(scene, {"material.sand.restitution": (0.3, 0.95)}, rebound, measured, tolerance=0.005,
                            out=tmp_path / "fit", optimiser=optimiser)
    value = found.parameters["material.sand.restitution"]
    assert found.converged and value == pytest.approx(0.7, abs=0.01)
    assert rebound(found.run) == found.simulated[0] == pytest.approx(measured, rel=0.01)
    assert len(found.evaluations) < 40 and found.error == min(found.evaluations["error"])
    stamps = {f: f.stat().st_mtime_ns for f in (tmp_path / "fit").glob("*/series.csv")}
    again = talus.calibrate(scene, {"material.sand.restitution": (0.3, 0.95)}, rebound, measured, tolerance=0.005,
                            out=tmp_path / "fit", optimiser=optimiser)
    assert again.parameters == found.parameters
    assert stamps == {f: f.stat().st_mtime_ns for f in (tmp_path / "fit").glob("*/series.csv")}, "no run is repeated"
    assert json.loads((tmp_path / "fit/calibration.json").read_text())["keys"] == ["material.sand.restitution"]


@pytest.mark.parametrize("arguments, message", [
    ({"parameters": {"material.sand.friction": (1, 0)}}, "parameters: material.sand.friction: expected finite numbers .lower, upper. with lower < upper, got .1, 0."),
    ({"parameters": {"a": (0, 1, 2), "b": (0, 1, 2)}}, "parameters: a: expected finite numbers"),
    ({"parameters": {"a": 0.3}}, "parameters: a: expected"), ({"parameters": {"a": (0, np.inf)}}, "parameters: a: expected"),
    ({"parameters": {}}, "parameters: expected values by keys"),
    ({"parameters": {"material.dust.friction": (0.1, 1)}}, 'parameters: .*has no "dust"'),
    ({"parameters": {"material.sand.frction": (0.1, 1)}}, "parameters: no run can begin; .*unknown key"),
    ({"metric": None}, "metric: expected a function"), ({"measured": np.nan}, "measured: expected finite numbers, got nan"),
    ({"measured": []}, "measured: expected"), ({"measured": [[1.0]]}, "measured: expected"), ({"measured": "x"}, "measured: expected"),
    ({"scale": 0.0}, "scale: must be above 0"), ({"scale": [1, 2]}, "scale: expected one finite number or 1"),
    ({"scale": np.nan}, "scale: expected"), ({"start": {"a": 2}}, "start: expected a value for each of material.sand.friction"),
    ({"start": {"material.sand.friction": 2}}, "start: material.sand.friction: must be within the bounds, 0.1 to 1.0, got 2"),
    ({"start": {"material.sand.friction": np.nan}}, "start: material.sand.friction: expected one finite"),
    ({"tolerance": 0.0}, "tolerance: must be above 0"), ({"tolerance": "x"}, "tolerance: expected"),
    ({"most_runs": 0}, "most_runs: expected a whole number from 1"), ({"threads": 0}, "threads: expected"),
    ({"optimiser": "what"}, "optimiser: expected"), ({"scene": "none.toml"}, "scene: none.toml"),
    ({"out": "."}, "out: .: is not empty and has no calibration.json"),
], ids=str)
def test_wrong_arguments_of_a_fit(scene, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        talus.calibrate(**{"scene": scene, "parameters": {"material.sand.friction": (0.1, 1)}, "metric": rebound,
                           "measured": 1.0, **arguments})
    assert [file.name for file in tmp_path.iterdir()] == ["fall.toml"], "nothing has begun"


def test_a_fit_that_cannot_be(scene, tmp_path, monkeypatch):
    short = {"material.sand.friction": (0.1, 1)}
    scene.write_text(SCENE.replace("duration = 0.25", "duration = 0.001"))
    with pytest.raises(ValueError, match=r"metric: \(1,\) values where measured has \(2,\)"):
        talus.calibrate(scene, short, lambda run: 1.0, [1.0, 2.0], out=tmp_path / "z")
    with pytest.raises(RuntimeError, match=r"metric: none of \d runs has a finite error"):
        talus.calibrate(scene, short, lambda run: np.nan, 1.0, out=tmp_path / "z", most_runs=3, optimiser="own")
    values = iter([np.nan, 3.0, 2.0, np.nan, 5.0, 6.0])
    found = talus.calibrate(scene, short, lambda run: next(values), 1.0, out=tmp_path / "z", most_runs=4, optimiser="own")
    assert found.error == 1.0, "a run without an error is not the best"
    with pytest.raises(RuntimeError, match="restitution: must be > 0 and <= 1, got 1"):
        talus.calibrate(scene, {"material.sand.restitution": (0.5, 3.0)}, lambda run: -1.0, 1.0, start={"material.sand.restitution": 0.9},
                        out=tmp_path / "w")
    monkeypatch.setattr(calibration.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="optimiser: SciPy is not installed"):
        talus.calibrate(scene, short, rebound, 1.0, optimiser="scipy", out=tmp_path / "v")


@pytest.mark.parametrize("search", ["own", "scipy"])
@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_the_search_finds_a_known_minimum(search, dimension, monkeypatch):
    if search == "scipy":
        pytest.importorskip("scipy")
    lower, upper = np.full(dimension, -1.0), np.full(dimension, 3.0)
    target = np.linspace(0.3, 1.7, dimension)
    seen = []

    def function(x):
        seen.append(np.array(x))
        return float(np.sum((np.arange(1, dimension + 1) * (x - target)) ** 2))

    find = calibration.minimise if search == "own" else calibration._minimise
    best, converged = find(function, np.ones(dimension), 0.2 * (upper - lower), lower, upper, 1e-5, 2000)
    assert converged and np.allclose(best, target, atol=2e-4)
    assert np.all(np.array(seen) >= lower - 1e-12) and np.all(np.array(seen) <= upper + 1e-12)
    outside = np.full(dimension, 9.0)
    best, _ = find(lambda x: float(np.sum((x - outside) ** 2)), np.ones(dimension), 0.2 * (upper - lower), lower, upper,
                   1e-4, 2000)
    assert np.allclose(best, upper, atol=1e-2), "at the bounds"
    _, converged = find(function, np.ones(dimension), 0.2 * (upper - lower), lower, upper, 1e-9, 5)
    assert not converged


def test_rosenbrocks_valley_by_the_own_search():
    best, converged = calibration.minimise(lambda x: (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2,
                                           np.array([-1.2, 1.0]), np.array([0.3, 0.3]), np.array([-2.0, -2.0]),
                                           np.array([2.0, 2.0]), 1e-7, 1000)
    assert converged and np.allclose(best, (1, 1), atol=1e-5)
