"""What --curvature adds to the answers of talus query."""

import json

import pytest
from program import FIELDS, SPHERE, SHAPES, body, pair, run

PLATE = {"type": "ellipsoid", "semi_axes": [1, 2, 0.25]}
RADII = ["smallest", "largest", "gaussian", "direction_of_largest"]


def answer_of(a, b, *options):
    result = run("query", *options, text=pair(a, b))
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_both_bodies_at_their_contact_points():
    answer = answer_of(body(PLATE), body(PLATE, (0, 0, 3)), "--curvature")
    assert list(answer) == FIELDS + ["curvature_a", "curvature_b"]
    for radii in (answer["curvature_a"], answer["curvature_b"]):
        assert list(radii) == RADII
        assert [radii[k] for k in RADII[:3]] == pytest.approx([4, 16, 8])  # 1/0.25, 4/0.25
        assert [abs(x) for x in radii["direction_of_largest"]] == pytest.approx([0, 1, 0])


def test_flat_sides_have_no_finite_radius():
    answer = answer_of(body(SPHERE), body(SHAPES["polyhedron"], (0, 0, 3)), "--curvature")
    assert answer["curvature_a"]["largest"] == pytest.approx(SPHERE["radius"])
    assert [answer["curvature_b"][k] for k in RADII[:3]] == [None, None, None]
    answer = answer_of(body(SPHERE), body(SHAPES["superquadric"], (3, 2, 1)), "--curvature")
    assert 0 < answer["curvature_b"]["smallest"] < answer["curvature_b"]["largest"]


def test_segments_have_none():
    answer = answer_of(body(SPHERE), body(SHAPES["segment"], (0, 0, 3)), "--curvature")
    assert answer["curvature_a"] is None and answer["curvature_b"] is None
