#!/usr/bin/env python3
"""Every shape in contact with every other: a table and a picture.

    PYTHONPATH=build/release/python /usr/bin/python3 examples/any_to_any.py --out DIR

Writes any_to_any.txt (the table, also printed), any_to_any.csv and any_to_any.png into DIR.
"""

import argparse
import csv
import pathlib
import time

import numpy as np
import talus

DEPTH = 0.12  # how far the bodies are pushed into each other
REPEATS = 200  # queries per timing


def rock(seed=5, count=18):
    """An irregular polyhedron: points on a slightly flattened sphere."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    return talus.Polyhedron(points * [0.98, 0.9, 0.78])


SHAPES = {
    "sphere": talus.Sphere(0.75),
    "ellipsoid": talus.Ellipsoid([1.05, 0.68, 0.5]),
    "superquadric": talus.Superquadric([0.85, 0.65, 0.6], [6, 3.5]),
    "polyhedron": rock(),
    "half_space": talus.HalfSpace([0, 0, 1], 0.0),
    "segment": talus.Segment([-0.9, 0, 0], [0.9, 0, 0]),
}
# Orientations per kind that align no axes; the second body of a pair takes the second one.
TURNS = {
    "sphere": ([1, 0, 0, 0], [1, 0, 0, 0]),
    "ellipsoid": ([0.93, 0.10, 0.30, -0.15], [0.86, -0.20, -0.42, 0.22]),
    "superquadric": ([0.92, 0.22, 0.12, 0.30], [0.85, 0.30, -0.38, 0.20]),
    "polyhedron": ([1, 0, 0, 0], [0.80, 0.20, 0.45, -0.35]),
    "half_space": ([0.99, 0.06, -0.09, 0], [0.99, 0.06, -0.09, 0]),
    "segment": ([0.80, 0.10, -0.25, 0.53], [0.84, -0.18, 0.48, -0.18]),
}


def unit(q):
    return np.asarray(q) / np.linalg.norm(q)


def poses(kind_a, kind_b):
    """Poses at which the two bodies overlap by DEPTH, or cross if they have no volume to overlap."""
    a, b = SHAPES[kind_a], SHAPES[kind_b]
    turn_a, turn_b = unit(TURNS[kind_a][0]), unit(TURNS[kind_b][1])
    pose_a = talus.Pose(orientation=turn_a)
    away = np.array([0.75, 0.25, 0.65])
    if kind_b == "half_space":
        away = np.array([0.0, 0.0, -1.0])
    elif kind_a == "half_space":
        away = np.array([0.0, 0.0, 1.0])
    position = 4 * away
    depth = 0.0 if kind_a == kind_b == "segment" else DEPTH
    for _ in range(2):  # the second time from close by, where the normal hardly changes
        apart = talus.contact(a, pose_a, b, talus.Pose(position, turn_b))
        position = position - (apart.distance + depth) * apart.normal
    return pose_a, talus.Pose(position, turn_b)


def microseconds(a, pose_a, b, pose_b):
    start = time.perf_counter()
    talus.contact_batch([a, b], np.zeros(REPEATS, dtype=int), pose_a.position, pose_a.orientation, 1,
                        pose_b.position, pose_b.orientation)
    return (time.perf_counter() - start) / REPEATS * 1e6


def answer_all():
    """One row per pair of kinds: (kind_a, kind_b, pose_a, pose_b, contact, microseconds)."""
    rows = []
    kinds = list(SHAPES)
    for i, kind_a in enumerate(kinds):
        for kind_b in kinds[i:]:
            a, b = SHAPES[kind_a], SHAPES[kind_b]
            if kind_a == kind_b == "half_space":
                pose = talus.Pose()
                rows.append((kind_a, kind_b, pose, pose, talus.contact(a, pose, b, pose), None))
                continue
            pose_a, pose_b = poses(kind_a, kind_b)
            contact = talus.contact(a, pose_a, b, pose_b)
            rows.append((kind_a, kind_b, pose_a, pose_b, contact, microseconds(a, pose_a, b, pose_b)))
    return rows


HEADER = ["a", "b", "status", "distance", "lower", "upper", "proven", "normal_x", "normal_y", "normal_z",
          "method", "iterations", "microseconds"]


def write_csv(rows, path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for kind_a, kind_b, _, _, c, cost in rows:
            numbers = [""] * 7 if c.failed else [
                repr(c.distance), repr(c.lower), repr(c.upper), c.proven, *map(repr, c.normal.tolist())]
            writer.writerow([kind_a, kind_b, c.status, *numbers, c.method or "", c.iterations,
                             "" if cost is None else f"{cost:.2f}"])


def table(rows):
    lines = [("pair", "status", "distance", "bracket", "normal", "method", "iterations", "us")]
    for kind_a, kind_b, _, _, c, cost in rows:
        pair = f"{kind_a} - {kind_b}"
        if c.failed:
            lines.append((pair, c.status.replace("_", " "), "", "", "", "", "", ""))
            continue
        normal = "  ".join(f"{x:+.3f}" for x in c.normal)
        lines.append((pair, c.status, f"{c.distance:+.6f}", f"{c.upper - c.lower:.0e}" + ("" if c.proven else " open"),
                      normal, c.method, str(c.iterations), f"{cost:.2f}"))
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    right = (2, 6, 7)
    text = ""
    for n, line in enumerate(lines):
        cells = [cell.rjust(w) if k in right else cell.ljust(w) for k, (cell, w) in enumerate(zip(line, widths))]
        text += "  ".join(cells).rstrip() + "\n"
        if n == 0:
            text += "  ".join("-" * w for w in widths) + "\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="where the files go")
    folder = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)

    rows = answer_all()
    text = table(rows)
    print(text)
    (folder / "any_to_any.txt").write_text(text)
    write_csv(rows, folder / "any_to_any.csv")

    from contact_sheet import draw  # imported late: Matplotlib loads slowly

    draw(SHAPES, rows, folder / "any_to_any.png")
    print(f"written: {', '.join(str(folder / f'any_to_any.{e}') for e in ('txt', 'csv', 'png'))}")


if __name__ == "__main__":
    main()
