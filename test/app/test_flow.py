"""Inlets, outlets and bounds of talus run: tables, frames with a changing number of bodies, resumed runs, and every
mistake in their keys."""

import csv
import re
import zlib

import h5py
import numpy as np
import pytest
from program import run
from scenes import FLOOR, GOOD, HEAD

INLET = """
[[inlet]]
name = "feed"
region = {type = "box", lower = [0, 0, 0.3], upper = [0.1, 0.1, 0.34]}
mass_rate = 2.0
velocity = [0, 0, -2]
[[inlet.grain]]
share = 2
shape = {type = "sphere", radius = 0.005}
[[inlet.grain]]
shape = {type = "ellipsoid", semi_axes = [0.006, 0.005, 0.004]}
"""
OUTLET = """
[[outlet]]
name = "drain"
region = {type = "box", lower = [0, 0, -1], upper = [0.1, 0.1, 0.25]}
"""
SCENE = HEAD.replace("0.02", "0.1") + INLET + OUTLET + "[output]\ninterval = 0.02\nseries_interval = 0.01\n"


def run_scene(folder, text, *arguments):
    (folder / "scene.toml").write_text(text)
    result = run("run", folder / "scene.toml", "--out", folder / "out", *arguments)
    return result.returncode, result.stderr.decode()


def table_of(file):
    with open(file, newline="") as rows:
        head, *lines = list(csv.reader(rows))
    return {name: column for name, column in zip(head, np.array(lines, float).T)}


def test_tables_close_with_the_frames(tmp_path):
    status, message = run_scene(tmp_path, SCENE)
    assert status == 0, message
    feed, drain = (table_of(tmp_path / f"out/measures/{name}.csv") for name in ("feed", "drain"))
    series = table_of(tmp_path / "out/series.csv")
    largest = 2500 * 4 / 3 * np.pi * 0.005**3
    assert np.allclose(feed["due [kg]"], 2.0 * feed["time [s]"], rtol=1e-12)
    assert np.all(feed["mass [kg]"] <= feed["due [kg]"] * (1 + 1e-12))
    assert np.all(feed["mass [kg]"] > feed["due [kg]"] - largest) and np.all(feed["missing [kg]"] == 0)
    rates = np.diff(feed["mass [kg]"]) / np.diff(feed["time [s]"])
    assert np.allclose(rates, feed["mean_mass_rate [kg/s]"][1:], rtol=1e-9)
    assert drain["count"][-1] > 20 and series["bodies"][-1] == feed["count"][-1] - drain["count"][-1]
    assert series["left [J]"][-1] > 0 and series["missing [kg]"][-1] == 0
    with h5py.File(tmp_path / "out/results.h5") as file:
        frames = [file["frames"][name] for name in sorted(file["frames"])]
        counts = [len(frame["bodies/id"]) for frame in frames]
        assert counts[0] == 0 and len(set(counts)) > 3 and "bodies" not in file["model"]
        for frame in frames:
            ids = frame["bodies/id"][:]
            assert ids.dtype == np.int64 and np.all(np.diff(ids) > 0)
            for name in ("position", "velocity", "mass", "shape", "material", "name", "freedom", "inertia"):
                assert len(frame["bodies"][name]) == len(ids), name
            assert [n.decode() for n in frame["bodies/name"][:]] == [f"feed {i}" for i in ids]
        mass = frames[-1]["bodies/mass"][:].sum()
        assert feed["mass [kg]"][-1] == pytest.approx(mass + drain["mass [kg]"][-1], rel=1e-12)
        assert file["measures/drain"].attrs["type"] == b"outlet"


def test_a_shortage_of_room_is_reported_once(tmp_path):
    status, message = run_scene(tmp_path, SCENE.replace("mass_rate = 2.0", "mass_rate = 40").replace("-2]", "-0.1]"))
    assert status == 0, message
    assert message.count("inlet feed: no room for its grain") == 1 and "reach into bodies" in message
    feed = table_of(tmp_path / "out/measures/feed.csv")
    missing = feed["due [kg]"][-1] - feed["mass [kg]"][-1]
    assert missing > 0.5 and feed["missing [kg]"][-1] == pytest.approx(missing, rel=1e-9)
    assert table_of(tmp_path / "out/series.csv")["missing [kg]"][-1] == pytest.approx(missing, rel=1e-9)


