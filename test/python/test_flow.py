"""Bodies that come and go in Python: inlets, outlets, add and remove, and arrays that stay valid."""

import gc

import numpy as np
import pytest
import talus

GRAIN = [{"shape": {"type": "sphere", "radius": 0.005}}]
BOX = {"type": "box", "lower": (0, 0, 0.3), "upper": (0.1, 0.1, 0.34)}


def setup_of(**keys):
    setup = talus.Setup(**keys)
    setup.add_material("stone", young=1e6)
    return setup


def fed(**keys):
    setup = setup_of(**keys)
    setup.add_half_space((0, 0, 1), name="floor")
    setup.add_inlet(name="feed", region=BOX, number_rate=500, velocity=(0, 0, -2), grain=GRAIN)
    setup.add_outlet(name="drain", region={"type": "box", "lower": (0, 0, -1), "upper": (0.1, 0.1, 0.2)})
    return setup


def test_inlets_and_outlets():
    simulation = talus.Simulation(fed(), threads=2)
    positions = simulation.positions
    simulation.step(int(0.2 / simulation.time_step))
    flow, drain = simulation.flow("feed", restart=False), simulation.flow("drain")
    assert flow["count"] == int(500 * simulation.time + 1e-9) and flow["missing"] == 0
    assert len(simulation) == 1 + flow["count"] - drain["count"] and drain["count"] > 10
    assert drain["momentum"][2] < 0 and drain["waiting"] == 0
    assert simulation.flow("drain")["mean_mass_rate"] == 0 and flow["mean_mass_rate"] > 0
    assert positions.shape == (1, 3)  # a copy: bodies may come in every step
    assert len(simulation.ids) == len(simulation.positions) == len(simulation.masses) == len(simulation)
    assert np.all(np.diff(simulation.ids) > 0)
    assert simulation.index_of(simulation.ids[3]) == 3 and simulation.index_of(10**9) == -1
    ledger = simulation.ledger()
    assert ledger["entered"] > 0 and abs(ledger["residual"]) < 1e-3 * ledger["entered"]
    with pytest.raises(talus.SimulationError, match="there is no inlet or outlet"):
        simulation.flow("other")


def test_bodies_are_added_and_removed():
    setup = setup_of()
    setup.add_half_space((0, 0, 1))
    setup.add_body(talus.Sphere(0.01), [(0.05 * i, 0, 0.00999) for i in range(5)])
    simulation = talus.Simulation(setup)
    view = simulation.positions
    before = view.copy()
    ids = simulation.add(talus.Sphere(0.01), [(0, 0, 1), (0, 0, 2)], velocity=(0, 0, -1), name="late")
    assert ids.dtype == np.int64 and list(ids) == [6, 7] and simulation.names[-1] == "late 7"
    one = simulation.add(1, (0, 0, 3))
    assert one == 8 and simulation.shape_index[-1] == 1
    # Views from before stay as they were.
    simulation.step(2000)
    assert np.array_equal(view, before) and len(simulation.positions) == 9
    gc.collect()
    simulation.remove([2, 6])
    simulation.remove(8)
    simulation.remove(np.array([7], dtype=np.int32))
    simulation.remove([])
    assert list(simulation.ids) == [0, 1, 3, 4, 5] and np.array_equal(view, before)
    contacts = simulation.contacts
    assert set(contacts.id_a) | set(contacts.id_b) == {0, 1, 3, 4, 5}
    assert simulation.ledger()["left"] > 0
    for ids, message in (([2], "no body with the id 2"), ([3, 3], "3 is there twice")):
        with pytest.raises(talus.SimulationError, match=message):
            simulation.remove(ids)
    for ids in ([1.5], "one", [[0, 1]], None):
        with pytest.raises(ValueError, match="ids: expected"):
            simulation.remove(ids)
    with pytest.raises(talus.SimulationError, match="at most a tenth"):
        simulation.add(talus.Sphere(0.01), (0.1, 0, 0.012))
    with pytest.raises(talus.SimulationError, match="state a time_step"):
        simulation.add(talus.Sphere(1e-5), (0, 0, 5))
    with pytest.raises(ValueError, match="shape: there are"):
        simulation.add(17, (0, 0, 5))
    with pytest.raises(ValueError, match="unknown material"):
        simulation.add(talus.Sphere(0.01), (0, 0, 5), material="gold")


def test_saved_states_have_the_bodies(tmp_path):
    first, second = talus.Simulation(fed(time_step=5e-5)), talus.Simulation(fed(time_step=5e-5))
    first.add(talus.Polyhedron([(x, y, z) for x in (0, 0.01) for y in (0, 0.012) for z in (0, 0.009)]), (0.2, 0.2, 0.1))
    first.step(1500)
    view = second.velocities
    first.save(tmp_path / "state.h5")
    second.restore(tmp_path / "state.h5")
    assert view.shape == (1, 3)
    first.step(1500), second.step(1500)
    for name in ("ids", "positions", "velocities", "orientations", "forces"):
        assert np.array_equal(getattr(first, name), getattr(second, name)), name
    assert first.names == second.names
    flows = [simulation.flow("feed", False) for simulation in (first, second)]
    for name in flows[0]:
        assert np.array_equal(flows[0][name], flows[1][name]), name


