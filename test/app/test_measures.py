"""Measures of talus run: their tables, results.h5, resumed runs, and the example of a vibrated bed."""

import csv
import pathlib

import h5py
import numpy as np
import pytest
from program import run
from scenes import BALL, FLOOR, HEAD

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOTION = '[[wall.motion]]\ntype = "oscillate"\ndirection = [0, 0, 1]\namplitude = 0.001\nfrequency = 40\n'
MEASURE = '[[measure]]\nname = "load"\ntype = "wall_load"\nwalls = "floor"\ninterval = 0.0015\n'
SCENE = (HEAD + FLOOR + MOTION + BALL.replace("0.02]", "0.0105]") + MEASURE
         + "[output]\ninterval = 0.004\nseries_interval = 0.002\n")
COLUMNS = ["time [s]", "step", "from [s]", "mean_force_x [N]", "mean_force_y [N]", "mean_force_z [N]",
           "mean_torque_x [N m]", "mean_torque_y [N m]", "mean_torque_z [N m]"]

REGION = 'region = {type = "box", lower = [-0.05, -0.05, -0.01], upper = [0.05, 0.05, 0.1]}'
REGIONS = "".join(f'[[measure]]\nname = "{kind}"\ntype = "{kind}"\n{REGION}\ninterval = 0.005\n'
                  for kind in ("stress", "fabric", "coordination", "porosity", "motion"))


def run_scene(folder, text, *arguments):
    (folder / "scene.toml").write_text(text)
    return run("run", folder / "scene.toml", "--out", folder / "out", "--threads", "2", *arguments)


def rows_of(file):
    with open(file, newline="") as table:
        return list(csv.reader(table))


def test_a_table_has_means_over_its_intervals(tmp_path):
    result = run_scene(tmp_path, SCENE)
    assert result.returncode == 0, result.stderr
    rows = rows_of(tmp_path / "out/measures/load.csv")
    assert rows[0] == COLUMNS
    numbers = np.array(rows[1:], float)
    # Every 15 steps, and the rest at the end.
    assert list(numbers[:, 1]) == [*range(15, 200, 15), 200]
    assert np.allclose(numbers[1:, 2], numbers[:-1, 0], atol=1e-15) and numbers[0, 2] == 0
    # The ball gets the impulse of the floor and of gravity.
    mass = 2500 * 4 / 3 * np.pi * 0.01**3
    with h5py.File(tmp_path / "out/results.h5") as file:
        final = file["frames"][sorted(file["frames"])[-1]]
        velocity = final["bodies/velocity"][1, 2]
        impulse = -numbers[:, 5] @ (numbers[:, 0] - numbers[:, 2])
        assert impulse > 0
        assert mass * velocity == pytest.approx(impulse - mass * 9.81 * 0.02, rel=1e-11)
        table = file["measures/load"]
        assert table.attrs["type"] == b"wall_load"
        assert list(table["step"][:]) == list(numbers[:, 1])
        for k, column in enumerate(COLUMNS[2:], 2):
            name, unit = column[:-1].split(" [")
            assert np.array_equal(table[name][:], numbers[:, k]), name
            assert table[name].attrs["unit"].decode() == unit