def test_a_resumed_run_writes_the_same_files(tmp_path):
    text = SCENE.replace("[output]", "[output]\ncheckpoint_interval = 130")
    status, message = run_scene(tmp_path, text)
    assert status == 0, message
    names = ["series.csv", "measures/feed.csv", "measures/drain.csv", "frames/000005.h5", "frames/000003.h5"]
    before = {name: (tmp_path / "out" / name).read_bytes() for name in names}
    newest = sorted((tmp_path / "out/checkpoints").iterdir())[-1]
    newest.unlink()
    status, message = run_scene(tmp_path, text, "--resume", "--threads", "2")
    assert status == 0, message
    assert before == {name: (tmp_path / "out" / name).read_bytes() for name in names}


def test_a_rate_from_a_file(tmp_path):
    (tmp_path / "rate.csv").write_text("time [s],mass_rate [kg/s]\n0,0\n0.1,2\n")
    status, message = run_scene(tmp_path, SCENE.replace("mass_rate = 2.0", 'mass_rate = {file = "rate.csv"}'))
    assert status == 0, message
    feed = table_of(tmp_path / "out/measures/feed.csv")
    assert np.allclose(feed["due [kg]"], 10 * feed["time [s]"]**2, rtol=1e-11)


def arrays_of(file):
    """The integer arrays of a .vtp file: by their names, with their types."""
    head, raw = file.read_bytes().split(b'<AppendedData encoding="raw">\n_', 1)
    arrays = {}
    for kind, name, offset in re.findall(rb'type="(\w+)" Name="(\w+)" \S+ format="appended" offset="(\d+)"', head):
        at = int(offset)
        blocks = np.frombuffer(raw, np.uint64, 1, at)[0]
        sizes = np.frombuffer(raw, np.uint64, int(blocks), at + 24)
        at, data = at + 24 + 8 * int(blocks), b""
        for size in sizes:
            data += zlib.decompress(raw[at:at + int(size)])
            at += int(size)
        if kind.startswith(b"Int"):
            arrays[name.decode()] = np.frombuffer(data, kind.decode().lower())
    return arrays


def test_files_for_paraview_have_ids(tmp_path):
    can = '[[wall]]\nname = "can"\ntype = "cylinder"\nbase = [0.05, 0.05, 0.01]\naxis = [0, 0, 1]\nradius = 0.04\nheight = 0.1\nbottom = true\n'
    text = SCENE.replace(OUTLET, FLOOR + can + OUTLET.replace("0.1, 0.1, 0.25", "0.05, 0.1, 0.25"))
    text = text.replace("[0, 0, -2]", "[0, 0, -4]")
    status, message = run_scene(tmp_path, text.replace("[output]", "[output]\nvtk = true"))
    assert status == 0, message
    touching = 0
    for frame in range(6):
        name = f"{frame:06}"
        with h5py.File(tmp_path / f"out/frames/{name}.h5") as file:
            ids = file["bodies/id"][:]
        bodies, walls, forces = (arrays_of(tmp_path / f"out/vtk/{part}_{name}.vtp") for part in ("bodies", "walls", "forces"))
        for arrays, columns in ((bodies, [("id", "body")]), (walls, [("id", "body")]), (forces, [("id_a", "body_a"), ("id_b", "body_b")])):
            for column, body in columns:
                objects = arrays[body]
                assert arrays[column].dtype == np.int64 and objects.dtype == np.int32 and len(arrays[column]) == len(objects)
                bounded = np.where(objects < len(ids), objects, 0)
                expected = np.where(objects < len(ids), ids[bounded], -1 - (objects - len(ids)))
                assert np.array_equal(arrays[column], expected), (name, column)
        assert -1 in walls["id"]
        touching += np.sum(forces["id_b"] == -1)
    assert touching > 0 and ids[-1] > len(ids)


