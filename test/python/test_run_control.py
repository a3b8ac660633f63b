"""Runs up to a time, walls as objects, forces by users: against formulas of mechanics."""

import numpy as np
import pytest
import talus

MASS = 2500 * 4 / 3 * np.pi * 0.01**3
INERTIA = 0.4 * MASS * 0.01**2


def ball(position=(0, 0, 1), gravity=(0, 0, 0), **settings):
    setup = talus.Setup(**{"gravity": gravity, "time_step": 1e-4, **settings})
    setup.add_material("stone", young=1e6, restitution=0.5)
    setup.add_body(talus.Sphere(0.01), position, name="ball")
    return setup


def test_run_up_to_a_time():
    simulation = talus.Simulation(ball())
    simulation.run(until=0.05)
    assert simulation.steps == 500
    simulation.run(until=0.02)
    assert simulation.steps == 500, "that is over"
    calls = []
    simulation.run(until=0.1, every=0.02, call=lambda s: calls.append((s.steps, s is simulation)))
    assert calls == [(600, True), (800, True), (1000, True)] and simulation.steps == 1000
    simulation.run(until=1.0, every=0.005, call=lambda s: s.steps < 1100)
    assert simulation.steps == 1100, "False ends it"
    for steps, false in [(1150, np.False_), (1200, np.array(False)), (1250, np.array([1]) > 2)]:
        simulation.run(until=1.0, every=0.005, call=lambda s: false)
        assert simulation.steps == steps, "False of NumPy ends it, too"
    for other in (None, 0, [], "", np.float64(0.0), np.zeros(1), np.array([False, False]), np.True_):
        simulation.run(until=simulation.time + 0.0015, every=0.0005, call=lambda s: other)
    assert simulation.steps == 1250 + 8 * 15, "nothing else does"
    calls = []
    simulation.run(until=0.14, every=1e300, call=calls.append)
    assert simulation.steps == 1400 and calls == [], "not at every step"
    simulation = talus.Simulation(ball())
    simulation.run(until=0.12345)
    assert simulation.steps == 1235, "the step in which it is over"


@pytest.mark.parametrize("arguments, message", [
    ({"until": float("nan")}, "until"), ({"until": -1.0}, "until"), ({"until": 1e30}, "more than 1e"),
    ({"until": 1.0, "every": 0.1}, "expected both"), ({"until": 1.0, "call": print}, "expected both"),
    ({"until": 1.0, "every": 0.0, "call": print}, "every"),
    ({"until": 1.0, "every": 0.1, "call": 3}, "call: expected a function of the simulation, got 3"),
])
def test_wrong_times(arguments, message):
    with pytest.raises(ValueError, match=message):
        talus.Simulation(ball()).run(**arguments)


def test_an_error_of_the_call_ends_the_run():
    simulation = talus.Simulation(ball())

    def fail(_):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        simulation.run(until=1.0, every=0.01, call=fail)
    assert simulation.steps == 100


@pytest.mark.parametrize("drag", [0.0, 3.0])
def test_a_constant_force_moves_as_in_the_books(drag):
    simulation = talus.Simulation(ball(gravity=(0, 0, -9.81), drag=drag))
    force, torque = np.array([1e-2, 0, 2e-2]), np.array([0, 3e-5, 0])
    simulation.apply([force], [torque])
    acceleration = force / MASS + (0, 0, -9.81)
    assert np.allclose(simulation.forces[0], MASS * acceleration, rtol=1e-6 if drag else 1e-14)
    simulation.run(until=0.5)
    if drag == 0.0:
        assert np.allclose(simulation.positions[0], (0, 0, 1) + 0.5 * acceleration * 0.25, rtol=1e-10, atol=1e-12)
        assert np.allclose(simulation.velocities[0], 0.5 * acceleration, rtol=1e-10)
        assert simulation.angular_velocities[0, 1] == pytest.approx(torque[1] * 0.5 / INERTIA, rel=1e-10)
        angle = 0.5 * torque[1] / INERTIA * 0.25
        work = force @ (simulation.positions[0] - (0, 0, 1)) + torque[1] * angle
        ledger = simulation.ledger()
        assert ledger["boundary_work"] == pytest.approx(work, rel=1e-8)
        assert abs(ledger["residual"]) < 1e-9 * abs(work)
    else:
        decay = (1 - np.exp(-drag * 0.5)) / drag
        assert np.allclose(simulation.velocities[0], acceleration * decay, rtol=1e-6)
        ledger = simulation.ledger()
        assert abs(ledger["residual"]) < 1e-6 * abs(ledger["boundary_work"])


