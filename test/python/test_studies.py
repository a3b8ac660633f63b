"""Parameter studies and fits, against a rebound whose height is known."""

import csv
import json
import sys

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
    with pytest.raises(ValueError, match="another scene or of other values"):
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
    assert "restitution" in (tmp_path / "fall_sweep/0001.log").read_text()
    for wrong in ({}, {"a": []}):
        with pytest.raises(ValueError, match="parameters: expected"):
            talus.sweep(scene, wrong)
    with pytest.raises(ValueError, match="more than 100000"):
        talus.sweep(scene, {"a": range(1000), "b": range(1000)}, out=tmp_path / "many")


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


def test_a_fit_that_cannot_be(scene, tmp_path):
    with pytest.raises(ValueError, match="lower, upper"):
        talus.calibrate(scene, {"a": (1, 0)}, rebound, 1.0, out=tmp_path / "x")
    with pytest.raises(ValueError, match="within the bounds"):
        talus.calibrate(scene, {"a": (0, 1)}, rebound, 1.0, start={"a": 2}, out=tmp_path / "x")
    with pytest.raises(RuntimeError, match='has no "dust"'):
        talus.calibrate(scene, {"material.dust.friction": (0, 1)}, rebound, 1.0, out=tmp_path / "y")
    with pytest.raises(ValueError, match=r"metric: \(1,\) values where measured has \(2,\)"):
        talus.calibrate(scene, {"material.sand.friction": (0.1, 1)}, rebound, [1.0, 2.0], out=tmp_path / "z")


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
