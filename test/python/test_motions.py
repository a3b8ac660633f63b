"""Motions, belts and wall loads from Python."""

import numpy as np
import pytest

import talus

STEP = 1e-4


def floor_and_ball(height=1.0, **keys):
    setup = talus.Setup(time_step=STEP, **keys)
    setup.add_material("stone", young=1e6, restitution=0.3)
    ball = setup.add_body(talus.Sphere(0.01), (0, 0, height), name="ball")
    floor = setup.add_half_space((0, 0, 1), name="floor")
    return setup, ball, floor


def test_an_oscillation_is_that_of_numpy():
    setup, _, floor = floor_and_ball()
    setup.add_motion(floor, {"type": "oscillate", "direction": (0, 0, 2), "amplitude": 0.01, "frequency": 7})
    simulation = talus.Simulation(setup)
    for _ in range(20):
        simulation.step(13)
        t = simulation.time
        assert simulation.positions[floor, 2] == pytest.approx(0.01 * np.sin(2 * np.pi * 7 * t), abs=1e-16)
        assert simulation.velocities[floor, 2] == pytest.approx(0.14 * np.pi * np.cos(2 * np.pi * 7 * t), abs=1e-14)


def test_motions_are_added_up():
    setup, _, floor = floor_and_ball()
    time = np.linspace(0, 1, 11)
    setup.add_motion([floor], [
        {"type": "constant", "velocity": np.array([0.5, 0, 0])},
        {"type": "ramp", "direction": [0, 1, 0], "from": 0, "to": 2, "start": 0, "end": 1},
        {"type": "table", "direction": [0, 0, 1], "time": time, "position": time**2}])
    simulation = talus.Simulation(setup)
    simulation.step(2500)
    assert np.allclose(simulation.positions[floor], (0.125, 0.25**2, np.interp(0.25, time, time**2)), atol=1e-15)
    assert np.allclose(simulation.velocities[floor], (0.5, 0.5, 0.5), atol=1e-13)


def test_bodies_and_walls_turn_together():
    setup = talus.Setup(gravity=(0, 0, 0), time_step=1e-3)
    setup.add_material("stone")
    pins = setup.add_body(talus.Sphere(0.01), [[0.1, 0, 0], [0.2, 0, 0]])
    wall = setup.add_cylinder((0, 0, 0), 0.5, 0.1)
    setup.add_motion([*pins, wall], {"type": "constant", "angular_velocity": (0, 0, np.pi), "centre": (0, 0, 0)})
    simulation = talus.Simulation(setup)
    simulation.step(500)
    assert np.allclose(simulation.positions, [[0, 0.1, 0], [0, 0.2, 0]], atol=1e-15)
    assert np.allclose(simulation.velocities, np.pi * np.array([[-0.1, 0, 0], [-0.2, 0, 0]]), atol=1e-14)
    simulation.prescribe(pins[0], (1, 0, 0))  # in place of the motion
    simulation.step(500)
    assert np.allclose(simulation.positions[0], (0.5, 0.1, 0))
    assert np.allclose(simulation.positions[1], (-0.2, 0, 0), atol=1e-15)


def test_a_table_in_a_file(tmp_path):
    (tmp_path / "motion.csv").write_text("time [s],velocity [m/s]\n0,0\n0.1,1\n")
    setup, _, floor = floor_and_ball()
    setup.add_motion(floor, {"type": "table", "direction": (1, 0, 0), "file": tmp_path / "motion.csv"})
    simulation = talus.Simulation(setup)
    simulation.step(2000)
    assert simulation.positions[floor, 0] == pytest.approx(0.05 + 0.1, rel=1e-12)


