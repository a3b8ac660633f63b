"""The installed Python package: it imports, answers, simulates, documents itself and starts the program."""

import contextlib
import importlib.metadata
import io
import pathlib
import subprocess
import sys

import numpy as np
import talus

folder = pathlib.Path(talus.__file__).parent
assert "site-packages" in folder.parts or "dist-packages" in folder.parts, folder
assert (folder / "py.typed").exists() and (folder / "_core.pyi").exists()

contact = talus.contact(talus.Sphere(1.0), talus.Pose((0, 0, 0.75)), talus.HalfSpace((0, 0, 1), 0.0), talus.Pose())
assert contact.status == "overlapping" and contact.distance == -0.25

setup = talus.Setup()
setup.add_material("glass", restitution=0.3)
setup.add_half_space((0, 0, 1))
setup.add_body(talus.Sphere(0.01), (0, 0, 0.012))
simulation = talus.Simulation(setup)
while simulation.time < 1.0:
    simulation.step(1000)
# Hertz: F = 4/3 E* sqrt(R) d^(3/2), E* = E / (2 (1 - nu^2)) with E = 1e7 Pa and nu = 0.25.
weight = 9.81 * simulation.masses[-1]
overlap = (0.75 * weight / (1e7 / (2 * (1 - 0.25**2)) * 0.01**0.5)) ** (2 / 3)
assert abs(simulation.positions[-1, 2] - (0.01 - overlap)) < 1e-8, (simulation.positions, overlap)
assert np.abs(simulation.velocities[-1]).max() < 1e-6

with contextlib.redirect_stdout(io.StringIO()) as pages:
    help(talus)
assert "talus.Simulation" in pages.getvalue()

command = [sys.executable, "-m", "talus", "--version"]
first = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[0]
assert first == f"talus {talus.__version__}", first
if "site-packages" in folder.parts:  # of a wheel
    print("metadata:", importlib.metadata.version("talus"))
print(f"package {talus.__version__}: passed")
