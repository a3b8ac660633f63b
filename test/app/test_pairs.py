"""talus pairs: which bodies of a file may touch."""

import itertools
import os
import shutil
import subprocess

import h5py
import numpy as np
import pytest
from program import PROGRAM, run

SCHEMES = ["auto", "size-rows", "heapsort", "grid", "adaptive-grid", "octree", "body-cells", "brute-force"]
BOX = 6


@pytest.fixture(scope="module")
def discs(tmp_path_factory):
    file = tmp_path_factory.mktemp("pairs") / "discs.h5"
    result = run("pack", "--aspect-ratio", "1/6", "--volume-fraction", "0.2", "--box", BOX, "--out", file, "--quiet")
    assert result.returncode == 0, result.stderr
    return file


def text_of(result):
    return result.stderr.decode()


def pairs_of(*arguments):
    result = run("pairs", *arguments)
    assert result.returncode == 0 and result.stderr == b"", result.stderr
    return [tuple(map(int, line.split())) for line in result.stdout.splitlines()]


def by_brute_force(file, skin=0.0, spheres=False):
    """Boxes of ellipsoids: half lengths sqrt(sum_j (R_ij a_j)^2); all images of all pairs."""
    with h5py.File(file) as f:
        position, q = f["bodies/position"][:], f["bodies/orientation"][:]
        axes = f["shapes/parameters"][:, :3][f["bodies/shape"][:]]
    w, x, y, z = q.T
    rotation = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    half = np.sqrt(np.einsum("ijn,nj->ni", rotation**2, axes**2)) + skin
    radius = axes.max(axis=1) + skin
    found = []
    for image in itertools.product((-1, 0, 1), repeat=3):
        apart = position[None] + BOX * np.array(image) - position[:, None]
        near = (np.abs(apart) <= half[None] + half[:, None]).all(axis=2)
        if spheres:
            near &= np.linalg.norm(apart, axis=2) <= radius[None] + radius[:, None]
        found += [(a, b, *image) for a, b in np.argwhere(near) if a < b]
    return sorted(found)


@pytest.mark.parametrize("arguments,expected", [
    ((), {}),
    (("--skin", "0.3"), {"skin": 0.3}),
    (("--spheres",), {"spheres": True}),
    (("--skin", "0.2", "--spheres"), {"skin": 0.2, "spheres": True}),
])
def test_the_pairs_are_those_of_brute_force(discs, arguments, expected):
    pairs = pairs_of(discs, *arguments)
    assert pairs == by_brute_force(discs, **expected) and len(pairs) > 150
    assert len({pair[2:] for pair in pairs}) > 5  # images


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_and_any_number_of_threads_give_the_same_bytes(discs, scheme):
    expected = run("pairs", discs).stdout
    for threads in (1, 2, 5, 4096) if scheme == "auto" else (1, 2):
        result = run("pairs", discs, "--scheme", scheme, "--threads", threads)
        assert (result.returncode, result.stdout, result.stderr) == (0, expected, b"")


def test_the_help_lists_the_schemes():
    text = run("pairs", "--help").stdout.decode()
    for scheme in SCHEMES[1:]:
        assert f"\n  {scheme} " in text


def test_the_number_of_pairs(discs):
    assert run("pairs", discs, "--count").stdout == f"{len(pairs_of(discs))}\n".encode()


def test_pairs_as_text_and_as_hdf5(discs, tmp_path):
    expected = pairs_of(discs, "--skin", "0.1", "--spheres")
    result = run("pairs", discs, "--skin", "0.1", "--spheres", "--out", tmp_path / "pairs.txt")
    assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")
    assert np.loadtxt(tmp_path / "pairs.txt", dtype=int).tolist() == [list(pair) for pair in expected]
    result = run("pairs", discs, "--skin", "0.1", "--spheres", "--out", tmp_path / "pairs.h5", "--count")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{len(expected)}\n".encode(), b"")
    with h5py.File(tmp_path / "pairs.h5") as file:
        assert file.attrs["format"] == b"talus pairs" and file.attrs["version"] == 1
        body, image = file["pairs/body"][:], file["pairs/image"][:]
        attributes = file["pairs"].attrs
        assert attributes["scheme"] == b"auto" and attributes["skin"] == 0.1 and attributes["spheres"] == 1
        assert attributes["body_count"] == 83
        assert file["box/lengths"][:].tolist() == [BOX] * 3 and file["box/periodic"][:].tolist() == [1] * 3
    assert np.hstack([body, image]).tolist() == [list(pair) for pair in expected]
    assert sorted(os.listdir(tmp_path)) == ["pairs.h5", "pairs.txt"]


@pytest.mark.parametrize("name", ["p.H5", "p.Hdf5", "p.HDF5"])
def test_extensions_in_capitals_count(discs, tmp_path, name):
    assert run("pairs", discs, "--out", tmp_path / name).returncode == 0
    with h5py.File(tmp_path / name) as file:
        assert len(file["pairs/body"]) == len(pairs_of(discs))


