"""The figures."""
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from report_page import save_figure


def fig17(study, file):
    rows = study["classification"]
    facets = [r["facets"] for r in rows]
    figure, (times, speed) = plt.subplots(1, 2, figsize=(10, 4))
    times.loglog(facets, [r["polygons_ns"] for r in rows], "o-", label="Cyrus-Beck, as in the paper")
    times.loglog(facets, [r["planes_ns"] for r in rows], "s-", label="Cyrus-Beck at its best")
    times.loglog(facets, [r["dfr_ns"] for r in rows], "^-", label="DFR")
    times.set_xlabel("facets")
    times.set_ylabel("ns per point")
    times.legend()
    speed.loglog(facets, [r["polygons_ns"] / r["dfr_ns"] for r in rows], "o-", label="here")
    speed.loglog(facets, [r["planes_ns"] / r["dfr_ns"] for r in rows], "s-", label="here, over Cyrus-Beck at its best")
    paper = [r for r in rows if r["paper_speed_up"]]
    speed.loglog([r["facets"] for r in paper], [r["paper_speed_up"] for r in paper], "kx--", label="paper, Fig. 17")
    speed.set_xlabel("facets")
    speed.set_ylabel("speed-up of DFR over Cyrus-Beck")
    speed.legend()
    for axes in (times, speed):
        axes.grid(alpha=0.3)
    figure.tight_layout()
    save_figure(figure, file, dpi=120)


def contact_cost(study, file):
    rows = study["contact_cost"]
    points = np.array([r["vertices"] for r in rows])
    figure, both = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for axes, depth, title in zip(both, ("fixed", "shrinking"), ("1 % of the diameter deep", "half a cell deep")):
        for name, mark, label in (("all_to_all_us", "x-", "all to all"), ("published_us", "D-", "dfr-1999"),
                                  ("pieces_us", "^-", "surface-clipping"), ("deepest_us", "v-", "surface-overlap"),
                                  ("cold_us", "o-", "points, cold"), ("warm_us", "s-", "points, warm")):
            known = [r for r in rows if name in r[depth]]
            axes.loglog([r["vertices"] for r in known], [r[depth][name] for r in known], mark, label=label)
        first = rows[0][depth]["cold_us"]
        axes.loglog(points, first * np.sqrt(points / points[0]), "k:", label=r"$\sqrt{N}$")
        axes.set_title(title)
        axes.set_xlabel("points of a surface, N")
        axes.grid(alpha=0.3)
    both[0].set_ylabel("microseconds per query")
    figure.legend(*both[0].get_legend_handles_labels(), loc="lower center", ncol=7, fontsize=8)
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    save_figure(figure, file, dpi=120)


def published_work(study, file):
    rows = study["contact_cost"]
    points = np.array([r["vertices"] for r in rows], dtype=float)
    figure, both = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for axes, depth, title in zip(both, ("fixed", "shrinking"), ("1 % of the diameter deep", "half a cell deep")):
        for name, mark, label in (("zone_cells", "o-", "zone cells"), ("stencil_hits", "s-", "boundary cells"),
                                  ("edges", "^-", "edges"), ("cells_walked", "v-", "cells walked"),
                                  ("crossings", "D-", "crossings")):
            axes.loglog(points, [max(1, r[depth][name]) for r in rows], mark, label=label)
        start = rows[0][depth]["zone_cells"]
        for power, line in ((0.5, ":"), (1.0, "--"), (1.5, "-.")):
            axes.loglog(points, start * (points / points[0]) ** power, "k" + line, linewidth=0.9, label=f"$N^{{{power:g}}}$")
        axes.set_title(title)
        axes.set_xlabel("points of a surface, N")
        axes.grid(alpha=0.3)
    both[0].set_ylabel("visited per pair by dfr-1999")
    figure.legend(*both[0].get_legend_handles_labels(), loc="lower center", ncol=8, fontsize=8)
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    save_figure(figure, file, dpi=120)


STAGES = ("spatial search", "resolve geometry", "penalty force", "Newtonian physics", "housekeeping")
PAPER_PERCENT = (60.0, 21.0, 3.6, 8.0, 4.0)


