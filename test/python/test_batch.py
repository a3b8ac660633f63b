"""talus.contact_batch: many pairs without a Python loop."""

import threading
import time

import numpy as np
import pytest
import talus

SHAPES = [
    talus.Sphere(1),
    talus.Ellipsoid([1, 0.5, 0.7]),
    talus.Superquadric([1, 0.5, 0.7], [4, 3]),
    talus.Polyhedron([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]),
    talus.HalfSpace([0, 0, 1], -0.5),
    talus.Segment([-1, 0, 0], [1, 0.2, 0]),
]
FIELDS = ["distance", "lower", "upper", "proven", "normal", "point_a", "point_b", "status", "iterations", "fallback"]


def random_input(count, seed=1):
    generator = np.random.default_rng(seed)
    turn = generator.normal(size=(2, count, 4))
    turn /= np.linalg.norm(turn, axis=2)[..., None]
    index = generator.integers(0, len(SHAPES), size=(2, count))
    position = generator.uniform(-1, 1, size=(2, count, 3))
    return index[0], position[0], turn[0], index[1], position[1], turn[1]


def test_the_same_as_single_queries():
    arguments = random_input(500)
    batch = talus.contact_batch(SHAPES, *arguments)
    assert len(batch) == 500
    index_a, position_a, turn_a, index_b, position_b, turn_b = arguments
    for i in range(500):
        single = talus.contact(SHAPES[index_a[i]], talus.Pose(position_a[i], turn_a[i]),
                               SHAPES[index_b[i]], talus.Pose(position_b[i], turn_b[i]))
        assert talus.STATUS_NAMES[batch.status[i]] == single.status
        assert batch.failed[i] == single.failed
        for field in ["distance", "lower", "upper", "normal", "point_a", "point_b"]:
            assert np.array_equal(getattr(batch, field)[i], getattr(single, field), equal_nan=True)
        assert (batch.proven[i], batch.iterations[i], batch.fallback[i]) == (
            single.proven, single.iterations, single.fallback)


def test_only_two_half_spaces_fail():
    arguments = random_input(5000, 2)
    batch = talus.contact_batch(SHAPES, *arguments)
    assert (batch.failed == ((arguments[0] == 4) & (arguments[3] == 4))).all()
    assert np.isnan(batch.distance[batch.failed]).all()
    assert np.isfinite(batch.distance[~batch.failed]).all()
    hits = (batch.distance[~batch.failed] < 0).mean()
    assert 0.3 < hits < 0.9


def test_the_same_bits_for_any_number_of_threads():
    arguments = random_input(5000, 3)
    batches = [talus.contact_batch(SHAPES, *arguments, threads=threads) for threads in (1, 2, 7)]
    for field in FIELDS:
        first, *others = [getattr(batch, field).tobytes() for batch in batches]
        assert all(first == other for other in others)


def test_types_and_shapes_of_the_arrays():
    batch = talus.contact_batch(SHAPES, *random_input(7))
    expected = {"distance": (np.float64, (7,)), "lower": (np.float64, (7,)), "upper": (np.float64, (7,)),
                "proven": (np.bool_, (7,)), "normal": (np.float64, (7, 3)), "point_a": (np.float64, (7, 3)),
                "point_b": (np.float64, (7, 3)), "status": (np.uint8, (7,)), "iterations": (np.int32, (7,)),
                "fallback": (np.bool_, (7,)), "failed": (np.bool_, (7,))}
    for field, (dtype, shape) in expected.items():
        array = getattr(batch, field)
        assert (array.dtype, array.shape) == (dtype, shape)
    assert talus.STATUS_NAMES == ("separated", "touching", "overlapping", "iteration_limit",
                                  "degenerate_input", "not_supported")


def test_single_values_stand_for_all_pairs():
    positions = np.random.default_rng(4).uniform(-2, 2, (100, 3))
    one = talus.contact_batch(SHAPES, 0, [0, 0, 0], [1, 0, 0, 0], 1, positions, [1, 0, 0, 0])
    zeros = np.zeros(100, dtype=int)
    turns = np.tile([1.0, 0, 0, 0], (100, 1))
    full = talus.contact_batch(SHAPES, zeros, np.zeros((100, 3)), turns, zeros + 1, positions, turns)
    assert (one.distance == full.distance).all()
    alone = talus.contact_batch(SHAPES, 0, [0, 0, 0], [1, 0, 0, 0], 1, [3, 0, 0], [1, 0, 0, 0])
    assert len(alone) == 1 and alone.distance[0] == 1


def test_other_number_types_and_layouts():
    index_a, position_a, turn_a, index_b, position_b, turn_b = random_input(50)
    plain = talus.contact_batch(SHAPES, index_a, position_a, turn_a, index_b, position_b, turn_b)
    odd = talus.contact_batch(SHAPES, index_a.astype(np.uint8), np.asfortranarray(position_a), turn_a.tolist(),
                              index_b.astype(np.int32).tolist(), position_b[::1], np.asfortranarray(turn_b))
    assert np.array_equal(plain.distance, odd.distance, equal_nan=True)


def test_an_empty_batch():
    batch = talus.contact_batch(SHAPES, [], np.zeros((0, 3)), np.zeros((0, 4)), [], np.zeros((0, 3)), np.zeros((0, 4)))
    assert len(batch) == 0 and batch.normal.shape == (0, 3)


def bad(**changes):
    names = ["index_a", "position_a", "orientation_a", "index_b", "position_b", "orientation_b"]
    arguments = dict(zip(names, (np.array(a) for a in random_input(10))))
    for name in ("index_a", "index_b"):
        arguments[name][:] = 0
    arguments["shapes"] = SHAPES
    for name, change in changes.items():
        arguments[name] = change(arguments.get(name))
    return arguments


