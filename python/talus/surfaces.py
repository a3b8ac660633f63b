"""Surfaces of shapes as triangles."""

import functools

import numpy as np


@functools.lru_cache(maxsize=None)
def icosphere(level):
    """Vertices and triangles of a unit sphere: an icosahedron whose triangles are cut into four `level` times."""
    if not 0 <= level <= 6:
        raise ValueError(f"level: must be 0 to 6, got {level}")
    g = (1.0 + 5.0**0.5) / 2.0
    corners = np.array([(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g),
                        (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)])
    triangles = np.array([(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2),
                          (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5),
                          (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)])
    points = corners / np.linalg.norm(corners, axis=1)[:, None]
    for _ in range(level):
        edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
        unique, index = np.unique(edges, axis=0, return_inverse=True)
        middle = points[unique].sum(axis=1)
        ab, bc, ca = (len(points) + index.reshape(-1, 3)).T
        a, b, c = triangles.T
        triangles = np.concatenate([np.stack(t, axis=1) for t in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        points = np.concatenate([points, middle / np.linalg.norm(middle, axis=1)[:, None]])
    return points, triangles.astype(np.int64)


def surface_of(shape, level):
    """Vertices and triangles of a shape of a run; none of half-spaces and segments. The corners of round shapes lie on
    their surfaces."""
    if shape.type in ("polyhedron", "mesh"):
        return shape.vertices, shape.triangles.astype(np.int64)
    if shape.semi_axes is None:
        return np.empty((0, 3)), np.empty((0, 3), dtype=np.int64)
    points, triangles = icosphere(level)
    if shape.type == "superquadric":  # along each direction to the surface: F is homogeneous of degree n1
        n1, n2 = shape.parameters["n1"], shape.parameters["n2"]
        x, y, z = np.abs(points.T)
        points = points / ((x**n2 + y**n2) ** (n1 / n2) + z**n1)[:, None] ** (1.0 / n1)
    return points * shape.semi_axes, triangles


def rotation_matrices(orientations):
    """(N, 3, 3) of unit quaternions (w, x, y, z)."""
    w, x, y, z = np.asarray(orientations).T
    return np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
                     2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                     2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1).reshape(-1, 3, 3)
