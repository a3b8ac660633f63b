"""talus.read: the files of runs, compared with what h5py, the csv module and VTK read in them."""

import csv
import importlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import h5py
import numpy as np
import pytest
import talus
from talus import surfaces

SCENE = """
[simulation]
duration = 0.02
time_step = 1e-5
[domain]
lower = [0, -1, -1]
upper = [0.12, 1, 1]
periodic = [true, false, false]
[output]
interval = 0.002
series_interval = 0.001
picture = false
checkpoint_interval = 500
[[material]]
name = "stone"
young = 1e6
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[wall]]
name = "tube"
type = "cylinder"
base = [0.06, 0, -0.01]
radius = 0.05
height = 0.1
[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.01}
position = [0.02, 0, 0.0101]
velocity = [2, 0, -1]
[[body]]
name = "egg"
shape = {type = "ellipsoid", semi_axes = [0.01, 0.006, 0.008]}
position = [0.06, 0.02, 0.02]
orientation = [0.6, 0.8, 0, 0]
[[body]]
name = "brick"
shape = {type = "polyhedron", vertices = [[-0.01,-0.005,-0.004],[0.01,-0.005,-0.004],[-0.01,0.005,-0.004],[0.01,0.005,-0.004],[-0.01,-0.005,0.004],[0.01,-0.005,0.004],[-0.01,0.005,0.004],[0.01,0.005,0.004]]}
position = [0.06, -0.02, 0.0039]
[[body]]
name = "pill"
shape = {type = "superquadric", semi_axes = [0.004, 0.005, 0.006], exponents = [4, 3]}
position = [0.06, 0, 0.0059]
[[measure]]
type = "wall_load"
name = "load"
walls = ["floor"]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("run")
    (path / "scene.toml").write_text(SCENE)
    run = talus.run(path / "scene.toml", path / "out")
    assert run.is_over and not run.is_running
    return path / "out"


@pytest.fixture
def copied(folder, tmp_path):
    """A copy that may be damaged."""
    import shutil

    shutil.copytree(folder, tmp_path / "out")
    return tmp_path / "out"


def test_frames_are_those_of_the_files(folder):
    run = talus.read(folder)
    assert len(run.frames) == 11 and run.frames[-1].number == 10
    assert np.array_equal(run.times, [frame.time for frame in run.frames])
    for frame in run.frames[::3]:
        with h5py.File(folder / "frames" / f"{frame.number:06}.h5") as file, h5py.File(folder / "model.h5") as model:
            assert frame.time == file.attrs["time"] and frame.step == file.attrs["step"]
            for name in ("position", "orientation", "velocity", "angular_velocity", "force", "torque", "periods"):
                assert np.array_equal(getattr(frame.bodies, name), file["bodies"][name][:]), name
            for name in ("id", "mass", "inertia", "material", "freedom", "shape"):
                assert np.array_equal(getattr(frame.bodies, name), model["bodies"][name][:]), name
            assert list(frame.bodies.name) == [name.decode() for name in model["bodies/name"][:]]
            for name in ("point", "normal", "force", "branch", "overlap", "area"):
                assert np.array_equal(getattr(frame.contacts, name), file["contacts"][name][:]), name
            assert np.array_equal(np.stack([frame.contacts.a, frame.contacts.b], axis=1), file["contacts/body"][:])
            assert frame.ledger["kinetic"] == file["ledger"].attrs["kinetic"]
            period = 0.12 * np.array([1, 0, 0])
            assert np.allclose(frame.unwrapped_positions, file["bodies/position"][:] + file["bodies/periods"][:] * period)
    assert np.array_equal(run.frames[2].positions, run.frame(2).bodies.position)
    assert len(run.frames[4].contacts) > 0 and np.array_equal(run.frames[0].free, [False, True, True, True, True])
    last = run.frames[-1]
    walls = last.contacts.id_b[last.contacts.b >= len(last.bodies)]
    assert np.all(walls == -1)
    assert last.walls[0]["name"] == "tube" and last.walls[0]["vertices"].shape == (192, 3)
    assert run.nearest(0.0071).number == 4
    with pytest.raises(IndexError, match="has 11 frames, got the frame 11"):
        run.frames[11]


@pytest.mark.parametrize("pandas", [True, False])
def test_tables_with_and_without_pandas(folder, pandas, monkeypatch):
    if pandas:
        pytest.importorskip("pandas")
    else:
        monkeypatch.setitem(sys.modules, "pandas", None)
    run = talus.read(folder)
    series = run.series
    with open(folder / "series.csv") as file:
        rows = list(csv.DictReader(file))
    assert type(series).__name__ == ("DataFrame" if pandas else "ndarray") and len(series) == len(rows)
    assert np.array_equal(series["kinetic"], [float(row["kinetic [J]"]) for row in rows])
    assert np.array_equal(series["step"], [int(row["step"]) for row in rows]) and series["step"].dtype == np.int64
    assert run.units["kinetic"] == "J" and run.units["time"] == "s" and "step" not in run.units
    load = run.measures["load"]
    with open(folder / "measures/load.csv") as file:
        rows = list(csv.DictReader(file))
    assert np.array_equal(load["mean_force_z"], [float(row["mean_force_z [N]"]) for row in rows])
    table = run.frames[3].bodies.table()
    assert np.array_equal(table["orientation_w"], run.frames[3].orientations[:, 0])
    assert np.array_equal(run.frames[3].contacts.table()["normal_z"], run.frames[3].contacts.normal[:, 2])


def test_bodies_that_come_and_go(tmp_path):
    scene = SCENE.replace('beyond', 'beyond') + """
