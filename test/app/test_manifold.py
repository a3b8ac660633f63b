"""What --manifold and --volume add to the answers of talus query."""

import json
import math

import pytest
from program import FIELDS, SHAPES, SPHERE, body, pair, query, run

CUBE = SHAPES["polyhedron"]  # side 2
MANIFOLD = ["status", "kind", "polygon", "depths", "area", "centroid", "force_point", "mean_depth", "equivalent_radius"]
VOLUME = ["status", "volume", "centroid", "normal", "area", "moment"]


def answer_of(a, b, *options):
    result = run("query", *options, text=pair(a, b))
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_nothing_is_added_unless_asked_for():
    assert list(answer_of(body(CUBE), body(CUBE, (1.5, 0, 0)))) == FIELDS
    assert list(answer_of(body(CUBE), body(CUBE, (1.5, 0, 0)), "--manifold")) == FIELDS + ["manifold"]
    assert list(answer_of(body(CUBE), body(CUBE, (1.5, 0, 0)), "--volume")) == FIELDS + ["overlap_volume"]
    both = answer_of(body(CUBE), body(CUBE, (1.5, 0, 0)), "--volume", "--manifold")
    assert list(both) == FIELDS + ["manifold", "overlap_volume"]


def test_face_on_face():
    answer = answer_of(body(CUBE), body(CUBE, (1, 0.5, 1.875)), "--manifold", "--volume")
    manifold, volume = answer["manifold"], answer["overlap_volume"]
    assert list(manifold) == MANIFOLD and list(volume) == VOLUME
    assert manifold["status"] == "found" and manifold["kind"] == "face-face"
    corners = {tuple(corner) for corner in manifold["polygon"]}
    assert corners == {(0, -0.5, 0.9375), (1, -0.5, 0.9375), (1, 1, 0.9375), (0, 1, 0.9375)}
    assert manifold["depths"] == [0.125] * 4
    assert manifold["area"] == 1.5 and manifold["mean_depth"] == 0.125
    assert manifold["force_point"] == manifold["centroid"] == [0.5, 0.25, 0.9375]
    assert volume["volume"] == 0.1875 and volume["centroid"] == [0.5, 0.25, 0.9375]
    # A's top, its side at x = 1 and its side at y = 1 are inside B.
    area = [1.5 * 0.125, 1 * 0.125, 1.5]
    assert volume["area"] == pytest.approx(math.hypot(*area), rel=1e-14)
    assert [volume["area"] * n for n in volume["normal"]] == pytest.approx(area, rel=1e-14)


def test_apart_the_depths_are_negative_and_the_volume_zero():
    answer = answer_of(body(CUBE), body(CUBE, (1, 0, 2.5)), "--manifold", "--volume")
    assert answer["status"] == "separated"
    assert answer["manifold"]["status"] == "found"
    assert answer["manifold"]["area"] == pytest.approx(2)
    assert answer["manifold"]["depths"] == pytest.approx([-0.5] * 4, abs=1e-14)
    assert answer["manifold"]["mean_depth"] == pytest.approx(-0.5, abs=1e-8)
    assert answer["overlap_volume"] == {"status": "found", "volume": 0, "centroid": None,
                                        "normal": None, "area": 0, "moment": [0, 0, 0]}


def test_a_body_inside_another_has_a_volume_and_no_direction():
    small = {"type": "polyhedron", "vertices": [[x / 2 for x in v] for v in CUBE["vertices"]]}
    volume = answer_of(body(CUBE), body(small), "--volume")["overlap_volume"]
    assert volume["volume"] == pytest.approx(1)
    assert volume["normal"] is None and volume["area"] == 0


def test_kinds_are_named_with_the_feature_of_a_first():
    octahedron = {"type": "polyhedron", "vertices": [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0],
                                                     [0, 0, 1], [0, 0, -1]]}
    on_top = body(octahedron, (0, 0, 1.9))
    assert answer_of(body(CUBE), on_top, "--manifold")["manifold"]["kind"] == "face-vertex"
    assert answer_of(on_top, body(CUBE), "--manifold")["manifold"]["kind"] == "vertex-face"


@pytest.mark.parametrize("kind", ["sphere", "ellipsoid", "superquadric"])
def test_curved_bodies_have_a_manifold(kind):
    manifold = answer_of(body(SHAPES[kind]), body(CUBE, (0.3, 0.2, 1.5)), "--manifold")["manifold"]
    assert manifold["status"] == "found" and manifold["kind"] == "curved-face"
    assert len(manifold["polygon"]) == len(manifold["depths"]) == 24
    assert 0 < manifold["mean_depth"] < 0.5 and manifold["equivalent_radius"] > 0


@pytest.mark.parametrize("kind", [kind for kind in SHAPES if kind != "polyhedron"])
def test_other_pairs_say_why_not(kind):
    answer = answer_of(body(SHAPES[kind]), body(CUBE, (0.3, 0.2, 0.1)), "--manifold", "--volume")
    assert answer["status"] == "overlapping"
    assert answer["overlap_volume"] == {
        "status": "not_supported",
        "reason": f"overlap volume only of two polyhedra, not of {kind} with polyhedron"}
    if kind in ("half_space", "segment"):
        assert answer["manifold"] == {"status": "not_supported",
                                      "reason": f"no manifold of {kind} with polyhedron"}


def test_a_malformed_line_costs_only_itself():
    status, answers = query([pair(body(CUBE), body(CUBE, (1.5, 0, 0))), "{", pair(body(SHAPES["segment"]), body(CUBE))],
                            "--manifold")
    assert status == 1
    assert answers[0]["manifold"]["status"] == "found"
    assert "error" in answers[1]
    assert answers[2]["manifold"]["status"] == "not_supported"


def test_the_help_names_both():
    text = run("query", "--help").stdout.decode()
    assert "--manifold" in text and "--volume" in text
