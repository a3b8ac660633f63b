"""2,000 random and degenerate pairs of every kind: no failure, no NaN, and every answer checked with
support functions that are written here, not taken from Talus."""

import math
import random

import pytest
from pairs import KINDS, random_pair
from program import FIELDS, pair, query

COUNT = 2000
PAIRS = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:] if (a, b) != ("half_space", "half_space")]

# The required accuracy, relative to the larger of the bounding radius and the distance.
SMOOTH_ACCURACY = 1e-10
POLYHEDRAL_ACCURACY = 1e-13


def dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def rotation_of(q):
    length = math.hypot(*q)
    w, x, y, z = (c / length for c in q)
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]


def dual_norm(u, v, n):
    u, v = abs(u), abs(v)
    large, small = max(u, v), min(u, v)
    if n == 1 or large == 0:
        return large
    q = n / (n - 1)
    return large * (1 + (small / large) ** q) ** (1 / q)


def support(shape, n):
    """The largest n.x over the shape in its own frame."""
    kind = shape["type"]
    if kind == "sphere":
        return shape["radius"] * math.hypot(*n)
    if kind == "ellipsoid":
        return math.hypot(*(a * x for a, x in zip(shape["semi_axes"], n)))
    if kind == "superquadric":
        x, y, z = (a * x for a, x in zip(shape["semi_axes"], n))
        n1, n2 = shape["exponents"]
        return dual_norm(dual_norm(x, y, n2), z, n1)
    if kind == "polyhedron":
        return max(dot(n, v) for v in shape["vertices"])
    if kind == "segment":
        return max(dot(n, shape["from"]), dot(n, shape["to"]))
    length = math.hypot(*shape["normal"])
    across = [x - dot(n, shape["normal"]) / length**2 * y for x, y in zip(n, shape["normal"])]
    along = dot(n, shape["normal"]) / length
    assert math.hypot(*across) < 1e-14 and along > 0, "only its normal separates from a half-space"
    return shape["offset"] / length


class Placed:
    """A body with its position relative to a base point, which keeps the digits of a far scene."""

    def __init__(self, body, base):
        self.shape = body["shape"]
        self.position = [p - b for p, b in zip(body["position"], base)]
        self.rotation = rotation_of(body["orientation"])

    def support(self, n):
        in_body = [sum(self.rotation[r][c] * n[r] for r in range(3)) for c in range(3)]
        return support(self.shape, in_body) + dot(n, self.position)

    def radius(self):
        if self.shape["type"] == "half_space":
            return 0.0
        axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        return math.hypot(*(0.5 * (support(self.shape, n) + support(self.shape, [-x for x in n])) for n in axes))


def check(a, b, answer, accuracy):
    assert list(answer) == FIELDS
    assert answer["status"] in ("separated", "touching", "overlapping")
    distance, lower, upper, n = (answer[key] for key in ("distance", "lower", "upper", "normal"))
    assert lower <= distance <= upper
    if answer["status"] == "touching":
        assert lower <= 0 <= upper
    else:
        assert (distance > 0) == (answer["status"] == "separated") and distance != 0
    assert abs(math.hypot(*n) - 1) < 4e-16 * 4

    base = a["position"]
    body_a, body_b = Placed(a, base), Placed(b, base)
    scale = max(body_a.radius(), body_b.radius(), abs(distance))
    tolerance = accuracy * scale
    # World coordinates cannot carry more digits than they have.
    rounding = 4e-16 * max(map(abs, a["position"] + b["position"] + [scale]))

    sigma = -body_b.support([-x for x in n]) - body_a.support(n)
    assert abs(sigma - distance) <= tolerance + rounding

    points = [[p - o for p, o in zip(answer[key], base)] for key in ("point_a", "point_b")]
    for k in range(3):
        assert abs(points[1][k] - points[0][k] - distance * n[k]) <= tolerance + 4 * rounding
    for body, point, direction in ((body_a, points[0], n), (body_b, points[1], [-x for x in n])):
        assert abs(dot(direction, point) - body.support(direction)) <= tolerance + 4 * rounding
        if body.shape["type"] == "half_space":
            continue
        for axis in range(3):
            for sign in (-1.0, 1.0):
                u = [sign if k == axis else 0.0 for k in range(3)]
                assert dot(u, point) <= body.support(u) + tolerance + 4 * rounding


@pytest.mark.parametrize("kinds", PAIRS, ids=["-".join(kinds) for kinds in PAIRS])
def test_pairs(kinds):
    generator = random.Random("-".join(kinds))
    bodies = [random_pair(generator, *kinds, i) for i in range(COUNT)]
    status, answers = query([pair(a, b, i) for i, (a, b) in enumerate(bodies)])
    assert status == 0
    assert [answer["id"] for answer in answers] == [*range(COUNT)]
    curved = {"ellipsoid", "superquadric"} & set(kinds)
    accuracy = SMOOTH_ACCURACY if curved else POLYHEDRAL_ACCURACY
    bad = []
    for (a, b), answer in zip(bodies, answers):
        try:
            check(a, b, answer, accuracy)
        except AssertionError as error:
            bad.append(f"pair {answer['id']}: {error}\n{pair(a, b)}\n{answer}")
    assert not bad, f"{len(bad)} of {COUNT} pairs; the first:\n" + bad[0]
    hits = sum(answer["distance"] <= 0 for answer in answers)
    least = 0.05 if kinds == ("segment", "segment") else 0.2  # two segments meet only by design
    assert least * COUNT < hits < 0.95 * COUNT
