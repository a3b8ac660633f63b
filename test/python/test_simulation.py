"""talus.Setup and talus.Simulation."""

import gc
import subprocess
import threading

import numpy as np
import pytest
import talus

SCENE = """
[simulation]
duration = 0.02
time_step = 1e-5

[output]
interval = 0.02

[[material]]
name = "stone"
young = 1e7
friction = 0.4

[[material]]
name = "steel"
density = 7800
restitution = 0.8

[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
material = "steel"

[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.01}
position = [0, 0, 0.011]
velocity = [1, 0, -1]
material = "stone"

[[body]]
name = "egg"
shape = {type = "ellipsoid", semi_axes = [0.01, 0.02, 0.015]}
position = [0.03, 0, 0.021]
orientation = [0.6, 0.8, 0, 0]
velocity = [0, 0, -1]
material = "stone"
"""


def scene_in_code(**settings):
    setup = talus.Setup(**{"time_step": 1e-5, **settings})
    setup.add_material("stone", young=1e7, friction=0.4)
    setup.add_material("steel", density=7800, restitution=0.8)
    setup.add_half_space((0, 0, 1), material="steel", name="floor")
    setup.add_body(talus.Sphere(0.01), (0, 0, 0.011), velocity=(1, 0, -1), material="stone", name="ball")
    setup.add_body(talus.Ellipsoid((0.01, 0.02, 0.015)), (0.03, 0, 0.021), orientation=(0.6, 0.8, 0, 0),
                   velocity=(0, 0, -1), material="stone", name="egg")
    return setup


def state(simulation):
    return np.hstack([simulation.positions, simulation.orientations, simulation.velocities,
                      simulation.angular_velocities, simulation.forces])


@pytest.fixture
def scene(tmp_path):
    file = tmp_path / "scene.toml"
    file.write_text(SCENE)
    return file


def test_the_bits_of_the_program(program, scene, tmp_path):
    subprocess.run([program, "run", scene, "--out", tmp_path / "out", "--threads", "1"], check=True,
                   capture_output=True)
    from_scene = talus.Simulation.from_scene(scene, threads=2)
    in_code = talus.Simulation(scene_in_code())
    for simulation in (from_scene, in_code):
        simulation.step(2000)
        assert simulation.steps == 2000 and simulation.time == pytest.approx(0.02)
    assert (state(from_scene) == state(in_code)).all()
    checkpoint = next((tmp_path / "out" / "checkpoints").glob("*.h5"))
    again = talus.Simulation.from_scene(scene)
    again.restore(checkpoint)
    assert again.steps == 2000 and (state(again) == state(from_scene)).all()
    assert again.ledger() == from_scene.ledger()


def test_arrays_of_bodies_share_the_simulations_memory():
    simulation = talus.Simulation(scene_in_code())
    views = {name: getattr(simulation, name) for name in (
        "positions", "orientations", "velocities", "angular_velocities", "angular_momenta", "forces", "torques")}
    for name, view in views.items():
        assert view.shape == (3, 4 if name == "orientations" else 3) and not view.flags.owndata
        assert np.shares_memory(view, getattr(simulation, name))
        with pytest.raises(ValueError, match="read-only"):
            view[0, 0] = 1.0
    assert simulation.masses.shape == (3,) and simulation.shape_index.tolist() == [0, 1, 2]
    assert simulation.masses[1] == pytest.approx(2500 * talus.Sphere(0.01).volume)
    assert [shape.kind for shape in simulation.shapes] == ["half_space", "sphere", "ellipsoid"]
    assert simulation.names == ["floor", "ball", "egg"] and len(simulation) == 3
    before = views["positions"].copy()
    simulation.step(10)
    moved = views["positions"] - before
    assert moved[1] == pytest.approx([1e-4, 0, -1e-4], rel=1e-2)
    assert np.linalg.norm(simulation.orientations, axis=1) == pytest.approx(1, abs=1e-14)
    assert not simulation.forces.flags.writeable
    # A view keeps what it looks at.
    del simulation
    gc.collect()
    assert views["positions"][1, 0] == before[1, 0] + moved[1, 0]