def test_a_belt_carries_a_ball():
    setup, ball, floor = floor_and_ball(0.01)
    setup.add_surface_velocity(floor, (0.2, 0, 0))
    simulation = talus.Simulation(setup)
    simulation.step(5000)
    # Friction has no moment about the contact: m v a = 2/5 m R^2 w, and v + w a is the speed of the belt when the ball
    # rolls. The arm a is shorter than R by half of the overlap; 2/7 of the speed without it.
    arm = (simulation.positions[ball, 2] - simulation.contacts.point[0, 2]) / 0.01
    assert 0.99 < arm < 1
    assert simulation.velocities[ball, 0] == pytest.approx(0.2 / (1 + 2.5 * arm**2), rel=1e-3)
    assert np.array_equal(simulation.positions[floor], (0, 0, 0))
    assert simulation.ledger()["boundary_work"] > 0


def test_the_load_of_a_ball_at_rest():
    setup, ball, floor = floor_and_ball(0.01)
    setup.add_wall_load("floor", floor, about=(1, 0, 0))
    simulation = talus.Simulation(setup)
    simulation.step(20000)
    weight = 9.81 * simulation.masses[ball]
    first = simulation.wall_load("floor")
    assert (first["from"], first["steps"]) == (0.0, 20000) and first["time"] == simulation.time
    simulation.step(100)
    again = simulation.wall_load("floor", restart=False)
    assert again["from"] == first["time"] and again["steps"] == 100
    for key in ("force", "mean_force"):
        assert np.allclose(again[key], (0, 0, -weight), atol=1e-9 * weight)
    for key in ("torque", "mean_torque"):
        assert np.allclose(again[key], (0, -weight, 0), atol=1e-9 * weight)
    assert simulation.wall_load("floor")["steps"] == 100
    assert simulation.wall_load("floor")["steps"] == 0
    with pytest.raises(talus.SimulationError, match='no wall load "ceiling"'):
        simulation.wall_load("ceiling")


def test_gravity_over_time():
    setup, ball, _ = floor_and_ball(gravity={"type": "table", "time": [0, 0.1], "value": [[0, 0, 0], [1, 0, 0]]})
    simulation = talus.Simulation(setup)
    simulation.step(2000)
    assert simulation.velocities[ball, 0] == pytest.approx(0.05 + 0.1, rel=1e-9)
    # Of second order: (1e-4 s / 0.1 s)^2 / 12.
    assert abs(simulation.ledger()["residual"]) < 2e-7 * simulation.ledger()["kinetic"]


def test_a_wrong_motion_is_a_value_error_with_all_mistakes():
    setup, ball, floor = floor_and_ball()
    with pytest.raises(ValueError) as error:
        setup.add_motion(floor, [{"type": "oscillate", "axis": (0, 0, 1), "amplitude": "x", "frequency": -1},
                                 {"type": "ramp", "direction": (0, 0, 1), "too": 1}])
    text = str(error.value)
    assert "motion[0].axis: a half-space cannot turn" in text
    assert 'motion[0].amplitude: expected a number that is finite, got the string "x"' in text
    assert "motion[0].frequency: must be finite and >= 0, got -1" in text
    assert "motion[1].to: missing" in text and 'motion[1].too: unknown key (did you mean "to"?)' in text
    for objects in (7, -1, [0, 99]):
        with pytest.raises(ValueError, match="objects: there are 2 bodies"):
            setup.add_motion(objects, {"type": "constant", "velocity": (0, 0, 1)})
    for objects in ("floor", None, [1.5]):
        with pytest.raises(TypeError, match="objects: expected numbers of bodies"):
            setup.add_motion(objects, {"type": "constant", "velocity": (0, 0, 1)})
    with pytest.raises(ValueError, match="only walls have a surface velocity"):
        setup.add_surface_velocity(ball, (1, 0, 0))
    with pytest.raises(ValueError, match="name: must be of"):
        setup.add_wall_load("a b", floor)
    with pytest.raises(ValueError, match="ball is free"):
        setup.add_wall_load("load", ball)
    with pytest.raises(ValueError, match="gravity.angular_velocity: missing"):
        talus.Setup(gravity={"type": "rotating"})
    # What was refused has left nothing behind.
    simulation = talus.Simulation(setup)
    simulation.step(10)
    assert np.array_equal(simulation.positions[floor], (0, 0, 0))