def test_bodies_beyond_the_domain(tmp_path):
    domain = ('[domain]\nlower = [-1, -1, -1]\nupper = [1, 1, 0.019]\nperiodic = [false, false, false]\nbeyond = "{}"\n')
    status, message = run_scene(tmp_path, GOOD + domain.format("error"))
    assert status == 1 and "ball is beyond the domain, at [0, 0, 0.0199" in message, message
    status, message = run_scene(tmp_path, GOOD + domain.format("remove"), "--overwrite")
    assert status == 0, message
    assert table_of(tmp_path / "out/measures/beyond.csv")["count"][-1] == 1
    status, message = run_scene(tmp_path, GOOD + domain.format("ignore"), "--overwrite")
    assert status == 0, message


def changed(old, new, scene=SCENE):
    assert old in scene
    return scene.replace(old, new, 1)


BOX = 'region = {type = "box", lower = [0, 0, 0.3], upper = [0.1, 0.1, 0.34]}'
RATE = "mass_rate = 2.0"
DRAIN = 'region = {type = "box", lower = [0, 0, -1], upper = [0.1, 0.1, 0.25]}'
PERIODIC = "\n[domain]\nlower = [0, 0, -2]\nupper = [0.1, 0.1, 1]\nperiodic = [true, false, false]"
MISTAKES = [
    (DRAIN, DRAIN.replace("[0, 0, -1]", "[-0.1, 0, -1]") + PERIODIC, "outlet[0].region: reaches out of the periodic domain along x"),
    ('name = "feed"', "", "inlet[0].name: missing"),
    ('name = "feed"', 'name = "a b"', 'must be of 1 to 64 letters'),
    ('name = "feed"', "name = 3", "inlet[0].name: expected a string"),
    ('name = "feed"', 'name = ""', "inlet[0].name"),
    ('name = "drain"', 'name = "feed"', 'another measure, inlet or outlet is already called "feed"'),
    (BOX, "", "inlet[0].region: missing"),
    (BOX, "region = 3", "inlet[0].region: expected a table"),
    (BOX, 'region = {type = "ball"}', "allowed: box, cylinder, disc"),
    (BOX, BOX.replace("0.34", "0.2"), "inlet[0].region.upper[2]: must be above lower[2] = 0.3, got 0.2"),
    (BOX, 'region = {type = "disc", centre = [0, 0, 0]}', "inlet[0].region.radius: missing"),
    (BOX, 'region = {type = "disc", centre = [0, 0, 0], radius = 1, height = 2}', "height"),
    (RATE, "", "needs one of mass_rate and number_rate, got none"),
    (RATE, RATE + "\nnumber_rate = 3", "needs one of mass_rate and number_rate, got both"),
    (RATE, "mass_rate = 0", "inlet[0].mass_rate: must be finite and > 0, got 0"),
    (RATE, "mass_rate = -1", "inlet[0].mass_rate: must be finite and > 0, got -1"),
    (RATE, "mass_rate = nan", "inlet[0].mass_rate: must be finite and > 0"),
    (RATE, 'mass_rate = "much"', "inlet[0].mass_rate: expected a number"),
    (RATE, "mass_rate = {time = [0, 1]}", "inlet[0].mass_rate.value: missing"),
    (RATE, "mass_rate = {time = [0, 1], value = [1]}", "inlet[0].mass_rate.value"),
    (RATE, "mass_rate = {time = [0, 1], value = [1, 2, 3]}", "needs one number for each of the 2 times, got 3"),
    (RATE, "mass_rate = {time = [1, 0], value = [1, 2]}", "times must increase, but 1 s (row 1) is followed by 0 s"),
    (RATE, "mass_rate = {time = [0, 1], value = [1, -2]}", "rates must be >= 0, but row 2 has -2"),
    (RATE, 'mass_rate = {file = "nowhere.csv"}', "nowhere.csv"),
    (RATE, "mass_rate = {tme = [0, 1], value = [1, 2]}", "tme"),
    (RATE, RATE + "\nstart = -1", "inlet[0].start: must be finite and >= 0, got -1"),
    (RATE, RATE + "\nstart = 2\nstop = 1", "inlet[0].stop: must be after start = 2 s, got 1"),
    (RATE, RATE + "\nstop = 0", "inlet[0].stop: must be finite and > 0, got 0"),
    (RATE, RATE + '\nstop = "late"', "inlet[0].stop: expected a number"),
    (RATE, RATE + "\ncount = 0", "inlet[0].count"),
    (RATE, RATE + "\ncount = 1.5", "inlet[0].count"),
    (RATE, RATE + "\nmass = 0", "inlet[0].mass: must be finite and > 0, got 0"),
    (RATE, RATE + "\nmass = 1\ncount = 1", "has both count and mass"),
    (RATE, RATE + "\ngap = -1", "inlet[0].gap: must be finite and >= 0, got -1"),
    (RATE, RATE + "\nseed = -1", "inlet[0].seed"),
    (RATE, RATE + "\ninterval = 0", "inlet[0].interval: must be finite and > 0, got 0"),
    (RATE, RATE + '\nmaterial = "gold"', 'unknown material "gold"'),
    (RATE, RATE + "\nvelocty = [0, 0, 1]", 'velocty'),
    ("velocity = [0, 0, -2]", "velocity = 2", "inlet[0].velocity"),
    ("velocity = [0, 0, -2]", "velocity = [0, 0]", "inlet[0].velocity"),
    ("share = 2", "share = 0", "inlet[0].grain[0].share: must be finite and > 0, got 0"),
    ("radius = 0.005", "radius = -1", "inlet[0].grain[0].shape.radius"),
    (DRAIN, 'region = {type = "disc", centre = [0, 0, 0], radius = 1}', "allowed: box, cylinder"),
    (DRAIN, "", "outlet[0].region: missing"),
    (DRAIN, DRAIN + "\nwhole_body = 1", "outlet[0].whole_body"),
    (DRAIN, DRAIN + "\nreinsert = [0, 0, 0]", "outlet[0].reinsert: must not be zero"),
    (DRAIN, DRAIN + "\nreinsert = true", "outlet[0].reinsert"),
    (DRAIN, DRAIN + "\nreinsert = [0, 0]", "outlet[0].reinsert"),
    (DRAIN, DRAIN + "\ninterval = -1", "outlet[0].interval: must be finite and > 0, got -1"),
    (DRAIN, DRAIN + "\nwhole = true", "whole"),
    ("[[outlet]]", "[outlet]", "outlet"),
]


