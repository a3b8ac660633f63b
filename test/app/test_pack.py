"""talus pack: random arrays as HDF5 and as a query file."""

import collections
import json
import math
import os

import h5py
import numpy as np
import pytest
from program import parse, run

DISCS = ("--aspect-ratio", "1/6", "--volume-fraction", "0.2", "--box-ratio", "6")


def text_of(result):
    return result.stderr.decode()


def test_the_bodies_file(tmp_path):
    result = run("pack", *DISCS, "--diameter", "2", "--seed", "7", "--out", tmp_path / "discs.h5")
    assert result.returncode == 0, result.stderr
    assert result.stdout == b""
    assert "packed 83 bodies, volume fraction 0.201" in text_of(result)
    assert "L/D = 6" in text_of(result)
    with h5py.File(tmp_path / "discs.h5") as file:
        assert file.attrs["format"] == b"talus bodies" and file.attrs["version"] == 1
        assert file["shapes/type"][:].tolist() == [b"ellipsoid"]
        a, b, c = file["shapes/parameters"][0, :3]
        assert a / b == pytest.approx(1 / 6) and b == c and a * b * c == pytest.approx(1)  # D / 2 = 1
        assert file["shapes/vertex_start"][:].tolist() == [0, 0]
        position, orientation = file["bodies/position"][:], file["bodies/orientation"][:]
        assert position.shape == (83, 3) and (position >= 0).all() and (position < 12).all()
        assert orientation.shape == (83, 4)
        assert np.linalg.norm(orientation, axis=1) == pytest.approx(np.ones(83), abs=1e-14)
        assert file["bodies/shape"][:].tolist() == [0] * 83
        assert file["box/lengths"][:].tolist() == [12, 12, 12]
        assert file["box/periodic"][:].tolist() == [1, 1, 1]
        packing = file["packing"].attrs
        assert packing["seed"] == 7 and packing["attempts"] >= 83 and packing["wanted_count"] == 83
        assert packing["wanted_volume_fraction"] == 0.2
        assert packing["volume_fraction"] == pytest.approx(83 * 4 / 3 * np.pi / 12**3)
    assert os.listdir(tmp_path) == ["discs.h5"]


def answers_to(pairs):
    result = run("query", pairs)
    assert result.returncode == 0, result.stderr
    return [parse(line) for line in result.stdout.decode().splitlines()]


def test_the_pairs_are_answered_and_all_separated(tmp_path):
    result = run("pack", *DISCS, "--out", tmp_path / "discs.h5", "--pairs", tmp_path / "pairs.jsonl")
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text().splitlines()]
    assert f"wrote {len(lines)} neighbour pairs" in text_of(result)
    with h5py.File(tmp_path / "discs.h5") as file:
        position, orientation = file["bodies/position"][:], file["bodies/orientation"][:]
        radius = file["shapes/parameters"][0, :3].max()
    # Equation (4.2) by brute force: all images, eps_al R_eq = 0.2 * 0.5.
    expected = set()
    images = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]
    for a in range(len(position)):
        for b in range(a + 1, len(position)):
            for image in images:
                if np.linalg.norm(position[b] + 6 * np.array(image) - position[a]) <= 2 * radius + 0.1:
                    expected.add(f"{a}-{b}" + (":" + ",".join(map(str, image)) if any(image) else ""))
    assert {line["id"] for line in lines} == expected and len(lines) == len(expected) > 300
    for line in lines[:50]:
        bodies, _, image = line["id"].partition(":")
        a, b = map(int, bodies.split("-"))
        shift = 6 * np.array([int(i) for i in image.split(",")]) if image else np.zeros(3)
        assert line["a"]["position"] == position[a].tolist()
        assert line["b"]["position"] == (position[b] + shift).tolist()
        assert line["b"]["orientation"] == orientation[b].tolist()
    answers = answers_to(tmp_path / "pairs.jsonl")
    assert len(answers) == len(lines)
    assert collections.Counter(answer["status"] for answer in answers) == {"separated": len(lines)}


