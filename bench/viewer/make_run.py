#!/usr/bin/env python3
"""Makes the folder of a run for the bench of talus view: grains that swirl in a box, in the files that talus run writes
(docs/formats.md), without computing it.

    bench/viewer/make_run.py FOLDER --grains 100000 --frames 200 --distinct 20
    bench/viewer/make_run.py FOLDER --grains 1000000 --frames 8 --spheres --no-contacts

Of the frames, `distinct` have files of their own and the others are hard links to them: the disk would not hold 200
frames of 50 MB.
"""

import argparse
import os
import pathlib

import h5py
import numpy as np


def write(file, tables, attributes):
    with h5py.File(file, "w") as out:
        for name, values in tables.items():
            out[name] = values
        for (owner, name), value in attributes.items():
            out[owner].attrs[name] = np.bytes_(value) if isinstance(value, str) else value


def shapes(spheres):
    """Types, parameters, vertices and facets; polyhedra are cubes and octahedra of several sizes."""
    types, parameters, vertices, facets, vertex_start, facet_start = [], [], [], [], [0], [0]

    def add(kind, numbers=(), own_vertices=(), own_facets=()):
        types.append(kind)
        parameters.append(list(numbers) + [0.0] * (6 - len(numbers)))
        vertices.extend(own_vertices)
        facets.extend(own_facets)
        vertex_start.append(len(vertices))
        facet_start.append(len(facets))

    cube = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    cube_facets = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
                   [1, 5, 7], [1, 7, 3]]
    octahedron = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    octahedron_facets = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    for size in np.linspace(0.7, 1.0, 4 if not spheres else 16):
        r = 0.5 * size
        add("sphere", [r])
        if spheres:
            continue
        add("ellipsoid", [r, 0.6 * r, 0.6 * r])
        add("superquadric", [0.8 * r, 0.7 * r, 0.6 * r, 6, 6])
        add("polyhedron", (), 0.55 * r * np.array(cube), cube_facets)
        add("polyhedron", (), 0.9 * r * np.array(octahedron), octahedron_facets)
    return {"shapes/type": np.array(types, "S"), "shapes/parameters": np.array(parameters),
            "shapes/vertex_start": np.array(vertex_start, "i4"), "shapes/vertices": np.array(vertices, float).reshape(-1, 3),
            "shapes/facet_start": np.array(facet_start, "i4"), "shapes/facets": np.array(facets, "i4").reshape(-1, 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--grains", type=int, default=100000)
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--distinct", type=int, default=20)
    parser.add_argument("--spheres", action="store_true")
    parser.add_argument("--no-contacts", action="store_true")
    options = parser.parse_args()
    n, folder = options.grains, options.folder
    (folder / "frames").mkdir(parents=True)
    random = np.random.default_rng(1)
    side = round(n ** (1 / 3))
    grid = np.stack(np.meshgrid(*3 * [np.arange(side + 1)], indexing="ij"), -1).reshape(-1, 3)[:n].astype(float)
    table = shapes(options.spheres)
    count = len(table["shapes/type"])
    write(folder / "model.h5", {
        **table, "bodies/shape": random.integers(0, count, n, "i4"), "bodies/material": random.integers(0, 2, n, "i4"),
        "bodies/name": np.array([f"grain {i}" for i in range(n)], "S"), "bodies/freedom": np.zeros(n, "i4"),
        "bodies/mass": np.ones(n), "bodies/inertia": np.ones((n, 3)),
        "materials/name": np.array(["stone", "glass"], "S"), "materials/density": np.ones(2), "materials/young": np.ones(2),
        "materials/poisson": np.zeros(2), "walls/name": np.zeros(0, "S1"), "walls/material": np.zeros(0, "i4"),
        "walls/vertex_start": np.zeros(1, "i4"), "walls/triangle_start": np.zeros(1, "i4"), "walls/triangles": np.zeros((0, 3), "i4"),
        "box/lower": np.zeros(3), "box/upper": np.zeros(3), "box/periodic": np.zeros(3, "i4"),
    }, {("/", "format"): "talus model", ("/", "version"): 1, ("/", "units"): "SI"})
    quaternion = random.normal(size=(n, 4))
    quaternion /= np.linalg.norm(quaternion, axis=1)[:, None]
    neighbours = np.concatenate([np.stack([np.arange(n - step), np.arange(step, n)], -1)
                                 for step in (1, side + 1, (side + 1) ** 2)]).astype("i4")
    if options.no_contacts:
        neighbours = neighbours[:0]
    lines = ["frame,step,time [s]"]
    for k in range(options.frames):
        file = folder / "frames" / f"{k:06}.h5"
        lines.append(f"{k},{1000 * k},{0.01 * k}")
        if k >= options.distinct:
            os.link(folder / "frames" / f"{k % options.distinct:06}.h5", file)
            continue
        angle = 0.02 * k * (grid[:, 2] / side)
        centred = grid[:, :2] - side / 2
        position = np.stack([np.cos(angle) * centred[:, 0] - np.sin(angle) * centred[:, 1],
                             np.sin(angle) * centred[:, 0] + np.cos(angle) * centred[:, 1], grid[:, 2]], -1)
        velocity = np.stack([-position[:, 1], position[:, 0], 0 * angle], -1) * (0.02 * grid[:, 2:] / side)
        branch = position[neighbours[:, 1]] - position[neighbours[:, 0]]
        write(file, {
            "bodies/position": position, "bodies/orientation": quaternion, "bodies/velocity": velocity,
            "bodies/angular_velocity": velocity, "bodies/force": velocity, "bodies/torque": velocity,
            "contacts/body": neighbours, "contacts/point": position[neighbours[:, 0]] + 0.5 * branch, "contacts/normal": branch,
            "contacts/force": branch * random.exponential(size=(len(branch), 1)), "contacts/branch": branch,
            "contacts/overlap": np.full(len(branch), 1e-3), "contacts/area": np.zeros(len(branch)), "walls/vertices": np.zeros((0, 3)),
        }, {("/", "format"): "talus frame", ("/", "version"): 1, ("/", "units"): "SI", ("/", "time"): 0.01 * k, ("/", "step"): 1000 * k})
    (folder / "frames.csv").write_text("\n".join(lines) + "\n")
    (folder / "talus_run.txt").write_text("talus run, version 1, scene 0000000000000000, finished\n\n")


if __name__ == "__main__":
    main()
