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
    assert b"all.xyz: 3 frames, the last with 1 particle\n" in result.stderr
    lines = (tmp_path / "all.xyz").read_text().splitlines()
    assert len(lines) == 9 and lines[0] == "1" and "Time=0.02" in lines[7]
    assert run("convert", tmp_path / "out", tmp_path / "first.dump", "--frame", "0").returncode == 0
    assert "\n1 1 0 0 0.02 " in (tmp_path / "first.dump").read_text(), "the ball where it began"
    result = run("convert", tmp_path / "out", tmp_path / "x.dump", "--frame", "3")
    assert result.returncode == 1 and b"has 3 frames, got the frame 3" in result.stderr
    result = run("convert", tmp_path / "out", tmp_path / "x.data", "--all")
    assert result.returncode == 2 and b"--all: a file of the format lammps-data holds one frame" in result.stderr
    for words in (["--from", "lammps-dump"], ["--column", "a=b"], ["--atom-style", "sphere"]):
        result = run("convert", tmp_path / "out", tmp_path / "x.dump", "--all", *words)
        assert result.returncode in (1, 2) and not (tmp_path / "x.dump").exists(), words
    result = run("convert", tmp_path / "first.dump", tmp_path / "x.xyz", "--all")
    assert result.returncode == 2 and b"--all: takes the frames of a run, and " in result.stderr
    assert b"first.dump is not its folder; --frame takes one of a dump" in result.stderr


def test_a_run_without_frames(tmp_path):
    (tmp_path / "s.toml").write_text(HEAD + FLOOR + BALL + "\n[output]\npicture = false\n")
    assert run("run", tmp_path / "s.toml", "--out", tmp_path / "out", "--quiet").returncode == 0
    head = (tmp_path / "out/frames.csv").read_text().splitlines()[0]
    for text in (head + "\n", None):
        if text is None:
            (tmp_path / "out/frames.csv").unlink()
        else:
            (tmp_path / "out/frames.csv").write_text(text)
        for words in ([], ["--all"], ["--frame", "0"]):
            (tmp_path / "x.xyz").write_text("before")
            result = run("convert", tmp_path / "out", tmp_path / "x.xyz", *words)
            assert result.returncode == 1 and b"out: the run has no frames: none is complete yet" in result.stderr, result.stderr
            assert (tmp_path / "x.xyz").read_text() == "before", "not replaced by an empty file"


DUMP = """ITEM: TIME
0.5
ITEM: TIMESTEP
7
ITEM: NUMBER OF ATOMS
1
ITEM: BOX BOUNDS ff ff ff
0 1
0 1
0 1
ITEM: ATOMS id x y z radius c_q[1] fx
1 0.5 0.5 0.5 0.1 1 0
"""


def test_columns_that_are_not_known_are_reported(tmp_path):
    (tmp_path / "a.dump").write_text(DUMP)
    result = run("convert", tmp_path / "a.dump", tmp_path / "a.xyz")
    assert result.returncode == 0 and b"columns that are not known were left out: c_q[1], fx" in result.stderr
    assert "Time=0.5 Timestep=7" in (tmp_path / "a.xyz").read_text(), "LAMMPS writes the time first"
    for column, message in [("c_q[2]=quatw", b"there is no column c_q[2]; there are: id x y z radius c_q[1] fx"),
                            ("c_q[1]=quatW", b"the column c_q[1] cannot be quatW; it can be: id type"),
                            ("c_q[1]=x", b"the column x is there twice")]:
        result = run("convert", tmp_path / "a.dump", tmp_path / "b.xyz", "--column", column)
        assert result.returncode == 1 and message in result.stderr, result.stderr
    assert not (tmp_path / "b.xyz").exists()


def test_what_is_read_is_not_overwritten(packing, tmp_path):
    (tmp_path / "link.data").symlink_to("packing.txt")
    os.link(packing, tmp_path / "hard.txt")
    for name in ("packing.txt", "link.data", "hard.txt"):
        result = run("convert", packing, tmp_path / name, "--density", "1000")
        assert result.returncode == 2 and b"is what is read; state another file to write" in result.stderr
    assert packing.read_text() == YADE


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_the_right_to_write(packing, tmp_path):
    (tmp_path / "closed").mkdir(mode=0o500)
    result = run("convert", packing, tmp_path / "closed/x.toml")
    assert result.returncode == 1 and b"Permission denied" in result.stderr


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
    (["packing.txt", "x.toml", "--from", "what"], 2, "--from: expected auto, lammps-data"),
    (["packing.txt", "x.toml", "--frame", "3"], 1, "a file of the format yade has one frame, got the frame 3"),
    (["packing.txt", "x.toml", "--atom-style", "sphere"], 1, "only data files have an atom style"),
    (["packing.txt", "x.toml", "--column", "q=x"], 1, "there is no column q; there are: x y z r matId"),
    (["packing.txt", "none/x.toml"], 1, "No such file"),
    (["packing.txt", "/dev/full", "--to", "scene"], 1, "No space left"),
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
