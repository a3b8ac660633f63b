"""The files that study_ellipsoids wrote."""
import json

ASPECT_NAMES = {1 / 6: "1/6", 1 / 3: "1/3", 2 / 3: "2/3", 1.5: "3/2", 3: "3", 6: "6"}


def aspect_name(aspect):
    return min((abs(aspect - value), name) for value, name in ASPECT_NAMES.items())[1]


class Study:
    def __init__(self, folder):
        read = lambda name: json.loads((folder / f"{name}.json").read_text())  # noqa: E731
        self.mirrored = read("mirrored")
        self.small = read("small_arrays")
        self.iterations = read("iterations")
        self.times = read("times")
        self.errors = read("errors")
        self.mixed = read("mixed")
        self.charges = read("charges")
        self.penalty = read("penalty_readings")
        self.lubrication = read("lubrication")
        self.steps = read("steps")
        self.elimination = read("elimination")
        self.production = self.times["production"]
        self.figures = {f["figure"]: f["curves"] for f in self.mirrored["figures"]}

    def parts(self):
        return (self.times, self.mirrored, self.small, self.iterations, self.errors, self.mixed,
                self.charges, self.penalty, self.lubrication, self.steps)

    def iteration_rows(self, aspect=None, fraction=None):
        """At eps_d = 1e-5 R_eq, as the figures."""
        return [r for r in self.iterations["rows"] if r["eps"] == 1e-5
                and (aspect is None or aspect_name(r["aspect"]) == aspect)
                and (fraction is None or r["fraction"] == fraction)]

    def time_rows(self, **values):
        def fits(row):
            return all((aspect_name(row["aspect"]) if k == "aspect" else row[k]) == v
                       for k, v in values.items())
        return [r for r in self.times["rows"] if fits(r)]

    def error_total(self, key):
        return sum(row[key] for row in self.errors["rows"])