[[inlet]]
name = "feeder"
region = {type = "box", lower = [0.03, -0.02, 0.05], upper = [0.09, 0.02, 0.08]}
number_rate = 500
[[inlet.grain]]
shape = {type = "sphere", radius = 0.003}
"""
    (tmp_path / "scene.toml").write_text(scene)
    run = talus.run(tmp_path / "scene.toml", tmp_path / "out")
    counts = [len(frame.bodies) for frame in run.frames]
    assert counts[0] == 5 and counts[-1] > 10
    for frame in run.frames:
        assert len(frame.positions) == len(frame.bodies.id) and np.all(np.diff(frame.bodies.id) > 0)
        with h5py.File(tmp_path / "out/frames" / f"{frame.number:06}.h5") as file:
            assert np.array_equal(np.stack([frame.contacts.id_a, frame.contacts.id_b], 1), file["contacts/id"][:])
    run.to_vtkhdf(tmp_path / "moving.vtkhdf", level=1)
    check_vtkhdf(tmp_path / "moving.vtkhdf", run.frames, 1)


def test_a_run_that_goes_on_and_one_that_was_interrupted(program, tmp_path):
    (tmp_path / "scene.toml").write_text(SCENE.replace("duration = 0.02", "duration = 1000"))
    process = subprocess.Popen([program, "run", tmp_path / "scene.toml", "--out", tmp_path / "out", "--quiet"])
    try:
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            try:
                run = talus.read(tmp_path / "out")
                if len(run.frames) >= 3:
                    break
            except OSError:
                pass
            time.sleep(0.05)
        assert run.is_running and not run.is_over
        before = len(run.frames)
        positions = run.frames[before - 1].positions
        assert np.all(np.isfinite(positions)) and len(run.series) > 3
        while len(run.frames) == before and time.monotonic() < limit:
            time.sleep(0.05)
        assert len(run.frames) > before, "frames are read anew"
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not run.is_running and not run.is_over and "interrupted" in repr(run)
    assert np.array_equal(run.frames[before - 1].positions, positions)
    assert len(run.frames[-1].contacts) >= 0 and len(run.series) > 3


def test_a_run_is_computed_with_other_values_and_goes_on(program, folder, tmp_path):
    scene = folder.parent / "scene.toml"
    other = talus.run(scene, tmp_path / "other", set={"material.stone.young": 2e6, "simulation.duration": 0.004})
    assert len(other.frames) == 3 and not np.array_equal(other.frames[2].positions, talus.read(folder).frames[2].positions)
    subprocess.run([program, "run", scene, "--out", tmp_path / "program", "--quiet", "--set", "material.stone.young=2e6",
                    "--set", "simulation.duration=0.004"], check=True)
    assert np.array_equal(talus.read(tmp_path / "program").frames[2].positions, other.frames[2].positions)
    again = talus.run(scene, tmp_path / "other", set={"material.stone.young": 2e6, "simulation.duration": 0.004}, resume=True)
    assert len(again.frames) == 3
    simulation = talus.Simulation.from_scene(scene, set={"material.stone.young": np.float64(2e6)})
    simulation.run(until=0.004)
    assert np.array_equal(simulation.positions, other.frames[2].positions)
    with pytest.raises(ValueError, match='has no "sand"; it has stone'):
        talus.run(scene, tmp_path / "none", set={"material.sand.young": 1e6})
    with pytest.raises(ValueError, match=r"material\[0\].young: must be finite"):
        talus.Simulation.from_scene(scene, set={"material.stone.young": -1})
    with pytest.raises(ValueError, match="youngs: unknown key"):
        talus.Simulation.from_scene(scene, set={"material.0.youngs": 1e6})
    with pytest.raises(OSError, match="other"):
        talus.run(scene, tmp_path / "other")


# Damage, and files of strangers.


def test_what_is_no_run(tmp_path):
    with pytest.raises(OSError, match="is not the folder of a run"):
        talus.read(tmp_path)
    with pytest.raises(OSError, match="does not exist"):
        talus.read(tmp_path / "none")


def test_damaged_tables_of_text(copied):
    series = copied / "series.csv"
    whole = series.read_text()
    series.write_text(whole + "0.5,12")  # a line that is being written
    assert len(talus.read(copied).series) == whole.count("\n") - 1
    series.write_text(whole + "0.5,12\n")
    with pytest.raises(OSError, match=r"series.csv: line \d+: 2 fields where \d+ belong"):
        talus.read(copied).series
    series.write_text(whole + whole.splitlines()[-1].replace(",", ",x", 1) + "\n")
    with pytest.raises(OSError, match=r"series.csv: line \d+: expected a number, got 'x"):
        talus.read(copied).series
    series.unlink()
    assert len(talus.read(copied).series) == 0


def test_damaged_frames(copied):
    frame = copied / "frames/000002.h5"
    data = bytearray(frame.read_bytes())
    frame.write_bytes(data[: len(data) // 2])
    run = talus.read(copied)
    with pytest.raises(OSError, match="000002.h5"):
        run.frames[2].positions
    assert len(run.frames[3].positions) == 5, "the others are read"
    frame.unlink()
    with pytest.raises(OSError, match="000002.h5"):
        run.frames[2].contacts
    os.symlink(copied / "frames/000003.h5", frame)
    with pytest.raises(OSError, match="symbolic link"):
        run.frames[2].positions


def edit(file, name, change):
    with h5py.File(file, "r+") as opened:
        values = opened[name][:]
        del opened[name]
        opened[name] = change(values)


@pytest.mark.parametrize("file, name, change, message", [
    ("frames/000002.h5", "contacts/body", lambda v: v + 100, "is not from 0 to"),
    ("frames/000002.h5", "contacts/force", lambda v: v[:0], "0 rows where"),
    ("frames/000002.h5", "bodies/position", lambda v: v[:2], "2 rows where 5 belong"),
    ("frames/000002.h5", "bodies/position", lambda v: v[:, :2], "position"),
    ("model.h5", "bodies/shape", lambda v: v - 1, "-1 is not from 0 to"),
    ("model.h5", "bodies/material", lambda v: v + 7, "7 is not from 0 to 0"),
    ("model.h5", "bodies/id", lambda v: v[::-1], "is not increasing"),
    ("model.h5", "shapes/facets", lambda v: v + 1000, "is not from 0 to"),
    ("model.h5", "shapes/vertex_start", lambda v: v * 3, "does not fit its table"),
    ("model.h5", "shapes/type", lambda v: np.array([b"torus"] * len(v)), "'torus' is not known"),
    ("model.h5", "walls/triangles", lambda v: -v - 1, "is not from 0 to"),
    ("model.h5", "walls/vertex_start", lambda v: v[:0], "does not fit"),
])
def test_indices_of_crafted_files(copied, file, name, change, message):
    edit(copied / file, name, change)
    run = talus.read(copied)
    with pytest.raises(OSError, match=message) as error:
        run.frames[2].positions, run.frames[2].contacts, run.frames[2].walls
    assert file in str(error.value)


# Files for other programs.


def distance_to_shape(shape, points):
    """About 0 for points on the surface: F^(1/n1) - 1 of round shapes."""
    n1, n2 = shape.parameters.get("n1", 2.0), shape.parameters.get("n2", 2.0)
    x, y, z = np.abs(points / shape.semi_axes).T
    return ((x**n2 + y**n2) ** (n1 / n2) + z**n1) ** (1 / n1) - 1.0


def test_surfaces_are_those_of_the_shapes(folder):
    run = talus.read(folder)
    for shape in run.shapes:
        vertices, triangles = surfaces.surface_of(shape, 4)
        if shape.type == "half_space":
            assert len(vertices) == 0
            continue
        edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
        assert {tuple(e) for e in edges} == {(b, a) for a, b in edges}, "closed, and one orientation"
        a, b, c = (vertices[triangles[:, k]] for k in range(3))
        volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0
        assert volume == pytest.approx(shape.to_shape().volume, rel=1e-12 if shape.type == "polyhedron" else 5e-3)
        if shape.semi_axes is not None:
            assert np.max(np.abs(distance_to_shape(shape, vertices))) < 1e-12
    with pytest.raises(ValueError, match="level: must be 0 to 6, got 7"):
        surfaces.icosphere(7)


def check_vtkhdf(file, frames, level):
    """Steps of a temporal file by the rules of its format, with h5py alone."""
    from talus.vtkhdf import FrameSurface

    with h5py.File(file) as opened:
        root = opened["VTKHDF"]
        steps = root["Steps"]
        assert list(root.attrs["Version"]) == [2, 0] and root.attrs["Type"] == b"UnstructuredGrid"
        assert steps.attrs["NSteps"] == len(frames) and np.array_equal(steps["Values"], [f.time for f in frames])
        for k, frame in enumerate(frames):
            part, point = steps["PartOffsets"][k], steps["PointOffsets"][k]
            cell, connectivity = steps["CellOffsets"][k], steps["ConnectivityIdOffsets"][k]
            assert steps["NumberOfParts"][k] == 1
            points = root["Points"][point:point + root["NumberOfPoints"][part]]
            cells = root["NumberOfCells"][part]
            ids = root["Connectivity"][connectivity:connectivity + root["NumberOfConnectivityIds"][part]]
            offsets = root["Offsets"][cell + part:cell + part + cells + 1]
            assert offsets[0] == 0 and offsets[-1] == len(ids) and np.all(np.diff(offsets) == 3)
            assert np.all(root["Types"][cell:cell + cells] == 5) and ids.max() < len(points)
            data = {name: root[f"PointData/{name}"][at[k]:at[k] + len(points)] for name, at in
                    steps["PointDataOffsets"].items()}
            # Every point is on the surface of the body whose id it has, or on a wall.
            for row in range(len(frame.bodies)):
                shape = frame.run.shapes[frame.bodies.shape[row]]
                own = data["id"] == frame.bodies.id[row]
                if shape.type == "half_space":
                    assert not own.any()
                    continue
                turned = surfaces.rotation_matrices(frame.orientations[row:row + 1])[0]
                local = (points[own] - frame.positions[row]) @ turned
                if shape.semi_axes is not None:
                    assert np.max(np.abs(distance_to_shape(shape, local))) < 1e-4  # single precision
                else:
                    assert np.max(np.abs(np.abs(local) - np.abs(shape.vertices).max(axis=0))) < 1e-7
                assert np.allclose(data["velocity"][own], frame.velocities[row], rtol=1e-6)
            wall = data["id"] == -1
            assert np.allclose(points[wall], frame.walls[0]["vertices"], atol=1e-7)
            assert np.array_equal(ids, FrameSurface(frame, level).connectivity)


def test_vtkhdf_with_time(folder, tmp_path):
    run = talus.read(folder)
    run.to_vtkhdf(tmp_path / "run.vtkhdf", every=2)
    check_vtkhdf(tmp_path / "run.vtkhdf", run.frames[::2], 2)
    with h5py.File(tmp_path / "run.vtkhdf") as file:
        assert len(file["VTKHDF/NumberOfPoints"]) == 1, "what does not change is there once"
    assert not (tmp_path / "run.vtkhdf.part").exists()
    with pytest.raises(ValueError, match="no frames"):
        run.to_vtkhdf(tmp_path / "none.vtkhdf", every=1) if not run.frames else talus.vtkhdf.write_vtkhdf(
            [], tmp_path / "none.vtkhdf", True, 1)


def test_vtk_reads_a_frame(folder, tmp_path):
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOHDF import vtkHDFReader

    frame = talus.read(folder).frames[5]
    for surfaces_too in (True, False):
        frame.to_vtkhdf(tmp_path / "frame.vtkhdf", surfaces=surfaces_too)
        reader = vtkHDFReader()
        reader.SetFileName(str(tmp_path / "frame.vtkhdf"))
        assert reader.CanReadFile(str(tmp_path / "frame.vtkhdf"))
        reader.Update()
        grid = reader.GetOutput()
        ids = vtk_to_numpy(grid.GetPointData().GetArray("id"))
        points = vtk_to_numpy(grid.GetPoints().GetData())
        for row in np.flatnonzero(frame.free):
            assert np.allclose(points[ids == frame.bodies.id[row]].mean(axis=0), frame.positions[row], atol=1e-6)
        if surfaces_too:
            assert grid.GetNumberOfCells() == 3 * 320 + 12 + 192
            assert grid.GetCell(0).GetNumberOfPoints() == 3
        else:
            assert grid.GetNumberOfCells() == 4
            assert np.allclose(vtk_to_numpy(grid.GetPointData().GetArray("radius"))[0], 0.01)


def test_surfaces_for_vtk(folder):
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkFiltersCore import vtkMassProperties, vtkThreshold, vtkTriangleFilter

    frame = talus.read(folder).frames[5]
    mesh = frame.to_vtk(level=4)
    assert mesh.GetNumberOfPolys() == 3 * 5120 + 12 + 192
    points = vtk_to_numpy(mesh.GetPoints().GetData())
    ids = vtk_to_numpy(mesh.GetPointData().GetArray("id"))
    ball = points[ids == frame.bodies.id[1]]
    assert np.allclose(np.linalg.norm(ball - frame.positions[1], axis=1), 0.01, rtol=1e-12)
    brick = points[ids == frame.bodies.id[3]]
    assert len(brick) == 8


def test_pyvista_gets_the_same(folder, monkeypatch):
    """The library is not packaged for Debian 12: what it is given is seen."""
    import types

    given = []
    monkeypatch.setitem(sys.modules, "pyvista", types.SimpleNamespace(wrap=lambda mesh: given.append(mesh) or "mesh"))
    assert talus.read(folder).frames[1].to_pyvista(level=1) == "mesh"
    assert given[0].GetNumberOfPolys() == 3 * 80 + 12 + 192


def test_extended_xyz(folder, tmp_path):
    run = talus.read(folder)
    run.to_ovito(tmp_path / "run.xyz", every=5)
    lines = (tmp_path / "run.xyz").read_text().splitlines()
    assert len(lines) == 3 * (2 + 4) and lines[0] == lines[6] == "4"
    head = lines[7]
    names = head.split("Properties=")[1].split(":")
    widths = {name: int(width) for name, width in zip(names[0::3], names[2::3])}
    assert 'pbc="T F F"' in head and head.startswith('Lattice="0.12 0 0 0 2 0 0 0 2" Origin="0 -1 -1"')
    frame = run.frames[5]
    for row, line in zip(np.flatnonzero(frame.free), lines[8:12]):
        words, at = line.split(), {}
        for name, width in widths.items():
            at[name], words = words[:width], words[width:]
        assert not words and int(at["id"][0]) == frame.bodies.id[row]
        numbers = {name: np.array(at[name], dtype=float) for name in widths if name != "species"}
        assert np.array_equal(numbers["pos"], frame.positions[row])
        assert np.array_equal(np.roll(numbers["orientation"], 1), frame.orientations[row]), "x y z w there"
        shape = run.shapes[frame.bodies.shape[row]]
        if shape.semi_axes is not None:
            assert np.array_equal(numbers["aspherical_shape"], shape.semi_axes)
        n1, n2 = shape.parameters.get("n1", 2), shape.parameters.get("n2", 2)
        assert np.allclose(numbers["superquadric_roundness"], (2 / n1, 2 / n2))
        volume = 4 / 3 * np.pi * numbers["radius"][0] ** 3
        assert volume == pytest.approx(shape.to_shape().volume, rel=1e-9)


def test_a_dump_is_read_back(folder, tmp_path):
    run = talus.read(folder)
    run.to_lammps_dump(tmp_path / "run.dump", every=5)
    for k, number in enumerate((0, 5, 10)):
        back = talus.read_particles(tmp_path / "run.dump", frame=k)
        frame = run.frames[number]
        assert np.array_equal(back.position, frame.positions[frame.free]) and back.step == frame.step
        assert np.array_equal(back.velocity, frame.velocities[frame.free]) and back.time == frame.time
        assert np.allclose(back.orientation, frame.orientations[frame.free], atol=1e-15)
        assert list(back.exponents[-1]) == [4, 3] and back.periodic == (True, False, False)
        assert np.allclose(back.density, 2500, rtol=1e-9)
    frames = [f for f in run.frames]
    assert frames[5].to_particles().notes == ["1 polyhedra and meshes are balls of equal volume about their origins",
                                              "1 walls and bodies that are not free were left out"]


def test_what_cannot_be_written(copied, tmp_path):
    run = talus.read(copied)
    for write in (run.to_lammps_dump, run.to_ovito, run.to_vtkhdf):
        for every in (0, -1, 1.5, True):
            with pytest.raises(ValueError, match="every: expected a whole number from 1 on"):
                write(tmp_path / "out.x", every=every)
    for change in (lambda file: file.write_text(file.read_text().splitlines()[0] + "\n"), lambda file: file.unlink()):
        change(copied / "frames.csv")
        for write in (run.to_lammps_dump, run.to_ovito, run.to_vtkhdf):
            with pytest.raises(ValueError, match="the run has no frames: none is complete yet"):
                write(tmp_path / "out.x")
    with pytest.raises(ValueError, match="the run has no frames"):
        talus.read_particles(copied)
    assert not (tmp_path / "out.x").exists() and not (tmp_path / "out.x.part").exists()


# The viewer in a notebook.


def view_or_skip(make):
    try:
        return make()
    except RuntimeError as error:
        if "was built without the page" not in str(error):
            raise
        pytest.skip(str(error))


def test_a_page_of_a_run_and_of_a_moment(folder, tmp_path):
    view = view_or_skip(lambda: talus.read(folder).show(every=5))
    text = view._repr_html_()
    assert text.startswith("<iframe srcdoc=") and "&lt;script" in text and "<script" not in text
    view.save(tmp_path / "run.html")
    assert (tmp_path / "run.html").read_text() == view.html
    simulation = talus.Simulation.from_scene(folder.parent / "scene.toml")
    simulation.step(10)
    before = simulation.positions.copy()
    moment = simulation.show(height=300)
    assert "height: 300px" in moment._repr_html_() and len(moment.html) > 100_000
    assert np.array_equal(simulation.positions, before) and simulation.steps == 10
    with pytest.raises(OSError, match="not the folder of a run"):
        talus.View(tmp_path)
    for wrong in ({"every": 0}, {"every": -1}, {"height": 0}, {"height": "x"}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected a whole number"):
            talus.read(folder).show(**wrong)
