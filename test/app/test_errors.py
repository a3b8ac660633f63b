"""Malformed lines: each costs only its own answer and says what is wrong, where."""

import copy
import json

import pytest
from program import GOOD, SHAPES, SPHERE, body, pair, query, run

BASE = {"id": "bad", "a": body(SPHERE), "b": body(SPHERE, (3, 0, 0))}


def change(path, value):
    """BASE with the value at a path such as "a.shape.radius" replaced, or removed if it is `del`."""
    line = copy.deepcopy(BASE)
    *parents, last = path.split(".")
    target = line
    for key in parents:
        target = target[key]
    if value is DELETE:
        del target[last]
    else:
        target[last] = value
    return json.dumps(line)


DELETE = object()


def shape(**fields):
    return change("a.shape", fields)


CASES = [
    # not JSON, or not a pair
    ("{", "not valid JSON at column 2"),
    ("nonsense", "not valid JSON at column 2"),
    ("[1,2]", "expected an object with the keys id, a, b, got an array"),
    ("3", "expected an object with the keys id, a, b, got a number"),
    (GOOD + GOOD, "not valid JSON"),
    (change("c", 1), "c: unknown key; a pair has the keys id, a, b"),
    (change("b", DELETE), "b: missing; a pair has the keys id, a, b"),
    (change("a", 5), "a: expected an object, got a number"),
    (change("id", [1]), "id: expected a string or a number, got an array"),
    (change("id", True), "id: expected a string or a number, got a boolean"),
    (change("a.shape.radius", "HERE").replace('"HERE"', "NaN"), "a.shape.radius: not valid JSON at column"),
    (change("a.shape.radius", "HERE").replace('"HERE"', "NaN"), "JSON has no NaN and no Infinity"),
    (change("b.position", [0, 0, "HERE"]).replace('"HERE"', "-Infinity"), "b.position[2]: not valid JSON"),
    (change("b.position", [0, 0, "HERE"]).replace('"HERE"', "-Infinity"), "JSON has no NaN and no Infinity"),
    (change("b.position", [0, "HERE", 0]).replace('"HERE"', "1e999"), "b.position[1]: not valid JSON"),
    (change("a.shape.radius", 1).replace('"radius": 1', '"radius": 1, "radius": 2', 1),
     'the key "radius" appears twice'),
    # bodies
    (change("a.shape", DELETE), "a.shape: missing; a body has the keys shape, position, orientation"),
    (change("b.position", DELETE), "b.position: missing; a body has the keys shape, position, orientation"),
    (change("b.orientation", DELETE), "b.orientation: missing; a body has the keys"),
    (change("b.colour", "red"), "b.colour: unknown key; a body has the keys shape, position, orientation"),
    (change("a.position", [0, 0]), "a.position: expected 3 numbers, got 2"),
    (change("a.position", [0, 0, 0, 0]), "a.position: expected 3 numbers, got 4"),
    (change("a.position", "origin"), "a.position: expected an array of 3 numbers, got a string"),
    (change("a.position", [0, None, 0]), "a.position[1]: expected a number, got null"),
    (change("a.orientation", [1, 0, 0]), "a.orientation: expected 4 numbers (w, x, y, z), got 3"),
    (change("a.orientation", 1), "a.orientation: expected an array of 4 numbers, got a number"),
    (change("a.orientation", [1, 0, 0, True]), "a.orientation[3]: expected a number, got a boolean"),
    (change("b.orientation", [0.9, 0, 0, 0]), "b.orientation: must be a unit quaternion"),
    (change("b.orientation", [1.000002, 0, 0, 0]), "b.orientation: must be a unit quaternion"),
    (change("b.orientation", [0, 0, 0, 0]), "b.orientation: must be a unit quaternion"),
    # shapes
    (change("a.shape", [1]), "a.shape: expected an object, got an array"),
    (change("a.shape.type", DELETE), "a.shape.type: missing"),
    (change("a.shape.type", 3), "a.shape.type: expected a string, got a number"),
    (change("a.shape.type", "cube"),
     'a.shape.type: unknown type "cube"; known types: sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh'),
    (shape(type="mesh", file="grain.stl"), "a.shape.cells: missing; a mesh has the keys type, file, cells"),
    (change("a.shape.radius", DELETE), "a.shape.radius: missing; a sphere has the keys type, radius"),
    (change("a.shape.r", 1), "a.shape.r: unknown key; a sphere has the keys type, radius"),
    (change("a.shape.radius", "1"), "a.shape.radius: expected a number, got a string"),
    (change("a.shape.radius", -1), "a.shape.radius: must be finite and > 0, got -1"),
    (change("a.shape.radius", 0), "a.shape.radius: must be finite and > 0, got 0"),
    (shape(type="ellipsoid", semi_axes=[1, 2]), "a.shape.semi_axes: expected 3 numbers, got 2"),
    (shape(type="ellipsoid", semi_axes=[1, 0, 2]), "a.shape.semi_axes: must be finite and > 0, got [1, 0, 2]"),
    (shape(type="ellipsoid", semi_axes=[1, -3, 2]), "a.shape.semi_axes: must be finite and > 0, got [1, -3, 2]"),
    (shape(type="ellipsoid", radius=1), "a.shape.radius: unknown key; an ellipsoid has the keys type, semi_axes"),
    (shape(type="superquadric", semi_axes=[1, 1, 1]), "a.shape.exponents: missing"),
    (shape(type="superquadric", semi_axes=[1, 1, 1], exponents=[2]), "a.shape.exponents: expected 2 numbers, got 1"),
    (shape(type="superquadric", semi_axes=[1, 1, 1], exponents=[0.5, 2]), "a.shape.exponents[0]: must be finite and >= 1, got 0.5"),
    (shape(type="superquadric", semi_axes=[1, 1, 1], exponents=[2, 0.99]), "a.shape.exponents[1]: must be finite and >= 1, got 0.99"),
    (shape(type="superquadric", semi_axes=[0, 1, 1], exponents=[2, 2]), "a.shape.semi_axes: must be finite and > 0"),
    (shape(type="polyhedron"), "a.shape.vertices: missing; a polyhedron has the keys type, vertices"),
    (shape(type="polyhedron", vertices=3), "a.shape.vertices: expected an array of points, got a number"),
    (shape(type="polyhedron", vertices=[[0, 0, 0], [1, 0]]), "a.shape.vertices[1]: expected 3 numbers, got 2"),
    (shape(type="polyhedron", vertices=[[0, 0, 0], 1]), "a.shape.vertices[1]: expected an array of 3 numbers"),
    (shape(type="polyhedron", vertices=[[0, 0, 0], [1, 0, "x"]]), "a.shape.vertices[1][2]: expected a number"),
    (shape(type="polyhedron", vertices=[]), "at least 4"),
    (shape(type="polyhedron", vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0]]), "at least 4"),
    (shape(type="polyhedron", vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0.5, 0.5, 0]]), "a.shape"),
    (shape(type="polyhedron", vertices=[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1e-13]]), "a.shape"),
    (shape(type="polyhedron", file="missing.stl"), "missing.stl"),
    (shape(type="polyhedron", file=3), "a.shape.file: expected a string, got a number"),
    (shape(type="polyhedron", file="x.stl", vertices=[]), "a.shape.vertices: unknown key; a polyhedron from a file"),
    (shape(type="half_space", normal=[0, 0, 0], offset=0), "a.shape.normal: must not be zero, got [0, 0, 0]"),
    (shape(type="half_space", normal=[0, 0, 1]), "a.shape.offset: missing; a half-space has the keys type, normal, offset"),
    (shape(type="half_space", normal=[0, 0, 1], offset=[1]), "a.shape.offset: expected a number, got an array"),
    (shape(type="segment", **{"from": [0, 0, 0], "to": [0, 0, 0]}), "from and to must differ"),
    (shape(type="segment", **{"from": [0, 0, 0]}), "a.shape.to: missing; a segment has the keys type, from, to"),
]


