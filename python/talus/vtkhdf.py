"""Frames of a run for VTK: surfaces as vtkPolyData, and VTKHDF files with time."""

import os
import pathlib

import numpy as np

from talus.surfaces import rotation_matrices, surface_of


class FrameSurface:
    """The triangles of all bodies with a volume and of mesh walls in a frame: points (m), triangles, and of every
    point the body (or -1 - wall) that it belongs to."""

    def __init__(self, frame, level):
        bodies, shapes = frame.bodies, frame.run.shapes
        points, triangles, owner = [], [], []
        count = 0
        for s in np.unique(bodies.shape):
            vertices, facets = surface_of(shapes[s], level)
            own = np.flatnonzero(bodies.shape == s)
            if not len(vertices):
                continue
            turned = np.einsum("nij,vj->nvi", rotation_matrices(bodies.orientation[own]), vertices)
            points.append((turned + bodies.position[own, None, :]).reshape(-1, 3))
            first = count + len(vertices) * np.arange(len(own))
            triangles.append((facets[None] + first[:, None, None]).reshape(-1, 3))
            owner.append(np.repeat(own, len(vertices)))
            count += len(vertices) * len(own)
        for w, wall in enumerate(frame.walls):
            points.append(wall["vertices"])
            triangles.append(wall["triangles"].astype(np.int64) + count)
            owner.append(np.full(len(wall["vertices"]), -1 - w))
            count += len(wall["vertices"])
        self.points = np.concatenate(points) if points else np.empty((0, 3))
        self.triangles = np.concatenate(triangles) if triangles else np.empty((0, 3), dtype=np.int64)
        self.owner = np.concatenate(owner) if owner else np.empty(0, dtype=np.int64)
        self.data = self._data(frame)

    def _data(self, frame):
        bodies, of_body = frame.bodies, self.owner >= 0
        row = self.owner[of_body]

        def spread(values, wall):
            full = np.full((len(self.owner), *values.shape[1:]), wall, dtype=values.dtype)
            full[of_body] = values[row]
            return full

        data = {"id": spread(bodies.id, 0), "material": spread(bodies.material.astype(np.int32), -1),
                "freedom": spread(bodies.freedom.astype(np.int32), 1),
                "velocity": spread(bodies.velocity.astype(np.float32), 0.0),
                "force": spread(bodies.force.astype(np.float32), 0.0)}
        data["id"][~of_body] = self.owner[~of_body]
        data["speed"] = np.linalg.norm(data["velocity"], axis=1)
        return data

    @property
    def types(self):
        return np.full(len(self.triangles), 5, dtype=np.uint8)  # VTK_TRIANGLE

    @property
    def offsets(self):
        return 3 * np.arange(len(self.triangles) + 1, dtype=np.int64)

    @property
    def connectivity(self):
        return self.triangles.ravel()


class FramePoints:
    """A point per body that is no half-space, as VTK_VERTEX cells, with its size and orientation."""

    def __init__(self, frame):
        bodies, shapes = frame.bodies, frame.run.shapes
        radius, axes = np.zeros(len(shapes)), np.zeros((len(shapes), 3))
        for s in np.unique(bodies.shape):
            volume = shapes[s].volume
            radius[s] = np.cbrt(volume * 3.0 / (4.0 * np.pi)) if volume else 0.0
            axes[s] = radius[s] if shapes[s].semi_axes is None else shapes[s].semi_axes
        rows = np.flatnonzero(radius[bodies.shape] > 0.0)
        own = bodies.shape[rows]
        self.points = bodies.position[rows]
        single = np.float32
        self.data = {"id": bodies.id[rows], "material": bodies.material[rows].astype(np.int32),
                     "freedom": bodies.freedom[rows].astype(np.int32), "radius": radius[own].astype(single),
                     "semi_axes": axes[own].astype(single), "orientation": bodies.orientation[rows].astype(single),
                     "velocity": bodies.velocity[rows].astype(single),
                     "angular_velocity": bodies.angular_velocity[rows].astype(single),
                     "force": bodies.force[rows].astype(single),
                     "speed": np.linalg.norm(bodies.velocity[rows], axis=1).astype(single)}
        count = len(rows)
        self.types = np.ones(count, dtype=np.uint8)  # VTK_VERTEX
        self.offsets = np.arange(count + 1, dtype=np.int64)
        self.connectivity = np.arange(count, dtype=np.int64)


