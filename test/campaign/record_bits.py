#!/usr/bin/env python3
"""Record the bits of contact answers and trajectories, and compare two records.

  PYTHONPATH=build/release/python test/campaign/record_bits.py record before.json
  PYTHONPATH=build/release/python test/campaign/record_bits.py record after.json
  test/campaign/record_bits.py compare before.json after.json

A record holds one digest per part: for every pair of shape kinds, the production method cold, warm and
batched, `gap_exceeds`, manifolds and curvatures; every other method cold; and the scenes of examples/scenes
after a number of steps. Two builds agree in a part if its digests are equal. For a change that must not move
a bit of any answer.
"""

import argparse
import hashlib
import json
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ["sphere", "ellipsoid", "superquadric", "polyhedron", "half_space", "segment", "mesh"]
STEPS = {"box.toml": 10000, "chute.toml": 10000, "drum.toml": 10000, "hopper.toml": 10000, "demo.toml": 8000}


class Digest:
    def __init__(self):
        self.hash = hashlib.sha256()

    def add(self, *values):
        import numpy

        for value in values:
            if isinstance(value, str):
                self.hash.update(value.encode())
            else:
                self.hash.update(numpy.ascontiguousarray(value).tobytes())

    def add_contact(self, c):
        self.add(c.status, [c.distance, c.lower, c.upper], c.normal, c.point_a, c.point_b, c.iterations,
                 [c.proven, c.fallback])

    def text(self):
        return self.hash.hexdigest()[:24]


def random_shape(talus, kind, rng):
    size = rng.uniform(0.5, 1.5)
    if kind == "sphere":
        return talus.Sphere(size)
    if kind == "ellipsoid":
        return talus.Ellipsoid(size * rng.uniform(0.3, 1.0, 3))
    if kind == "superquadric":
        exponents = rng.choice([1.2, 2.0, 2.5, 4.0, 8.0, 20.0], 2)
        return talus.Superquadric(size * rng.uniform(0.3, 1.0, 3), exponents)
    if kind == "polyhedron":
        points = rng.normal(size=(int(rng.choice([8, 12, 20, 60])), 3))
        points /= [[math.sqrt(sum(p * p))] for p in points]
        return talus.Polyhedron(size * points * rng.uniform(0.4, 1.0, 3))
    if kind == "half_space":
        n = rng.normal(size=3)
        return talus.HalfSpace(n / math.sqrt(sum(n * n)), rng.uniform(-0.2, 0.2))
    if kind == "segment":
        end = size * rng.uniform(-1, 1, 3)
        return talus.Segment(-end, end)
    name = rng.choice(["jack.stl", "ring.obj"])
    return talus.Mesh(str(ROOT / "examples" / "scenes" / name), int(rng.choice([16, 24])))


def random_quaternion(rng):
    q = rng.normal(size=4)
    return q / math.sqrt(sum(q * q))


class Pairs:
    """Pairs of two kinds from apart to deep, of a limited number of shapes."""

    def __init__(self, talus, numpy, kind_a, kind_b, count):
        seed = [KINDS.index(kind_a), KINDS.index(kind_b), 17]
        rng = numpy.random.default_rng(seed)
        self.talus, self.rng = talus, rng
        shapes = 4 if "mesh" in (kind_a, kind_b) else 40
        self.shapes = [random_shape(talus, kind_a, rng) for _ in range(shapes)]
        self.shapes += [random_shape(talus, kind_b, rng) for _ in range(shapes)]
        self.a = rng.integers(0, shapes, count).astype(numpy.int32)
        self.b = (shapes + rng.integers(0, shapes, count)).astype(numpy.int32)
        self.position_a = rng.uniform(-2, 2, (count, 3))
        direction = rng.normal(size=(count, 3))
        direction /= numpy.linalg.norm(direction, axis=1)[:, None]
        reach = numpy.array([self.reach(s) for s in self.shapes])
        gap = (reach[self.a] + reach[self.b]) * rng.uniform(0.0, 1.2, count)
        self.position_b = self.position_a + direction * gap[:, None]
        self.orientation_a = numpy.array([random_quaternion(rng) for _ in range(count)])
        self.orientation_b = numpy.array([random_quaternion(rng) for _ in range(count)])

    def reach(self, shape):
        return 1.0 if shape.kind == "half_space" else shape.bounding_sphere[1]

    def poses(self, i):
        return (self.talus.Pose(self.position_a[i], self.orientation_a[i]),
                self.talus.Pose(self.position_b[i], self.orientation_b[i]))

    def arrays(self):
        return (self.shapes, self.a, self.position_a, self.orientation_a, self.b, self.position_b,
                self.orientation_b)


