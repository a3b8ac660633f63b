"""The figures of the study."""
import matplotlib.pyplot as plt

from runs import PAPER, SCHEMES

STYLE = {"size-rows": ("#111111", "o", "-"), "heapsort": ("#b3261e", "s", "-"),
         "octree": ("#1f5fa8", "^", "-"), "grid": ("#14735a", "D", "--"),
         "adaptive-grid": ("#79b791", "v", "--"), "body-cells": ("#d9803a", "P", "--"),
         "brute-force": ("#777777", "x", ":")}

plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
                     "figure.dpi": 130, "savefig.bbox": "tight"})


def panels_by_distribution(study, file, value, schemes, label, limits):
    """A panel per distribution with one line per scheme, and the legend in the last one."""
    figure, panels = plt.subplots(2, 4, figsize=(12.5, 6), sharex=True, sharey=True)
    for panel, name in zip(panels.flat, study.distributions):
        for scheme in schemes:
            series = study.of(name, scheme)
            colour, marker, line = STYLE[scheme]
            panel.plot([r["bodies"] for r in series], [value(r) for r in series], color=colour,
                       marker=marker, linestyle=line, markersize=3.5, linewidth=1.1, label=scheme)
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_ylim(*limits)
        panel.set_title(name, fontsize=9)
        panel.grid(color="0.92")
    legend = panels.flat[len(study.distributions)]
    legend.axis("off")
    legend.legend(*panels.flat[0].get_legend_handles_labels(), loc="center", frameon=False)
    for panel in panels[-1]:
        panel.set_xlabel("bodies")
    panels[0, 3].tick_params(labelbottom=True)
    panels[0, 3].set_xlabel("bodies")
    for row in panels:
        row[0].set_ylabel(label)
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)


def times(study, file):
    panels_by_distribution(study, file, lambda r: 1e9 * r["seconds"] / r["bodies"], SCHEMES,
                           "ns per body", (50, 1e5))


def memory(study, file):
    # Of a few bodies the pages of the process are most.
    panels_by_distribution(study, file, lambda r: max(r["bytes"], 1) / r["bodies"],
                           ["size-rows", *PAPER], "bytes of structure per body", (5, 1000))


def parts(study, file):
    """Section 2.4: what the two schemes spend on what, by distribution."""
    names = [part["distribution"] for part in study.parts]
    figure, (cost, visits) = plt.subplots(1, 2, figsize=(11, 3.6))
    bars = [("heapsort", "sort", "#e5a29d"), ("heapsort", "search", "#b3261e"),
            ("octree", "build", "#a5c3e3"), ("octree", "search", "#1f5fa8")]
    for k, scheme in enumerate(("heapsort", "octree")):
        base = [0] * len(names)
        positions = [i + 0.36 * (k - 0.5) for i in range(len(names))]
        for owner, key, colour in bars:
            if owner != scheme:
                continue
            height = [1e9 * part[scheme][key] / part["bodies"] for part in study.parts]
            cost.bar(positions, height, 0.34, bottom=base, color=colour, label=f"{scheme}: {key}")
            base = [b + h for b, h in zip(base, height)]
        visits.bar(positions, [part[scheme]["visits"] / part["bodies"] for part in study.parts], 0.34,
                   color=bars[2 * k + 1][2], label=scheme)
    for panel in (cost, visits):
        panel.set_xticks(range(len(names)), names, rotation=25)
        panel.set_ylim(top=1.25 * panel.get_ylim()[1])
        panel.legend(frameon=False, fontsize=8, ncol=4, loc="upper center", columnspacing=1)
    cost.set_ylabel("ns per body")
    visits.set_ylabel("entries or nodes visited per body")
    figure.suptitle(f"Section 2.4, {study.parts[0]['bodies']:,} bodies", fontsize=9)
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)
