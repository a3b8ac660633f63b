"""The figures of the study."""
import math

import matplotlib.pyplot as plt
from report_page import save_figure, style_charts

COLOUR = {"1": "#1f5fa8", "2": "#14735a", "3": "#8fb8de", "4": "#79b791", "5": "#d9803a",
          "6": "#b3261e", "0": "#777777"}
FEATURE = {"face": ("#1f5fa8", "o"), "edge": ("#d9803a", "s"), "vertex": ("#b3261e", "^")}

style_charts()


def times(results, file):
    """Fig. 12: the share of determinations done after a time, by case; and the growth."""
    solids = results["times"]["solids"]
    figure, panels = plt.subplots(2, 3, figsize=(11, 6))
    for panel, solid in zip(panels.flat, solids):
        for case, entry in sorted(solid["cases"].items()):
            share = [2 * k for k in range(51)]
            label = "no case" if case == "0" else f"case {case}"
            panel.plot(entry["quantile"], share, color=COLOUR[case], label=label,
                       linestyle="-" if int(case) % 2 else "--")
        panel.set_xscale("log")
        panel.set_title(f"{solid['name']}, {solid['faces']} faces", fontsize=9)
        panel.set_xlabel("ns")
        panel.set_ylabel("% of the case's spheres")
        panel.legend(frameon=False, fontsize=7)
    panel = panels.flat[5]
    for key, marker in (("solids", "o"), ("hulls", "s")):
        rows = results["times"][key]
        panel.plot([r["faces"] for r in rows], [r["mean"] for r in rows], marker=marker,
                   linestyle="", color="black", label="regular" if key == "solids" else "hulls")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("faces")
    panel.set_ylabel("mean, ns")
    panel.set_title("growth", fontsize=9)
    panel.legend(frameon=False, fontsize=7)
    figure.tight_layout()
    save_figure(figure, file)


def accuracy(results, file):
    """P2's overlap over the minimum translation: median to worst, by depth and feature."""
    rows = [r for r in results["accuracy"]["rows"] if r["distance"] < 0]
    kinds = list(dict.fromkeys((r["body"], r["polyhedron"]) for r in rows))
    figure, panels = plt.subplots(1, len(kinds), figsize=(13, 3.2), sharey=True)
    for panel, kind in zip(panels, kinds):
        for k, (feature, (colour, marker)) in enumerate(FEATURE.items()):
            for r in rows:
                ratio = r["ratio"][feature] if (r["body"], r["polyhedron"]) == kind else None
                if not ratio:
                    continue
                x = -r["distance"] * 1.25 ** (k - 1)
                panel.plot([x, x], [ratio["median"], ratio["most"]], color=colour, linewidth=1)
                panel.plot([x], [ratio["median"]], marker=marker, color=colour, markersize=5,
                           label=feature if r["distance"] == -0.01 else None)
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_title(f"{kind[0]} on {kind[1]}", fontsize=9)
        panel.set_xlabel("exact depth")
    panels[0].set_ylabel("P2's overlap / exact depth\nmedian to worst")
    panels[0].legend(frameon=False, fontsize=7)
    save_figure(figure, file)


def jump(file):
    """Equation (11) in the plane: a unit ball that touches a right-angled edge aslant."""
    angles = [k * math.pi / 4 / 100 for k in range(101)]
    overlaps = [1 - math.cos(a) for a in angles]
    figure, panel = plt.subplots(figsize=(4.6, 3))
    panel.plot([math.degrees(a) for a in angles], overlaps, color="#d9803a")
    panel.axhline(0, color="0.6", linewidth=0.8)
    panel.set_xlabel("direction of the ball's centre off the bisector, degrees")
    panel.set_ylabel("overlap by (11) at first touch, radii")
    save_figure(figure, file)
