"""talus convert: texts of other programs there and back; the formats themselves are tested in test/python."""

import os

import pytest
from program import run
from scenes import BALL, FLOOR, HEAD

YADE = "#format x_y_z_r_matId\n0 0 1 0.5 0\n2 0 1 0.25 1\n"


@pytest.fixture
def packing(tmp_path):
    (tmp_path / "packing.txt").write_text(YADE)
    return tmp_path / "packing.txt"


def test_spheres_of_yade_become_a_scene_that_runs(packing, tmp_path):
    result = run("convert", packing, tmp_path / "scene.toml", "--density", "2600")
    assert result.returncode == 0 and b"2 particles" in result.stderr
    text = (tmp_path / "scene.toml").read_text()
    assert text.count("[[body]]") == 2 and text.count("[[material]]") == 2 and "density = 2600" in text
    assert run("run", tmp_path / "scene.toml", "--set", "simulation.duration=0.001", "--out", tmp_path / "out", "--quiet").returncode == 0


def test_there_and_back(packing, tmp_path):
    chain = [packing, tmp_path / "a.data", tmp_path / "b.dump", tmp_path / "c.txt"]
    for a, b in zip(chain, chain[1:]):
        result = run("convert", a, b, "--density", "1000", "--quiet")
        assert result.returncode == 0 and result.stderr == b"", result.stderr
    rows = [line.split() for line in (tmp_path / "c.txt").read_text().splitlines()[1:]]
    assert [[float(x) for x in row[1:]] for row in rows] == [[0, 0, 1, 0.5, 0], [2, 0, 1, 0.25, 1]]


def test_frames_of_a_run(tmp_path):
    (tmp_path / "s.toml").write_text(HEAD + FLOOR + BALL + "\n[output]\ninterval = 0.01\npicture = false\n")
    assert run("run", tmp_path / "s.toml", "--out", tmp_path / "out", "--quiet").returncode == 0
    result = run("convert", tmp_path / "out", tmp_path / "all.xyz", "--all")
    assert result.returncode == 0 and b"1 walls and bodies that are not free were left out" in result.stderr
    lines = (tmp_path / "all.xyz").read_text().splitlines()
    assert len(lines) == 9 and lines[0] == "1" and "Time=0.02" in lines[7]
    assert run("convert", tmp_path / "out", tmp_path / "first.dump", "--frame", "0").returncode == 0
    assert "\n1 1 0 0 0.02 " in (tmp_path / "first.dump").read_text(), "the ball where it began"
    result = run("convert", tmp_path / "out", tmp_path / "x.dump", "--frame", "3")
    assert result.returncode == 1 and b"has 3 frames, got the frame 3" in result.stderr
    result = run("convert", tmp_path / "out", tmp_path / "x.data", "--all")
    assert result.returncode == 2 and b"--all" in result.stderr


@pytest.mark.parametrize("words, status, message", [
    (["none.data", "x.toml"], 1, "none.data"),
    (["packing.txt", "x.what"], 2, "its name means no format"),
    (["packing.txt", "x.toml", "--to", "what"], 2, "--to: expected"),
    (["packing.txt", "x.data"], 1, "has no density"),
    (["packing.txt", "x.data", "--density", "-1"], 2, "--density: must be finite and > 0"),
    (["packing.txt", "x.toml", "--column", "a"], 2, "expected NAME=NAME"),
    (["packing.txt", "x.toml", "--from", "lammps-data"], 1, "packing.txt"),
    ([".", "x.toml"], 1, "is not the folder of a run"),
    (["/dev/zero", "x.toml", "--from", "yade"], 1, "/dev/zero"),
    (["packing.txt"], 2, "OUT"),
])
def test_what_cannot_be_converted(packing, tmp_path, words, status, message):
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        result = run("convert", *words)
    finally:
        os.chdir(before)
    assert result.returncode == status and message in result.stderr.decode(), result.stderr
    assert not (tmp_path / "x.toml").exists() and not (tmp_path / "x.data").exists()
