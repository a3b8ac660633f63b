"""Particles of other programs: files of LAMMPS, LIGGGHTS and YADE, and extended XYZ for OVITO."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from talus import _core


def write_text(file, pieces):
    """Writes text under another name first, so that a file that is there is replaced as a whole or not at all; the
    text where there is no file."""
    if file is None:
        return "".join(pieces)
    file = pathlib.Path(file)
    part = file.with_name(file.name + ".part")
    try:
        with open(part, "x", encoding="utf-8") as out:
            for piece in pieces:
                out.write(piece)
        os.replace(part, file)
    except FileExistsError:
        raise OSError(f"{part}: is there already; another program is writing {file}, or was ended") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return None


class Particles:
    """Spheres, ellipsoids and superquadrics of one moment as arrays: id, type, position, orientation (w, x, y, z, body
    to world), semi_axes, exponents (n1, n2; 2, 2 of an ellipsoid), velocity, angular_velocity, density (0: not known);
    lower, upper (None without a box), periodic; step, time; notes, what was left out. Units are those of the file."""

    NAMES = ("id", "type", "position", "orientation", "semi_axes", "exponents", "velocity", "angular_velocity", "density")

    def __init__(self, position: ArrayLike, semi_axes: ArrayLike, *, id: ArrayLike | None = None,
                 type: ArrayLike | None = None, orientation: ArrayLike | None = None,
                 exponents: ArrayLike | None = None, velocity: ArrayLike | None = None,
                 angular_velocity: ArrayLike | None = None, density: ArrayLike | None = None,
                 lower: ArrayLike | None = None, upper: ArrayLike | None = None,
                 periodic: Sequence[bool] = (False, False, False), step: int = 0, time: float = 0.0,
                 notes: Sequence[str] = ()):
        self.position = np.asarray(position, dtype=np.float64)
        if self.position.ndim != 2 or self.position.shape[1] != 3:
            raise ValueError(f"position: expected an array of shape (N, 3), got {self.position.shape}")
        count = len(self.position)

        def rows(name, value, columns, default):
            full = np.empty((count, columns))
            try:
                full[:] = default if value is None else np.asarray(value, dtype=np.float64)
            except ValueError:
                raise ValueError(f"{name}: expected an array of shape ({count}, {columns})") from None
            return full

        sizes = np.asarray(semi_axes, dtype=np.float64)
        self.semi_axes = rows("semi_axes", sizes[:, None] if sizes.ndim == 1 else sizes, 3, 0.0)
        self.orientation = rows("orientation", orientation, 4, (1.0, 0.0, 0.0, 0.0))
        self.exponents = rows("exponents", exponents, 2, 2.0)
        self.velocity = rows("velocity", velocity, 3, 0.0)
        self.angular_velocity = rows("angular_velocity", angular_velocity, 3, 0.0)

        def column(name, value, kind):
            array = np.asarray(value)
            fits = array.shape in ((), (count,)) and array.dtype.kind in "biuf"
            if not fits or kind is np.int64 and np.any(array != np.floor(array)):
                what = "numbers" if kind is np.float64 else "whole numbers"
                raise ValueError(f"{name}: expected one or {count} {what}, got {value!r:.100}")
            return np.broadcast_to(array.astype(kind), count).copy()

        self.density = column("density", 0.0 if density is None else density, np.float64)
        self.id = column("id", np.arange(1, count + 1) if id is None else id, np.int64)
        self.type = column("type", 1 if type is None else type, np.int64)
        if (lower is None) != (upper is None):
            raise ValueError("lower and upper: expected both or none of them")
        self.lower, self.upper, self.periodic = lower, upper, tuple(bool(p) for p in periodic)
        if len(self.periodic) != 3:
            raise ValueError(f"periodic: expected three of True and False, got {periodic!r:.100}")
        self.step, self.time, self.notes = int(step), float(time), list(notes)

    def __len__(self):
        return len(self.position)

    def __repr__(self):
        return f"<talus.Particles: {len(self)} of {len(set(self.type))} types>"

    @property
    def spheres(self) -> NDArray[np.bool_]:
        """(N,) bool."""
        a = self.semi_axes
        return (a[:, 0] == a[:, 1]) & (a[:, 1] == a[:, 2]) & np.all(self.exponents == 2.0, axis=1)

    def shapes(self) -> tuple[list[_core.Shape], NDArray[np.intp]]:
        """The different shapes, and of every particle its number among them."""
        table = np.hstack([self.semi_axes, self.exponents])
        rows, index = np.unique(table, axis=0, return_inverse=True)
        shapes = []
        for a, b, c, n1, n2 in rows:
            if n1 == n2 == 2.0:
                shapes.append(_core.Sphere(a) if a == b == c else _core.Ellipsoid((a, b, c)))
            else:
                shapes.append(_core.Superquadric((a, b, c), (n1, n2)))
        return shapes, index

    def add_to(self, setup: _core.Setup, material: str | None = None, name: str = "particle") -> NDArray[np.int64]:
        """Adds them to a talus.Setup as bodies of a material that it has; their numbers there."""
        shapes, index = self.shapes()
        numbers = np.empty(len(self), dtype=np.int64)
        for k, shape in enumerate(shapes):
            own = np.flatnonzero(index == k)
            numbers[own] = setup.add_body(shape, self.position[own], orientation=self.orientation[own],
                                          velocity=self.velocity[own], angular_velocity=self.angular_velocity[own],
                                          material=material, name=f"{name} {k}")
        return numbers

    def text(self, format: str) -> str:
        """The text of a file: "lammps-data", "liggghts-data", "lammps-dump", "xyz" (extended, for OVITO), "yade" or
        "scene"."""
        table = {name: getattr(self, name) for name in self.NAMES}
        table.update(step=self.step, time=self.time, lower=self.lower, upper=self.upper, periodic=self.periodic)
        return _core._particles_text(table, format)

    def write(self, file: str | os.PathLike, format: str | None = None) -> None:
        """Writes a file; without a format its name means one."""
        format = format or _core._format_of_name(str(file), False)
        if not format:
            raise ValueError(f"{file}: its name means no format; state one")
        write_text(file, [self.text(format)])

    @classmethod
    def of_frame(cls, frame):
        """The free bodies of a frame of a run."""
        bodies, model = frame.bodies, frame.run.model
        free = np.flatnonzero(frame.free)
        axes, exponents = np.zeros((len(model.shapes), 3)), np.full((len(model.shapes), 2), 2.0)
        volume, balls = np.full(len(model.shapes), np.nan), np.zeros(len(model.shapes), dtype=bool)
        for s in np.unique(bodies.shape[free]):
            shape = model.shapes[s]
            volume[s] = np.nan if shape.volume is None else shape.volume
            balls[s] = shape.semi_axes is None
            axes[s] = np.cbrt(volume[s] * 3.0 / (4.0 * np.pi)) if balls[s] else shape.semi_axes
            if shape.type == "superquadric":
                exponents[s] = shape.parameters["n1"], shape.parameters["n2"]
        own = bodies.shape[free]
        notes = []
        if np.any(balls[own]):
            notes.append(f"{int(np.sum(balls[own]))} polyhedra and meshes are balls of equal volume about their origins")
        if len(free) < len(bodies):
            notes.append(f"{len(bodies) - len(free)} walls and bodies that are not free were left out")
        with np.errstate(divide="ignore", invalid="ignore"):
            density = bodies.mass[free] / volume[own]
        density[~np.isfinite(density)] = 0.0  # not known
        box = {"lower": model.lower, "upper": model.upper} if np.any(model.periodic) else {}
        return cls(bodies.position[free], axes[own], id=bodies.id[free], type=bodies.material[free] + 1,
                   orientation=bodies.orientation[free], exponents=exponents[own], velocity=bodies.velocity[free],
                   angular_velocity=bodies.angular_velocity[free], density=density,
                   periodic=model.periodic, step=frame.step, time=frame.time, notes=notes, **box)


def read_particles(file: str | os.PathLike, format: str = "auto", frame: int = -1, atom_style: str = "",
                   columns: dict[str, str] | None = None) -> Particles:
    """Reads particles: "lammps-data" (.data, .lmp; atom styles sphere, ellipsoid and LIGGGHTS' superquadric),
    "lammps-dump" (.dump, .lammpstrj, .liggghts; frame counts from 0, negative numbers from the end), "yade" (.txt,
    .spheres: export.text and textExt) or "run", a folder. columns: what columns of a dump are, such as
    {"c_q[1]": "quatw"}. A file that is wrong is a ValueError with its name, the line and the value."""
    return Particles(**_core._parse_particles(str(file), format, frame, atom_style, dict(columns or {})))