def test_local_damping_slows_a_fall():
    simulation = talus.Simulation(ball(gravity=(0, 0, -9.81), local_damping=0.7))
    simulation.run(until=0.1)
    assert simulation.velocities[0, 2] == pytest.approx(-9.81 * 0.3 * 0.1, rel=1e-12)
    ledger = simulation.ledger()
    assert ledger["drag"] == pytest.approx(0.7 * MASS * 9.81 * (1 - simulation.positions[0, 2]), rel=1e-6)
    assert abs(ledger["residual"]) < 1e-12 * ledger["drag"]
    for wrong in (1.0, -0.1):
        with pytest.raises(ValueError, match="local_damping: must be >= 0 and < 1"):
            talus.Setup(local_damping=wrong)


def test_the_unbalanced_force_of_a_ball():
    setup = ball(position=(0, 0, 0.00999), gravity=(0, 0, -9.81), local_damping=0.7)
    setup.add_half_space((0, 0, 1))
    simulation = talus.Simulation(setup)
    force, weight = np.linalg.norm(simulation.contacts.force[0]), MASS * 9.81
    assert simulation.unbalanced_force() == pytest.approx(abs(force - weight) / force, rel=1e-9)
    simulation.run(until=0.5)
    assert simulation.unbalanced_force() < 1e-6
    assert talus.Simulation(ball()).unbalanced_force() == np.inf


def test_flow_through_planes():
    setup = ball(gravity=(0, 0, -9.81))
    setup.add_flow_plane(name="disc", region={"type": "disc", "centre": (0, 0, 0.95), "axis": (0, 0, -1), "radius": 0.1})
    setup.add_flow_plane(name="frame", region={
        "type": "rectangle", "corner": (-0.1, -0.1, 0.9), "edge_a": (0.2, 0, 0), "edge_b": (0, 0.2, 0)})
    with pytest.raises(ValueError, match="already called"):
        setup.add_flow_plane(name="disc", region={"type": "disc", "centre": (0, 0, 0), "radius": 1})
    with pytest.raises(ValueError, match="radius: must be finite and > 0"):
        setup.add_flow_plane(name="b", region={"type": "disc", "centre": (0, 0, 0), "radius": -1})
    with pytest.raises(ValueError, match="unknown key"):
        setup.add_flow_plane(name="b", regions=3, region={"type": "disc", "centre": (0, 0, 0), "radius": 1})
    simulation = talus.Simulation(setup, threads=2)
    simulation.run(until=0.2)
    flow = simulation.plane_flow("disc")
    assert (flow["forward"], flow["backward"], flow["steps"]) == (1, 0, simulation.steps)
    assert flow["mass"] == pytest.approx(MASS) and flow["mean_mass_rate"] == pytest.approx(MASS / 0.2)
    assert flow["momentum"][2] == pytest.approx(-MASS * np.sqrt(2 * 9.81 * 0.05), rel=1e-3)
    assert np.allclose(flow["mean_momentum_rate"], flow["momentum"] / 0.2)
    assert simulation.plane_flow("disc")["forward"] == 0
    assert simulation.plane_flow("frame", restart=False)["backward"] == 1
    assert simulation.plane_flow("frame")["mean_number_rate"] == pytest.approx(-5)
    with pytest.raises(talus.SimulationError, match='there is no flow plane "x"'):
        simulation.plane_flow("x")


def test_forces_by_a_function_of_the_state():
    """A spring, F = -k x, called every step: the energy and the period of an oscillator."""
    simulation = talus.Simulation(ball(position=(0.1, 0, 0)))
    stiffness = MASS * (2 * np.pi) ** 2  # a period of 1 s

    def pull(s):
        s.apply(-stiffness * s.positions)

    pull(simulation)
    simulation.run(until=1.0, every=simulation.time_step, call=pull)
    # A force that is held over a step acts half a step late: anti-damping of relative size pi w h.
    assert np.allclose(simulation.positions[0], (0.1, 0, 0), atol=0.1 * 2 * np.pi**2 * 1e-4 * 1.1)
    residual = simulation.ledger()["residual"]
    assert abs(residual) < 1e-6 * 0.5 * stiffness * 0.01


