"""talus shape."""

import json
import math
import struct

import pytest
from program import SHAPES, run

BOX = SHAPES["polyhedron"]["vertices"]
BOX_TRIANGLES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6),
                 (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]


def write_stl(path, vertices, triangles):
    with open(path, "wb") as file:
        file.write(b"\0" * 80 + struct.pack("<I", len(triangles)))
        for triangle in triangles:
            file.write(struct.pack("<3f", 0, 0, 0))
            for corner in triangle:
                file.write(struct.pack("<3f", *vertices[corner]))
            file.write(b"\0\0")


def facts_of(tmp_path, shape):
    file = tmp_path / "shape.json"
    file.write_text(json.dumps(shape, indent=1))
    result = run("shape", file, "--json")
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout), run("shape", file).stdout.decode()


def test_sphere(tmp_path):
    facts, text = facts_of(tmp_path, {"type": "sphere", "radius": 2})
    volume = 4 / 3 * math.pi * 8
    assert facts["type"] == "sphere"
    assert facts["volume"] == pytest.approx(volume, rel=1e-15)
    assert facts["centroid"] == [0, 0, 0]
    for i in range(3):
        for j in range(3):
            assert facts["inertia"][i][j] == pytest.approx(0.4 * volume * 4 if i == j else 0, rel=1e-14)
    assert facts["bounding_sphere"] == {"centre": [0, 0, 0], "radius": 2}
    assert facts["bounding_box"] == {"lower": [-2, -2, -2], "upper": [2, 2, 2]}
    assert "volume           33.51032163" in text


def test_polyhedron_counts(tmp_path):
    facts, text = facts_of(tmp_path, SHAPES["polyhedron"])
    assert (facts["vertices"], facts["edges"], facts["faces"]) == (8, 12, 6)
    assert facts["volume"] == pytest.approx(8, rel=1e-15)
    assert "faces            6" in text


def test_a_mesh_that_is_not_closed_says_so(tmp_path):
    file = tmp_path / "open.stl"
    write_stl(file, BOX, BOX_TRIANGLES[:-1])
    facts = json.loads(run("shape", file, "--json").stdout)
    assert facts["mesh"] == {"closed": False, "convex": False, "volume": None}
    assert "the mesh is not closed" in run("shape", file).stdout.decode()


def test_every_shape_is_described(tmp_path):
    for kind, shape in SHAPES.items():
        facts, text = facts_of(tmp_path, shape)
        assert facts["type"] == kind
        assert f"type             {kind}" in text
        assert (facts["volume"] is None) == (kind == "half_space")
        assert "nan" not in text


@pytest.mark.parametrize("extension", ["stl", "obj", "STL"])
def test_a_convex_mesh(tmp_path, extension):
    file = tmp_path / f"box.{extension}"
    if extension == "obj":
        file.write_text("".join("v {} {} {}\n".format(*v) for v in BOX)
                        + "".join("f {} {} {}\n".format(*(i + 1 for i in t)) for t in BOX_TRIANGLES))
    else:
        write_stl(file, BOX, BOX_TRIANGLES)
    facts = json.loads(run("shape", file, "--json").stdout)
    assert (facts["vertices"], facts["edges"], facts["faces"]) == (8, 12, 6)
    assert facts["volume"] == pytest.approx(8)
    assert facts["mesh"]["convex"] is True
    assert facts["mesh"]["closed"] is True
    assert "not convex" not in run("shape", file).stdout.decode()


def test_a_mesh_that_is_not_convex_says_so(tmp_path):
    # A box whose top is pushed in to its centre.
    vertices = [*BOX, [0, 0, 0]]
    triangles = [t for t in BOX_TRIANGLES if t not in ((1, 5, 7), (1, 7, 3))]
    triangles += [(1, 5, 8), (5, 7, 8), (7, 3, 8), (3, 1, 8)]
    file = tmp_path / "dented.stl"
    write_stl(file, vertices, triangles)
    facts = json.loads(run("shape", file, "--json").stdout)
    assert facts["mesh"]["convex"] is False
    assert abs(facts["mesh"]["volume"]) == pytest.approx(8 - 4 / 3)
    assert facts["volume"] == pytest.approx(8)
    text = run("shape", file).stdout.decode()
    assert "the mesh is not convex" in text and "convex hull" in text


@pytest.mark.parametrize("content,message", [
    ('{"type":"sphere","radius":-1}', "radius: must be finite and > 0, got -1"),
    ('{"type":"blob"}', 'type: unknown type "blob"'),
    ("", "not valid JSON"),
    ('{"type":"sphere","radius":1} x', "not valid JSON"),
])
def test_a_bad_shape_is_status_1(tmp_path, content, message):
    file = tmp_path / "shape.json"
    file.write_text(content)
    result = run("shape", file)
    assert result.returncode == 1
    assert result.stdout == b""
    assert str(file) in result.stderr.decode() and message in result.stderr.decode()


def test_a_bad_mesh_is_status_1(tmp_path):
    file = tmp_path / "broken.stl"
    file.write_bytes(b"\0" * 50)
    result = run("shape", file)
    assert result.returncode == 1
    assert b"broken.stl" in result.stderr


@pytest.mark.parametrize("size", [1e-120, 1e-70, 1e100, 1e150])
@pytest.mark.parametrize("kind", ["sphere", "ellipsoid", "superquadric", "polyhedron", "obj"])
def test_masses_beyond_the_range_of_numbers_are_refused(tmp_path, kind, size):
    field = {"sphere": "radius", "polyhedron": "vertices", "obj": "vertices"}.get(kind, "semi_axes")
    if kind == "obj":
        file = tmp_path / "box.obj"
        file.write_text("".join(f"v {x * size} {y * size} {z * size}\n" for x, y, z in BOX) +
                        "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in BOX_TRIANGLES))
    else:
        file = tmp_path / "shape.json"
        shape = dict(SHAPES[kind])
        scaled = {"radius": size, "semi_axes": [size, 0.5 * size, size],
                  "vertices": [[size * x for x in v] for v in BOX]}
        shape[field] = scaled[field]
        file.write_text(json.dumps(shape))
    result = run("shape", file)
    text = result.stderr.decode()
    assert result.returncode == 1 and result.stdout == b"", result.stdout
    assert str(file) in text and (f"{field} must give a volume" in text or kind in ("polyhedron", "obj")), text
    assert "inf" not in text.replace(str(file), "") or "must" in text
