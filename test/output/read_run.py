"""Reads a run as its users do, with VTK's own readers or with h5py, and prints "name value" lines.

python3 read_run.py vtk FOLDER | python3 read_run.py hdf5 FOLDER; exit status 77: the library is missing.
"""

import sys
import xml.etree.ElementTree as tree
from pathlib import Path


def say(name, value):
    print(name, repr(float(value)))


def array_range(data, name):
    array = data.GetArray(name)
    if array is None:
        sys.exit(f"no array {name}")
    return array, array.GetRange(-1)


def read_series(folder, part):
    """The last file of a .pvd, read by VTK; every file of it must be readable."""
    sets = list(tree.parse(folder / f"{part}.pvd").getroot().iter("DataSet"))
    say(f"{part}.files", len(sets))
    for one in sets:
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(str(folder / one.get("file")))
        reader.Update()
        if reader.GetErrorCode() != 0:
            sys.exit(f"VTK cannot read {one.get('file')}")
        data = reader.GetOutput()
        time = data.GetFieldData().GetArray("TimeValue").GetValue(0)
        if time != float(one.get("timestep")):
            sys.exit(f"{one.get('file')}: time {time}, in the series {one.get('timestep')}")
    say(f"{part}.time", time)
    say(f"{part}.points", data.GetNumberOfPoints())
    say(f"{part}.polygons", data.GetNumberOfPolys())
    say(f"{part}.lines", data.GetNumberOfLines())
    return data


def read_vtk(folder):
    bodies = read_series(folder, "bodies")
    for name in ("body", "kind", "material", "speed", "velocity"):
        _, (low, high) = array_range(bodies.GetCellData(), name)
        say(f"bodies.{name}.low", low)
        say(f"bodies.{name}.high", high)
    number_of_bodies = int(bodies.GetCellData().GetArray("body").GetRange()[1]) + 1
    for body in range(number_of_bodies):
        only = vtk.vtkThreshold()
        only.SetInputData(bodies)
        only.SetInputArrayToProcess(0, 0, 0, vtk.vtkDataObject.FIELD_ASSOCIATION_CELLS, "body")
        only.SetLowerThreshold(body)
        only.SetUpperThreshold(body)
        surface = vtk.vtkGeometryFilter()
        surface.SetInputConnection(only.GetOutputPort())
        triangles = vtk.vtkTriangleFilter()
        triangles.SetInputConnection(surface.GetOutputPort())
        mass = vtk.vtkMassProperties()
        mass.SetInputConnection(triangles.GetOutputPort())
        say(f"body {body}.volume", mass.GetVolume())
    read_series(folder, "walls")
    forces = read_series(folder, "forces")
    for name in ("force", "body_a", "body_b", "overlap", "area", "force_vector"):
        _, (low, high) = array_range(forces.GetCellData(), name)
        say(f"forces.{name}.high", high)
    array_range(forces.GetPointData(), "force")
    length = vtk.vtkIntegrateAttributes()
    length.SetInputData(forces)
    length.Update()
    say("forces.length", length.GetOutput().GetCellData().GetArray("Length").GetValue(0))


def read_hdf5(folder):
    with h5py.File(folder / "results.h5") as file:
        frames = file["frames"]
        say("frames", len(frames))
        last = frames[sorted(frames)[-1]]
        say("time", last.attrs["time"])
        say("position", last["bodies/position"][:].sum())
        say("branch", last["contacts/branch"][:].sum())
        say("residual", last["ledger"].attrs["residual"])
        model = last["model"]
        say("mesh", list(model["shapes/type"][:]).index(b"mesh"))
        say("floor", list(model["bodies/name"][:]).index(b"floor"))
        start = model["shapes/vertex_start"][:]
        facets = model["shapes/facets"][:]
        for i, (first, end) in enumerate(zip(model["shapes/facet_start"][:-1], model["shapes/facet_start"][1:])):
            if first == end:
                continue
            corner = model["shapes/vertices"][:][start[i] + facets[first:end]]
            cross = numpy.cross(corner[:, 1], corner[:, 2])
            say(f"shape {i}.volume", (corner[:, 0] * cross).sum() / 6)


try:
    if sys.argv[1] == "vtk":
        import vtk

        read_vtk(Path(sys.argv[2]))
    else:
        import h5py
        import numpy

        read_hdf5(Path(sys.argv[2]))
except ImportError as error:
    print(error)
    sys.exit(77)
