"""Runs the program under test, and builds query lines."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("TALUS", str(ROOT / "build/release/bin/talus"))

FIELDS = ["id", "status", "distance", "lower", "upper", "proven", "normal", "point_a", "point_b",
          "method", "iterations"]

SPHERE = {"type": "sphere", "radius": 1}
SHAPES = {
    "sphere": SPHERE,
    "ellipsoid": {"type": "ellipsoid", "semi_axes": [1, 0.5, 0.75]},
    "superquadric": {"type": "superquadric", "semi_axes": [1, 0.5, 0.75], "exponents": [4, 3]},
    "polyhedron": {"type": "polyhedron",
                   "vertices": [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]},
    "half_space": {"type": "half_space", "normal": [0, 0, 1], "offset": 0},
    "segment": {"type": "segment", "from": [-1, 0, 0], "to": [1, 0, 0]},
}


def run(*arguments, text=""):
    data = text if isinstance(text, bytes) else text.encode()
    return subprocess.run([PROGRAM, *map(str, arguments)], input=data, capture_output=True, timeout=600)


def body(shape, position=(0, 0, 0), orientation=(1, 0, 0, 0)):
    return {"shape": shape, "position": list(position), "orientation": list(orientation)}


def pair(a, b, id="p"):
    return json.dumps({"id": id, "a": a, "b": b}, separators=(",", ":"))


GOOD = pair(body(SPHERE), body(SPHERE, (3, 0, 0)), "good")


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def parse(line):
    """Strict JSON: Python's own reader would accept NaN."""
    return json.loads(line, parse_constant=refuse_constant)


def query(lines, *arguments):
    """The exit status and the answers."""
    result = run("query", *arguments, text="\n".join(lines) + "\n")
    assert result.stderr == b"", result.stderr
    return result.returncode, [parse(line) for line in result.stdout.decode().splitlines()]
