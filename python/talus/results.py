"""The results of a run, finished, interrupted or still computed: talus.read."""

from __future__ import annotations

import collections.abc
import os
import pathlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from talus import _core
from talus.model import Columns, Model, check_below, check_rows, read_bodies
from talus.particles import Particles, write_text
from talus.tables import make_table, read_csv

LEDGER = ("kinetic", "potential", "elastic", "damping", "friction", "rolling", "drag", "boundary_work", "start",
          "entered", "left", "residual")


class Frame:
    """One moment of a run; its tables are read at first access, bodies and contacts once each."""

    def __init__(self, run: Run, number: int, step: int, time: float):
        self.run, self.number, self.step, self.time = run, number, step, time
        self._bodies = self._contacts = None

    def __repr__(self):
        return f"<talus.Frame {self.number} at {self.time:.6g} s>"

    @property
    def _file(self):
        return self.run.folder / "frames" / f"{self.number:06}.h5"

    def _open(self):
        return self.run._stored.open_frame(self.number)

    def _read_bodies(self):
        if self._bodies is None:
            model, file = self.run.model, self._open()
            arrays = dict(model.bodies or read_bodies(file, self._file, model))
            moving = {"position": 3, "orientation": 4, "velocity": 3, "angular_velocity": 3, "force": 3, "torque": 3}
            for name, columns in moving.items():
                values = file.doubles(f"bodies/{name}", columns)
                arrays[name] = check_rows(self._file, f"bodies/{name}", values, len(arrays["id"]))
            if file.has("bodies/periods"):
                periods = file.int64s("bodies/periods", 3)
                arrays["periods"] = check_rows(self._file, "bodies/periods", periods, len(arrays["id"]))
            self._bodies = Columns(arrays)
        return self._bodies

    @property
    def bodies(self) -> Columns:
        """Columns id, name, shape (into run.shapes), material, freedom (0 free, 1 fixed, 2 prescribed), mass (kg),
        inertia (kg m2), position, orientation, velocity, angular_velocity, force, torque and, in periodic domains,
        periods; SI units, world frame. table() makes one table."""
        return self._read_bodies()

    @property
    def positions(self) -> NDArray[np.float64]:
        """(N, 3), m: of the origins of the shapes."""
        return self.bodies.position

    @property
    def orientations(self) -> NDArray[np.float64]:
        """(N, 4): unit quaternions (w, x, y, z), body to world."""
        return self.bodies.orientation

    @property
    def velocities(self) -> NDArray[np.float64]:
        """(N, 3), m/s: of the centres of mass."""
        return self.bodies.velocity

    @property
    def angular_velocities(self) -> NDArray[np.float64]:
        """(N, 3), rad/s."""
        return self.bodies.angular_velocity

    @property
    def forces(self) -> NDArray[np.float64]:
        """(N, 3), N."""
        return self.bodies.force

    @property
    def free(self) -> NDArray[np.bool_]:
        """(N,) bool: which bodies move freely, walls not among them."""
        return self.bodies.freedom == 0

    @property
    def unwrapped_positions(self) -> NDArray[np.float64]:
        """(N, 3), m: as if no body had been moved back into a periodic domain."""
        if "periods" not in dir(self.bodies):
            return self.positions.copy()
        period = np.where(self.run.model.periodic, self.run.model.upper - self.run.model.lower, 0.0)
        return self.positions + self.bodies.periods * period

    @property
    def contacts(self) -> Columns:
        """Columns a, b (rows of bodies, then of mesh walls), id_a, id_b (mesh wall i: -1 - i), point, normal, force
        (N, on b), branch, overlap, area; as Simulation.contacts."""
        if self._contacts is None:
            file = self._open()
            pair = file.integers("contacts/body", 2)
            ids = self.bodies.id if self.run.model.bodies is None else self.run.model.bodies["id"]
            walls = len(self.run.model.wall_names)
            check_below(self._file, "contacts/body", pair, len(ids) + walls)
            all_ids = np.concatenate([ids, -1 - np.arange(walls, dtype=np.int64)])
            arrays = {"a": pair[:, 0], "b": pair[:, 1], "id_a": all_ids[pair[:, 0]], "id_b": all_ids[pair[:, 1]]}
            for name in ("point", "normal", "force", "branch"):
                arrays[name] = file.doubles(f"contacts/{name}", 3)
            for name in ("overlap", "area"):
                arrays[name] = file.doubles(f"contacts/{name}")
            for name, values in arrays.items():
                check_rows(self._file, f"contacts/{name}", values, len(pair))
            self._contacts = Columns(arrays)
        return self._contacts

    @property
    def ledger(self) -> dict[str, float]:
        """Where the energy is and where it went, J."""
        file = self._open()
        return {name: file.number("ledger", name) for name in LEDGER}

    @property
    def walls(self) -> list[dict[str, Any]]:
        """Of every mesh wall its name, vertices (m, where they are now) and triangles."""
        model = self.run.model
        starts = model._wall_vertices
        rows = self._open().doubles("walls/vertices", 3)
        check_rows(self._file, "walls/vertices", rows, starts[-1] if len(starts) else 0)
        return [{"name": name, "vertices": rows[starts[w]:starts[w + 1]], "triangles": model.wall_triangles[w]}
                for w, name in enumerate(model.wall_names)]

    def to_particles(self) -> Particles:
        """The free bodies as talus.Particles. Polyhedra and meshes become balls of equal volume about their
        origins."""
        return Particles.of_frame(self)

    def to_lammps_dump(self, file: str | os.PathLike | None = None) -> str | None:
        """The free bodies as a dump of LAMMPS and LIGGGHTS, one frame: written, or the text where no file is
        stated."""
        return write_text(file, [self.to_particles().text("lammps-dump")])

    def to_ovito(self, file: str | os.PathLike | None = None) -> str | None:
        """The free bodies as extended XYZ with quaternions and shapes, which OVITO reads: written, or the text where
        no file is stated."""
        return write_text(file, [self.to_particles().text("xyz")])

    def to_vtk(self, level: int = 2) -> Any:
        """The surfaces of all bodies with a volume and of mesh walls as a vtkPolyData, with id, material, speed,
        velocity and force on its points. level: how fine round bodies are, 20 * 4^level triangles."""
        from talus.vtkhdf import poly_data

        return poly_data(self, level)

    def to_pyvista(self, level: int = 2) -> Any:
        """The same as a pyvista.PolyData; needs pyvista."""
        import pyvista

        return pyvista.wrap(self.to_vtk(level))

    def to_vtkhdf(self, file: str | os.PathLike, surfaces: bool = True, level: int = 2) -> None:
        """This frame as a VTKHDF file; see Run.to_vtkhdf."""
        from talus.vtkhdf import write_vtkhdf

        write_vtkhdf([self], file, surfaces, level)