@pytest.mark.parametrize("old, new, words", MISTAKES)
def test_every_mistake_has_its_line(tmp_path, old, new, words):
    status, message = run_scene(tmp_path, changed(old, new))
    assert status == 1 and words in message, message
    assert "scene.toml:" in message and not (tmp_path / "out").exists()


@pytest.mark.parametrize("value", ['"away"', "true", "3", '"Remove"', '""'])
def test_mistakes_of_the_bounds(tmp_path, value):
    domain = f"[domain]\nlower = [-1, -1, -1]\nupper = [1, 1, 1]\nperiodic = [false, false, false]\nbeyond = {value}\n"
    status, message = run_scene(tmp_path, GOOD + domain)
    assert status == 1 and "domain.beyond: " in message and ("allowed: ignore" in message or "expected" in message) and "scene.toml:" in message, message


def test_all_mistakes_come_at_once(tmp_path):
    text = SCENE
    for old, new in ((RATE, "mass_rate = 0\nstart = -1"), ("share = 2", "share = 0"), (DRAIN, DRAIN + "\nreinsert = 1")):
        text = changed(old, new, text)
    status, message = run_scene(tmp_path, text)
    for words in ("inlet[0].mass_rate", "inlet[0].start", "inlet[0].grain[0].share", "outlet[0].reinsert"):
        assert words in message, message


def test_a_time_step_that_is_too_long_for_the_grains_is_refused(tmp_path):
    status, message = run_scene(tmp_path, GOOD + FLOOR.replace("floor", "lid").replace("0, 1]", "0, -1]\noffset = -9")
                                + INLET.replace("radius = 0.005", "radius = 0.0001"))
    assert status == 1 and "time_step: 0.0001 s is too large" in message and "a grain of feed" in message, message


