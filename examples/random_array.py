#!/usr/bin/env python3
"""Random arrays of discs, of needles and of a mix of shapes and sizes, as a picture.

    PYTHONPATH=build/release/python /usr/bin/python3 examples/random_array.py --out DIR

Writes random_array.png into DIR. Each array fills a periodic cube; bodies are drawn whole, at the
position of their origin in the cube.
"""

import argparse
import pathlib
import sys

import numpy as np
import talus

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from ray_picture import LIGHT, Camera, EllipsoidPicture, Placed, PolyhedronPicture, SuperquadricPicture  # noqa: E402

PIXELS, SUPERSAMPLE = 420, 2
COLOURS = np.array([[0.25, 0.47, 0.68], [0.85, 0.55, 0.25], [0.42, 0.62, 0.36], [0.72, 0.36, 0.42]])


def arrays():
    cube = talus.Polyhedron([[x, y, z] for x in (-0.45, 0.45) for y in (-0.45, 0.45) for z in (-0.45, 0.45)])
    grains = talus.lognormal_sizes(talus.Sphere(1), median=0.5, sigma=0.25, classes=8)
    rounded = talus.Superquadric([0.3, 0.3, 0.75], [6, 4])
    yield "discs, aspect ratio 1/6, 0.25", talus.pack(talus.spheroid(1 / 6), 0.25, 7)
    yield "needles, aspect ratio 6, 0.25", talus.pack(talus.spheroid(6), 0.25, 7)
    yield "a mix of shapes and sizes, 0.3", talus.pack(
        [cube, rounded, talus.spheroid(1 / 3), *grains], 0.3, 6, shares=[2, 2, 2, *[1] * 8])


def picture_of(shape):
    if isinstance(shape, talus.Polyhedron):
        return PolyhedronPicture(shape.vertices, shape.faces)
    if isinstance(shape, talus.Superquadric):
        return SuperquadricPicture(shape.semi_axes, shape.exponents)
    return EllipsoidPicture(shape.semi_axes if isinstance(shape, talus.Ellipsoid) else [shape.radius] * 3)


def draw(packing):
    """The nearest surface along every ray, lit from one side; a body is intersected with rays near it only."""
    box = packing.box_length
    camera = Camera([box / 2] * 3, 0.92 * box, -55, 25)
    origins = camera.rays(PIXELS * SUPERSAMPLE)
    nearest = np.full(len(origins), np.inf)
    image = np.zeros((len(origins), 4))
    rotations = [talus.Pose([0, 0, 0], q).rotation for q in packing.orientation]
    for index, (shape, rotation, position) in enumerate(zip(packing.shape_index, rotations, packing.position)):
        own = packing.shapes[shape]
        kind = index if len(packing.shapes) == 1 else min(shape, 3)
        colour = COLOURS[kind % 4] * (0.85 + 0.3 * ((index * 0.618) % 1))
        body = Placed(picture_of(own), rotation, position, colour)
        offset = position - origins
        across = offset - (offset @ camera.direction)[:, None] * camera.direction
        rays = np.flatnonzero(np.einsum("ij,ij->i", across, across) <= own.bounding_sphere[1] ** 2)
        t, normals = body.enter(origins[rays], camera.direction)
        front = np.isfinite(t) & (t < nearest[rays])
        rays, normals = rays[front], normals[front]
        nearest[rays] = t[front]
        light = 0.42 + 0.58 * np.clip(normals / np.linalg.norm(normals, axis=1)[:, None] @ LIGHT, 0, 1)
        image[rays, :3] = np.clip(light[:, None] * colour, 0, 1)
        image[rays, 3] = 1
    image[:, :3] *= image[:, 3:]
    image = image.reshape(PIXELS, SUPERSAMPLE, PIXELS, SUPERSAMPLE, 4).mean(axis=(1, 3))
    image[..., :3] /= np.maximum(image[..., 3:], 1e-9)
    return image


def main():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the picture")
    folder = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(1, 3, figsize=(13.2, 4.9))
    for axis, (title, packing) in zip(axes, arrays()):
        assert packing.complete
        print(f"{title}: {len(packing)} bodies, {packing.attempts} attempts")
        axis.imshow(draw(packing))
        axis.set_title(f"{title}: {len(packing)} bodies", fontsize=11)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(folder / "random_array.png", dpi=100)


if __name__ == "__main__":
    main()