class Frames(collections.abc.Sequence):
    """The frames of a run that are complete, in order; read anew where it goes on."""

    def __init__(self, run: Run):
        self._run = run

    def __len__(self):
        return len(self._run._frame_index()[0])

    def __getitem__(self, k: int | slice) -> Any:
        numbers, steps, times = self._run._frame_index()
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(numbers)))]
        if not -len(numbers) <= k < len(numbers):
            raise IndexError(f"{self._run.folder}: has {len(numbers)} frames, got the frame {k}")
        return Frame(self._run, int(numbers[k]), int(steps[k]), float(times[k]))

    def __repr__(self):
        return f"<talus.Frames of {len(self)}>"


class Run:
    """The results in the folder of a run (talus run, talus.run), which may still be computed or was interrupted; what
    was written so far is whole. Nothing in the folder is changed. Files that are damaged are an OSError, which names
    the file and what is wrong."""

    def __init__(self, folder: str | os.PathLike):
        self.folder = pathlib.Path(folder)
        self._stored = _core._RunFolder(self.folder)
        self._model = self._model_stamp = self._index = self._index_stamp = None

    def __repr__(self):
        state = "failed" if self.has_failed else "finished" if self.is_over else "running" if self.is_running else "interrupted"
        return f"<talus.Run {str(self.folder)!r}: {len(self.frames)} frames, {state}>"

    def _stamp(self, name: str) -> tuple[int, int, int] | None:
        try:
            status = os.lstat(self.folder / name)
        except OSError:
            return None
        return status.st_ino, status.st_size, status.st_mtime_ns

    def _frame_index(self):
        stamp = self._stamp("frames.csv")
        if self._index is None or stamp != self._index_stamp:
            self._index_stamp, self._index = stamp, self._stored.frames()
        return self._index

    @property
    def model(self):
        """Shapes, materials, walls and the domain: talus.model.Model."""
        stamp = self._stamp("model.h5")
        if self._model is None or stamp != self._model_stamp:
            self._model_stamp, self._model = stamp, Model(self.folder, self._stored.open_model())
        return self._model

    @property
    def shapes(self):
        """The table of shapes, into which frame.bodies.shape points."""
        return self.model.shapes

    @property
    def is_over(self) -> bool:
        """Whether the run is finished."""
        return self._stored.is_over()

    @property
    def has_failed(self) -> bool:
        """Whether the run is finished since a limit of the scene ended it, or a body that passed a wall."""
        return self._stored.has_failed()

    @property
    def is_running(self) -> bool:
        """Whether a process writes into the folder now."""
        return self._stored.is_running()

    @property
    def series(self):
        """series.csv: a DataFrame, or a structured array without pandas. Columns have names without units."""
        return make_table(*self._read_series())

    def _read_series(self):
        return read_csv(self._stored.series(), self.folder / "series.csv")

    @property
    def units(self) -> dict[str, str]:
        """The units of the columns of the series, by name."""
        return self._read_series()[1]

    @property
    def measures(self) -> dict[str, Any]:
        """The tables of all measures, inlets and outlets by name, as series."""
        tables = {}
        for name in self._stored.measures():
            text = self._stored.measure(name)
            tables[name] = make_table(*read_csv(text, self.folder / "measures" / f"{name}.csv"))
        return tables

    @property
    def frames(self) -> Frames:
        """The frames, by number or slice: run.frames[-1].positions."""
        return Frames(self)

    def frame(self, k: int) -> Frame:
        """The same as frames[k]."""
        return self.frames[k]

    def nearest(self, time: float) -> Frame:
        """The frame nearest to a time, s."""
        times = self.times
        if not len(times):
            raise IndexError(f"{self.folder}: has no frames yet")
        if not np.isfinite(time):
            raise ValueError(f"time: must be finite, got {time}")
        return self.frames[int(np.argmin(np.abs(times - time)))]

    @property
    def times(self) -> NDArray[np.float64]:
        """(F,), s: of the frames."""
        return self._frame_index()[2]

    @property
    def steps(self) -> NDArray[np.int64]:
        """(F,) int64: of the frames."""
        return self._frame_index()[1]

    def _every(self, every: int) -> list[Frame]:
        """Every N-th frame; ValueError where there is none."""
        if isinstance(every, bool) or not hasattr(every, "__index__") or every < 1:
            raise ValueError(f"every: expected a whole number from 1 on, got {every!r}")
        frames = self.frames[::every]
        if not frames:
            raise ValueError(f"{self.folder}: the run has no frames: none is complete yet, or it ended before the first")
        return frames

    def to_lammps_dump(self, file: str | os.PathLike, every: int = 1) -> None:
        """The free bodies of every N-th frame as a dump of LAMMPS and LIGGGHTS with shapes and quaternions. A run
        without frames is a ValueError."""
        write_text(file, (frame.to_lammps_dump() for frame in self._every(every)))

    def to_ovito(self, file: str | os.PathLike, every: int = 1) -> None:
        """The same as extended XYZ, which OVITO reads."""
        write_text(file, (frame.to_ovito() for frame in self._every(every)))

    def to_vtkhdf(self, file: str | os.PathLike, every: int = 1, surfaces: bool = True, level: int = 2) -> None:
        """Writes every N-th frame into one VTKHDF file with time, which ParaView (from 5.12 on) and PyVista read;
        needs h5py. surfaces: the triangles of all bodies and mesh walls, those of round bodies 20 * 4^level each;
        else a point per body with its radius, semi_axes and orientation."""
        from talus.vtkhdf import write_vtkhdf

        write_vtkhdf(self._every(every), file, surfaces, level, temporal=True)

    def show(self, height: int = 600, every: int = 1) -> Any:
        """The viewer with every N-th frame, in a notebook; .save(file) writes it as one HTML file."""
        from talus.show import View

        return View(self.folder, height, every)


def read(folder: str | os.PathLike) -> Run:
    """The results of a run: see talus.Run."""
    return Run(folder)


def run(scene: str | os.PathLike, out: str | os.PathLike, set: dict[str, Any] | None = None, threads: int = 1,
        resume: bool = False) -> Run:
    """Runs a scene as talus run does, into a folder that is missing or empty, and returns its results. set: values
    that replace those of the scene, by key: {"material.stone.friction": 0.4}. With resume it goes on where a
    run of the same scene was interrupted. ValueError with all errors of the scene, SimulationError for a run that
    cannot be computed or that a limit ended."""
    _core._run_scene(scene, out, dict(set or {}), threads, resume)
    return Run(out)
