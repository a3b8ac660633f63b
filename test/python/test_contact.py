"""talus.contact and what belongs to it."""

import itertools
import json
import subprocess

import numpy as np
import pytest
import talus

SPHERE = talus.Sphere(1)
BOX = talus.Polyhedron([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
SHAPES = [SPHERE, talus.Ellipsoid([1, 0.5, 0.7]), talus.Superquadric([1, 0.5, 0.7], [4, 3]), BOX,
          talus.HalfSpace([0, 0, 1], -0.5), talus.Segment([-1, 0, 0], [1, 0.2, 0])]


def test_overlapping_spheres():
    contact = talus.contact(SPHERE, talus.Pose(), SPHERE, talus.Pose([0, 1.75, 0]))
    assert contact.status == "overlapping"
    assert contact.failed is False
    assert contact.distance == -0.25
    assert contact.lower <= -0.25 <= contact.upper
    assert contact.proven is True
    assert contact.normal.tolist() == [0, 1, 0]
    assert contact.point_a.tolist() == [0, 1, 0]
    assert contact.point_b.tolist() == [0, 0.75, 0]
    assert contact.method == talus.methods("sphere", "sphere")[0].name
    assert contact.iterations >= 0
    assert contact.definition == "minimum-translation"
    assert "overlapping" in repr(contact)


@pytest.mark.parametrize("a,b", itertools.combinations_with_replacement(SHAPES, 2),
                         ids=lambda shape: shape.kind)
def test_every_pair(a, b):
    pose_b = talus.Pose([0.4, 0.3, 0.2], [0.5, 0.5, 0.5, 0.5])
    contact = talus.contact(a, talus.Pose(), b, pose_b)
    if a.kind == b.kind == "half_space":
        assert contact.status == "not_supported" and contact.failed
        assert contact.method is None
        assert np.isnan(contact.distance) and np.isnan(contact.normal).all()
        assert talus.methods("half_space", "half_space") == []
        return
    assert not contact.failed
    assert contact.lower <= contact.distance <= contact.upper
    assert np.linalg.norm(contact.normal) == pytest.approx(1, abs=1e-14)
    gap = contact.point_b - contact.point_a
    assert np.allclose(gap, contact.distance * contact.normal, atol=1e-9)
    mirrored = talus.contact(b, pose_b, a, talus.Pose())
    assert mirrored.distance == contact.distance
    assert (mirrored.normal == -contact.normal).all()


def test_the_same_as_the_program(program):
    body = {"position": [0, 0, 0], "orientation": [1, 0, 0, 0]}
    line = json.dumps({
        "id": 1,
        "a": {**body, "shape": {"type": "ellipsoid", "semi_axes": [1, 0.5, 0.7]}},
        "b": {**body, "shape": {"type": "superquadric", "semi_axes": [1, 0.5, 0.7], "exponents": [4, 3]},
              "position": [0.9, 0.8, 0.1]},
    })
    answer = json.loads(subprocess.run([program, "query"], input=line, capture_output=True, text=True).stdout)
    contact = talus.contact(SHAPES[1], talus.Pose(), SHAPES[2], talus.Pose([0.9, 0.8, 0.1]))
    assert contact.distance == answer["distance"]
    assert contact.normal.tolist() == answer["normal"]
    assert contact.point_a.tolist() == answer["point_a"]
    assert (contact.status, contact.method, contact.iterations) == (
        answer["status"], answer["method"], answer["iterations"])


def test_a_cache_changes_the_cost_and_not_the_answer():
    cache = talus.Cache()
    for step in range(20):
        pose = talus.Pose([1.2 + 0.05 * step, 0.3, 0.1])
        warm = talus.contact(BOX, talus.Pose(), SHAPES[1], pose, cache=cache)
        cold = talus.contact(BOX, talus.Pose(), SHAPES[1], pose)
        assert warm.distance == pytest.approx(cold.distance, abs=1e-10)
    cache.reset()
    again = talus.contact(BOX, talus.Pose(), SHAPES[1], pose, cache=cache)
    assert again.distance == cold.distance


def test_methods_by_name():
    for method in talus.methods("polyhedron", "polyhedron"):
        contact = talus.contact(BOX, talus.Pose(), BOX, talus.Pose([3, 0, 0]), method=method.name)
        assert contact.method == method.name
        assert contact.distance == pytest.approx(1)
        assert method.source


@pytest.mark.parametrize("arguments,message", [
    ({"method": "no-such"}, 'method: no pair has a method "no-such"; known methods: auto, '),
    ({"tolerance": 0.0}, "tolerance: must be > 0 and <= 1, got 0"),
    ({"tolerance": float("nan")}, "tolerance: must be > 0 and <= 1, got nan"),
])
def test_refused(arguments, message):
    with pytest.raises(ValueError) as error:
        talus.contact(SPHERE, talus.Pose(), SPHERE, talus.Pose(), **arguments)
    assert message in str(error.value)


def test_a_pair_without_the_method_names_its_own():
    own = [method.name for method in talus.methods("sphere", "sphere")]
    other = next(method.name for method in talus.methods("polyhedron", "polyhedron") if method.name not in own)
    with pytest.raises(ValueError) as error:
        talus.contact(SPHERE, talus.Pose(), SPHERE, talus.Pose(), method=other)
    assert f'sphere with sphere has no method "{other}"; its methods: {", ".join(own)}' == str(error.value)


def test_unknown_kind():
    with pytest.raises(ValueError, match='unknown type "cube"; known types: sphere, '):
        talus.methods("cube", "sphere")


def test_a_wrong_type_is_a_type_error():
    with pytest.raises(TypeError):
        talus.contact(1, talus.Pose(), SPHERE, talus.Pose())


def test_curvature_at_the_contact_points():
    # Along the z axis: a plate's flat side, radii 1 / 0.25 and 4 / 0.25, and a sphere.
    plate, ball = talus.Ellipsoid([1, 2, 0.25]), talus.Sphere(0.5)
    turn = [0.5**0.5, 0, 0, 0.5**0.5]  # a quarter turn about z: the long axis comes to lie along x
    poses = talus.Pose((0, 0, 0), turn), talus.Pose((0, 0, 1))
    contact = talus.contact(plate, poses[0], ball, poses[1])
    of_plate, of_ball = talus.contact_curvature(contact, plate, poses[0], ball, poses[1])
    assert of_plate.smallest == pytest.approx(4, abs=1e-12)
    assert of_plate.largest == pytest.approx(16, abs=1e-12)
    assert of_plate.gaussian == pytest.approx(8, abs=1e-12)
    assert abs(of_plate.direction_of_largest) == pytest.approx([1, 0, 0], abs=1e-12)
    assert (of_ball.smallest, of_ball.largest) == pytest.approx((0.5, 0.5))


def test_curvature_on_flat_sides_and_of_segments():
    here, above = talus.Pose(), talus.Pose((0, 0, 3))
    ball = talus.Sphere(0.5)
    box = talus.Polyhedron([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for body in (box, talus.Superquadric([1, 1, 1], [8, 8]), talus.HalfSpace([0, 0, 1], 0)):
        contact = talus.contact(body, here, ball, above)
        flat, _ = talus.contact_curvature(contact, body, here, ball, above)
        assert flat.smallest == flat.largest == flat.gaussian == float("inf")
    segment = talus.Segment([-1, 0, 0], [1, 0, 0])
    contact = talus.contact(segment, here, ball, above)
    assert talus.contact_curvature(contact, segment, here, ball, above) is None