def test_contacts():
    simulation = talus.Simulation(scene_in_code())
    assert simulation.contact_count == len(simulation.contacts) == 0
    assert simulation.contacts.a.shape == (0,) and simulation.contacts.normal.shape == (0, 3)
    simulation.step(150)
    contacts = simulation.contacts
    assert len(contacts) == simulation.contact_count == 2  # both bodies on the floor
    row = next(i for i in range(2) if {contacts.a[i], contacts.b[i]} == {0, 1})
    up = 1 if contacts.b[row] == 1 else -1  # normals and forces are for b
    assert contacts.normal[row] == pytest.approx([0, 0, up])
    overlap = 0.01 - simulation.positions[1, 2]
    assert contacts.overlap[row] == pytest.approx(overlap) and contacts.area.shape == (2,)
    assert simulation.largest_overlap >= 0.99 * overlap / 0.02
    gravity = -9.81 * simulation.masses[1]
    assert up * contacts.force[row] + [0, 0, gravity] == pytest.approx(simulation.forces[1])
    assert contacts.point[row] == pytest.approx([simulation.positions[1, 0], 0, -overlap / 2])
    simulation.step()
    assert contacts.overlap[row] == overlap  # a copy
    assert simulation.contacts.overlap[row] > overlap


def test_the_ledger_closes_and_the_profile_is_there():
    simulation = talus.Simulation(scene_in_code())
    start = simulation.ledger()
    assert start["kinetic"] == start["start"] > 0 and start["residual"] == 0
    simulation.step(1000)
    ledger = simulation.ledger()
    assert set(ledger) == {"kinetic", "potential", "elastic", "damping", "friction", "rolling", "drag",
                           "boundary_work", "start", "entered", "left", "residual"}
    assert ledger["damping"] > 0 and ledger["friction"] > 0
    assert abs(ledger["residual"]) < 1e-3 * ledger["start"]
    assert "neighbour search" in simulation.profile() and simulation.bytes > 0


def test_save_and_restore(tmp_path):
    simulation = talus.Simulation(scene_in_code())
    simulation.step(500)
    simulation.save(tmp_path / "a.h5")
    simulation.step(500)
    again = talus.Simulation(scene_in_code(), threads=2)
    again.restore(tmp_path / "a.h5")
    assert again.steps == 500
    again.step(500)
    assert (state(again) == state(simulation)).all() and again.ledger() == simulation.ledger()
    other = talus.Simulation(scene_in_code(gravity=(0, 0, -1.6)))
    with pytest.raises(OSError, match="a.h5: belongs to another setup"):
        other.restore(tmp_path / "a.h5")
    with pytest.raises(OSError, match="No such file"):
        other.restore(tmp_path / "none.h5")
    with pytest.raises(OSError, match="No such file"):
        other.save(tmp_path / "no/such.h5")
    damaged = bytearray((tmp_path / "a.h5").read_bytes())
    damaged[-1] ^= 1
    (tmp_path / "b.h5").write_bytes(damaged)
    with pytest.raises(OSError, match="b.h5"):
        other.restore(tmp_path / "b.h5")


def test_many_bodies_of_one_shape():
    setup = talus.Setup(gravity=(0, 0, 0), lower=(0, 0, 0), upper=(1, 1, 1), periodic=(True, True, True))
    setup.add_material("stone")
    position = np.random.default_rng(1).uniform(0, 1, (50, 3)) * [1, 1, 0.01] + [0, 0, 0.02] * np.arange(50)[:, None]
    assert setup.add_body(talus.Sphere(0.004), position, velocity=-position, name="grain") == range(50)
    assert setup.add_body(talus.Sphere(0.1), (0.5, 0.5, 0.5), fixed=True) == 50 and len(setup) == 51
    with pytest.raises(talus.SimulationError, match="overlap by .* at the start"):
        setup.add_body(talus.Sphere(0.1), (0.55, 0.5, 0.5))
        talus.Simulation(setup)


def test_walls_of_triangles_and_prescribed_bodies():
    setup = talus.Setup(gravity=(0, 0, 0))
    setup.add_material("stone", restitution=1.0, friction=0.0)
    square = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
    setup.add_mesh_wall(square, [[0, 1, 2], [0, 2, 3]], name="plate")
    setup.add_body(talus.Sphere(0.01), (0.2, 0.1, 0.0101), velocity=(0, 0, -1))
    pusher = setup.add_body(talus.Sphere(0.01), (0.5, 0.5, 0.5), velocity=(0.1, 0, 0), prescribed=True)
    simulation = talus.Simulation(setup)
    assert simulation.names == ["body 0", "body 1", "plate"]
    simulation.step(round(0.01 / simulation.time_step))
    assert simulation.velocities[0, 2] == pytest.approx(1.0, abs=0.01)
    assert simulation.positions[pusher, 0] == pytest.approx(0.5 + 0.1 * simulation.time)
    simulation.prescribe(pusher, (0, 0.2, 0))
    simulation.step()
    assert simulation.velocities[pusher].tolist() == [0, 0.2, 0]
    with pytest.raises(talus.SimulationError, match="is free, its motion cannot be prescribed"):
        simulation.prescribe(0, (0, 0, 0))


