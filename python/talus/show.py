"""The viewer in a notebook."""

from __future__ import annotations

import html
import os
import pathlib
import shutil
import tempfile

from talus import _core
from talus.particles import write_text


class View:
    """A page of the viewer, as a notebook shows it: of a run, or of one moment of a simulation. It holds its data and
    needs neither a server nor a network. save(file) writes it."""

    def __init__(self, folder: str | os.PathLike, height: int = 600, every: int = 1):
        if isinstance(height, bool) or not hasattr(height, "__index__") or height < 1:
            raise ValueError(f"height: expected a whole number of pixels from 1 on, got {height!r}")
        if isinstance(every, bool) or not hasattr(every, "__index__") or every < 1:
            raise ValueError(f"every: expected a whole number from 1 on, got {every!r}")
        self.height = int(height)
        with tempfile.TemporaryDirectory(prefix="talus_view_") as own:
            page = pathlib.Path(own) / "run.html"
            self.left_out = _core._export_view(folder, page, every)
            self.html = page.read_text(encoding="utf-8")

    def save(self, file: str | os.PathLike) -> None:
        """Writes the page as one HTML file, which opens from the disk."""
        write_text(file, [self.html])

    def _repr_html_(self):
        return (f'<iframe srcdoc="{html.escape(self.html)}" style="width: 100%; height: {self.height}px; border: 0" '
                'allow="fullscreen"></iframe>')

    def __repr__(self):
        return f"<talus.View of {len(self.html) / 1e6:.1f} MB>"


def show(simulation: _core.Simulation, height: int = 600) -> View:
    """A simulation as it is now, in a notebook: see View."""
    folder = tempfile.mkdtemp(prefix="talus_view_")
    try:
        _core._write_snapshot(simulation, pathlib.Path(folder) / "run")
        return View(pathlib.Path(folder) / "run", height)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