def test_mistakes():
    setup = setup_of()
    good = {"name": "feed", "region": BOX, "number_rate": 5, "grain": GRAIN}
    for change, words in (({"name": "a b"}, "letters"), ({"number_rate": -1}, "must be finite and > 0"),
                          ({"region": 3}, "expected a table"), ({"grain": []}, "at least one"), ({"colour": 1}, "colour"),
                          ({"mass_rate": 1}, "got both"), ({"count": 0}, "count")):
        with pytest.raises(ValueError, match=words):
            setup.add_inlet(**{**good, **change})
    with pytest.raises(ValueError, match=r"^grain\[0\]\.size: "):
        setup.add_inlet(**{**good, "grain": [{**GRAIN[0], "size": 3}]})
    with pytest.raises(ValueError, match="unknown material"):
        setup.add_inlet(material="gold", **good)
    setup.add_inlet(**good)
    with pytest.raises(ValueError, match="already called"):
        setup.add_outlet(name="feed", region=BOX)
    with pytest.raises(ValueError, match="region: reaches out of the periodic domain along x"):
        setup_of(lower=(0, 0, 0), upper=(1, 1, 1), periodic=(True, False, False)).add_outlet(
            name="drain", region={"type": "box", "lower": (-1, 0, 0), "upper": (1, 1, 1)})
    with pytest.raises(ValueError, match="beyond: expected"):
        talus.Setup(beyond="away")


def test_bounds():
    for beyond in ("remove", "error"):
        setup = setup_of(lower=(-1, -1, -1), upper=(1, 1, 1), beyond=beyond, gravity=(0, 0, 0))
        setup.add_body(talus.Sphere(0.01), [(0, 0, 0), (0, 0, 0.5)], velocity=[(0, 0, 0), (0, 0, 5)])
        simulation = talus.Simulation(setup)
        if beyond == "error":
            with pytest.raises(talus.LimitError, match="body 1 is beyond"):
                simulation.step(100000)
        else:
            simulation.step(int(0.2 / simulation.time_step))
            assert list(simulation.ids) == [0] and simulation.flow("beyond")["count"] == 1


def spread(seed):
    setup = setup_of(gravity=(0, 0, 0))
    setup.add_inlet(name="feed", seed=seed, count=3, region=BOX, number_rate=1e4, grain=GRAIN)
    simulation = talus.Simulation(setup)
    simulation.step(int(0.001 / simulation.time_step))
    return simulation.positions


def test_whole_numbers():
    assert len(spread(1)) == 3 and not np.array_equal(spread(1), spread(2)) and np.array_equal(spread(2), spread(2))
    setup = setup_of()
    with pytest.raises(ValueError, match="seed: a whole number must be from -9223372036854775808"):
        setup.add_inlet(name="feed", seed=2**63, region=BOX, number_rate=5, grain=GRAIN)


def test_refused_adds_change_nothing():
    setup = setup_of(lower=(0, 0, 0), upper=(1, 1, 1), periodic=(True, True, False), time_step=1e-6)
    setup.add_body(talus.Sphere(0.05), (0.5, 0.5, 0.5))
    simulation = talus.Simulation(setup)
    limit = simulation.largest_time_step
    view = simulation.positions
    for shape, place, message in (
        (talus.Sphere(0.05), (0.5, 0.5, 0.5), "at most a tenth"),
        (talus.Sphere(0.005), (0.5, 0.5, 0.5), "at most a tenth"),
        (talus.Sphere(0.05), (1e6, 0.5, 0.5), "9999 periods of 1 m outside"),
        (talus.Sphere(0.6), (0.5, 0.5, 4), "its length along x is 1.2 m, more than the period"),
    ):
        with pytest.raises(talus.SimulationError, match=message):
            simulation.add(shape, place)
    assert simulation.largest_time_step == limit
    assert np.shares_memory(view, simulation.positions)
    simulation.step(10)
    assert np.array_equal(view, simulation.positions) and len(simulation) == 1
    added = simulation.add(talus.Sphere(0.005), (9000.9, 0.5, 0.5))
    assert simulation.largest_time_step < limit
    simulation.step(10)
    simulation.remove(added)
    assert simulation.largest_time_step == limit


def test_restored_states_have_the_limit_of_their_bodies(tmp_path):
    setup = setup_of()
    setup.add_body(talus.Sphere(0.01), (0, 0, 0))
    setup.add_inlet(name="feed", region=BOX, number_rate=0.001, grain=[{"shape": {"type": "sphere", "radius": 0.002}}])
    first = talus.Simulation(setup)
    limit = first.largest_time_step
    first.add(talus.Sphere(0.02), (1, 0, 0))
    assert first.largest_time_step == limit  # of the grains that may come
    first.remove(0)
    first.save(tmp_path / "state.h5")
    second = talus.Simulation(setup)
    second.restore(tmp_path / "state.h5")
    assert second.largest_time_step == first.largest_time_step and second.time_step_reason == first.time_step_reason
