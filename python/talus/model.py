"""What does not change in a run: shapes, materials, walls and bodies, read from its files and checked."""

import numpy as np

from talus import _core
from talus.tables import make_table

_SHAPE_TYPES = ("sphere", "ellipsoid", "superquadric", "polyhedron", "half_space", "segment", "mesh")


def fail(file, what):
    raise OSError(f"{file}: {what}")


def check_rows(file, name, values, rows):
    if len(values) != rows:
        fail(file, f"{name}: {len(values)} rows where {rows} belong")
    return values


def check_below(file, name, values, limit):
    if values.size and (values.min() < 0 or values.max() >= limit):
        bad = values[(values < 0) | (values >= limit)][0]
        fail(file, f"{name}: {bad} is not from 0 to {limit - 1}")
    return values


def check_starts(file, name, starts, entries, rows):
    fits = len(starts) == entries + 1 and starts[0] == 0 and starts[-1] == rows and np.all(np.diff(starts) >= 0)
    if not fits:
        fail(file, f"{name}: does not fit its table")
    return starts


class Columns:
    """Arrays of the same length by name, as attributes; table() makes one table of them."""

    def __init__(self, arrays: dict[str, np.ndarray]):
        self._arrays = arrays

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name not in self._arrays:
            raise AttributeError(f"there is no column {name!r}; there are {', '.join(self._arrays)}")
        return self._arrays[name]

    def __dir__(self):
        return [*super().__dir__(), *self._arrays]

    def __len__(self):
        return len(next(iter(self._arrays.values())))

    def __repr__(self):
        return f"<talus.Columns of {len(self)} rows: {', '.join(self._arrays)}>"

    def table(self):
        """A DataFrame, or a structured array without pandas; vectors are columns name_x, name_y, name_z."""
        columns = {}
        for name, values in self._arrays.items():
            if values.ndim == 1:
                columns[name] = values
                continue
            for k, axis in enumerate("wxyz" if values.shape[1] == 4 else "xyz"):
                columns[f"{name}_{axis}"] = values[:, k]
        return make_table(columns)


class Shape:
    """A shape of a run as its file has it: type, parameters by name, and of polyhedra and meshes vertices and
    triangles."""

    def __init__(self, type, numbers, vertices, triangles):
        self.type = type
        self.vertices = vertices
        self.triangles = triangles
        names = {"sphere": ("radius",), "ellipsoid": ("a", "b", "c"), "superquadric": ("a", "b", "c", "n1", "n2"),
                 "half_space": ("nx", "ny", "nz", "offset")}.get(type, ())
        self.parameters = dict(zip(names, map(float, numbers)))

    def __repr__(self):
        return f"<talus.model.Shape {self.type}: {self.parameters or f'{len(self.vertices)} vertices'}>"

    @property
    def semi_axes(self):
        """(3,), m, of spheres, ellipsoids and superquadrics; None of others."""
        p = self.parameters
        if self.type == "sphere":
            return np.full(3, p["radius"])
        return np.array([p["a"], p["b"], p["c"]]) if "a" in p else None

    @property
    def volume(self):
        """m3; None of half-spaces and segments."""
        if self.type in ("polyhedron", "mesh"):
            a, b, c = (self.vertices[self.triangles[:, k]] for k in range(3))
            return float(abs(np.einsum("ij,ij->", a, np.cross(b, c))) / 6.0)
        return self.to_shape().volume if self.semi_axes is not None else None

    def to_shape(self):
        """The shape as talus has it."""
        if self.type == "sphere":
            return _core.Sphere(self.parameters["radius"])
        if self.type == "ellipsoid":
            return _core.Ellipsoid(self.semi_axes)
        if self.type == "superquadric":
            return _core.Superquadric(self.semi_axes, (self.parameters["n1"], self.parameters["n2"]))
        if self.type == "polyhedron":
            return _core.Polyhedron(self.vertices)
        if self.type == "half_space":
            p = self.parameters
            return _core.HalfSpace((p["nx"], p["ny"], p["nz"]), p["offset"])
        if self.type == "mesh":
            return _core.Mesh(self.vertices, self.triangles)
        raise ValueError(f"a {self.type} is not read back")


class Model:
    """What does not change in a run: shapes, materials, walls, the periodic domain, and the bodies if none come or
    go."""

    def __init__(self, folder, file):
        self._file = folder / "model.h5"
        self.shapes = self._read_shapes(file)
        self.materials = file.strings("materials/name")
        names = file.strings("walls/name")
        self.wall_names = names
        self._wall_vertices = file.integers("walls/vertex_start")
        triangles = file.integers("walls/triangles", 3)
        starts = check_starts(self._file, "walls/triangle_start", file.integers("walls/triangle_start"), len(names),
                               len(triangles))
        ends = self._wall_vertices
        check_starts(self._file, "walls/vertex_start", ends, len(names), max(0, ends[-1]) if len(ends) else 0)
        self.wall_triangles = []
        for w in range(len(names)):
            own = triangles[starts[w]:starts[w + 1]]
            self.wall_triangles.append(check_below(self._file, "walls/triangles", own, ends[w + 1] - ends[w]))
        self.lower, self.upper = file.doubles("box/lower"), file.doubles("box/upper")
        self.periodic = file.integers("box/periodic").astype(bool)
        for name, values in (("lower", self.lower), ("upper", self.upper), ("periodic", self.periodic)):
            check_rows(self._file, f"box/{name}", values, 3)
        self.bodies = None if not file.has("bodies") else read_bodies(file, self._file, self)

    def _read_shapes(self, file):
        types = file.strings("shapes/type")
        numbers = check_rows(self._file, "shapes/parameters", file.doubles("shapes/parameters", 6), len(types))
        vertices, facets = file.doubles("shapes/vertices", 3), file.integers("shapes/facets", 3)
        first = check_starts(self._file, "shapes/vertex_start", file.integers("shapes/vertex_start"), len(types),
                              len(vertices))
        facet = check_starts(self._file, "shapes/facet_start", file.integers("shapes/facet_start"), len(types),
                              len(facets))
        shapes = []
        for i, type in enumerate(types):
            if type not in _SHAPE_TYPES:
                fail(self._file, f"shapes/type: {type[:60]!r} is not known")
            own, triangles = vertices[first[i]:first[i + 1]], facets[facet[i]:facet[i + 1]]
            check_below(self._file, "shapes/facets", triangles, len(own))
            shapes.append(Shape(type, numbers[i], own, triangles))
        return shapes


def read_bodies(file, name, model):
    """What does not change of bodies, of a model or, where bodies come and go, of a frame."""
    shape = check_below(name, "bodies/shape", file.integers("bodies/shape"), len(model.shapes))
    arrays = {"id": file.int64s("bodies/id"), "name": np.array(file.strings("bodies/name"), dtype=object),
              "shape": shape, "material": file.integers("bodies/material"), "freedom": file.integers("bodies/freedom"),
              "mass": file.doubles("bodies/mass"), "inertia": file.doubles("bodies/inertia", 3)}
    for key, values in arrays.items():
        check_rows(name, f"bodies/{key}", values, len(shape))
    check_below(name, "bodies/material", arrays["material"], len(model.materials))
    if np.any(np.diff(arrays["id"]) <= 0):
        fail(name, "bodies/id: is not increasing")
    return arrays
