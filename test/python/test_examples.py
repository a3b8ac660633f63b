"""The examples run and write what they promise."""

import csv
import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def test_any_to_any(tmp_path):
    out = tmp_path / "new folder"
    result = subprocess.run([sys.executable, "-B", EXAMPLES / "any_to_any.py", "--out", out],
                            capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    table = (out / "any_to_any.txt").read_text()
    assert table in result.stdout
    with open(out / "any_to_any.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 21 and len(table.splitlines()) == 23
    for row in rows:
        if row["a"] == row["b"] == "half_space":
            assert row["status"] == "not_supported"
        elif row["a"] == row["b"] == "segment":
            assert row["status"] == "touching"
        else:
            assert row["status"] == "overlapping"
            assert row["proven"] == "True"
            assert abs(float(row["distance"]) + 0.12) < 1e-6
    picture = (out / "any_to_any.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and 50_000 < len(picture) < 600_000


def test_contact_manifold(tmp_path):
    result = subprocess.run([sys.executable, "-B", EXAMPLES / "contact_manifold.py", "--out", tmp_path],
                            capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stderr
    picture = (tmp_path / "contact_manifold.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and 100_000 < len(picture) < 600_000


def test_random_array(tmp_path):
    result = subprocess.run([sys.executable, "-B", EXAMPLES / "random_array.py", "--out", tmp_path],
                            capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stderr
    assert "discs, aspect ratio 1/6, 0.25: 164 bodies" in result.stdout
    picture = (tmp_path / "random_array.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and 100_000 < len(picture) < 600_000


def test_the_folder_must_be_given():
    result = subprocess.run([sys.executable, EXAMPLES / "any_to_any.py"], capture_output=True, text=True)
    assert result.returncode == 2 and "--out" in result.stderr