def test_forces_are_saved_and_restored(tmp_path):
    def make():
        setup = ball(position=(0, 0, 0.0099), gravity=(0, 0, -9.81))
        setup.add_half_space((0, 0, 1), name="floor")
        return talus.Simulation(setup)

    simulation = make()
    simulation.apply([[1e-2, 0, 0], [5, 5, 5]], [[0, 1e-6, 0], [0, 0, 0]])
    simulation.step(100)
    simulation.save(tmp_path / "state.h5")
    simulation.step(300)
    other = make()
    other.restore(tmp_path / "state.h5")
    other.step(300)
    assert np.array_equal(simulation.positions, other.positions)
    assert np.array_equal(simulation.forces, other.forces) and simulation.ledger() == other.ledger()
    other.apply()
    other.step(1)
    assert other.forces[0, 0] != simulation.forces[0, 0], "none from then on"
    other.restore(tmp_path / "state.h5")
    fresh = make()
    fresh.save(tmp_path / "none.h5")
    other.restore(tmp_path / "none.h5")
    other.step(1), fresh.step(1)
    assert np.array_equal(other.forces, fresh.forces), "a state without forces has none"


def test_forces_without_effect_change_no_bit():
    simulations = [talus.Simulation(ball(gravity=(0, 0, -9.81))) for _ in range(2)]
    simulations[1].apply(np.zeros((1, 3)))
    for simulation in simulations:
        simulation.step(500)
    assert np.array_equal(simulations[0].positions, simulations[1].positions)
    assert simulations[0].ledger() == simulations[1].ledger()


def test_forces_of_bodies_that_come_and_go():
    simulation = talus.Simulation(ball())
    simulation.apply([[1e-2, 0, 0]])
    (new,) = simulation.add(talus.Sphere(0.01), [[0.5, 0, 1]], material="stone")
    simulation.step(10)
    assert simulation.velocities[0, 0] > 0 and simulation.velocities[1, 0] == 0
    simulation.apply([[0, 0, 0], [0, 1e-2, 0]])
    simulation.remove(0)
    simulation.step(10)
    assert simulation.velocities[0, 1] == pytest.approx(1e-2 / MASS * 10e-4, rel=1e-12)
    assert simulation.index_of(new) == 0


@pytest.mark.parametrize("forces, message", [
    ([[1, 2]], "forces: expected"), ([[0, 0, np.inf]], "must be finite"), ("x", "not real numbers"),
    (np.zeros((2, 3)), r"forces: expected 3 numbers or an array of shape \(1, 3\)"),
])
def test_wrong_forces(forces, message):
    simulation = talus.Simulation(ball())
    with pytest.raises(ValueError, match=message):
        simulation.apply(forces)
    with pytest.raises(ValueError, match=message.replace("forces", "torques")):
        simulation.apply(None, forces)
    simulation.step(1)
    assert np.all(simulation.forces == 0)


def test_the_load_on_walls():
    setup = talus.Setup(time_step=1e-4)
    setup.add_material("stone", young=1e6)
    setup.add_body(talus.Sphere(0.01), (0.1, 0, 0.0101), name="ball")
    square = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]
    plate = setup.add_mesh_wall(square, [[0, 1, 2], [0, 2, 3]], centre=(0.3, 0.1, 0), name="plate")
    floor = setup.add_half_space((0, 0, 1), offset=-0.5, name="floor")
    setup.add_wall_load("on_plate", plate, about=(0.3, 0.1, 0))
    setup.add_wall_load("on_floor", floor)
    simulation = talus.Simulation(setup)
    assert [wall.name for wall in simulation.walls] == ["floor", "plate"]
    assert [wall.kind for wall in simulation.walls] == ["half_space", "mesh_wall"]
    wall = simulation.wall("plate")
    assert np.all(wall.force == 0) and np.array_equal(wall.position, (0.3, 0.1, 0))
    simulation.run(until=1.0)
    weight = MASS * 9.81
    assert np.allclose(wall.force, (0, 0, -weight), rtol=1e-3, atol=1e-6)
    assert np.allclose(wall.torque, np.cross((-0.2, -0.1, 0), (0, 0, -weight)), rtol=1e-3, atol=1e-6)
    load = simulation.wall_load("on_plate", restart=False)
    assert np.array_equal(wall.force, load["force"]) and np.array_equal(wall.torque, load["torque"])
    assert np.array_equal(simulation.wall("floor").force, simulation.wall_load("on_floor")["force"])
    with pytest.raises(KeyError, match="there is no wall .lid.; there are: floor, plate"):
        simulation.wall("lid")


