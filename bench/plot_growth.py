#!/usr/bin/python3
"""Draws how the cost of a query grows with the number of vertices.

    bench/plot_growth.py bench/results/narrow.json docs/growth.png
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

REGIMES = ("separated", "shallow", "deep")


def line(rows, regime, start, time_of):
    """Vertices and microseconds of the rows of one kind, where there is a time."""
    points = [
        (row["vertices"], time_of(row))
        for row in rows
        if row["regime"] == regime and row["start"] == start
    ]
    points = [(vertices, time / 1000) for vertices, time in points if time is not None]
    return [p[0] for p in points], [p[1] for p in points]


def talus_time(row):
    return row["contenders"].get("talus", {}).get("nanoseconds")


def peer_time(row):
    peer = row.get("fastest_right_peer")
    return row["contenders"][peer]["nanoseconds"] if peer else None


def main(source, target):
    with open(source, encoding="utf-8") as file:
        results = json.load(file)
    rows = results["growth"]
    if not rows:
        sys.exit(f"{source} has no growth rows: script/bench without options writes them")
    figure, axes = plt.subplots(1, 3, figsize=(12, 4), sharex=True, sharey=True)
    for axis, regime in zip(axes, REGIMES):
        for start, style in (("cold", "--"), ("warm", "-")):
            axis.plot(*line(rows, regime, start, talus_time), style, color="tab:blue", marker="o",
                      markersize=3, label=f"Talus, {start}")
            axis.plot(*line(rows, regime, start, peer_time), style, color="tab:gray", marker="s",
                      markersize=3, label=f"fastest right peer, {start}")
        # The slope of a cost in proportion to the vertices.
        sizes = sorted({row["vertices"] for row in rows})
        axis.plot(sizes, [0.01 * n for n in sizes], ":", color="black", linewidth=0.8,
                  label="in proportion")
        axis.set(xscale="log", yscale="log", title=regime, xlabel="vertices of each body")
        axis.grid(True, which="major", alpha=0.3)
    axes[0].set_ylabel("microseconds per query")
    axes[0].legend(fontsize=8)
    figure.suptitle(f"Two convex polyhedra: {results['machine']}, commit {results['commit']}",
                    fontsize=9)
    figure.tight_layout()
    figure.savefig(target, dpi=120)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
