"""Talus: exact contact between particles of any convex shape.

>>> import talus
>>> sphere = talus.Sphere(1.0)
>>> plane = talus.HalfSpace(normal=(0, 0, 1), offset=0.0)
>>> contact = talus.contact(sphere, talus.Pose((0, 0, 0.75)), plane, talus.Pose())
>>> contact.status, contact.distance
('overlapping', -0.25)

Simulations: talus.Setup and talus.Simulation, or talus.run of a scene file. Results of a run: talus.read. Parameter
studies: talus.sweep, talus.calibrate. Files of other programs: talus.read_particles, talus.Particles.
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
