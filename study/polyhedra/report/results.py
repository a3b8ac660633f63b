"""The results of study_polyhedra beside exact arithmetic."""
import json
from decimal import Decimal

import exact
import paper

# An answer off by more than this is wrong, not inaccurate (tally.h).
WRONG_BEYOND = 1e-6

# What the paper's overlap is compared with; the contact point of another definition has a depth of
# its own, which is neither right nor wrong.
COMPARABLE = ("minimum-translation", "common-plane", "separation-only")

FAILURES = ("iteration_limit", "degenerate_input", "not_supported")


class Situation:
    """One of the nine: its bodies, the exact answer, and what every method says."""

    def __init__(self, file, answers):
        query = json.loads(file.read_text())
        self.id = query["id"]
        self.title = paper.title(self.id)
        self.shapes = query["shapes"]
        self.contact_type = query["contact_type"]
        self.a, self.b = exact.read_body(query["a"]), exact.read_body(query["b"])
        best = exact.axes(self.a, self.b)[0]
        self.normal, self.distance = best.digits()
        self.touching = exact.contact_type(self.a, self.b, best.normal)
        self.answers = {answer["method"]: Answer(answer, self) for answer in answers}


class Answer:
    def __init__(self, answer, situation):
        self.status = answer["status"]
        self.failed = self.status in FAILURES
        self.distance = answer["distance"]
        self.normal = answer["normal"]
        self.point_a, self.point_b = answer["point_a"], answer["point_b"]
        self.iterations = answer["iterations"]
        self.microseconds = answer["nanoseconds"] * 1e-3
        self.distance_error = float(abs(Decimal(self.distance) - situation.distance))
        # As in the paper's Fig. 11a: the mean over the three components.
        self.normal_error = float(sum(abs(Decimal(n) - e)
                                      for n, e in zip(self.normal, situation.normal)) / 3)
        off = not self.failed and max(self.distance_error, self.normal_error) > WRONG_BEYOND
        self.comparable = answer["definition"] in COMPARABLE
        self.wrong = off and self.comparable
        self.other = off and not self.comparable


class Sequence:
    """The bodies and the first direction for which GJK visits the vertices of Fig. 5."""

    def __init__(self, file):
        query = json.loads(file.read_text())
        self.a, self.b = exact.read_body(query["a"]), exact.read_body(query["b"])
        self.names = {side: dict(zip(map(tuple, query[side]["shape"]["vertices"]), query["names"][side]))
                      for side in "ab"}


class Study:
    def __init__(self, results, situations, sequence):
        measured = json.loads((results / "situations.json").read_text())
        self.machine = measured["machine"]
        self.evaluations = {s["id"]: s["evaluations"] for s in measured["situations"]}
        self.vertices = {s["id"]: s["vertices"] for s in measured["situations"]}
        self.fig4_bodies = measured["fig4_bodies"]
        self.traces = json.loads((results / "traces.json").read_text())
        self.sequence = Sequence(sequence)
        answers = {entry["id"]: entry["answers"] for entry in measured["situations"]}
        self.situations = [Situation(situations / f"{name}.json", answers[name])
                           for name in paper.SITUATIONS if name in answers]
        self.methods = list(self.situations[0].answers)
        self.production = self.methods[0]
        self.comparable = {method: all(s.answers[method].comparable for s in self.situations)
                           for method in self.methods}
        random = json.loads((results / "random.json").read_text())
        self.pairs, self.seed = random["pairs"], random["seed"]
        self.cells, self.steps = random["cells"], random["steps"]
        self.early_exit, self.compared = random["early_exit"], random["compared"]
        self.families = list(dict.fromkeys(cell["family"] for cell in self.cells))

    def situation(self, name):
        return next(s for s in self.situations if s.id == name)

    def mean_microseconds(self, method):
        times = [s.answers[method].microseconds for s in self.situations]
        return sum(times) / len(times)

    def select(self, method, overlapping=None, family=None):
        return [cell for cell in self.cells if cell["method"] == method
                and overlapping in (None, cell["regime"] != "separated")
                and family in (None, cell["family"])]


def total(cells, key):
    return sum(cell[key] for cell in cells)


def share(cells, *keys):
    """Of the pairs tried, in the proportions of the families, though some answer every n-th."""
    weights = [cell["pairs"] for cell in cells]
    rates = [sum(cell[key] for key in keys) / cell["tried"] for cell in cells]
    return sum(w * r for w, r in zip(weights, rates)) / sum(weights)


def wilson(count, tried, z=1.96):
    """The 95 % interval of a share of which `count` of `tried` were seen (Wilson 1927)."""
    rate, square = count / tried, z * z / tried
    middle = (rate + square / 2) / (1 + square)
    half = z / (1 + square) * (rate * (1 - rate) / tried + square / (4 * tried)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_microseconds(cells):
    weights = [cell["pairs"] for cell in cells]
    return 1e-3 * sum(w * cell["nanoseconds"] for w, cell in zip(weights, cells)) / sum(weights)
