"""Talus: contact between bodies of any shape, and their discrete-element simulation.

This page is a short guide; help(talus.Simulation) and the like have the details. SI units throughout for simulations,
any unit of length for contact queries. Vectors are anything NumPy takes for three numbers, orientations unit
quaternions (w, x, y, z), body to world.

Do two bodies touch, where and how deep?
----------------------------------------
Bodies are shapes (Sphere, Ellipsoid, Superquadric, Polyhedron, Mesh, HalfSpace, Segment) at poses.

>>> import talus
>>> sphere = talus.Sphere(1.0)
>>> plane = talus.HalfSpace(normal=(0, 0, 1), offset=0.0)
>>> c = talus.contact(sphere, talus.Pose((0, 0, 0.75)), plane, talus.Pose())
>>> c.status, c.distance
('overlapping', -0.25)

`distance` is negative where bodies overlap; `normal` leads from the first to the second; `lower` and `upper` enclose the
true distance. A query without an answer has `failed`: it is never reported as "no contact". `contact_batch` answers
millions of pairs at once from arrays, `gap_exceeds` is quicker where most are apart, `manifold`, `patches`,
`overlap_volume` and `contact_curvature` give more of a contact, `pairs` finds which bodies of many may touch.

Simulate
--------
A Setup collects what there is; a Simulation moves it. This ball falls 1 cm onto a floor:

>>> setup = talus.Setup(gravity=(0, 0, -9.81))
>>> setup.add_material("glass", density=2500, young=1e7, restitution=0.5, friction=0.3)
>>> floor = setup.add_half_space((0, 0, 1), name="floor")
>>> ball = setup.add_body(talus.Sphere(0.01), (0, 0, 0.02), name="ball")
>>> simulation = talus.Simulation(setup, threads=1)
>>> while simulation.time < 1.0:
...     simulation.step(1000)
>>> print(f"rests at a height of {simulation.positions[ball, 2]:.4f} m")
rests at a height of 0.0100 m

`positions`, `orientations`, `velocities`, `forces` and their like are read-only views, a row per body: they change with
every step and need no copy. `contacts` has the contacts of the last step, `ledger` the energy, `stress`, `fabric`,
`coordination` and `porosity` the state of the material in a region. Walls move by `Setup.add_motion`; `wall_load` is the
mean load on them, `wall(name)` has their present force and a velocity that can be set. Bodies come and go by `add`,
`remove`, inlets and outlets, and `plane_flow` counts those that pass a plane; `apply` adds forces. `unbalanced_force` tells
how far the bodies are from equilibrium. `save` and `restore` keep every bit.

`run` goes on to a time and calls a function at intervals. A scene file, as `talus run` takes it, is read by
Simulation.from_scene("scene.toml", set={"material.stone.friction": 0.4}), where `set` replaces values of the file.

Place grains at random
----------------------
>>> packing = talus.pack(talus.spheroid(2.0), volume_fraction=0.1, box_length=5.0, seed=1)
>>> len(packing), packing.complete
(24, True)

Results and studies
-------------------
`talus.run` computes a scene file and `talus.read` reads the folder of any run: series, measures and frames as arrays and
tables. `talus.sweep` runs parameter studies, `talus.calibrate` fits parameters to measured values. Particles of LAMMPS,
LIGGGHTS and YADE: `talus.read_particles`, `talus.Particles`.

Errors
------
A wrong argument is a ValueError that names it. A setup that cannot be simulated is a SimulationError with the body and
the reason, a limit that ends a run (`stop_overlap` and others) a LimitError.

The same input gives the same bits, with any number of threads and on every x86-64 machine.
"""

from talus._core import (
    STATUS_NAMES,
    Cache,
    Contact,
    ContactBatch,
    CurvatureRadii,
    Ellipsoid,
    HalfSpace,
    Mesh,
    Manifold,
    Method,
    OverlapVolume,
    Packing,
    Patch,
    Polyhedron,
    Pose,
    Segment,
    Setup,
    Shape,
    Simulation,
    SimulationContacts,
    SimulationError,
    LimitError,
    MeshWallHandle,
    Sphere,
    Superquadric,
    Wall,
    __version__,
    contact,
    contact_batch,
    contact_curvature,
    gap_exceeds,
    gap_exceeds_batch,
    lognormal_sizes,
    manifold,
    methods,
    overlap_volume,
    pack,
    pairs,
    patches,
    spheroid,
    uniform_sizes,
)
from talus.calibration import Calibration, calibrate
from talus.model import Columns
from talus.particles import Particles, read_particles
from talus.results import Frame, Frames, Run, read, run
from talus.show import View, show
from talus.sweeps import sweep

Simulation.show = show

__all__ = [
    "STATUS_NAMES",
    "Cache",
    "Calibration",
    "Columns",
    "Contact",
    "ContactBatch",
    "CurvatureRadii",
    "Ellipsoid",
    "Frame",
    "Frames",
    "HalfSpace",
    "Mesh",
    "Manifold",
    "Method",
    "OverlapVolume",
    "Packing",
    "Particles",
    "Patch",
    "Polyhedron",
    "Pose",
    "Run",
    "Segment",
    "Setup",
    "Shape",
    "Simulation",
    "SimulationContacts",
    "SimulationError",
    "LimitError",
    "MeshWallHandle",
    "Sphere",
    "Superquadric",
    "View",
    "Wall",
    "__version__",
    "calibrate",
    "contact",
    "contact_batch",
    "contact_curvature",
    "gap_exceeds",
    "gap_exceeds_batch",
    "lognormal_sizes",
    "manifold",
    "methods",
    "overlap_volume",
    "pack",
    "pairs",
    "patches",
    "read",
    "read_particles",
    "run",
    "show",
    "spheroid",
    "sweep",
    "uniform_sizes",
]