def changed(discs, folder, change):
    file = folder / "changed.h5"
    shutil.copy(discs, file)
    with h5py.File(file, "r+") as contents:
        change(contents)
    return file


def set_value(name, index, value):
    def change(file):
        file[name][index] = value
    return change


def into(kind, parameters):
    def change(file):
        del file["shapes/type"]
        file["shapes/type"] = np.array([kind], dtype="S12")
        file["shapes/parameters"][0] = parameters
    return change


def without_bodies(file):
    for name, columns in (("shape", None), ("position", 3), ("orientation", 4)):
        kind = file[f"bodies/{name}"].dtype
        del file[f"bodies/{name}"]
        file[f"bodies/{name}"] = np.empty((0,) if columns is None else (0, columns), kind)


def test_a_file_without_bodies_has_no_pairs(discs, tmp_path):
    file = changed(discs, tmp_path, without_bodies)
    assert pairs_of(file) == []
    assert run("pairs", file, "--count").stdout == b"0\n"
    assert run("pairs", file, "--out", tmp_path / "none.h5").returncode == 0
    with h5py.File(tmp_path / "none.h5") as pairs:
        assert pairs["pairs/body"].shape == (0, 2) and pairs["pairs/image"].shape == (0, 3)


def test_all_bodies_at_one_point(discs, tmp_path):
    def change(file):
        file["bodies/position"][:] = 1.5
    file = changed(discs, tmp_path, change)
    pairs = pairs_of(file)
    assert pairs == [(a, b, 0, 0, 0) for a in range(83) for b in range(a + 1, 83)]


@pytest.mark.parametrize("change,message", [
    (set_value("bodies/position", (7, 1), np.nan), "bodies[7]: pose: position must be finite"),
    (set_value("bodies/position", (7, 1), np.inf), "bodies[7]: pose: position must be finite"),
    (set_value("bodies/position", (7, 1), 1e300), "body 7: along y at 1e+300, more than 10000 periods outside"),
    (set_value("box/lengths", slice(None), 1e-3), "longer than the period 0.001"),
    (set_value("bodies/orientation", (3, 0), 2), "bodies[3]: pose: orientation must be"),
    (set_value("bodies/shape", 5, 9), "bodies/shape[5]: must be an index into the 1 shapes, got 9"),
    (set_value("box/lengths", slice(None), [6, 0.1, 6]), "body 0: along y of length"),
    (set_value("box/lengths", slice(None), [6, np.nan, 6]), "box/lengths: expected 3 positive numbers"),
    (into("segment", [0, 0, 0, 20, 20, 20]), "longer than the period 6"),
    (into("half_space", [0, 0, 1, 0, 0, 0]), "body 0: a half-space has no bounds, so it cannot be sorted"),
    (lambda file: file.__delitem__("bodies/orientation"), "bodies/orientation: missing"),
])
def test_a_file_that_cannot_be_sorted(discs, tmp_path, change, message):
    file = changed(discs, tmp_path, change)
    for scheme in ("auto", "grid"):
        result = run("pairs", file, "--scheme", scheme)
        assert result.returncode == 2 and result.stdout == b""
        text = text_of(result)
        assert text.startswith(f"talus: {file}: ") and message in text and len(text.splitlines()) == 1


@pytest.mark.parametrize("arguments,message", [
    (("--scheme", "quadtree"), '--scheme: there is none of the name "quadtree"; known: auto, size-rows, heapsort, grid, '),
    (("--skin", "-1"), "--skin: must be finite and >= 0, got -1"),
    (("--skin", "nan"), "--skin: must be finite and >= 0, got nan"),
    (("--skin", "4"), "(with a skin of 4)"),
    (("--threads", "0"), "--threads: must be 1 to 4096, got 0"),
    (("--out", "/no/such/pairs.txt"), "cannot write /no/such/pairs.txt: No such file or directory"),
    (("--out", "/no/such/pairs.h5"), "cannot write /no/such/pairs.h5: No such file or directory"),
])
def test_refused(discs, arguments, message):
    result = run("pairs", discs, *arguments)
    assert result.returncode == 2 and result.stdout == b""
    assert message in text_of(result) and len(text_of(result).splitlines()) == 1


def test_files_that_are_no_bodies(tmp_path):
    (tmp_path / "text.h5").write_text("no bodies")
    for file, message in ((tmp_path / "none.h5", "No such file or directory"), (tmp_path, "it is a directory"),
                          (tmp_path / "text.h5", "it is not an HDF5 file")):
        result = run("pairs", file)
        assert result.returncode == 2 and f"cannot read {file}: {message}" in text_of(result)
    assert run("pairs").returncode == 2


def test_a_full_disk_is_reported(discs):
    for arguments in ((), ("--count",)):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "pairs", discs, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert result.returncode == 2
        assert text_of(result) == "talus: cannot write standard output: No space left on device\n"