def test_walls_that_are_moved(tmp_path):
    setup = ball()
    setup.add_half_space((0, 0, 1), name="floor")
    setup.add_cylinder((0, 0, 0), 0.2, 0.5, name="drum")
    simulation = talus.Simulation(setup)
    floor, drum = simulation.wall("floor"), simulation.wall("drum")
    floor.velocity = (0, 0, 0.25)
    drum.angular_velocity = (0, 0, 2.0)
    drum.velocity = (0.5, 0, 0)
    assert np.array_equal(drum.angular_velocity, (0, 0, 2.0)), "the other one stays"
    simulation.run(until=0.1)
    assert np.allclose(floor.velocity, (0, 0, 0.25)) and floor.position[2] == pytest.approx(0.025, rel=1e-10)
    assert np.allclose(drum.position, (0.05, 0, 0)) and np.allclose(drum.velocity, (0.5, 0, 0))
    with pytest.raises(ValueError, match="velocity"):
        floor.velocity = (0, 0, np.nan)
    with pytest.raises(talus.SimulationError, match="cannot turn"):
        floor.angular_velocity = (0, 0, 1)
    simulation.save(tmp_path / "state.h5")
    simulation.restore(tmp_path / "state.h5")
    with pytest.raises(talus.SimulationError, match="known after the next step"):
        floor.force
    simulation.step(1)
    assert np.all(floor.force == 0)
    simulation.remove(1)
    with pytest.raises(ValueError, match="no longer"):
        floor.force


class Trimesh:
    """As trimesh has it."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = np.asarray(vertices, float), np.asarray(faces)


CUBE = Trimesh([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)],
               [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6],
                [0, 6, 4], [1, 5, 7], [1, 7, 3]])


def test_meshes_from_arrays(tmp_path):
    lines = [f"v {x} {y} {z}" for x, y, z in CUBE.vertices] + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in CUBE.faces]
    (tmp_path / "cube.obj").write_text("\n".join(lines))
    of_file = talus.Mesh(tmp_path / "cube.obj", 16)
    for mesh in (talus.Mesh(CUBE.vertices, CUBE.faces, cells=16), talus.Mesh(CUBE, cells=16),
                 talus.Mesh(CUBE.vertices.tolist(), CUBE.faces.astype(np.uint8), 16), talus.Mesh(file=str(tmp_path / "cube.obj"), cells=16)):
        assert mesh.volume == pytest.approx(1.0, rel=1e-12) and np.allclose(mesh.centroid, 0.5)
        assert np.array_equal(mesh.inertia, of_file.inertia) and mesh.facets == 12
        a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
        assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(1.0, rel=1e-12)
    assert talus.Polyhedron(CUBE).volume == pytest.approx(1.0, rel=1e-12)
    setup = talus.Setup()
    setup.add_material("stone")
    assert setup.add_mesh_wall(CUBE, name="block").index == 0


@pytest.mark.parametrize("vertices, triangles, message", [
    (CUBE.vertices[:, :2], CUBE.faces, "vertices: expected an array of shape"),
    (CUBE.vertices, CUBE.faces + 1, "there is no vertex 8"),
    (CUBE.vertices, CUBE.faces - 1, "there is no vertex -1"),
    (CUBE.vertices, CUBE.faces * 1.0, "triangles: expected"),
    (CUBE.vertices * np.nan, CUBE.faces, "vertices.0, 0.: must be finite"),
    (CUBE.vertices, CUBE.faces[:-1], "closed|hole"),
    ([], [], "vertices"),
])
def test_wrong_arrays(vertices, triangles, message):
    with pytest.raises(ValueError, match=message):
        talus.Mesh(vertices, triangles)


def test_what_is_no_mesh():
    with pytest.raises(ValueError, match="triangles: missing"):
        talus.Mesh(CUBE.vertices)
    with pytest.raises(ValueError, match="there is no vertex"):
        talus.Mesh(Trimesh(CUBE.vertices, CUBE.faces + 5))