SIEVE = 'diameter = {type = "sieve", size = [0.004, 0.006, 0.01], passing = [0, 0.4, 1]}'
SIZED = SCENE.replace("share = 2\nshape = {type = \"sphere\", radius = 0.005}",
                      "shape = {type = \"sphere\", radius = 1}\n" + SIEVE)


@pytest.mark.parametrize("fill", [False, True])
def test_grains_keep_a_sieve_curve_by_mass(tmp_path, fill):
    (tmp_path / "psd.csv").write_text("size [m],passing [1]\n0.004,0\n0.006,0.4\n0.01,1\n")
    grain = 'shape = {type = "sphere", radius = 1}\ndiameter = {type = "sieve", file = "psd.csv"}\n'
    if fill:
        scene = HEAD + ('[[fill]]\nname = "grain"\nregion = {type = "box", lower = [0, 0, 0], upper = [0.15, 0.15, 0.15]}\n'
                        'count = 1000\n[[fill.grain]]\n' + grain) + "[output]\ninterval = 1\n"
    else:
        scene = HEAD.replace("0.02", "0.1") + INLET[:INLET.index("[[inlet.grain]]")].replace("mass_rate = 2.0",
                "number_rate = 10100").replace("0.1, 0.1", "0.4, 0.4") + "[[inlet.grain]]\n" + grain
    status, message = run_scene(tmp_path, scene)
    assert status == 0, message
    with h5py.File(tmp_path / "out/results.h5") as file:
        frame = file["frames"][sorted(file["frames"])[-1]]
        mass = (file["model"] if fill else frame)["bodies/mass"][:]
    diameter = (mass / 2500 * 6 / np.pi)**(1 / 3)
    assert 1000 <= len(mass) <= 1011
    assert diameter.min() > 0.004 and diameter.max() < 0.01
    assert mass[diameter < 0.006].sum() / mass.sum() == pytest.approx(0.4, abs=0.01)


@pytest.mark.parametrize("diameter, words", [
    ('{type = "sieve"}', "diameter.size: missing"),
    ('{type = "sieve", size = [1, 2]}', "diameter.passing: missing"),
    ('{type = "sieve", size = [1, 2], passing = [0, 50, 100]}', "as many parts that pass, got 2 and 3"),
    ('{type = "sieve", size = [1, 2], passing = [0, 100]}', "must go from 0"),
    ('{type = "sieve", size = [2, 1], passing = [0, 1]}', "size: must be positive and increase, got 1 in row 2"),
    ('{type = "sieve", size = [1, 2, 3], passing = [0, 1, 0.5]}', "must not decrease, got 0.5 in row 3"),
    ('{type = "sieve", size = 3, passing = [0, 1]}', "diameter.size"),
    ('{type = "sieve", size = [1, 2], passing = [0, 1], by = "volume"}', "allowed: mass, number"),
    ('{type = "sieve", file = "none.csv"}', "none.csv"),
    ('{type = "sieve", file = "none.csv", size = [1, 2]}', "the curve is in the file"),
    ('{type = "fuller", largest = 0.01}', "diameter.smallest: missing"),
    ('{type = "fuller", smallest = 0.01, largest = 0.005}', "largest: must be above smallest"),
    ('{type = "fuller", smallest = 0.001, largest = 0.005, exponent = 0}', "diameter.exponent: must be finite and > 0"),
    ('{type = "rosin_rammler", smallest = 0.001, largest = 0.005, exponent = 1}', "diameter.size: missing"),
    ('{type = "rosin_rammler", size = -1, smallest = 0.001, largest = 0.005, exponent = 1}', "diameter.size: must be"),
    ('{type = "uniform", from = 0.001, to = 0.002, by = 3}', "diameter.by"),
    ('{type = "weibull"}', "allowed: fixed, uniform, lognormal, sieve, rosin_rammler, fuller"),
])
def test_mistakes_of_distributions(tmp_path, diameter, words):
    status, message = run_scene(tmp_path, SIZED.replace(SIEVE, "diameter = " + diameter))
    assert status == 1 and words in message and "scene.toml:" in message, message
