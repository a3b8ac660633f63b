"""Figures of the scans and of the small arrays, with the paper's numbers where its text has them."""
import matplotlib.pyplot as plt

import confidence
import paper
import small_tables
from charts import ASPECT_STYLE, SERIES, at_least_decades, curve
from report_page import save_figure
from scan_tables import sphere_bound
from results import aspect_name


def charge_constants(study, file):
    """Fig. 13 with C_max = 0.01 and the three values of tau."""
    shown = [r for r in study.charges["figure13"] if r["c_max"] == 0.01]
    figure, rows = plt.subplots(2, len(shown), figsize=(10, 5), sharex=True, sharey="row",
                                gridspec_kw={"hspace": 0.15, "wspace": 0.08})
    for column, row in enumerate(shown):
        for panels, key in zip(rows, ("distance_error", "point_error")):
            panel = panels[column]
            for c in row["curves"]:
                curve(panel, c["points"], key, ASPECT_STYLE[c["label"].removeprefix("aspect ")],
                      c["label"])
            panel.set(xscale="log", yscale="log")
        rows[0][column].axhline(1e-6, color="0.6", linewidth=0.7, linestyle=":")
        rows[0][column].set_title(f"Fig. 13: $\\tau$ = {row['tau']:g}, $C_{{max}}$ = 0.01")
        rows[1][column].set_xlabel("$d^*/D_{eq}$")
    rows[0][0].set_ylabel("distance error / $D_{eq}$")
    rows[1][0].set_ylabel("point error / $D_{eq}$")
    for panels in rows:
        at_least_decades(panels[0], 2)
    rows[0][-1].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    save_figure(figure, file)


def small_arrays(study, file):
    """Table 5: failures with their intervals, the published ones over them, and the cost."""
    figure, panels = plt.subplots(1, 3, figsize=(12, 3.2), gridspec_kw={"wspace": 0.3})
    rows = study.small["table5"]
    divisors = [r["divisor"] for r in rows]
    theirs = [paper.TABLE5[d] for d in divisors]
    low, high = zip(*(confidence.of_part(round(6.06 * percent), 606) for percent, _ in theirs))
    percents = [percent for percent, _ in theirs]
    panels[0].errorbar(divisors, percents, yerr=[[p - a for p, a in zip(percents, low)],
                                                 [b - p for p, b in zip(percents, high)]],
                       color="black", marker="s", capsize=3, label="paper, one array (95 %)")
    parts = [small_tables.failures(study, r) for r in rows]
    panels[0].errorbar(divisors, [p[0] for p in parts], yerr=[p[1] for p in parts], color="#1f5fa8",
                       marker="o", capsize=3, label=f"here, {len(study.small['arrays'])} arrays (95 %)")
    panels[0].fill_between(divisors, [max(p[2][0], 0.01) for p in parts], [p[2][-1] for p in parts],
                           color="#1f5fa8", alpha=0.12, linewidth=0, label="single arrays")
    panels[0].set(yscale="log", ylabel="failures, %", title="Table 5: failures", ylim=(0.1, 40))
    panels[1].plot(divisors, [ratio for _, ratio in theirs], color="black", marker="s",
                   label="paper, time")
    panels[1].plot(divisors, [r["seconds"] / r["gjk_seconds"] for r in rows], color="#1f5fa8",
                   marker="o", label="here, time")
    panels[1].plot(divisors, [r["timed_iterations"] / r["gjk_iterations"] for r in rows],
                   color="#14735a", marker="^", linestyle="--", label="here, iterations")
    panels[1].set(yscale="log", ylabel="jain / gjk", title="Table 5: cost")
    panels[2].plot(divisors, [small_tables.paper_step(ratio, r) for (_, ratio), r in zip(theirs, rows)],
                   color="black", marker="s", label="paper, with our iterations")
    panels[2].plot(divisors, [small_tables.step_cost(r)[0] for r in rows], color="#1f5fa8", marker="o",
                   label="here")
    panels[2].set(ylabel="iterations of gjk", title="one iteration of jain", ylim=(0, None))
    for panel in panels:
        panel.set(xscale="log", xlabel="$C_m^{Jain}/C_m$")
        panel.set_xticks(divisors, divisors)
        panel.minorticks_off()
        panel.legend(frameon=False, fontsize=7)
    save_figure(figure, file)


def accuracies(study, file):
    """Figs. 21 and 22 at all accuracies: mean over that of the largest array."""
    figure, rows = plt.subplots(2, 6, figsize=(12, 4), sharex=True, sharey=True,
                                gridspec_kw={"hspace": 0.12, "wspace": 0.1})
    all_rows = [r for r in study.iterations["rows"] if r["fraction"] == 0.25]
    for panels, method in zip(rows, ("moving-balls", "gjk")):
        for panel, aspect in zip(panels, paper.ASPECTS):
            for i, eps in enumerate((1e-4, 1e-5, 1e-6, 1e-7, 1e-8)):
                points = sorted((r["length"], r[method]["mean"]) for r in all_rows
                                if aspect_name(r["aspect"]) == aspect and r["eps"] == eps)
                panel.plot([n for n, _ in points], [m / points[-1][1] for _, m in points],
                           color=SERIES[i][0], marker=SERIES[i][1], markersize=3, linewidth=0.8,
                           label=f"$\\epsilon_d/R_{{eq}}$ = {eps:.0e}")
            panel.axvline(paper.SIZE_THRESHOLD, color="0.7", linewidth=0.7, linestyle=":")
        panels[0].set_ylabel(f"{method}\nmean / mean at the largest")
    for aspect, panel in zip(paper.ASPECTS, rows[0]):
        panel.set_title(f"aspect {aspect}")
    for panel in rows[1]:
        panel.set_xlabel("$L/D_{eq}$")
    rows[0][-1].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    save_figure(figure, file)


def lubrication(study, file):
    figure, panel = plt.subplots(figsize=(5.2, 3.2))
    rows = study.lubrication["arrays"]
    for i, r in enumerate(rows):
        colour = ASPECT_STYLE[aspect_name(r["aspect"])][0]
        panel.plot([i, i], [r["least"], r["most"]], color=colour, linewidth=1)
        panel.plot([i, i], [r["median"], r["p90"]], color=colour, linewidth=5, solid_capstyle="butt")
        panel.plot([i], [sphere_bound(r["aspect"])], color="black", marker="_", markersize=14)
    panel.axhline(1.01, color="0.5", linestyle=":", linewidth=0.8)
    panel.set(yscale="log", xlabel="aspect ratio", ylabel="force, equivalent spheres / film",
              title="Gaussian radii overrate the lubrication force\n(line: all pairs, bar: median to 90 %,"
                    " tick: bound, dotted: 1 %)")
    panel.set_yticks([1, 2, 3, 5, 10], [1, 2, 3, 5, 10])
    panel.minorticks_off()
    panel.set_xticks(range(len(rows)), [aspect_name(r["aspect"]) for r in rows])
    save_figure(figure, file)