def poly_data(frame, level):
    """A vtkPolyData of the surfaces in a frame; needs VTK for Python."""
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

    surface = FrameSurface(frame, level)
    points, cells, mesh = vtkPoints(), vtkCellArray(), vtkPolyData()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(surface.points), deep=True))
    cells.SetData(numpy_to_vtkIdTypeArray(surface.offsets, deep=True),
                  numpy_to_vtkIdTypeArray(np.ascontiguousarray(surface.connectivity), deep=True))
    mesh.SetPoints(points)
    mesh.SetPolys(cells)
    for name, values in surface.data.items():
        array = numpy_to_vtk(np.ascontiguousarray(values), deep=True)
        array.SetName(name)
        mesh.GetPointData().AddArray(array)
    return mesh


class _Growing:
    """Tables of an HDF5 group that grow by the rows of one step after the other."""

    def __init__(self, group):
        self.group = group

    def append(self, name, rows):
        """Adds rows, and returns where they begin."""
        rows = np.asarray(rows)
        if name not in self.group:
            shape = (0, *rows.shape[1:])
            self.group.create_dataset(name, shape, maxshape=(None, *rows.shape[1:]), dtype=rows.dtype,
                                      chunks=(max(1, min(len(rows), 65536)), *rows.shape[1:]), compression="gzip",
                                      compression_opts=1)
        table = self.group[name]
        first = len(table)
        table.resize(first + len(rows), axis=0)
        table[first:] = rows
        return first


def _write(out, frames, surfaces, level, temporal):
    root = out.create_group("VTKHDF")
    root.attrs["Version"] = np.array([2, 0] if temporal else [1, 0], dtype=np.int64)
    root.attrs["Type"] = np.bytes_("UnstructuredGrid")
    tables = _Growing(root)
    steps = _Growing(root.create_group("Steps")) if temporal else None
    geometry = None  # connectivity that is in the file: bodies that stay keep theirs
    where = {}
    for frame in frames:
        mesh = FrameSurface(frame, level) if surfaces else FramePoints(frame)
        points = tables.append("Points", mesh.points.astype(np.float32))
        if geometry is None or not np.array_equal(geometry, mesh.connectivity):
            geometry = mesh.connectivity
            part = tables.append("NumberOfPoints", [len(mesh.points)])
            tables.append("NumberOfCells", [len(mesh.types)])
            tables.append("NumberOfConnectivityIds", [len(mesh.connectivity)])
            # Offsets have a row more than cells in every part: VTK adds the number of the part.
            where = {"PartOffsets": part, "CellOffsets": tables.append("Types", mesh.types),
                     "ConnectivityIdOffsets": tables.append("Connectivity", mesh.connectivity)}
            tables.append("Offsets", mesh.offsets)
        offsets = {name: tables.append(f"PointData/{name}", values) for name, values in mesh.data.items()}
        if temporal:
            for name, value in {**where, "PointOffsets": points, "NumberOfParts": 1}.items():
                steps.append(name, np.array([value], dtype=np.int64))
            steps.append("Values", np.array([frame.time]))
            for name, value in offsets.items():
                steps.append(f"PointDataOffsets/{name}", np.array([value], dtype=np.int64))
    if temporal:
        steps.group.attrs["NSteps"] = np.int64(len(steps.group["Values"]))


def write_vtkhdf(frames, file, surfaces, level, temporal=False):
    """Writes frames as one unstructured grid, with time if temporal. The file gets its name when it is complete."""
    try:
        import h5py
    except ImportError:
        raise ImportError("VTKHDF files need h5py (Debian: python3-h5py)") from None
    if not len(frames):
        raise ValueError("there are no frames to write")
    file = pathlib.Path(file)
    part = file.with_name(file.name + ".part")
    try:
        with h5py.File(part, "w") as out:
            _write(out, frames, surfaces, level, temporal)
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
