"""talus.patches: all patches in which a mesh touches another body."""

import numpy as np
import pytest
import talus

TRIANGLES = [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
             [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
CORNERS = [[1 if i >> k & 1 else -1 for k in range(3)] for i in range(8)]
HERE = talus.Pose()


@pytest.fixture(scope="module")
def cube(tmp_path_factory):
    """A mesh of side 2."""
    file = tmp_path_factory.mktemp("meshes") / "box.obj"
    lines = ["v {} {} {}".format(*corner) for corner in CORNERS]
    lines += ["f {} {} {}".format(*(i + 1 for i in triangle)) for triangle in TRIANGLES]
    file.write_text("\n".join(lines) + "\n")
    return talus.Mesh(str(file), cells=24)


def test_a_polyhedron_like_the_mesh_of_it(cube):
    there = talus.Pose([0.5, 0.25, 1.9])
    (patch,) = talus.patches(cube, HERE, talus.Polyhedron(CORNERS), there)
    assert patch.depth == pytest.approx(0.1, abs=1e-6)
    assert patch.volume == pytest.approx(1.5 * 1.75 * 0.1, rel=0.03)
    assert patch.normal == pytest.approx([0, 0, 1], abs=0.05)
    (mirrored,) = talus.patches(talus.Polyhedron(CORNERS), there, cube, HERE)
    assert mirrored.normal.tolist() == (-patch.normal).tolist() and mirrored.volume == patch.volume
    assert "0.1" in repr(patch)


def test_a_ball_and_a_half_space(cube):
    depth = 0.1
    (cap,) = talus.patches(cube, HERE, talus.Sphere(1.0), talus.Pose([0.1, 0.2, 2 - depth]))
    assert cap.volume == pytest.approx(np.pi * depth**2 * (1 - depth / 3), rel=0.03)
    assert cap.depth == pytest.approx(depth, abs=2e-3)
    floor = talus.HalfSpace([0, 0, 1], -1 + depth)
    (slice_,) = talus.patches(floor, HERE, cube, HERE)
    assert slice_.volume == pytest.approx(4 * depth, rel=1e-3)
    assert slice_.depth == pytest.approx(depth, abs=1e-5)
    assert slice_.normal == pytest.approx([0, 0, 1], abs=1e-5)


def test_none_and_refused(cube):
    assert talus.patches(cube, HERE, talus.Sphere(1.0), talus.Pose([0, 0, 5])) == []
    with pytest.raises(ValueError, match="only of a mesh"):
        talus.patches(talus.Sphere(1.0), HERE, talus.Sphere(1.0), HERE)
    with pytest.raises(ValueError, match="segment"):
        talus.patches(cube, HERE, talus.Segment([0, 0, 0], [1, 0, 0]), HERE)
