"""Talus: exact contact between particles of any convex shape.

>>> import talus
>>> sphere = talus.Sphere(1.0)
>>> plane = talus.HalfSpace(normal=(0, 0, 1), offset=0.0)
>>> contact = talus.contact(sphere, talus.Pose((0, 0, 0.75)), plane, talus.Pose())
>>> contact.status, contact.distance
('overlapping', -0.25)
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
    Polyhedron,
    Pose,
    Segment,
    Shape,
    Sphere,
    Superquadric,
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
    spheroid,
    uniform_sizes,
)

__all__ = [
    "STATUS_NAMES",
    "Cache",
    "Contact",
    "ContactBatch",
    "CurvatureRadii",
    "Ellipsoid",
    "HalfSpace",
    "Mesh",
    "Manifold",
    "Method",
    "OverlapVolume",
    "Packing",
    "Polyhedron",
    "Pose",
    "Segment",
    "Shape",
    "Sphere",
    "Superquadric",
    "__version__",
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
    "spheroid",
    "uniform_sizes",
]
