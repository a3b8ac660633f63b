"""talus.manifold and talus.overlap_volume."""

import json
import subprocess

import numpy as np
import pytest
import talus

CUBE = talus.Polyhedron([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
HERE = talus.Pose()


def rock(seed, count=50):
    points = np.random.default_rng(seed).normal(size=(count, 3))
    return talus.Polyhedron(points / np.linalg.norm(points, axis=1)[:, None])


def test_face_on_face():
    there = talus.Pose([1, 0.5, 1.875])
    manifold = talus.manifold(CUBE, HERE, CUBE, there)
    assert manifold.found and manifold.kind == "face-face"
    assert manifold.polygon.shape == (4, 3) and manifold.depths.tolist() == [0.125] * 4
    assert manifold.normal.tolist() == [0, 0, 1]
    assert manifold.area == 1.5 and manifold.mean_depth == 0.125
    assert manifold.centroid.tolist() == manifold.force_point.tolist() == [0.5, 0.25, 0.9375]
    assert "face-face" in repr(manifold)
    volume = talus.overlap_volume(CUBE, HERE, CUBE, there)
    assert volume.volume == 0.1875 and volume.centroid.tolist() == [0.5, 0.25, 0.9375]
    assert "0.1875" in repr(volume)


def test_a_contact_that_is_known_is_not_asked_for_again():
    there = talus.Pose([0.9, 0.8, 1.0], np.array([0.9, 0.1, 0.3, -0.2]) / np.sqrt(0.95))
    contact = talus.contact(rock(1), HERE, rock(2), there)
    known = talus.manifold(rock(1), HERE, rock(2), there, contact=contact)
    computed = talus.manifold(rock(1), HERE, rock(2), there)
    assert known.force_point.tolist() == computed.force_point.tolist()
    assert known.polygon.tolist() == computed.polygon.tolist()
    assert known.normal.tolist() == contact.normal.tolist()


def test_the_volume_between_two_rocks_by_counting_points():
    a, b, pose = rock(3), rock(4), talus.Pose([0.7, 0.3, 0.2])
    volume = talus.overlap_volume(a, HERE, b, pose)
    points = np.random.default_rng(5).uniform(-1, 1, (20000, 3))
    hits = np.array([a.inside_outside(p) <= 0 and b.inside_outside(p - pose.position) <= 0 for p in points])
    assert volume.volume == pytest.approx(8 * hits.mean(), rel=0.05)
    assert volume.centroid == pytest.approx(points[hits].mean(axis=0), abs=0.02)


def test_the_gradient():
    a, b, position = rock(6), rock(7), np.array([0.9, 0.5, 0.2])
    volume = talus.overlap_volume(a, HERE, b, talus.Pose(position))
    for axis in np.eye(3):
        low, high = (talus.overlap_volume(a, HERE, b, talus.Pose(position + h * axis)).volume for h in (-1e-5, 1e-5))
        assert (high - low) / 2e-5 == pytest.approx(-volume.area * volume.normal @ axis, abs=1e-8)


def test_nothing_in_common_and_inside():
    apart = talus.overlap_volume(CUBE, HERE, CUBE, talus.Pose([5, 0, 0]))
    assert apart.volume == 0 and apart.area == 0
    assert np.isnan(apart.centroid).all() and np.isnan(apart.normal).all()
    inside = talus.overlap_volume(CUBE, HERE, talus.Polyhedron(0.5 * CUBE.vertices), HERE)
    assert inside.volume == pytest.approx(1) and np.isnan(inside.normal).all()


def test_settings():
    octahedron = talus.Polyhedron(np.vstack([np.eye(3), -np.eye(3)]))
    touching = talus.Pose([0, 0, 2])
    areas = [talus.manifold(CUBE, HERE, octahedron, touching, skin=skin).area for skin in (1e-3, 2e-3)]
    assert areas == pytest.approx([2e-6, 8e-6], rel=1e-6)  # the tip, pressed in by the skin
    tilted = talus.Pose([0, 0, 1.99], [np.cos(0.005), np.sin(0.005), 0, 0])
    assert talus.manifold(CUBE, HERE, CUBE, tilted).kind == "face-edge"
    assert talus.manifold(CUBE, HERE, CUBE, tilted, flat=0.1).kind == "face-face"


def test_a_block_on_the_ground():
    block, ground = talus.Superquadric([1, 1.5, 0.5], [20, 20]), talus.HalfSpace([0, 0, 1], 0)
    flat = talus.manifold(block, talus.Pose([0, 0, 0.49]), ground, HERE)
    assert flat.found and flat.kind == "curved-face" and flat.polygon.shape == (24, 3)
    assert flat.force_point[:2] == pytest.approx([0, 0], abs=1e-9)
    assert 4.5 < flat.area < 6 and 0.009 < flat.mean_depth < 0.01
    assert flat.equivalent_radius == pytest.approx(flat.area / (2 * np.pi * 0.01))
    tilted = talus.Pose([0, 0, 0.49], [np.cos(5e-4), np.sin(5e-4), 0, 0])
    assert talus.manifold(block, tilted, ground, HERE).force_point[1] < -0.01  # the lower side


def test_kinds_without():
    with pytest.raises(ValueError, match="^manifold: none of half_space with polyhedron$"):
        talus.manifold(talus.HalfSpace([0, 0, 1], 0), HERE, CUBE, HERE)
    with pytest.raises(ValueError, match="^overlap_volume: only of two polyhedra, not of sphere with polyhedron$"):
        talus.overlap_volume(talus.Sphere(1), HERE, CUBE, HERE)


@pytest.mark.parametrize("arguments", [{"skin": 0.0}, {"skin": float("nan")}, {"flat": 2.0}])
def test_refused(arguments):
    with pytest.raises(ValueError, match="must be > 0 and <= 1"):
        talus.manifold(CUBE, HERE, CUBE, HERE, **arguments)


def test_the_same_as_the_program(program):
    a, b, position = rock(8), rock(9), [1.1, 0.9, 0.7]
    line = json.dumps({
        "a": {"shape": {"type": "polyhedron", "vertices": a.vertices.tolist()},
              "position": [0, 0, 0], "orientation": [1, 0, 0, 0]},
        "b": {"shape": {"type": "polyhedron", "vertices": b.vertices.tolist()},
              "position": position, "orientation": [1, 0, 0, 0]}})
    answer = json.loads(subprocess.run([program, "query", "--manifold", "--volume"], input=line,
                                       capture_output=True, text=True).stdout)
    manifold = talus.manifold(a, HERE, b, talus.Pose(position))
    assert answer["manifold"]["polygon"] == manifold.polygon.tolist()
    assert answer["manifold"]["depths"] == manifold.depths.tolist()
    assert answer["manifold"]["force_point"] == manifold.force_point.tolist()
    assert answer["manifold"]["kind"] == manifold.kind
    volume = talus.overlap_volume(a, HERE, b, talus.Pose(position))
    assert answer["overlap_volume"]["volume"] == volume.volume
    assert answer["overlap_volume"]["moment"] == volume.moment.tolist()
