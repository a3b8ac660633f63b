#!/usr/bin/python3
"""Draws the cost of a query against the exponent of superquadrics and the faces of a polyhedron.

    bench/plot_superquadrics.py bench/results/superquadrics.json docs/superquadrics.png
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

REGIMES = ("separated", "shallow", "deep")
LINES = {
    "exponent-": (("talus", "Talus", "tab:blue"), ("talus-x86-64-v4", "Talus, batches (AVX-512)", "tab:cyan"),
                  ("paper-common-normal", "common-normal (P3)", "tab:red"),
                  ("paper-summed-potential", "summed-potential (P2)", "tab:orange"),
                  ("ccd-epa", "libccd EPA 1e-12", "tab:gray"),
                  ("bullet-epa", "Bullet GJK + EPA", "tab:olive")),
    "faces-": (("talus", "Talus", "tab:blue"), ("paper-peng-hanley", "peng-hanley (P2)", "tab:orange"),
               ("ccd-epa", "libccd EPA 1e-12", "tab:gray"), ("bullet-epa", "Bullet GJK + EPA", "tab:olive")),
}
TICKS = {"exponent-": (2, 4, 8, 12, 20, 50), "faces-": (4, 12, 32, 100, 320, 1000)}
AXES = {"exponent-": "both exponents of both bodies", "faces-": "faces of the polyhedron"}


def points(rows, prefix, regime, start, contender):
    """The numbers in the workloads' names and the microseconds, where there is a time."""
    found = []
    for row in rows:
        time = row["contenders"].get(contender, {}).get("nanoseconds")
        if (row["workload"].startswith(prefix) and row["regime"] == regime and row["start"] == start
                and time is not None):
            found.append((int(row["workload"][len(prefix):]), time / 1000))
    found.sort()
    return [p[0] for p in found], [p[1] for p in found]


def main(source, target):
    with open(source, encoding="utf-8") as file:
        results = json.load(file)
    rows = results["rows"]
    figure, grid = plt.subplots(2, 3, figsize=(13, 8), sharey=True)
    for axes, (prefix, lines) in zip(grid, LINES.items()):
        for axis, regime in zip(axes, REGIMES):
            for start, style in (("cold", "--"), ("warm", "-")):
                for contender, label, colour in lines:
                    axis.plot(*points(rows, prefix, regime, start, contender), style, color=colour,
                              marker="o", markersize=3, label=f"{label}, {start}")
            axis.set(xscale="log", yscale="log", title=regime, xlabel=AXES[prefix])
            axis.set_xticks(TICKS[prefix], [str(tick) for tick in TICKS[prefix]])
            axis.minorticks_off()
            axis.grid(True, which="major", alpha=0.3)
        axes[0].set_ylabel("microseconds per query")
        axes[0].legend(fontsize=6, ncol=2)
    figure.suptitle("Two superquadrics, and one on a polyhedron: "
                    f"{results['machine']}, commit {results['commit']}", fontsize=9)
    figure.tight_layout()
    figure.savefig(target, dpi=110)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
