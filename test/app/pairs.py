"""Random and degenerate pairs of every kind, as bodies of the query format."""

import math

KINDS = ["sphere", "ellipsoid", "superquadric", "polyhedron", "half_space", "segment"]
IDENTITY = [1.0, 0.0, 0.0, 0.0]
EXPONENTS = [1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 5.0, 8.0, 20.0]


def unit_vector(generator, size=3):
    while True:
        v = [generator.gauss(0, 1) for _ in range(size)]
        length = math.hypot(*v)
        if length > 1e-3:
            return [x / length for x in v]


def random_shape(generator, kind, scale=1.0, needle=False):
    def axes():
        a = [scale * generator.uniform(0.3, 1.0) for _ in range(3)]
        if needle:
            a[generator.randrange(3)] *= 1000
        return a

    if kind == "sphere":
        return {"type": kind, "radius": scale * generator.uniform(0.3, 1.0)}
    if kind == "ellipsoid":
        return {"type": kind, "semi_axes": axes()}
    if kind == "superquadric":
        exponents = [generator.choice(EXPONENTS), generator.choice(EXPONENTS)]
        return {"type": kind, "semi_axes": axes(), "exponents": exponents}
    if kind == "polyhedron":
        a = axes()
        if generator.random() < 0.3:
            points = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        else:
            points = [unit_vector(generator) for _ in range(generator.choice([6, 10, 20, 40]))]
        return {"type": kind, "vertices": [[a[k] * p[k] for k in range(3)] for p in points]}
    if kind == "half_space":
        return {"type": kind, "normal": unit_vector(generator), "offset": scale * generator.uniform(-0.5, 0.5)}
    half = [scale * (1000 if needle else 1) * generator.uniform(0.3, 1.0) * x for x in unit_vector(generator)]
    return {"type": kind, "from": [-x for x in half], "to": half}


def size_of(shape):
    """About the radius of the body around its origin."""
    if shape["type"] == "sphere":
        return shape["radius"]
    if shape["type"] == "polyhedron":
        return max(math.hypot(*v) for v in shape["vertices"])
    if shape["type"] == "segment":
        return math.hypot(*shape["from"])
    return max(shape.get("semi_axes", [1.0]))


def body(shape, position, orientation):
    return {"shape": shape, "position": list(position), "orientation": list(orientation)}


def random_pair(generator, kind_a, kind_b, i):
    """Half of the pairs are random; the others go through the degenerate families in turn."""
    scale, ratio, offset, needle = 1.0, 1.0, [0.0, 0.0, 0.0], False
    family = i % 20
    if family == 10:
        scale = 2.0**-20
    elif family == 11:
        scale = 2.0**20
    elif family == 12:
        offset = [1e6, -1e6, 1e6]
    elif family == 13:
        ratio = 1e4
    elif family == 14:
        needle = True
    a = random_shape(generator, kind_a, scale, needle)
    b = random_shape(generator, kind_b, scale * ratio)
    turn_a, turn_b = unit_vector(generator, 4), unit_vector(generator, 4)
    reach = size_of(a) + size_of(b)
    step = [reach * generator.uniform(0, 1.2) * x for x in unit_vector(generator)]
    if family == 15:  # concentric
        step = [0.0, 0.0, 0.0]
    elif family == 16:  # the same body at the same pose, if the kinds agree
        b, turn_b, step = (a if kind_a == kind_b else b), turn_a, [0.0, 0.0, 0.0]
    elif family in (17, 18):  # parallel faces, edges and axes
        turn_a = turn_b = IDENTITY
        if family == 18:
            quarter = math.sqrt(0.5)
            turn_b = [quarter, 0.0, 0.0, quarter]
        axis = generator.randrange(3)
        step = [reach * generator.uniform(0.3, 1.1) if k == axis else 0.0 for k in range(3)]
    elif family == 19:  # two boxes, balls or the like that touch, or as good as
        turn_a = turn_b = IDENTITY
        axis = generator.randrange(3)
        extent = [extent_along(shape, axis) for shape in (a, b)]
        step = [sum(extent) if k == axis else 0.0 for k in range(3)]
    return body(a, offset, turn_a), body(b, [o + s for o, s in zip(offset, step)], turn_b)


def extent_along(shape, axis):
    if shape["type"] == "polyhedron":
        return max(abs(v[axis]) for v in shape["vertices"])
    if shape["type"] == "segment":
        return abs(shape["to"][axis])
    if shape["type"] == "half_space":
        return 0.0
    return shape["radius"] if shape["type"] == "sphere" else shape["semi_axes"][axis]