def test_a_resumed_run_writes_the_same_tables(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir(), parts.mkdir()
    text = SCENE.replace("[output]", "[output]\ncheckpoint_interval = 7") + REGIONS
    assert run_scene(whole, text).returncode == 0
    # A run up to the middle of an interval, as if it had been killed after a checkpoint.
    assert run_scene(parts, text.replace("duration = 0.02", "duration = 0.0091")).returncode == 0
    for name in ("checkpoint_000000000091.h5",):
        (parts / "out/checkpoints" / name).unlink()
    result = run_scene(parts, text, "--resume")
    assert result.returncode == 0, result.stderr
    for name in ("measures/load.csv", "measures/stress.csv", "measures/porosity.csv", "measures.h5", "talus_run.txt"):
        assert (whole / "out" / name).read_bytes() == (parts / "out" / name).read_bytes(), name


PLANE = ('[[measure]]\nname = "plane"\ntype = "flow"\nregion = {type = "disc", centre = [0, 0, 0.0195], '
         'axis = [0, 0, -1], radius = 0.02}\ninterval = 0.005\n')
FLOW_COLUMNS = ["time [s]", "step", "from [s]", "forward [1]", "backward [1]", "mass [kg]", "momentum_x [kg m/s]",
                "momentum_y [kg m/s]", "momentum_z [kg m/s]", "mean_number_rate [1/s]", "mean_mass_rate [kg/s]",
                "mean_momentum_rate_x [N]", "mean_momentum_rate_y [N]", "mean_momentum_rate_z [N]"]


def test_flow_through_a_plane(tmp_path):
    """A ball that falls 0.5 mm to the plane: in 10.1 ms, which is in the third interval."""
    text = HEAD + FLOOR + BALL + PLANE + "[output]\ncheckpoint_interval = 30\n"
    assert run_scene(tmp_path, text).returncode == 0
    rows = rows_of(tmp_path / "out/measures/plane.csv")
    assert rows[0] == FLOW_COLUMNS
    numbers = np.array(rows[1:], float)
    assert list(numbers[:, 1]) == [50, 100, 150, 200] and list(numbers[:, 3]) == [0, 0, 1, 0]
    assert not numbers[:, 4].any() and np.allclose(numbers[:, 2], [0, 0.005, 0.01, 0.015])
    mass = 2500 * 4 / 3 * np.pi * 0.01**3
    assert numbers[2, 5] == pytest.approx(mass, rel=1e-12)
    assert numbers[2, 8] == pytest.approx(-mass * np.sqrt(2 * 9.81 * 0.0005), rel=0.01)
    assert np.allclose(numbers[:, 9:], numbers[:, [3, 5, 6, 7, 8]] / 0.005, rtol=1e-9)
    with h5py.File(tmp_path / "out/results.h5") as file:
        table = file["measures/plane"]
        assert table.attrs["type"] == b"flow" and list(table["forward"][:]) == [0, 0, 1, 0]
        assert table["mean_momentum_rate_z"].attrs["unit"] == b"N"
    # From a checkpoint in the middle of the interval, after the ball has passed.
    before = {name: (tmp_path / "out" / name).read_bytes() for name in ("measures/plane.csv", "measures.h5", "series.csv")}
    for name in sorted((tmp_path / "out/checkpoints").iterdir())[1:]:
        name.unlink()
    assert run_scene(tmp_path, text, "--resume").returncode == 0
    assert before == {name: (tmp_path / "out" / name).read_bytes() for name in before}


@pytest.mark.parametrize("old, new, words", [
    ("type = \"flow\"", "type = \"flux\"", "wall_load, flow, stress"),
    ("type = \"disc\"", "type = \"box\"", "measure[0].region.type"),
    ("radius = 0.02", "radius = 0", "measure[0].region.radius: must be finite and > 0, got 0"),
    (", radius = 0.02", "", "measure[0].region.radius: missing"),
    ("axis = [0, 0, -1]", "axis = [0, 0, 0]", "measure[0].region.axis: must not be zero"),
    ("axis = [0, 0, -1]", "axes = [0, 0, -1]", "measure[0].region.axes: unknown key"),
    ("region = {", "place = {", "measure[0].region: missing"),
    ("interval = 0.005", "interval = 0", "measure[0].interval: must be finite and > 0, got 0"),
    ("interval = 0.005", "walls = \"floor\"", "measure[0].walls: unknown key"),
    ('type = "disc", centre = [0, 0, 0.0195], axis = [0, 0, -1], radius = 0.02',
     'type = "rectangle", corner = [0, 0, 0], edge_a = [1, 0, 0], edge_b = [1, 1, 0]',
     "measure[0].region: its edges must be perpendicular to each other and the normal"),
    ('type = "disc", centre = [0, 0, 0.0195], axis = [0, 0, -1], radius = 0.02',
     'type = "rectangle", corner = [0, 0, 0], edge_a = [1, 0, 0]', "measure[0].region.edge_b: missing"),
])
def test_mistakes_of_planes(tmp_path, old, new, words):
    assert old in PLANE
    result = run_scene(tmp_path, HEAD + FLOOR + BALL + PLANE.replace(old, new))
    assert result.returncode == 1 and words in result.stderr.decode(), result.stderr.decode()


def test_overwrite_removes_the_tables(tmp_path):
    assert run_scene(tmp_path, SCENE).returncode == 0
    without = SCENE.replace(MEASURE, "")
    assert run_scene(tmp_path, without, "--resume").returncode == 1  # another scene
    assert run_scene(tmp_path, without, "--overwrite").returncode == 0
    assert not (tmp_path / "out/measures").exists() and not (tmp_path / "out/measures.h5").exists()


def test_the_vibrated_bed(tmp_path):
    result = run("run", ROOT / "examples/scenes/vibrated_bed.toml", "--out", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    floor = np.array(rows_of(tmp_path / "out/measures/floor.csv")[1:], float)
    assert len(floor) == pytest.approx(400, abs=2)
    with h5py.File(tmp_path / "out/results.h5") as file:
        free = file["model/bodies/freedom"][:] == 0
        mass = file["model/bodies/mass"][:][free]
        start, end = (file["frames"][name]["bodies/velocity"][:][free, 2] for name in
                      (sorted(file["frames"])[0], sorted(file["frames"])[-1]))
        sides = np.array([file["measures/sides"][f"mean_force_{axis}"][:] for axis in "xyz"])
        ledger = file["frames"][sorted(file["frames"])[-1]]["ledger"].attrs
        assert abs(ledger["residual"]) < 0.02 * ledger["boundary_work"]
    weight = 9.81 * mass.sum()
    # From when the bed has settled on, the floor and the sides bear its weight, thrown up or not.
    late = floor[:, 0] > 0.2
    mean = -floor[late, 5].mean()
    assert 0.8 * weight < mean < 1.2 * weight
    assert -floor[late, 5].min() > 2.5 * weight  # it lands
    # All impulses over the whole run.
    lengths = floor[:, 0] - floor[:, 2]
    side_lengths = np.diff([0, *np.array(rows_of(tmp_path / "out/measures/sides.csv")[1:], float)[:, 0]])
    impulse = -(floor[:, 5] @ lengths + sides[2] @ side_lengths) - weight * floor[-1, 0]
    assert mass @ (end - start) == pytest.approx(impulse, abs=1e-9 * weight * floor[-1, 0])

def test_measures_in_regions_are_values_of_the_moment(tmp_path):
    # A ball that rests: its weight passes through every level plane between its centre and the floor.
    settled = SCENE.replace("duration = 0.02", "duration = 0.3")
    result = run_scene(tmp_path, settled + REGIONS.replace("0.005", "0.05"))
    assert result.returncode == 0, result.stderr
    tables = {}
    with h5py.File(tmp_path / "out/results.h5") as file:
        for kind in ("stress", "fabric", "coordination", "porosity", "motion"):
            rows = rows_of(tmp_path / f"out/measures/{kind}.csv")
            tables[kind] = {name.split(" [")[0]: np.array(column, float) for name, column in zip(rows[0], zip(*rows[1:]))}
            group = file[f"measures/{kind}"]
            assert group.attrs["type"].decode() == kind
            for name in rows[0][2:]:
                assert group[name.split(" [")[0]].attrs["unit"].decode() == name[:-1].split(" [")[1]
    assert tables["stress"]["time"][0] == 0  # the state at the start, too
    volume, mass = 0.1**2 * 0.11, 2500 * 4 / 3 * np.pi * 0.01**3
    assert np.all(tables["motion"]["bodies"] == 1)
    assert tables["motion"]["mass"] == pytest.approx(mass, rel=1e-12)
    assert tables["porosity"]["porosity"] == pytest.approx(1 - mass / 2500 / volume, rel=1e-12)
    assert np.all(tables["coordination"]["wall_contacts"] <= 1)
    assert np.all(tables["fabric"]["contacts"] == 0)
    kinetic = tables["stress"]["kinetic_zz"]
    assert np.all(kinetic < 1e-25)  # one body moves with the mean, to rounding
    assert np.any(tables["stress"]["contact_zz"] > 0)
