"""Meshes in the query format: concave bodies, their patches, and what is refused."""

import json

import pytest
from program import FIELDS, SHAPES, body, pair, run

TRIANGLES = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
             [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]


@pytest.fixture
def folder(tmp_path):
    """With box.obj, a cube of side 2."""
    corners = [[1 if i >> k & 1 else -1 for k in range(3)] for i in range(8)]
    lines = ["v {} {} {}".format(*corner) for corner in corners]
    lines += ["f {} {} {}".format(*(i + 1 for i in triangle)) for triangle in TRIANGLES]
    (tmp_path / "box.obj").write_text("\n".join(lines) + "\n")
    return tmp_path


MESH = {"type": "mesh", "file": "box.obj", "cells": 16}


def answer_of(folder, a, b, *options, status=0):
    """The file of the mesh is named relative to the query file."""
    queries = folder / "pairs.jsonl"
    queries.write_text(pair(a, b) + "\n")
    result = run("query", *options, queries)
    assert result.returncode == status, result.stdout + result.stderr
    return json.loads(result.stdout)


def test_two_meshes(folder):
    answer = answer_of(folder, body(MESH), body(MESH, (0.5, 0.25, 1.9)))
    assert list(answer) == FIELDS + ["definition"]
    assert answer["definition"] == "deepest-contact"
    assert answer["status"] == "overlapping" and answer["method"] == "surface-overlap"
    assert answer["distance"] == pytest.approx(-0.1, abs=1e-12)
    assert answer["normal"] == pytest.approx([0, 0, 1], abs=1e-12)
    apart = answer_of(folder, body(MESH), body(MESH, (0.5, 0.25, 2.5)))
    assert apart["status"] == "separated" and apart["distance"] == pytest.approx(0.5, abs=1e-12)
    assert apart["proven"]


@pytest.mark.parametrize("kind", ["sphere", "ellipsoid", "superquadric", "polyhedron", "half_space"])
def test_every_other_kind(folder, kind):
    # Above the mesh by 3: all but the half-space, which reaches up to z = -3.
    position = (0, 0, -3) if kind == "half_space" else (0, 0, 3)
    answer = answer_of(folder, body(MESH), body(SHAPES[kind], position))
    height = {"sphere": 1, "ellipsoid": 0.75, "superquadric": 0.75, "polyhedron": 1, "half_space": 0}
    assert answer["status"] == "separated"
    assert answer["distance"] == pytest.approx(2 - height[kind], abs=1e-9)
    deep = answer_of(folder, body(MESH), body(SHAPES[kind], (0, 0, position[2] * 0.6)))
    assert deep["status"] == ("overlapping" if 0.8 < height[kind] else "separated")


def test_patches(folder):
    answer = answer_of(folder, body(MESH), body(MESH, (0.5, 0.25, 1.9)), "--patches")
    assert list(answer) == FIELDS + ["definition", "patches"]
    (patch,) = answer["patches"]
    assert list(patch) == ["pieces", "depth", "area", "volume", "normal", "centroid", "force_point", "depth_integral"]
    assert patch["depth"] == pytest.approx(0.1, abs=1e-6)
    assert patch["volume"] == pytest.approx(1.5 * 1.75 * 0.1, rel=0.03)
    assert answer_of(folder, body(MESH), body(MESH, (0, 0, 5)), "--patches")["patches"] == []
    for a, b in (("sphere", "sphere"), ("polyhedron", "half_space")):
        other = answer_of(folder, body(SHAPES[a]), body(SHAPES[b]), "--patches")["patches"]
        assert other["status"] == "not_supported" and f"not of {a} with {b}" in other["reason"]


@pytest.mark.parametrize("kind, height", [("sphere", 1), ("ellipsoid", 0.75), ("superquadric", 0.75),
                                          ("polyhedron", 1), ("half_space", 0)])
def test_patches_with_every_other_kind(folder, kind, height):
    """Each 0.1 deep in the upper face of the mesh, the half-space in the lower one."""
    sign = -1 if kind == "half_space" else 1
    there = body(SHAPES[kind], (0.05, 0.03, sign * (1 + height - 0.1)))
    (patch,) = answer_of(folder, body(MESH), there, "--patches")["patches"]
    assert patch["depth"] == pytest.approx(0.1, abs=2e-3)
    assert patch["normal"] == pytest.approx([0, 0, sign], abs=0.1)
    assert patch["volume"] > 0
    (mirrored,) = answer_of(folder, there, body(MESH), "--patches")["patches"]
    assert mirrored["normal"] == [-x for x in patch["normal"]]
    assert mirrored["volume"] == patch["volume"]


@pytest.mark.parametrize("change, message", [
    ({"cells": 3}, "a.shape.cells: must be 4 to 1024, got 3"),
    ({"cells": 16.5}, "a.shape.cells: expected a whole number, got 16.5"),
    ({"file": 1}, "a.shape.file: expected a string, got a number"),
    ({"file": "none.stl"}, "a.shape.file: "),
])
def test_refusals(folder, change, message):
    answer = answer_of(folder, body({**MESH, **change}), body(MESH), status=1)
    assert answer["error"].startswith(message)


def test_a_segment_is_not_supported(folder):
    answer = answer_of(folder, body(MESH), body(SHAPES["segment"]), status=1)
    assert "error" in answer or answer["status"] == "not_supported"