@pytest.mark.parametrize("line,message", CASES, ids=range(len(CASES)))
def test_message(line, message):
    status, answers = query([GOOD, line, GOOD])
    assert status == 1
    first, error, last = answers
    assert first == last and first["status"] == "separated"
    assert list(error) == ["id", "line", "error"]
    assert error["line"] == 2
    assert message in error["error"]
    if '"id": "bad"' in line:
        assert error["id"] == "bad"


def test_all_bad_lines_in_one_file_leave_the_good_ones_answered():
    lines = [text for line, _ in CASES for text in (GOOD, line)] + [GOOD]
    status, answers = query(lines)
    assert status == 1
    assert len(answers) == len(lines)
    assert all(a["status"] == "separated" for a in answers[0::2])
    assert [a["line"] for a in answers[1::2]] == list(range(2, len(lines), 2))


def test_a_line_that_breaks_off_keeps_its_id():
    status, answers = query(['{"id":"p9","a":{"shape":{"type":"sph'])
    assert status == 1
    assert answers[0]["id"] == "p9"


def test_the_id_of_an_unreadable_line_is_null():
    status, answers = query(["%%%"])
    assert (status, answers[0]["id"], answers[0]["line"]) == (1, None, 1)


@pytest.mark.parametrize("raw", [b"\xff\xfe\x00", b"\x00", b'{"id":"\xc3"}', b"[" * 100000, b'{"a":' * 100000],
                         ids=["utf-16", "zero", "cut-utf-8", "deep-array", "deep-object"])
def test_bytes_that_are_no_text(raw):
    result = run("query", text=raw + b"\n" + GOOD.encode() + b"\n")
    assert result.returncode == 1
    error, good = [json.loads(line) for line in result.stdout.decode().splitlines()]
    assert error["line"] == 1 and "error" in error
    assert good["status"] == "separated"


def test_blank_lines_count_as_lines():
    status, answers = query(["", "", "x"])
    assert (status, answers[0]["line"]) == (1, 3)


def test_a_quaternion_within_the_tolerance_is_normalised():
    a, b = pair(body(SHAPES["polyhedron"]), body(SPHERE, (3, 0, 0))), pair(
        body(SHAPES["polyhedron"], orientation=(1.0000009, 0, 0, 0)), body(SPHERE, (3, 0, 0)))
    status, answers = query([a, b])
    assert status == 0
    assert answers[0] == answers[1]
