"""talus shape on concave meshes, bad meshes and volumes."""

import json
import math
import struct

import pytest
from program import run
from test_shape import BOX, BOX_TRIANGLES, write_stl

RINGS, AROUND = 48, 24


def torus(ring=0.7, tube=0.3):
    vertices = []
    for i in range(RINGS):
        u = 2 * math.pi * i / RINGS
        for j in range(AROUND):
            v = 2 * math.pi * j / AROUND
            r = ring + tube * math.cos(v)
            vertices.append([r * math.cos(u), r * math.sin(u), tube * math.sin(v)])
    triangles = []
    for i in range(RINGS):
        for j in range(AROUND):
            a, b = i * AROUND + j, (i + 1) % RINGS * AROUND + j
            c, d = (i + 1) % RINGS * AROUND + (j + 1) % AROUND, i * AROUND + (j + 1) % AROUND
            triangles += [(a, b, c), (a, c, d)]
    return vertices, triangles


TORUS_VOLUME = 2 * math.pi ** 2 * 0.7 * 0.3 ** 2


def facts_of(file, *options):
    result = run("shape", file, "--json", *options)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_a_torus_has_its_own_volume_beside_its_hull(tmp_path):
    file = tmp_path / "torus.stl"
    write_stl(file, *torus())
    facts = facts_of(file, "--cells", "32")
    dfr = facts["dfr"]
    assert dfr["cells"] == [32, 32, 11]
    assert dfr["surface"] == "source" and dfr["error"] == 0
    assert dfr["facets"] == 2 * RINGS * AROUND and dfr["repairs"] == []
    assert dfr["volume"] == pytest.approx(TORUS_VOLUME, rel=0.02)
    assert dfr["volume"] < 0.8 * facts["volume"]
    assert dfr["inertia"][2][2] == pytest.approx(TORUS_VOLUME * (0.49 + 0.75 * 0.09), rel=0.03)
    assert dfr["vertices"] - dfr["edges"] + dfr["facets"] == 0  # one hole
    assert 0 < dfr["stencil_memory"] < dfr["dense_memory"] < dfr["memory"]
    text = run("shape", file).stdout.decode()
    assert "64 x 64 x " in text and "those of the mesh" in text and "memory " in text


def test_an_error_chooses_the_cells(tmp_path):
    file = tmp_path / "torus.stl"
    write_stl(file, *torus())
    dfr = facts_of(file, "--error", "0.01")["dfr"]
    assert dfr["surface"] == "tessellated"
    assert 0.004 < dfr["error"] <= 0.01
    finer = facts_of(file, "--error", "0.005")["dfr"]
    assert finer["cells"][0] > dfr["cells"][0] and finer["memory"] > dfr["memory"]
    text = run("shape", file, "--error", "0.01").stdout.decode()
    assert "tessellated" in text and "Hausdorff" in text
    assert run("shape", file, "--error", "0.01", "--cells", "20").returncode == 2
    assert b"must be > 0" in run("shape", file, "--error", "0").stderr


def one_sentence(result):
    assert result.returncode == 1 and result.stdout == b""
    message = result.stderr.decode()
    assert message.startswith("talus: ") and message.count("\n") == 1
    return message


def test_a_hole_is_refused(tmp_path):
    vertices, triangles = torus()
    file = tmp_path / "hole.stl"
    write_stl(file, vertices, triangles[:-1])
    message = one_sentence(run("shape", file, "--cells", "32"))
    assert "hole.stl: the surface is not closed: 3 edges are not shared by two facets" in message
    assert "not closed" in facts_of(file)["dfr"]["refused"]  # the hull is described all the same
    assert "no discrete function representation" in run("shape", file).stdout.decode()


def test_flipped_facets_are_turned(tmp_path):
    vertices, triangles = torus()
    file = tmp_path / "flipped.stl"
    write_stl(file, vertices, [(a, c, b) if n % 3 == 0 else (a, b, c) for n, (a, b, c) in enumerate(triangles)])
    dfr = facts_of(file, "--cells", "32")["dfr"]
    assert dfr["volume"] == pytest.approx(TORUS_VOLUME, rel=0.02)
    assert dfr["repairs"] == ["768 of 2304 facets faced the wrong way and were turned"]


