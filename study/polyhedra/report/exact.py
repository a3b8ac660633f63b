"""The signed distance of overlapping convex polyhedra in rational arithmetic.

Shares nothing with Talus. Doubles are rationals, so facets, edges and the separating-axis search
over every facet normal and every product of two edges are exact; only the last square root is
rounded, to the number of digits requested.
"""
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm

FEATURES = ("vertex", "edge", "face")


def subtract(u, v):
    return (u[0] - v[0], u[1] - v[1], u[2] - v[2])


def dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def cross(u, v):
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def primitive(v):
    """The shortest integer vector along v: parallel vectors become equal."""
    scale = lcm(*(c.denominator for c in v))
    whole = [int(c * scale) for c in v]
    divisor = gcd(*whole)
    return tuple(Fraction(c // divisor) for c in whole)


class Polyhedron:
    """The convex hull of points, by trying every plane through three of them."""

    def __init__(self, points):
        self.vertices = [tuple(Fraction(c) for c in p) for p in points]
        self.faces = {}  # outward normal -> indices of the vertices on the face
        for i, j, k in combinations(range(len(self.vertices)), 3):
            normal = cross(subtract(self.vertices[j], self.vertices[i]),
                           subtract(self.vertices[k], self.vertices[i]))
            if normal == (0, 0, 0):
                continue
            for n in (normal, tuple(-c for c in normal)):
                height, on = self.support(n)
                if height == dot(n, self.vertices[i]):
                    self.faces[primitive(n)] = frozenset(on)
        self.edges = [tuple(sorted(f & g)) for f, g in combinations(self.faces.values(), 2)
                      if len(f & g) == 2]

    def support(self, n):
        """The largest n.x and the vertices that have it."""
        heights = [dot(n, v) for v in self.vertices]
        top = max(heights)
        return top, [i for i, h in enumerate(heights) if h == top]

    def feature(self, n):
        """Which feature lies farthest along n: vertex, edge or face."""
        return FEATURES[min(len(self.support(n)[1]), 3) - 1]

    def direction(self, edge):
        return subtract(self.vertices[edge[1]], self.vertices[edge[0]])


class Axis:
    """A direction n of any length with sigma(n) = min over B of n.x - max over A of n.x."""

    def __init__(self, a, b, normal):
        self.normal = normal
        self.sigma = -b.support(tuple(-c for c in normal))[0] - a.support(normal)[0]
        square = self.sigma ** 2 / dot(normal, normal)
        self.rank = square if self.sigma > 0 else -square  # grows with sigma / |n|

    def digits(self, count=70):
        """The unit normal and the signed distance, as decimals of so many digits."""
        with localcontext() as context:
            context.prec = count + 10
            decimal = [Decimal(c.numerator) / Decimal(c.denominator)
                       for c in (*self.normal, self.sigma, dot(self.normal, self.normal))]
            length = decimal[4].sqrt()
            context.prec = count
            return tuple(c / length for c in decimal[:3]), decimal[3] / length


def axes(a, b):
    """Every candidate for the shortest separating translation, the best first."""
    normals = set(a.faces) | {tuple(-c for c in n) for n in b.faces}
    for edge_a in a.edges:
        for edge_b in b.edges:
            n = cross(a.direction(edge_a), b.direction(edge_b))
            if n != (0, 0, 0):
                n = primitive(n)
                normals |= {n, tuple(-c for c in n)}
    return sorted((Axis(a, b, n) for n in normals), key=lambda axis: axis.rank, reverse=True)


def read_body(body):
    """The polyhedron of one side of a query; situations keep the identity orientation."""
    if body.get("orientation", [1, 0, 0, 0]) != [1, 0, 0, 0]:
        raise ValueError("exact arithmetic needs the identity orientation")
    position = [Fraction(c) for c in body.get("position", [0, 0, 0])]
    return Polyhedron([[Fraction(c) + p for c, p in zip(v, position)]
                       for v in body["shape"]["vertices"]])


def contact_type(a, b, normal):
    """The features that touch once the overlap is removed along the normal: "edge-face"."""
    names = a.feature(normal), b.feature(tuple(-c for c in normal))
    return "-".join(sorted(names, key=FEATURES.index))