def test_the_same_seed_gives_the_same_files(tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        arguments = ("--seed", seed, "--out", tmp_path / f"{name}.h5", "--pairs", tmp_path / f"{name}.jsonl")
        assert run("pack", *DISCS, *arguments).returncode == 0
    for kind in ("h5", "jsonl"):
        a, b, c = ((tmp_path / f"{name}.{kind}").read_bytes() for name in "abc")
        assert a == b != c


def test_pairs_on_standard_output():
    result = run("pack", *DISCS, "--pairs", "-", "--quiet", "--reach", "0")
    assert result.returncode == 0 and result.stderr == b""
    near = result.stdout.splitlines()
    far = run("pack", *DISCS, "--pairs", "-", "--quiet", "--reach", "0.5").stdout.splitlines()
    assert 0 < len(near) < len(far) and set(near) < set(far)


def mix(*parts):
    return json.dumps({"parts": parts})


def test_a_mix_of_shapes_and_sizes(tmp_path):
    brick = [[x, y, z] for x in (0, 1) for y in (0, 0.7) for z in (0, 0.5)]
    (tmp_path / "mix.json").write_text(mix(
        {"shape": {"type": "polyhedron", "vertices": brick}, "share": 2},
        {"shape": {"type": "superquadric", "semi_axes": [1, 1, 2], "exponents": [4, 4]}, "share": 2, "diameter": 1},
        {"shape": {"type": "sphere", "radius": 1}, "share": 4,
         "diameter": {"type": "lognormal", "median": 0.8, "sigma": 0.3, "classes": 4}},
        {"shape": {"type": "ellipsoid", "semi_axes": [1, 2, 3]}, "share": 2,
         "diameter": [{"diameter": 0.6, "share": 3}, {"diameter": 1.2, "share": 1}]},
        {"shape": {"type": "sphere", "radius": 1},
         "diameter": {"type": "uniform", "from": 0.5, "to": 1, "classes": 2}}))
    result = run("pack", "--mix", tmp_path / "mix.json", "--volume-fraction", "0.2", "--box-ratio", "7",
                 "--out", tmp_path / "mix.h5", "--pairs", tmp_path / "mix.jsonl")
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "mix.h5") as file:
        types = [name.decode() for name in file["shapes/type"][:]]
        assert types == ["polyhedron", "superquadric"] + ["sphere"] * 4 + ["ellipsoid"] * 2 + ["sphere"] * 2
        assert file["shapes/vertex_start"][:].tolist() == [0] + [8] * 10
        assert sorted(file["shapes/vertices"][:].tolist()) == sorted(brick)
        counts = np.bincount(file["bodies/shape"][:], minlength=10)
        shares = np.array([2, 2, 1, 1, 1, 1, 1.5, 0.5, 0.5, 0.5]) / 11
        assert counts == pytest.approx(shares * counts.sum(), abs=1)
        radii = file["shapes/parameters"][:, 0]
        assert radii[8:].tolist() == pytest.approx([0.5 * 0.625, 0.5 * 0.875])
        assert radii[2] * radii[5] == pytest.approx(0.4**2)  # symmetric about the median
    assert {answer["status"] for answer in answers_to(tmp_path / "mix.jsonl")} == {"separated"}


def test_a_shape_from_a_file(tmp_path):
    (tmp_path / "shape.json").write_text('{"type":"superquadric","semi_axes":[1,2,1],"exponents":[3,5]}')
    result = run("pack", "--shape", tmp_path / "shape.json", "--diameter", "1", "--volume-fraction", "0.1",
                 "--box", "4", "--out", tmp_path / "a.h5")
    assert result.returncode == 0, result.stderr
    with h5py.File(tmp_path / "a.h5") as file:
        parameters = file["shapes/parameters"][0]
        assert parameters[1] == pytest.approx(2 * parameters[0]) and parameters[3:5].tolist() == [3, 5]
        assert len(file["bodies/shape"]) == np.ceil(0.1 * 64 / (np.pi / 6))


def test_an_array_that_jams_is_written_and_says_so(tmp_path):
    result = run("pack", "--aspect-ratio", "1", "--volume-fraction", "0.6", "--box", "5", "--max-attempts", "5000",
                 "--out", tmp_path / "jammed.h5", "--quiet")
    assert result.returncode == 1
    with h5py.File(tmp_path / "jammed.h5") as file:
        count, requested = len(file["bodies/shape"]), file["packing"].attrs["wanted_count"]
        reached = file["packing"].attrs["volume_fraction"]
    assert 0.25 < reached < 0.45 and count < requested == 144
    assert text_of(result) == (f"talus: jammed: {count} of 144 bodies placed, volume fraction {reached:.6f} of the "
                               "0.6 requested; 5000 attempts in a row failed (--max-attempts)\n")


@pytest.mark.parametrize("arguments,message", [
    (("--volume-fraction", "0.2", "--box", "5"), "give one of --aspect-ratio, --shape and --mix, got none"),
    (("--aspect-ratio", "2", "--shape", "x", "--volume-fraction", "0.2", "--box", "5"), "got several"),
    (("--aspect-ratio", "2", "--box", "5"), "--volume-fraction"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2"), "give one of --box and --box-ratio"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2", "--box", "5", "--box-ratio", "5"), "give one of --box and"),
    (("--aspect-ratio", "0", "--volume-fraction", "0.2", "--box", "5"), "--aspect-ratio: must be a positive number"),
    (("--aspect-ratio", "1/0", "--volume-fraction", "0.2", "--box", "5"), "got 1/0"),
    (("--aspect-ratio", "1/6x", "--volume-fraction", "0.2", "--box", "5"), "got 1/6x"),
    (("--aspect-ratio", "2", "--volume-fraction", "1.2", "--box", "5"), "--volume-fraction: must be > 0 and < 1, got 1.2"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2", "--box", "-5"), "--box: must be finite and > 0, got -5"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2", "--box", "0.5"), "--box: 0.5 is too small"),
    (("--aspect-ratio", "2", "--diameter", "-1", "--volume-fraction", "0.2", "--box", "5"), "--diameter: must be finite and > 0"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2", "--box", "5", "--max-attempts", "0"), "--max-attempts: must be at least 1"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2", "--box", "5", "--reach", "-1"), "--reach: must be 0 to 50 (10 sides of the cube), got -1"),
    (("--aspect-ratio", "2", "--volume-fraction", "0.2", "--box", "5", "--seed", "-1"), "--seed"),
    (("--mix", "no/such.json", "--volume-fraction", "0.2", "--box", "5"), "cannot open no/such.json: No such file"),
    (("--shape", "no/such.json", "--volume-fraction", "0.2", "--box", "5"), "cannot open no/such.json: No such file"),
])
def test_wrong_usage(tmp_path, arguments, message):
    result = run("pack", "--out", tmp_path / "never.h5", *arguments)
    assert result.returncode == 2, result.stderr
    assert text_of(result).startswith("talus: ") and message in text_of(result)
    assert os.listdir(tmp_path) == []