def with_value(index, value):
    def change(array):
        array[index] = value
        return array

    return change


@pytest.mark.parametrize("changes,message", [
    ({"index_a": with_value(3, 6)}, "index_a[3]: must be an index into the 6 shapes, got 6"),
    ({"index_b": with_value(4, -1)}, "index_b[4]: must be an index into the 6 shapes, got -1"),
    ({"index_a": lambda a: a + 0.5}, "index_a: expected an array of N integers"),
    ({"index_a": lambda a: a[:9]}, "position_a: expected 9 rows as in index_a, got 10"),
    ({"position_b": lambda a: a[:, :2]}, "position_b: expected an array of shape (N, 3) or (3,)"),
    ({"orientation_a": lambda a: a[:5]}, "orientation_a: expected 10 rows as in index_a, got 5"),
    ({"position_b": with_value((7, 1), np.nan)}, "pair 7: pose: position must be finite"),
    ({"orientation_b": with_value((5, slice(None)), 0)}, "pair 5: pose: orientation must be a unit quaternion"),
    ({"orientation_b": lambda a: 2 * a}, "pair 0: pose: orientation must be a unit quaternion"),
    ({"method": lambda _: "exhaustive"}, 'pair 0: sphere with sphere has no method "exhaustive"'),
    ({"method": lambda _: "nonsense"}, 'method: no pair has a method "nonsense"'),
    ({"threads": lambda _: 0}, "threads: must be 1 to 4096, got 0"),
    ({"tolerance": lambda _: 2.0}, "tolerance: must be > 0 and <= 1, got 2"),
    ({"shapes": lambda _: [1]}, "shapes[0]: expected a talus shape, got 1"),
])
@pytest.mark.parametrize("threads", [1, 3])
def test_refused(changes, message, threads):
    arguments = {"threads": threads, **bad(**changes)}
    with pytest.raises(ValueError) as error:
        talus.contact_batch(**arguments)
    assert message in str(error.value)


def test_python_goes_on_while_a_batch_runs():
    """The lock is free: another thread counts while the batch is computed."""
    arguments = random_input(20000, 5)
    done = threading.Event()
    ticks = 0

    def count():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    start = time.perf_counter()
    talus.contact_batch(SHAPES, *arguments)
    elapsed = time.perf_counter() - start
    done.set()
    counter.join()
    assert ticks > 0.05 * elapsed / 0.001


def test_a_million_pairs():
    generator = np.random.default_rng(6)
    positions = generator.uniform(-2, 2, (1_000_000, 3))
    batch = talus.contact_batch(SHAPES, 0, [0, 0, 0], [1, 0, 0, 0], 0, positions, [1, 0, 0, 0], threads=2)
    expected = np.linalg.norm(positions, axis=1) - 2
    assert np.abs(batch.distance - expected).max() < 1e-15 * 8


ELLIPSOIDS = [talus.Ellipsoid(axes) for axes in ([1, 0.5, 0.7], [0.2, 0.3, 1.5], [1, 1, 1 / 6], [0.4, 0.4, 0.4])]


def ellipsoid_input(count, seed):
    generator = np.random.default_rng(seed)
    turn = generator.normal(size=(2, count, 4))
    turn /= np.linalg.norm(turn, axis=2)[..., None]
    index = generator.integers(0, len(ELLIPSOIDS), size=(2, count))
    position = generator.uniform(-1.2, 1.2, size=(2, count, 3))
    return index[0], position[0], turn[0], index[1], position[1], turn[1]


def test_ellipsoids_eight_at_a_time_have_the_bits_of_single_queries():
    arguments = ellipsoid_input(1003, 11)
    batch = talus.contact_batch(ELLIPSOIDS, *arguments, threads=2)
    index_a, position_a, turn_a, index_b, position_b, turn_b = arguments
    for i in range(1003):
        single = talus.contact(ELLIPSOIDS[index_a[i]], talus.Pose(position_a[i], turn_a[i]),
                               ELLIPSOIDS[index_b[i]], talus.Pose(position_b[i], turn_b[i]))
        for field in ["distance", "lower", "upper", "normal", "point_a", "point_b"]:
            assert np.array_equal(getattr(batch, field)[i], getattr(single, field))
    assert 0.2 < (batch.distance < 0).mean() < 0.8


def test_gap_exceeds():
    arguments = ellipsoid_input(500, 12)
    distance = talus.contact_batch(ELLIPSOIDS, *arguments).distance
    index_a, position_a, turn_a, index_b, position_b, turn_b = arguments
    for gap in (-0.1, 0.0, 0.3):
        exceeds = talus.gap_exceeds_batch(ELLIPSOIDS, *arguments, gap, threads=2)
        assert exceeds.dtype == bool
        assert np.array_equal(exceeds, distance > gap)
        for i in range(0, 500, 25):
            cache = talus.Cache()
            pair = (ELLIPSOIDS[index_a[i]], talus.Pose(position_a[i], turn_a[i]),
                    ELLIPSOIDS[index_b[i]], talus.Pose(position_b[i], turn_b[i]))
            assert talus.gap_exceeds(*pair, gap) == exceeds[i]
            assert talus.gap_exceeds(*pair, gap, cache) == exceeds[i]
            assert talus.gap_exceeds(*pair, gap, cache=cache) == exceeds[i]


def test_gap_exceeds_batch_names_the_pair_that_is_wrong():
    with pytest.raises(ValueError, match="pair 1:"):
        talus.gap_exceeds_batch(ELLIPSOIDS, 0, np.zeros((3, 3)), [[1, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0]],
                                0, [3, 0, 0], [1, 0, 0, 0], 0.5)
