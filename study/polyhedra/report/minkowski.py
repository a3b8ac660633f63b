"""The Minkowski difference A - B of two polyhedra, for pictures: its faces, from exact arithmetic."""
import numpy as np

import exact


def faces_of_difference(a, b):
    """The faces of A - B, each as its corners in order. A face's normal is that of a face of A, the
    opposite of one of a face of B, or at right angles to an edge of each."""
    faces = []
    for axis in exact.axes(a, b):
        n = axis.normal
        on_a = a.support(n)[1]
        on_b = b.support(tuple(-c for c in n))[1]
        points = np.array([[float(c) for c in exact.subtract(a.vertices[i], b.vertices[j])]
                           for i in on_a for j in on_b])
        corners = in_order(points, np.array([float(c) for c in n]))
        if len(corners) >= 3:
            faces.append(corners)
    return faces


def in_order(points, normal):
    """The corners of the hull of points of one plane, in order; gift wrapping in the plane."""
    n = normal / np.linalg.norm(normal)
    u = np.cross(n, [0, 0, 1] if abs(n[2]) < 0.9 else [1, 0, 0])
    u /= np.linalg.norm(u)
    flat = np.unique(np.round(points @ np.array([u, np.cross(n, u)]).T, 12), axis=0)
    if len(flat) < 3:
        return []
    hull = half_hull(flat)[:-1] + half_hull(flat[::-1])[:-1]
    if len(hull) < 3:
        return []
    height = float(points[0] @ n)
    return np.array([x * u + y * np.cross(n, u) + height * n for x, y in hull])


def half_hull(points):
    """One side of the hull of sorted points (Andrew's monotone chain)."""
    chain = []
    for p in points:
        while len(chain) > 1 and turn(chain[-2], chain[-1], p) <= 1e-12:
            chain.pop()
        chain.append(tuple(p))
    return chain


def turn(p, q, r):
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
