"""talus.pack and what belongs to it."""

import subprocess

import h5py
import numpy as np
import pytest
import talus

DISC = talus.spheroid(1 / 6)


def test_spheroids_of_the_paper():
    a, b, c = talus.spheroid(1 / 6, diameter=2).semi_axes
    assert a / b == pytest.approx(1 / 6) and b == c and a * b * c == pytest.approx(1)
    assert isinstance(DISC, talus.Ellipsoid) and DISC.volume == pytest.approx(np.pi / 6)


def test_a_packing():
    packing = talus.pack(DISC, volume_fraction=0.2, box_length=6, seed=3)
    assert packing.complete and len(packing) == 83 and packing.seed == 3
    assert packing.volume_fraction == pytest.approx(83 * DISC.volume / 216)
    assert packing.wanted_volume_fraction == 0.2 and packing.box_length == 6
    assert packing.position.shape == (83, 3) and packing.orientation.shape == (83, 4)
    assert packing.shape_index.tolist() == [0] * 83 and packing.attempts >= 83
    assert [type(shape) for shape in packing.shapes] == [talus.Ellipsoid]
    assert "83 bodies" in repr(packing)
    a, b, image = packing.neighbour_pairs(reach=0.1)
    assert len(a) == len(b) == len(image) > 300
    answers = talus.contact_batch(
        packing.shapes, packing.shape_index[a], packing.position[a], packing.orientation[a],
        packing.shape_index[b], packing.position[b] + 6 * image, packing.orientation[b])
    assert (answers.lower > 0).all()
    gap = np.linalg.norm(packing.position[b] + 6 * image - packing.position[a], axis=1)
    assert (gap <= 2 * DISC.semi_axes.max() + 0.1).all()


def test_a_mix_and_its_sizes():
    box = talus.Polyhedron([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    sizes = talus.lognormal_sizes(talus.Sphere(1), median=0.8, sigma=0.3, classes=5)
    assert sizes[2].radius == pytest.approx(0.4) and all(isinstance(s, talus.Sphere) for s in sizes)
    packing = talus.pack([box, *sizes], 0.2, 8, shares=[5, 1, 1, 1, 1, 1])
    counts = np.bincount(packing.shape_index)
    assert counts == pytest.approx(np.array([5, 1, 1, 1, 1, 1]) / 10 * counts.sum(), abs=1)
    assert isinstance(packing.shapes[0], talus.Polyhedron)
    ellipsoids = talus.uniform_sizes(DISC, 1, 2, 2)
    assert [round(s.volume / DISC.volume, 6) for s in ellipsoids] == [1.25**3, 1.75**3]


def test_save_and_load(tmp_path):
    packing = talus.pack([talus.Sphere(0.5), talus.Superquadric([0.5, 0.3, 0.3], [4, 3])], 0.15, 5)
    packing.save(tmp_path / "a.h5")
    again = talus.Packing.load(str(tmp_path / "a.h5"))
    assert (again.position == packing.position).all() and (again.orientation == packing.orientation).all()
    assert (again.shape_index == packing.shape_index).all()
    assert again.attempts == packing.attempts and again.volume_fraction == packing.volume_fraction
    assert again.shapes[1].exponents == (4, 3) and again.complete
    with h5py.File(tmp_path / "a.h5") as file:
        assert (file["bodies/position"][:] == packing.position).all()
    with pytest.raises(OSError, match="No such file"):
        talus.Packing.load(tmp_path / "none.h5")
    with pytest.raises(OSError, match="No such file"):
        packing.save(tmp_path / "no/such.h5")


def test_the_same_as_the_program(program, tmp_path):
    subprocess.run([program, "pack", "--aspect-ratio", "1/6", "--volume-fraction", "0.2", "--box", "5", "--seed", "11",
                    "--out", tmp_path / "a.h5", "--quiet"], check=True)
    talus.pack(DISC, 0.2, 5, seed=11).save(tmp_path / "b.h5")
    assert (tmp_path / "a.h5").read_bytes() == (tmp_path / "b.h5").read_bytes()


def test_progress_and_how_it_stops_a_packing():
    calls = []
    jammed = talus.pack(talus.Sphere(0.5), 0.6, 5, max_attempts=10_000, progress=lambda *now: calls.append(now))
    assert not jammed.complete and 0.25 < jammed.volume_fraction < 0.45
    assert calls[-1] == (len(jammed), 144, jammed.volume_fraction)

    def enough(placed, requested, volume_fraction):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        talus.pack(talus.Sphere(0.5), 0.6, 5, progress=enough)


@pytest.mark.parametrize("arguments,message", [
    ({"volume_fraction": 1.5}, "volume_fraction: must be > 0 and < 1, got 1.5"),
    ({"box_length": 0.0}, "box_length: must be finite and > 0, got 0"),
    ({"shapes": []}, "parts: at least one shape is needed"),
    ({"shapes": [1]}, r"shapes\[0\]: expected a talus shape, got 1"),
    ({"shares": [1, 2]}, "shares: expected 1 numbers, got 2"),
    ({"shapes": talus.HalfSpace([0, 0, 1], 0)}, "has no volume to pack"),
])
def test_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        talus.pack(**{"shapes": DISC, "volume_fraction": 0.1, "box_length": 5, **arguments})


def test_the_distance_error_of_a_papers_method():
    a, b = talus.Pose(), talus.Pose([2.5, 0.3, 0.1], [0.5, 0.5, -0.5, 0.5])
    exact = talus.contact(DISC, a, DISC, b).distance
    assert talus.contact(DISC, a, DISC, b, distance_error=1e-3).distance == exact  # of the production method
    batch = talus.contact_batch([DISC], 0, a.position, a.orientation, 0, b.position, b.orientation, distance_error=1e-3)
    assert batch.distance[0] == exact
    for value in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="distance_error: must be finite and >= 0"):
            talus.contact(DISC, a, DISC, b, distance_error=value)