def record_pair(talus, numpy, kind_a, kind_b, count, parts):
    methods = talus.methods(kind_a, kind_b)
    if not methods:
        return
    slow = "mesh" in (kind_a, kind_b)
    p = Pairs(talus, numpy, kind_a, kind_b, count // 20 if slow else count)
    n, name = len(p.a), f"{kind_a}-{kind_b}"
    cold, warm, gaps, shape_data = Digest(), Digest(), Digest(), Digest()
    for i in range(n):
        a, b = p.shapes[p.a[i]], p.shapes[p.b[i]]
        pose_a, pose_b = p.poses(i)
        c = talus.contact(a, pose_a, b, pose_b)
        cold.add_contact(c)
        cache = talus.Cache()
        for k in range(3):
            moved = talus.Pose(p.position_b[i] + k * 1e-4 * p.position_a[i], p.orientation_b[i])
            warm.add_contact(talus.contact(a, pose_a, b, moved, cache=cache,
                                           tolerance=1e-5 if i % 2 else None))
        gaps.add([talus.gap_exceeds(a, pose_a, b, pose_b, 0.1)])
        if i % 10 == 0 and not slow and "segment" not in name:
            try:
                m = talus.manifold(a, pose_a, b, pose_b, contact=c)
                shape_data.add(m.kind, m.polygon, m.depths, m.normal, [m.area, m.mean_depth], m.force_point)
            except ValueError:
                shape_data.add("none")
            at = talus.contact_curvature(c, a, pose_a, b, pose_b)
            for r in at or ():
                shape_data.add([r.smallest, r.largest, r.gaussian])
    parts[f"{name} cold"], parts[f"{name} warm"] = cold.text(), warm.text()
    parts[f"{name} gap"], parts[f"{name} manifold"] = gaps.text(), shape_data.text()
    batch = Digest()
    r = talus.contact_batch(*p.arrays())
    batch.add(r.distance, r.lower, r.upper, r.proven, r.normal, r.point_a, r.point_b, r.status, r.iterations,
              r.fallback)
    batch.add(talus.gap_exceeds_batch(*p.arrays(), 0.1))
    parts[f"{name} batch"] = batch.text()
    for method in methods[1:]:
        digest = Digest()
        for i in range(0, n, 10):
            digest.add_contact(talus.contact(p.shapes[p.a[i]], p.poses(i)[0], p.shapes[p.b[i]], p.poses(i)[1],
                                             method=method.name))
        parts[f"{name} {method.name}"] = digest.text()


def record_scene(talus, file, steps, parts):
    simulation = talus.Simulation.from_scene(str(file), threads=2)
    digest, contacts = Digest(), Digest()
    for _ in range(4):
        simulation.step(steps // 4)
        s = simulation
        digest.add(s.positions, s.orientations, s.velocities, s.angular_velocities, s.angular_momenta, s.forces,
                   s.torques)
        digest.add(*(f"{key} {value.hex()}" for key, value in sorted(s.ledger().items())))
        c = s.contacts
        contacts.add(c.a, c.b, c.point, c.normal, c.force, c.branch, c.overlap, c.area)
    parts[f"{file.name} trajectory"], parts[f"{file.name} contacts"] = digest.text(), contacts.text()


def record(arguments):
    import numpy

    import talus

    parts = {}
    for i, kind_a in enumerate(KINDS):
        for kind_b in KINDS[i:]:
            print(f"{kind_a}-{kind_b}", file=sys.stderr)
            record_pair(talus, numpy, kind_a, kind_b, arguments.pairs, parts)
    for name, steps in STEPS.items():
        print(name, file=sys.stderr)
        record_scene(talus, ROOT / "examples" / "scenes" / name, steps, parts)
    pathlib.Path(arguments.file).write_text(json.dumps({"pairs": arguments.pairs, "parts": parts}, indent=1))


def compare(arguments):
    before, after = (json.loads(pathlib.Path(f).read_text()) for f in (arguments.before, arguments.after))
    if before["pairs"] != after["pairs"]:
        sys.exit("the records are of different numbers of pairs")
    b, a = before["parts"], after["parts"]
    differ = [name for name in b if a.get(name) != b[name]]
    for name in differ:
        print(f"differs: {name}" if name in a else f"missing: {name}")
    print(f"{len(b) - len(differ)} of {len(b)} parts have the same bits")
    return 1 if differ else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    record_command = commands.add_parser("record")
    record_command.add_argument("file")
    record_command.add_argument("--pairs", type=int, default=10000)
    record_command.set_defaults(run=record)
    compare_command = commands.add_parser("compare")
    compare_command.add_argument("before")
    compare_command.add_argument("after")
    compare_command.set_defaults(run=compare)
    arguments = parser.parse_args()
    sys.exit(arguments.run(arguments))


if __name__ == "__main__":
    main()
