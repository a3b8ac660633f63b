"""talus.pairs: which bodies may touch."""

import itertools
import subprocess
import threading

import numpy as np
import pytest
import talus

SCHEMES = ["size-rows", "heapsort", "grid", "adaptive-grid", "octree", "body-cells", "brute-force"]
SHAPES = [
    talus.Sphere(0.4),
    talus.Ellipsoid([0.5, 0.2, 0.3]),
    talus.Superquadric([0.4, 0.2, 0.3], [4, 3]),
    talus.Polyhedron([[x, y, z] for x in (0, 0.5) for y in (1, 1.4) for z in (-0.3, 0.3)]),
    talus.Segment([-0.4, 0, 0], [0.4, 0.2, 0]),
]


def random_bodies(count, seed=1):
    generator = np.random.default_rng(seed)
    turn = generator.normal(size=(count, 4))
    return {"position": generator.uniform(-3, 6, size=(count, 3)),
            "orientation": turn / np.linalg.norm(turn, axis=1)[:, None],
            "index": generator.integers(0, len(SHAPES), size=count)}


def rotation_of(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def by_brute_force(bodies, period, skin=0.0, spheres=False, reach=4):
    """All images of all pairs, by support points along the axes."""
    lower, upper, centre, radius = [], [], [], []
    for position, orientation, index in zip(bodies["position"], bodies["orientation"], bodies["index"]):
        shape, turn = SHAPES[index], rotation_of(orientation)
        lower.append([position[i] + turn[i] @ shape.support_point(-turn[i]) - skin for i in range(3)])
        upper.append([position[i] + turn[i] @ shape.support_point(turn[i]) + skin for i in range(3)])
        own, size = shape.bounding_sphere
        centre.append(position + turn @ own)
        radius.append(size + skin)
    lower, upper, centre, radius = map(np.array, (lower, upper, centre, radius))
    found = []
    for image in itertools.product(*(range(-reach, reach + 1) if np.isfinite(p) else (0,) for p in period)):
        shift = np.array([i * p if i else 0.0 for i, p in zip(image, period)])
        near = ((lower[:, None] <= upper[None] + shift) & (lower[None] + shift <= upper[:, None])).all(axis=2)
        if spheres:
            near &= np.linalg.norm(centre[None] + shift - centre[:, None], axis=2) <= radius[None] + radius[:, None]
        found += [(a, b, *image) for a, b in np.argwhere(near) if a < b]
    return sorted(found)


def rows(answer):
    pairs, images = answer
    assert pairs.dtype == images.dtype == np.int32
    assert pairs.shape == (len(pairs), 2) and images.shape == (len(pairs), 3)
    return [tuple(row) for row in np.hstack([pairs, images]).tolist()]


@pytest.mark.parametrize("period", [(3, 3.5, 4), (4, np.inf, 3), (np.inf, np.inf, np.inf)])
@pytest.mark.parametrize("options", [{}, {"skin": 0.1}, {"spheres": True}, {"skin": 0.2, "spheres": True}])
def test_the_pairs_are_those_of_brute_force(period, options):
    bodies = random_bodies(120 if np.isfinite(period).any() else 400)
    expected = by_brute_force(bodies, period, **options)
    assert len(expected) > 50
    for scheme in ["auto", *SCHEMES]:
        for threads in (1, 2):
            found = talus.pairs(SHAPES, **bodies, period=period, scheme=scheme, threads=threads, **options)
            assert rows(found) == expected, scheme


def test_no_touching_pair_is_missed():
    bodies = random_bodies(80, seed=2)
    found = {row[:2] for row in rows(talus.pairs(SHAPES, **bodies))}
    a, b = np.triu_indices(80, 1)
    arrays = (bodies["index"], bodies["position"], bodies["orientation"])
    contacts = talus.contact_batch(SHAPES, *(array[a] for array in arrays), *(array[b] for array in arrays))
    touching = {(int(a[i]), int(b[i])) for i in np.flatnonzero(contacts.distance < 0)}
    assert touching <= found and len(touching) > 5


def test_a_packing(program, tmp_path):
    packing = talus.pack(talus.spheroid(1 / 6), 0.2, 6, seed=3)
    pairs, images = talus.pairs(packing, skin=0.05, spheres=True)
    again = talus.pairs(packing.shapes, packing.position, packing.orientation, packing.shape_index,
                        period=packing.box_length, skin=0.05, spheres=True)
    assert (pairs == again[0]).all() and (images == again[1]).all() and len(pairs) > 150
    # Boxes hold the bodies, and these pairs are among those of the spheres alone.
    a, b, image = packing.neighbour_pairs(reach=0.1)
    assert set(rows((pairs, images))) < set(zip(a, b, *image.T))
    packing.save(tmp_path / "a.h5")
    text = subprocess.run([program, "pairs", tmp_path / "a.h5", "--skin", "0.05", "--spheres"],
                          check=True, capture_output=True, text=True).stdout
    assert [tuple(map(int, line.split())) for line in text.splitlines()] == rows((pairs, images))


def test_shapes_and_poses_that_are_left_out():
    position = [[0, 0, 0], [1, 0, 0], [2.8, 0, 0], [3.9, 0, 0]]
    ball, rod = talus.Sphere(0.5), talus.Ellipsoid([0.2, 0.2, 2])
    assert rows(talus.pairs(ball, position)) == [(0, 1, 0, 0, 0)]  # boxes that only touch
    assert rows(talus.pairs([ball], position, period=[4, np.inf, np.inf])) == [(0, 1, 0, 0, 0), (0, 3, -1, 0, 0)]
    assert rows(talus.pairs([ball, ball, rod, rod], position)) == [(0, 1, 0, 0, 0)]
    along_x = [np.sqrt(0.5), 0, np.sqrt(0.5), 0]
    expected = [(0, 1, 0, 0, 0), (1, 2, 0, 0, 0), (2, 3, 0, 0, 0)]
    assert rows(talus.pairs([ball, ball, rod, rod], position, orientation=along_x)) == expected
    assert rows(talus.pairs([ball, rod], position, along_x, [0, 0, 1, 1])) == expected
    assert rows(talus.pairs([ball, rod], position, index=1)) == []
    nobody = np.empty((0, 3))
    assert rows(talus.pairs(ball, nobody)) == [] == rows(talus.pairs(ball, nobody, period=1.5))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_at_one_point(scheme):
    pairs, images = talus.pairs(talus.Sphere(0.5), np.zeros((100, 3)), period=np.float32(2), scheme=scheme)
    assert len(pairs) == 100 * 99 / 2 and not images.any()


def test_other_threads_go_on():
    position = np.random.default_rng(1).uniform(0, 30, size=(1000, 3))
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    talus.pairs(talus.Sphere(0.5), position, scheme="brute-force", period=30)
    done.set()
    thread.join()
    assert ticks


BALL = talus.Sphere(0.5)
THREE = np.zeros((3, 3))


def bad(row, value):
    position = THREE.copy()
    position[row] = value
    return position


@pytest.mark.parametrize("arguments,message", [
    ({"bodies": 1}, "bodies: expected a talus shape, several, or a talus.Packing, got 1"),
    ({"bodies": [BALL, 2]}, r"shapes\[1\]: expected a talus shape, got 2"),
    ({"bodies": [BALL, BALL]}, "index: needed to tell which of the 2 shapes each of the 3 bodies has"),
    ({"bodies": [BALL, BALL], "index": [0, 1, 2]}, r"index\[2\]: must be an index into the 2 shapes, got 2"),
    ({"index": [0, 0]}, "index: expected 3 rows as in position, got 2"),
    ({"index": [0.5, 0, 0]}, "index: expected an array of N integers"),
    ({"position": None}, "position: missing, one row per body"),
    ({"position": [0, 0, 0]}, r"position: expected an array of shape \(N, 3\)"),
    ({"position": "here"}, "position: expected an array of shape"),
    ({"position": bad(1, np.nan)}, "body 1: pose: position must be finite"),
    ({"position": bad(2, 1e300), "period": 2}, "body 2: along x at"),
    ({"orientation": np.ones((2, 4)) / 2}, "orientation: expected 3 rows as in position, got 2"),
    ({"orientation": [1, 1, 0, 0]}, "body 0: pose: orientation must be"),
    ({"period": 0.9}, "body 0: along x of length 1, longer than the period 0.9"),
    ({"period": [2, 2, -1]}, "the period along z must be finite and > 0, got -1"),
    ({"period": np.nan}, "the period along x must be finite and > 0, got nan"),
    ({"period": [2, 2]}, "period: expected 3 numbers, got 2"),
    ({"period": 2, "skin": 0.6}, r"longer than the period 2 \(with a skin of 0.6\)"),
    ({"scheme": "quadtree"}, 'scheme: there is none of the name "quadtree"; known: auto, size-rows, '),
    ({"skin": -1.0}, "skin: must be finite and >= 0, got -1"),
    ({"threads": 0}, "threads: must be 1 to 4096, got 0"),
    ({"bodies": talus.HalfSpace([0, 0, 1], 0)}, "body 0: a half-space has no bounds"),
    ({"bodies": talus.pack(BALL, 0.1, 4)}, "position: a packing has its own, leave it out"),
])
def test_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        talus.pairs(**{"bodies": BALL, "position": THREE, **arguments})
