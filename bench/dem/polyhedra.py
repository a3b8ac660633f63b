"""The bed of polyhedra.json in YADE: its law of the overlap volume, in a box of five walls.

    yade -n -x -j1 polyhedra.py polyhedra.json
"""

import json
import math
import resource
import sys
import time

from yade import polyhedra_utils


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def contacts_per_grain(count):
    """Contacts of two grains, each counted for both."""
    kind = [isinstance(body.shape, Polyhedra) for body in O.bodies]
    sides = sum(2 for i in O.interactions if i.isReal and kind[i.id1] and kind[i.id2])
    return sides / count


def seconds_of(steps):
    start = time.perf_counter()
    O.run(steps, True)
    return time.perf_counter() - start


with open(sys.argv[1]) as file:
    bed = json.load(file)

stone = PolyhedraMat()
stone.density = bed["density"]
# The normal force is young times the overlap volume, in N/m3. Two balls of radius r that overlap by d
# would share pi r* d^2 and press with 4/3 E* sqrt(r*) d^1.5 (Hertz): the same at d = r / 50.
radius = bed["diameter"] / 2
overlap = radius / 50
modulus = bed["young"] / (2 * (1 - 0.25**2))
force = 4 / 3 * modulus * math.sqrt(radius / 2) * overlap**1.5
stone.young = force / (math.pi * radius / 2 * overlap**2)
stone.poisson = 0.2  # tangential over normal stiffness
stone.frictionAngle = math.atan(bed["friction"])

before = resident_bytes()
for corners in bed["grains"]:
    O.bodies.append(polyhedra_utils.polyhedra(stone, v=corners))
count = len(bed["grains"])
for axis in range(3):
    O.bodies.append(utils.wall(0, axis=axis, sense=1, material=stone))
    if axis < 2:
        O.bodies.append(utils.wall(bed["width"], axis=axis, sense=-1, material=stone))

O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Polyhedra_Aabb(), Bo1_Wall_Aabb()], verletDist=0.05 * radius),
    InteractionLoop(
        [Ig2_Wall_Polyhedra_PolyhedraGeom(), Ig2_Polyhedra_Polyhedra_PolyhedraGeom()],
        [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
        [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()],
    ),
    NewtonIntegrator(damping=0.2, gravity=(0, 0, -9.81)),
]
O.dt = bed["time_step"]

seconds_of(2)
steps = max(3, int(bed["seconds"] / (seconds_of(3) / 3)))
best = min(seconds_of(steps) for _ in range(bed["passes"]))
print("RESULT " + json.dumps({
    "steps": steps,
    "seconds": best,
    "contacts_per_grain": contacts_per_grain(count),
    "resident_per_grain": (resident_bytes() - before) / count,
}), flush=True)