def profile(study, file):
    """Table 1 as bars: the paper's percentages and ours."""
    figure, axes = plt.subplots(figsize=(10, 3.4))
    bars = [("paper, Table 1", PAPER_PERCENT)]
    for scene in study["profile"]:
        for name, rows in (("heapsort and dfr-1999", scene["rows"]), ("today's loop", scene["today"]["rows"])):
            seconds = {r["name"]: r["seconds"] for r in rows}
            whole = sum(seconds.values())
            bars.append((f"{scene['name']}: {name}", [100 * seconds[s] / whole for s in STAGES]))
    colours = ("#b3261e", "#d9803a", "#d8c04c", "#79b791", "#777777")
    for n, (_, values) in enumerate(bars):
        left = 0.0
        for stage, value, colour in zip(STAGES, values, colours):
            axes.barh(n, value, left=left, color=colour, label=stage if n == 0 else None)
            if value > 4:
                axes.text(left + value / 2, n, f"{value:.0f}", ha="center", va="center", fontsize=8)
            left += value
    axes.set_yticks(range(len(bars)), [name for name, _ in bars])
    axes.invert_yaxis()
    axes.set_xlabel("per cent of the time")
    axes.legend(ncol=5, fontsize=8, loc="lower center", bbox_to_anchor=(0.4, 1.0), frameon=False)
    save_figure(figure, file, dpi=120, bbox_inches="tight")


def convergence(study, file):
    figure, both = plt.subplots(1, 2, figsize=(10, 4))
    for axes, name, title in zip(both, ("depth", "normal"), ("depth", "normal, radian")):
        for body in study["convergence"]:
            if max(body[name]) > 1e-10:  # what is exact to rounding is not drawn
                axes.loglog(body["cells"], body[name], "o-", label=body["name"])
        cells = np.array(study["convergence"][-1]["cells"], dtype=float)
        start = study["convergence"][-1][name][0]
        axes.loglog(cells, start * (cells[0] / cells) ** 2, "k:", label="second order")
        axes.loglog(cells, start * (cells[0] / cells), "k--", label="first order")
        axes.set_title("worst error of the " + title)
        axes.set_xlabel("cells along the longest side")
        axes.grid(alpha=0.3)
    both[0].legend(fontsize=7)
    figure.tight_layout()
    save_figure(figure, file, dpi=120)


def gallery(study, folder, file):
    rows = study["gallery"]
    columns = 4
    figure = plt.figure(figsize=(12, 3.2 * ((len(rows) + columns - 1) // columns)))
    light = np.array([0.4, -0.5, 0.77])
    for n, r in enumerate(rows):
        axes = figure.add_subplot((len(rows) + columns - 1) // columns, columns, n + 1, projection="3d")
        facets = np.fromfile(folder / f"{r['name'].replace(' ', '_')}.facets", dtype=np.float32).reshape(-1, 3, 3)
        normal = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
        length = np.linalg.norm(normal, axis=1, keepdims=True)
        shade = 0.35 + 0.65 * np.clip((normal / np.maximum(length, 1e-30)) @ light, 0, 1)
        colour = shade[:, None] * np.array([0.93, 0.80, 0.62])
        axes.add_collection3d(Poly3DCollection(facets, facecolors=colour, edgecolors="none"))
        low, high = facets.min(axis=(0, 1)), facets.max(axis=(0, 1))
        middle, half = (low + high) / 2, (high - low).max() / 2
        axes.set_xlim(middle[0] - half, middle[0] + half)
        axes.set_ylim(middle[1] - half, middle[1] + half)
        axes.set_zlim(middle[2] - half, middle[2] + half)
        axes.set_axis_off()
        axes.view_init(35, -60)
        axes.set_box_aspect((1, 1, 1), zoom=1.35)
        off = abs(r["volume"] - r["source_volume"]) / r["source_volume"]
        axes.set_title(f"{r['name']}\nvolume {r['volume']:.4f} (off {100 * off:.2f} %), error {r['error']:.4f}",
                       fontsize=8, y=-0.08)
    figure.tight_layout()
    save_figure(figure, file, dpi=130)