def test_walls_at_rest_are_set_in_motion():
    for kind in ("half-space", "mesh wall"):
        setup = talus.Setup(gravity=(0, 0, 0))
        setup.add_material("stone", restitution=1.0, friction=0.0)
        ball = setup.add_body(talus.Sphere(0.01), (0.2, 0.1, 0.011))
        if kind == "half-space":
            wall = setup.add_half_space((0, 0, 1))
        else:
            wall = setup.add_mesh_wall([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], [[0, 1, 2], [0, 2, 3]])
            assert wall.index == 0
        simulation = talus.Simulation(setup)
        simulation.step(10)
        simulation.prescribe(wall, (0, 0, 0.5))
        simulation.step(round(0.02 / simulation.time_step))
        assert simulation.velocities[ball, 2] == pytest.approx(1.0, abs=0.01), kind
        assert simulation.ledger()["boundary_work"] > 0


def test_cylinders_are_true_surfaces():
    for segments in (None, 24):
        setup = talus.Setup(gravity=(0, 0, 0))
        setup.add_material("stone", restitution=1.0, friction=0.0)
        setup.add_body(talus.Sphere(0.01), (0, 0, 0.1), velocity=(np.cos(0.13), np.sin(0.13), 0))
        wall = setup.add_cylinder((0, 0, 0), 0.1, 0.2, segments=segments)
        simulation = talus.Simulation(setup)
        farthest = 0.0
        while simulation.time < 0.15:
            simulation.step(10)
            farthest = max(farthest, np.hypot(*simulation.positions[0, :2]))
        # Facets are up to 0.1 (1 - cos(pi / 24)) = 0.86 mm inside, and turn the ball aside.
        overlap = farthest - 0.09
        straight = abs(simulation.positions[0, 1] / simulation.positions[0, 0] - np.tan(0.13))
        assert (0 < overlap < 2e-3 and straight < 1e-6) == (segments is None), (overlap, straight)
        simulation.prescribe(wall, (0, 0, 0), (0, 0, 1))
    with pytest.raises(ValueError, match="top_radius: must be positive, got -1"):
        talus.Setup().add_cylinder((0, 0, 0), 1, 1, top_radius=-1)


def test_limits_end_a_simulation_and_leave_it_valid(tmp_path):
    setup = talus.Setup(gravity=(0, 0, 0), stop_overlap=0.02)
    setup.add_material("stone")
    setup.add_body(talus.Sphere(0.01), (0, 0, 0.0101), velocity=(0, 0, -3), name="ball")
    setup.add_half_space((0, 0, 1), name="floor")
    simulation = talus.Simulation(setup)
    with pytest.raises(talus.LimitError, match="ball and floor overlap by .* stop.overlap = 0.02"):
        simulation.step(1000)
    assert simulation.largest_overlap > 0.02 and simulation.steps < 1000
    simulation.save(tmp_path / "state.h5")
    assert issubclass(talus.LimitError, talus.SimulationError)

    setup = talus.Setup(gravity=(0, 0, 0))
    setup.add_material("stone")
    setup.add_body(talus.Sphere(0.01), (0, 0, 1), velocity=(0, 0, 100), name="bullet")
    simulation = talus.Simulation(setup)
    simulation.step(5)
    assert simulation.large_travel_steps == 5 and simulation.large_overlap_steps == 0
    assert simulation.largest_travel == pytest.approx(100 * simulation.time_step / 0.02)
    assert simulation.warnings[0].startswith("bullet moves by")


def test_negative_ratios_of_poisson():
    for poisson, allowed in ((-0.99, True), (-0.3, True), (0.5, True), (-1.0, False), (0.51, False)):
        setup = talus.Setup()
        if allowed:
            setup.add_material("stone", poisson=poisson)
            setup.add_body(talus.Sphere(0.01), (0, 0, 0))
            talus.Simulation(setup)
        else:
            with pytest.raises(ValueError, match="poisson"):
                setup.add_material("stone", poisson=poisson)