def test_nothing_to_write_or_nowhere_to_write_is_said_before_packing(tmp_path):
    result = run("pack", *DISCS)
    assert result.returncode == 2 and "nothing to write: give --out" in text_of(result)
    for option in ("--out", "--pairs"):
        result = run("pack", *DISCS, option, tmp_path / "no/such/file")
        assert result.returncode == 2
        assert text_of(result) == f"talus: cannot write {tmp_path}/no/such/file: No such file or directory\n"
        result = run("pack", *DISCS, option, tmp_path)
        assert result.returncode == 2 and "it is a directory" in text_of(result)


SPHERE = {"type": "sphere", "radius": 1}
# Points on a sphere, on a spiral.
ROUND = [[math.sqrt(1 - z * z) * math.cos(3883.2 * z), math.sqrt(1 - z * z) * math.sin(3883.2 * z), z]
         for z in ((i + 0.5) / 3000 - 1 for i in range(6000))]


@pytest.mark.parametrize("text,message", [
    ("{", "not valid JSON"),
    ("{}", "parts: missing"),
    (mix(), "parts: expected an array of at least one part, got an empty one"),
    (mix({"share": 1}), "parts[0].shape: missing"),
    (mix({"shape": SPHERE}, {"shape": {"type": "sphere", "radius": -1}}), "parts[1].shape.radius: must be finite and > 0, got -1"),
    (mix({"shape": SPHERE, "share": 0}), "parts[0].share: must be finite and > 0, got 0"),
    (mix({"shape": SPHERE, "size": 1}), "parts[0].size: unknown key"),
    (mix({"shape": SPHERE, "diameter": "x"}), "parts[0].diameter: expected a number, an array of sizes or a distribution"),
    (mix({"shape": SPHERE, "diameter": -1}), "parts[0].diameter: "),
    (mix({"shape": SPHERE, "diameter": []}), "parts[0].diameter: expected at least one size"),
    (mix({"shape": SPHERE, "diameter": {"type": "normal"}}), 'parts[0].diameter.type: unknown distribution "normal"'),
    (mix({"shape": SPHERE, "diameter": {"type": "uniform", "from": 2, "to": 1, "classes": 3}}), "parts[0].diameter: from: must not be above to = 1, got 2"),
    (mix({"shape": SPHERE, "diameter": {"type": "lognormal", "median": 2, "sigma": 1, "classes": 0}}), "parts[0].diameter.classes: must be 1 to 1000, got 0"),
    (mix({"shape": SPHERE, "diameter": {"type": "uniform", "from": 1, "to": 2, "classes": -4294967295}}), "parts[0].diameter.classes: must be 1 to 1000, got -4294967295"),
    (mix({"shape": SPHERE, "diameter": {"type": "uniform", "from": 1, "to": 2, "classes": 18446744073709551615}}), "parts[0].diameter.classes: must be 1 to 1000, got 18446744073709551615"),
    (mix({"shape": SPHERE, "diameter": {"type": "uniform", "from": 1, "to": 2, "classes": 1.0}}), "parts[0].diameter.classes: expected a whole number, got 1.0"),
    (mix({"shape": {"type": "half_space", "normal": [0, 0, 1], "offset": 0}}), "parts[0].shape: a half_space has no volume to pack"),
])
def test_a_wrong_mix_names_the_place(tmp_path, text, message):
    file = tmp_path / "mix.json"
    file.write_text(text)
    result = run("pack", "--mix", file, "--volume-fraction", "0.1", "--box", "50", "--out", tmp_path / "a.h5")
    assert result.returncode == 2, result.stderr
    assert message in text_of(result)
    assert os.listdir(tmp_path) == ["mix.json"]


def test_a_mix_that_asks_for_much_memory_is_refused(tmp_path):
    sizes = {"type": "uniform", "from": 1, "to": 2, "classes": 1000}
    (tmp_path / "mix.json").write_text(mix({"shape": {"type": "polyhedron", "vertices": ROUND}, "diameter": sizes}))
    result = run("pack", "--mix", tmp_path / "mix.json", "--volume-fraction", "0.1", "--box", "50", "--out",
                 tmp_path / "a.h5")
    assert result.returncode == 2
    assert "parts[0].diameter: 1000 shapes of 6000 vertices each are too many" in text_of(result)
