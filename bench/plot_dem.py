#!/usr/bin/python3
"""Draws what a particle-step costs in beds of more and more grains.

    bench/plot_dem.py bench/results/dem.json docs/dem_growth.png
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def nanoseconds(rate):
    return 1e9 / rate["particle_steps_per_second"]


def main(source, target):
    with open(source, encoding="utf-8") as file:
        results = json.load(file)
    growth = results["growth"]
    if not growth:
        sys.exit(f"{source} has no growth: script/bench dem without options writes it")
    figure, axis = plt.subplots(figsize=(7, 4.5))
    grains = [rate["grains"] for rate in growth]
    costs = [nanoseconds(rate) for rate in growth]
    axis.plot(grains, costs, "o-", color="tab:blue", label="Talus, spheres")
    axis.fill_between(grains, min(costs), 1.3 * min(costs), color="tab:blue", alpha=0.12,
                      linewidth=0, label="within 30 %")
    for bed in results["beds"]:
        for rate in bed["rates"]:
            name = {"yade": "YADE", "liggghts": "LIGGGHTS"}.get(rate["program"], "Talus")
            if name == "Talus" and bed["bed"] == "spheres":
                continue
            axis.plot(rate["grains"], nanoseconds(rate), "^" if name == "Talus" else "s",
                      markersize=7, label=f"{name}, {bed['bed']}")
    axis.set(xscale="log", yscale="log", xlabel="grains", ylabel="nanoseconds per particle-step")
    axis.grid(True, alpha=0.3)
    axis.legend(fontsize=8, loc="upper right")
    axis.set_title(f"Settled beds, one core: {results['machine']}, commit {results['commit']}",
                   fontsize=9)
    figure.tight_layout()
    figure.savefig(target, dpi=120)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