def test_contacts_without_tension():
    setup = talus.Setup(gravity=(0, 0, 0), no_tension=True)
    setup.add_material("stone", restitution=0.5)
    setup.add_body(talus.Sphere(0.01), (0, 0, 0.0101), velocity=(0, 0, -0.5))
    setup.add_half_space((0, 0, 1))
    simulation = talus.Simulation(setup)
    forces = []
    for _ in range(2000):
        simulation.step()
        forces.append(simulation.forces[0, 2])
    assert min(forces) >= 0 and max(forces) > 0
    assert simulation.velocities[0, 2] == pytest.approx(0.25, rel=0.02)


def test_interactions():
    def rebound(**how):
        setup = talus.Setup(gravity=(0, 0, 0))
        setup.add_material("stone", restitution=0.4)
        setup.add_material("rubber", restitution=0.8)
        if how:
            setup.add_interaction("rubber", "stone", **how)
        setup.add_half_space((0, 0, 1), material="rubber")
        setup.add_body(talus.Sphere(0.01), (0, 0, 0.0101), velocity=(0, 0, -1), material="stone")
        simulation = talus.Simulation(setup)
        simulation.step(round(0.01 / simulation.time_step))
        return simulation.velocities[1, 2]

    assert rebound() == pytest.approx(0.6, abs=0.02)
    assert rebound(restitution=0.9) == pytest.approx(0.9, abs=0.02)


def test_step_lets_other_threads_run():
    simulation = talus.Simulation(scene_in_code())
    thread = threading.Thread(target=simulation.step, args=(200_000,))
    thread.start()
    seen = 0
    while thread.is_alive():
        seen += 1
        thread.join(0.001)
    assert seen > 3 and simulation.steps == 200_000


@pytest.mark.parametrize("work,error,message", [
    (lambda s: talus.Setup(law="hooke"), ValueError, 'law: expected "hertz-mindlin", "linear", "volume", "hertz-cohesion" or "jkr", got "hooke"'),
    (lambda s: talus.Setup(gravity=(1, 2)), ValueError, "gravity: expected 3 numbers, got 2"),
    (lambda s: talus.Setup(lower=(0, 0, 0), upper=(1, 0, 1), periodic=(True, True, False)), ValueError,
     "upper: must be above lower = 0 along a periodic y, got 0"),
    (lambda s: s.add_material("stone"), ValueError, 'another material is already called "stone"'),
    (lambda s: s.add_interaction("stone", "wood"), ValueError, 'unknown material "wood"; known: stone, steel'),
    (lambda s: s.add_body(talus.Sphere(1), (0, 0, 9)), ValueError, "material: must be named where there are 2"),
    (lambda s: talus.Setup().add_body(talus.Sphere(1), (0, 0, 9)), ValueError, "there is none yet"),
    (lambda s: s.add_body(talus.Sphere(1), (0, 0), material="stone"), ValueError, "position: expected 3 numbers"),
    (lambda s: s.add_body(talus.Sphere(1), np.zeros((4, 3)), velocity=np.zeros((3, 3)), material="stone"), ValueError,
     r"velocity: expected 3 numbers or an array of shape \(4, 3\)"),
    (lambda s: s.add_body(talus.Sphere(1), (0, 0, 9), orientation=(1, 1, 0, 0), material="stone"), ValueError, "orientation"),
    (lambda s: s.add_body(talus.Sphere(1), (0, 0, 9), fixed=True, prescribed=True, material="stone"), ValueError, "not both"),
    (lambda s: s.add_mesh_wall(np.zeros((3, 3)), [[0, 1, 3]], material="stone"), ValueError,
     r"triangles\[0\]: there is no vertex 3"),
    (lambda s: talus.Simulation(s, threads=0), ValueError, "threads: at least 1, got 0"),
    (lambda s: talus.Simulation(scene_in_code(time_step=1.0)), talus.SimulationError, "time_step: 1 s is too large"),
    (lambda s: talus.Simulation(s).step(-1), ValueError, "count: at least 0, got -1"),
])
def test_refused(work, error, message):
    with pytest.raises(error, match=message):
        work(scene_in_code())


def test_all_mistakes_of_a_scene(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text(SCENE.replace("young = 1e7", "young = -1").replace("duration", "durration"))
    with pytest.raises(ValueError) as refused:
        talus.Simulation.from_scene(file)
    assert "young" in str(refused.value) and "durration" in str(refused.value)
    assert len(str(refused.value).splitlines()) >= 2
    with pytest.raises(ValueError, match="none.toml"):
        talus.Simulation.from_scene(tmp_path / "none.toml")
