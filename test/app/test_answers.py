"""The answers of talus query: fields, order, numbers."""

import json
import math

import pytest
from program import FIELDS, GOOD, ROOT, SHAPES, SPHERE, body, pair, query, run


def test_fields_are_in_the_order_of_the_contract():
    line = run("query", text=GOOD + "\n").stdout.decode()
    assert list(json.loads(line)) == FIELDS
    assert line.startswith('{"id":"good","status":"separated","distance":1,')
    assert " " not in line


def test_overlapping_spheres():
    status, answers = query([pair(body(SPHERE), body(SPHERE, (0, 1.75, 0)))])
    assert status == 0
    answer = answers[0]
    assert answer["status"] == "overlapping"
    assert answer["distance"] == -0.25
    assert -0.25 - 1e-13 < answer["lower"] <= -0.25 <= answer["upper"] < -0.25 + 1e-13
    assert answer["proven"] is True
    assert answer["normal"] == [0, 1, 0]
    assert answer["point_a"] == [0, 1, 0]
    assert answer["point_b"] == [0, 0.75, 0]


def test_numbers_are_printed_with_17_digits():
    line = run("query", text=pair(body(SPHERE), body(SPHERE, (2 + 0.1, 0, 0)))).stdout.decode()
    assert '"distance":0.10000000000000009' in line


@pytest.mark.parametrize("id", ["text", "with \"quotes\" and \u00e4 \\", 7, -1.5, 12345678901234567, None])
def test_the_id_comes_back(id):
    status, answers = query([pair(body(SPHERE), body(SPHERE, (3, 0, 0)), id)])
    assert status == 0
    assert answers[0]["id"] == id


def test_the_id_may_be_left_out():
    line = json.loads(GOOD)
    del line["id"]
    status, answers = query([json.dumps(line)])
    assert status == 0
    assert answers[0]["id"] is None and answers[0]["status"] == "separated"


@pytest.mark.parametrize("a", SHAPES)
@pytest.mark.parametrize("b", SHAPES)
def test_either_side_may_be_any_type(a, b):
    status, answers = query([pair(body(SHAPES[a]), body(SHAPES[b], (0.1, 0.2, 0.3)))])
    answer = answers[0]
    assert list(answer)[: len(FIELDS)] == FIELDS
    if a == b == "half_space":
        assert status == 1
        assert answer["status"] == "not_supported"
        for field in ["distance", "lower", "upper", "normal", "point_a", "point_b", "method"]:
            assert answer[field] is None
        assert answer["proven"] is False
        return
    assert status == 0
    assert answer["status"] in ("overlapping", "touching", "separated")
    assert math.isclose(math.hypot(*answer["normal"]), 1, abs_tol=1e-12)


def test_blank_lines_are_skipped_and_the_last_line_needs_no_end():
    result = run("query", text=f"\n  \n{GOOD}\r\n\t\n{GOOD}")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 2


def test_an_empty_input_is_no_error():
    for text in ("", "\n\n"):
        result = run("query", text=text)
        assert (result.returncode, result.stdout, result.stderr) == (0, b"", b"")


def test_a_forced_method_answers_and_is_named(tmp_path):
    methods = json.loads(run("methods", "--json").stdout)
    box = SHAPES["polyhedron"]
    names = next(p["methods"] for p in methods if p["a"] == p["b"] == "polyhedron")
    for method in names:
        status, answers = query([pair(body(box), body(box, (3, 0, 0)))], "--method", method["name"])
        assert status == 0
        assert answers[0]["method"] == method["name"]
        assert answers[0]["distance"] == pytest.approx(1, abs=1e-6)


def test_a_pair_without_the_forced_method_names_its_own():
    methods = json.loads(run("methods", "--json").stdout)
    by_pair = {(p["a"], p["b"]): [m["name"] for m in p["methods"]] for p in methods}
    name, without = next(
        (name, kinds)
        for names in by_pair.values() for name in names
        for kinds, own in by_pair.items() if own and name not in own
    )
    a, b = (SHAPES[kind] for kind in without)
    status, answers = query([pair(body(a), body(b, (5, 0, 0)), "p7")], "--method", name)
    assert status == 1
    own = ", ".join(by_pair[without])
    assert answers == [{"id": "p7", "line": 1,
                        "error": f'{without[0]} with {without[1]} has no method "{name}"; its methods: {own}'}]


def test_the_tolerance_reaches_the_method():
    line = pair(body(SHAPES["superquadric"]), body(SHAPES["superquadric"], (0.3, 0.2, 0.1), (0.5, 0.5, 0.5, 0.5)))
    _, tight = query([line])
    _, loose = query([line], "--tolerance", "1e-2")
    assert tight[0]["proven"] is True
    assert loose[0]["proven"] is True
    assert loose[0]["distance"] == pytest.approx(tight[0]["distance"], abs=2e-2)


def test_a_polyhedron_from_a_file_beside_the_query(tmp_path):
    box = SHAPES["polyhedron"]["vertices"]
    (tmp_path / "box.obj").write_text(
        "".join(f"v {x} {y} {z}\n" for x, y, z in box)
        + "f 1 2 4\nf 1 4 3\nf 5 7 8\nf 5 8 6\nf 1 5 6\nf 1 6 2\nf 3 4 8\nf 3 8 7\nf 1 3 7\nf 1 7 5\n"
        + "f 2 6 8\nf 2 8 4\n")
    queries = tmp_path / "pairs.jsonl"
    from_file = {"type": "polyhedron", "file": "box.obj"}
    queries.write_text("\n".join([
        pair(body(from_file), body(SPHERE, (3, 0, 0))),
        pair(body(SHAPES["polyhedron"]), body(SPHERE, (3, 0, 0))),
    ]))
    result = run("query", queries)
    assert result.returncode == 0, result.stdout
    first, second = result.stdout.splitlines()
    assert first == second


def test_the_sample_file():
    result = run("query", ROOT / "examples/query/pairs.jsonl")
    assert result.returncode == 1
    answers = [json.loads(line) for line in result.stdout.decode().splitlines()]
    assert [answer.get("status", "error") for answer in answers] == [
        "overlapping", "separated", "touching", "overlapping", "overlapping", "overlapping", "error"]
