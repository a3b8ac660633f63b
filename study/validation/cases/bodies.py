"""Shapes and meshes that the cases share."""
from itertools import combinations

import numpy as np
import talus

GOLDEN = (1 + 5 ** 0.5) / 2


def block(length, width, height):
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return talus.Polyhedron(0.5 * signs * [length, width, height])


def flat_block(length, width, height, exponents=(20, 20)):
    """A superquadric that is a block but for its rounded edges."""
    return talus.Superquadric((length / 2, width / 2, height / 2), exponents)


def regular_solids():
    """Vertices of the five regular solids, by name."""
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    axes = np.vstack([np.eye(3), -np.eye(3)])
    turned = [np.array([[0, s, t * GOLDEN] for s in (-1, 1) for t in (-1, 1)])]
    icosa = np.vstack([np.roll(turned[0], k, axis=1) for k in range(3)])
    corner = np.array([[0, s / GOLDEN, t * GOLDEN] for s in (-1, 1) for t in (-1, 1)])
    dodeca = np.vstack([cube] + [np.roll(corner, k, axis=1) for k in range(3)])
    tetra = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float)
    return {"tetrahedron": tetra, "cube": cube, "octahedron": axes, "dodecahedron": dodeca, "icosahedron": icosa}


def solid_of_volume(vertices, volume):
    shape = talus.Polyhedron(vertices)
    return talus.Polyhedron(np.asarray(vertices) * (volume / shape.volume) ** (1 / 3))


def torus(ring, tube, around=48, across=24):
    """Vertices and triangles of a torus about the z axis, corners on its surface."""
    u, v = np.meshgrid(np.arange(around) * 2 * np.pi / around, np.arange(across) * 2 * np.pi / across, indexing="ij")
    reach = ring + tube * np.cos(v)
    vertices = np.stack([reach * np.cos(u), reach * np.sin(u), tube * np.sin(v)], axis=-1).reshape(-1, 3)
    triangles = []
    for i in range(around):
        for j in range(across):
            a, b = i * across + j, (i + 1) % around * across + j
            c, d = (i + 1) % around * across + (j + 1) % across, i * across + (j + 1) % across
            triangles += [[a, b, c], [a, c, d]]
    return vertices, np.array(triangles)


def box_mesh(length, width, height):
    """Vertices and triangles of a block."""
    vertices = 0.5 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float) * [length, width, height]
    sides = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return vertices, np.array([t for a, b, c, d in sides for t in ([a, b, c], [a, c, d])])


def icosphere(radius, level):
    """A ball of 20 * 4^level nearly equal triangles."""
    corner = regular_solids()["icosahedron"]
    corner = list(corner / np.linalg.norm(corner[0]))
    shortest = min(np.linalg.norm(p - q) for p, q in combinations(corner, 2))
    triangles = []
    for i, j, k in combinations(range(12), 3):
        if all(np.linalg.norm(corner[p] - corner[q]) < 1.01 * shortest for p, q in ((i, j), (j, k), (i, k))):
            outward = np.dot(np.cross(corner[j] - corner[i], corner[k] - corner[i]), corner[i]) > 0
            triangles.append((i, j, k) if outward else (i, k, j))
    for _ in range(level):
        middles, finer = {}, []

        def middle(i, j):
            key = min(i, j), max(i, j)
            if key not in middles:
                middles[key] = len(corner)
                corner.append((corner[i] + corner[j]) / np.linalg.norm(corner[i] + corner[j]))
            return middles[key]
        for i, j, k in triangles:
            a, b, c = middle(i, j), middle(j, k), middle(k, i)
            finer += [(i, a, c), (a, j, b), (c, b, k), (a, b, c)]
        triangles = finer
    return radius * np.array(corner), np.array(triangles)


def ball_mesh(radius, around=32, across=16):
    """A ball as a mesh, its poles along z."""
    polar = np.pi * np.arange(1, across) / across
    turn = 2 * np.pi * np.arange(around) / around
    rings = [[np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)] for p in polar for t in turn]
    vertices = radius * np.array([[0, 0, 1], *rings, [0, 0, -1]])
    last, triangles = len(vertices) - 1, []
    for i in range(around):
        k = (i + 1) % around
        triangles.append([0, 1 + i, 1 + k])
        for j in range(across - 2):
            a, b = 1 + j * around + i, 1 + j * around + k
            triangles += [[a, a + around, b + around], [a, b + around, b]]
        base = 1 + (across - 2) * around
        triangles.append([last, base + k, base + i])
    return vertices, np.array(triangles)


def mesh(folder, name, vertices, triangles, cells=32):
    """A body of what a closed surface encloses."""
    file = folder / f"{name}.obj"
    lines = [f"v {x:.17g} {y:.17g} {z:.17g}" for x, y, z in vertices]
    lines += ["f {} {} {}".format(*(corner + 1)) for corner in np.asarray(triangles)]
    file.write_text("\n".join(lines) + "\n")
    return talus.Mesh(file, cells)


def plate(size, height=0.0, cells=1):
    """A square of triangles in the plane z = height: the same wall as a half-space."""
    side = np.linspace(-size, size, cells + 1)
    vertices = np.array([[x, y, height] for x in side for y in side])
    triangles = []
    for i in range(cells):
        for j in range(cells):
            a, b = i * (cells + 1) + j, (i + 1) * (cells + 1) + j
            triangles += [[a, b, b + 1], [a, b + 1, a + 1]]
    return vertices, np.array(triangles)


def rotation(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def random_orientations(random, count):
    q = random.normal(size=(count, 4))
    return q / np.linalg.norm(q, axis=1)[:, None]
