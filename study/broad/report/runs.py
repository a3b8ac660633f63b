"""What study_broad measured, by distribution, scheme and number of bodies."""
import math

PAPER = ["heapsort", "octree", "grid", "adaptive-grid", "body-cells"]
SCHEMES = ["size-rows", *PAPER, "brute-force"]

# Exponents are of the sizes from here on: below, times are of what fits a cache.
SETTLED = 10_000


class Study:
    def __init__(self, results):
        self.machine = results["machine"]
        self.limit = results["limit"]
        self.what = {d["name"]: d["what"] for d in results["distributions"]}
        self.parts = results["parts"]
        self.part_machines = [(what, results[key]) for what, key in
                              (("parts of heapsort and octree", "parts_machine"),
                               ("section 2.1", "coherence_machine"))]
        self.coherence = results["coherence"]
        self.stops = results["comparison"]["stops"]
        self.runs = {}
        for run in results["comparison"]["runs"]:
            self.runs.setdefault((run["distribution"], run["scheme"]), []).append(run)

    @property
    def distributions(self):
        return list(self.what)

    def of(self, distribution, scheme):
        """Runs with ascending numbers of bodies."""
        return self.runs.get((distribution, scheme), [])

    def at(self, distribution, scheme, bodies):
        return next((r for r in self.of(distribution, scheme) if r["bodies"] == bodies), None)

    def sizes(self):
        return sorted({r["bodies"] for series in self.runs.values() for r in series})

    def largest_shared_size(self):
        """The most bodies that every scheme of the paper was given, on every distribution."""
        shared = [n for n in self.sizes()
                  if all(self.at(d, s, n) for d in self.distributions for s in ("heapsort", "octree"))]
        return shared[-1]

    def stop(self, distribution, scheme):
        return next((s for s in self.stops
                     if (s["distribution"], s["scheme"]) == (distribution, scheme)), None)


def exponent(series, value):
    """The slope of a line through the logarithms of the settled sizes; None without three."""
    points = [(math.log(r["bodies"]), math.log(value(r))) for r in series if r["bodies"] >= SETTLED]
    if len(points) < 3:
        return None
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return (sum((x - mean_x) * (y - mean_y) for x, y in points) /
            sum((x - mean_x) ** 2 for x, _ in points))


def operations(run):
    return run["tests"] + run["visits"]