def test_duplicated_vertices_and_facets_without_area(tmp_path):
    vertices, triangles = torus()
    lines = []
    for t in triangles:
        lines += ["v {} {} {}".format(*vertices[i]) for i in t]
    lines += [f"f {3 * n + 1} {3 * n + 2} {3 * n + 3}" for n in range(len(triangles))]
    lines += ["f 1 1 2", "f 3 3 3"]
    file = tmp_path / "loose.obj"
    file.write_text("\n".join(lines))
    dfr = facts_of(file, "--cells", "32")["dfr"]
    assert dfr["vertices"] == RINGS * AROUND
    assert any("repeated vertices were joined" in r for r in dfr["repairs"])
    assert any("2 facets with two equal corners were left out" in r for r in dfr["repairs"])


def test_self_intersections_become_the_union(tmp_path):
    file = tmp_path / "crossing.stl"
    moved = [[x + 0.7, y + 0.4, z + 0.3] for x, y, z in BOX]
    write_stl(file, BOX + moved, BOX_TRIANGLES + [tuple(i + 8 for i in t) for t in BOX_TRIANGLES])
    dfr = facts_of(file, "--cells", "64")["dfr"]
    assert dfr["surface"] == "tessellated"
    assert dfr["volume"] == pytest.approx(16 - 1.3 * 1.6 * 1.7, rel=0.01)
    assert any("cross each other" in r for r in dfr["repairs"])


@pytest.mark.parametrize("name,content,message", [
    ("empty.stl", b"", "the file is empty"),
    ("empty.ply", b"", "the file is empty"),
    ("notes.stl", b"Dear reader, this is a letter and no mesh at all.\n" * 4, "is a text, but no STL file"),
    ("notes.ply", b"Dear reader\n", "a PLY file begins with"),
    ("zero.stl", b"\0" * 84, "holds no vertices"),
])
def test_files_that_are_no_meshes(tmp_path, name, content, message):
    file = tmp_path / name
    file.write_bytes(content)
    assert f"{name}: " in one_sentence(run("shape", file)) and message in one_sentence(run("shape", file))


@pytest.mark.parametrize("form", ["ascii", "binary_little_endian", "binary_big_endian"])
def test_ply(tmp_path, form):
    vertices, triangles = torus()
    header = (f"ply\nformat {form} 1.0\ncomment a torus\nelement vertex {len(vertices)}\nproperty float x\n"
              f"property float y\nproperty double z\nproperty uchar red\nelement face {len(triangles)}\n"
              "property list uchar int vertex_indices\nend_header\n").encode()
    file = tmp_path / "torus.ply"
    order = {"binary_little_endian": "<", "binary_big_endian": ">"}.get(form)
    if order:
        body = b"".join(struct.pack(order + "ffdB", *v, 7) for v in vertices)
        body += b"".join(struct.pack(order + "B3i", 3, *t) for t in triangles)
    else:
        body = "".join("{} {} {} 7\n".format(*v) for v in vertices).encode()
        body += "".join("3 {} {} {}\n".format(*t) for t in triangles).encode()
    file.write_bytes(header + body)
    assert facts_of(file, "--cells", "24")["dfr"]["volume"] == pytest.approx(TORUS_VOLUME, rel=0.02)
    file.write_bytes(header + body[:len(body) // 2])
    assert "the file ends too early" in one_sentence(run("shape", file))


def test_a_volume(tmp_path):
    n = 24
    voxels = bytearray()
    for k in range(n):
        for j in range(n):
            for i in range(n):
                x, y, z = (c - (n - 1) / 2 for c in (i, j, k))
                distance = math.hypot(math.hypot(x, y) - 7, z) - 3
                voxels.append(int(min(255, max(0, 127.5 - 60 * distance))))
    file = tmp_path / "scan.nrrd"
    file.write_bytes(f"NRRD0004\ntype: uint8\ndimension: 3\nsizes: {n} {n} {n}\nspacings: 0.1 0.1 0.1\n"
                     "encoding: raw\n\n".encode() + bytes(voxels))
    facts = facts_of(file)
    assert facts["type"] == "volume" and facts["threshold"] == 127.5
    assert facts["dfr"]["volume"] == pytest.approx(2 * math.pi ** 2 * 0.7 * 0.3 ** 2, rel=0.04)
    assert facts["dfr"]["error"] is None
    assert facts_of(file, "--threshold", "200")["dfr"]["volume"] < facts["dfr"]["volume"]
    assert "24 x 24 x 24 voxels" in run("shape", file).stdout.decode()
