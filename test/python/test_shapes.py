"""The shape classes."""

import math

import numpy as np
import pytest
import talus

BOX = [[x, y, z] for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)]
SHAPES = [
    talus.Sphere(1.5),
    talus.Ellipsoid([1, 2, 3]),
    talus.Superquadric([1, 2, 3], [4, 3]),
    talus.Polyhedron(BOX),
    talus.Segment([0, 0, -1], [0, 2, 1]),
]


def test_sphere():
    sphere = talus.Sphere(radius=2)
    assert sphere.radius == 2
    assert sphere.kind == "sphere"
    assert sphere.volume == pytest.approx(32 / 3 * math.pi, rel=1e-15)
    assert np.allclose(sphere.inertia, np.eye(3) * 0.4 * sphere.volume * 4, rtol=1e-14)
    assert repr(sphere) == "talus.Sphere(radius=2)"


def test_ellipsoid_and_superquadric():
    ellipsoid = talus.Ellipsoid(semi_axes=np.array([1, 2, 3]))
    assert ellipsoid.semi_axes.tolist() == [1, 2, 3]
    same = talus.Superquadric(semi_axes=(1, 2, 3), exponents=(2, 2))
    assert same.exponents == (2, 2)
    assert same.volume == pytest.approx(ellipsoid.volume, rel=1e-14)
    assert np.allclose(same.inertia, ellipsoid.inertia, rtol=1e-14)
    assert np.allclose(same.support_point([1, 2, 3]), ellipsoid.support_point([1, 2, 3]), rtol=1e-14)
    assert repr(same) == "talus.Superquadric(semi_axes=[1, 2, 3], exponents=[2, 2])"
    assert repr(ellipsoid) == "talus.Ellipsoid(semi_axes=[1, 2, 3])"


def test_polyhedron():
    box = talus.Polyhedron([*BOX, [0, 0, 0], BOX[0]])
    assert box.volume == pytest.approx(48, rel=1e-15)
    assert box.vertices.shape == (8, 3)
    assert sorted(map(tuple, box.vertices)) == sorted(map(tuple, np.array(BOX, dtype=float)))
    assert sorted(map(len, box.faces)) == [4] * 6
    assert box.edges.shape == (12, 2)
    for face in box.faces:  # counter-clockwise from outside
        corners = box.vertices[face]
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
        assert normal @ corners[0] > 0
    assert repr(box) == "<talus.Polyhedron of 8 vertices, 12 edges, 6 faces>"


def test_polyhedron_from_file(tmp_path):
    file = tmp_path / "corner.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    for path in (file, str(file)):
        assert talus.Polyhedron.from_file(path).volume == pytest.approx(1 / 6)
    with pytest.raises(ValueError, match="no_such_file.stl"):
        talus.Polyhedron.from_file("no_such_file.stl")


def test_half_space_and_segment():
    half_space = talus.HalfSpace(normal=[0, 0, 2], offset=4)
    assert half_space.normal.tolist() == [0, 0, 1]
    assert half_space.offset == 2
    assert half_space.support_value([0, 0, 3]) == 6
    assert half_space.support_value([0, 1, 3]) == math.inf
    assert half_space.inside_outside([5, 5, 1]) == -1
    for name in ["volume", "centroid", "inertia", "bounding_sphere", "bounding_box"]:
        with pytest.raises(ValueError, match="half_space: unbounded, so it has no"):
            getattr(half_space, name)
    segment = talus.Segment(start=[0, 0, 0], end=[0, 3, 4])
    assert segment.start.tolist() == [0, 0, 0] and segment.end.tolist() == [0, 3, 4]
    assert segment.volume == 0
    assert segment.bounding_sphere[1] == 2.5


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_support_and_bounds_agree(shape):
    generator = np.random.default_rng(1)
    lower, upper = shape.bounding_box
    centre, radius = shape.bounding_sphere
    for n in generator.normal(size=(50, 3)):
        point = shape.support_point(n)
        assert shape.support_value(n) == pytest.approx(n @ point, rel=1e-12)
        assert abs(shape.inside_outside(point)) < 1e-9
        assert (point >= lower - 1e-12).all() and (point <= upper + 1e-12).all()
        assert np.linalg.norm(point - centre) <= radius * (1 + 1e-12)


@pytest.mark.parametrize("make,message", [
    (lambda: talus.Sphere(-1), "sphere: radius must be finite and > 0, got -1"),
    (lambda: talus.Sphere(math.nan), "sphere: radius must be finite and > 0, got nan"),
    (lambda: talus.Ellipsoid([1, 2]), "semi_axes: expected 3 numbers, got 2"),
    (lambda: talus.Ellipsoid([[1, 2, 3]]), "semi_axes: expected 3 numbers, got an array of 2 dimensions"),
    (lambda: talus.Ellipsoid("abc"), "semi_axes: expected 3 numbers, got 'abc'"),
    (lambda: talus.Ellipsoid([1, math.inf, 2]), "ellipsoid: semi_axes must be finite and > 0, got [1, inf, 2]"),
    (lambda: talus.Superquadric([1, 1, 1], [0.5, 2]), "exponents[0] must be finite and >= 1, got 0.5"),
    (lambda: talus.Superquadric([1, 1, 1], [2]), "exponents: expected 2 numbers, got 1"),
    (lambda: talus.Polyhedron([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), "at least 4"),
    (lambda: talus.Polyhedron([[0, 0], [1, 0]]), "vertices: expected an array of shape (N, 3)"),
    (lambda: talus.Polyhedron([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]), "polyhedron"),
    (lambda: talus.HalfSpace([0, 0, 0], 1), "half_space: normal must not be zero, got [0, 0, 0]"),
    (lambda: talus.Segment([1, 1, 1], [1, 1, 1]), "differ"),
    (lambda: talus.Pose([0, 0, math.nan]), "position must be finite"),
    (lambda: talus.Pose([0, 0, 0], [1, 1, 0, 0]), "orientation must be a unit quaternion"),
    (lambda: talus.Pose([0, 0, 0], [1, 0, 0]), "orientation: expected 4 numbers, got 3"),
    (lambda: talus.Sphere(1).support_value([0, 0, 0]), "n: must not be zero"),
])
def test_refused(make, message):
    with pytest.raises(ValueError) as error:
        make()
    assert message in str(error.value)


def test_pose():
    pose = talus.Pose()
    assert pose.position.tolist() == [0, 0, 0] and pose.orientation.tolist() == [1, 0, 0, 0]
    turned = talus.Pose(position=(1, 2, 3), orientation=(math.sqrt(0.5), 0, 0, math.sqrt(0.5)))
    assert np.allclose(turned.rotation @ [1, 0, 0], [0, 1, 0], atol=1e-15)
    assert "position=[1, 2, 3]" in repr(turned)
