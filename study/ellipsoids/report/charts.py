"""The figures of the paper, drawn again from what study_ellipsoids measured."""
from math import log10, log2

import matplotlib.pyplot as plt

import paper
from report_page import save_figure, style_charts

ASPECT_STYLE = {"1/6": ("#b3261e", "s"), "1/3": ("#d9803a", "D"), "2/3": ("#c9a227", "o"),
                "3/2": ("#14735a", "^"), "3": ("#1f5fa8", "p"), "6": ("#6a3d9a", "v")}
SERIES = [("#b3261e", "s"), ("#d9803a", "D"), ("#14735a", "o"), ("#1f5fa8", "^"),
          ("#6a3d9a", "v"), ("#444444", "x")]
FLOOR = 1e-17  # where an exact answer is drawn

style_charts(**{"font.size": 8, "figure.dpi": 100, "axes.titlesize": 8, "lines.markersize": 4,
                "lines.linewidth": 1})


def curve(panel, points, key, style, label):
    """Over the distance; what did not converge is drawn hollow and not joined."""
    colour, marker = style
    good = [(p["distance"], max(FLOOR, p[key])) for p in points if p["converged"]]
    bad = [(p["distance"], max(FLOOR, p[key])) for p in points if not p["converged"]]
    panel.plot(*(zip(*good) if good else ([], [])), marker=marker, color=colour, label=label)
    if bad:
        panel.plot(*zip(*bad), marker=marker, color=colour, linestyle="", fillstyle="none")


def at_least_decades(panel, decades):
    """So that rounding does not fill a panel."""
    low, high = (log10(y) for y in panel.get_ylim())
    short = max(0, decades - (high - low)) / 2
    panel.set_ylim(10 ** (low - short), 10 ** (high + short))


def plain_ticks(panel, ticks):
    panel.set_yticks(ticks, [f"{t:g}" for t in ticks])
    panel.minorticks_off()


def mirrored(study, numbers, titles, file, bound=True, across=False):
    """One row of panels per figure: error of the distance, and of the points; `across`: with what the
    accuracy of the distance leaves open of the points, sqrt(2 d eps_d + eps_d^2)."""
    figure, rows = plt.subplots(len(numbers), 2, figsize=(8, 2.2 * len(numbers)), sharex=True,
                                squeeze=False, gridspec_kw={"hspace": 0.35})
    for panels, number, title in zip(rows, numbers, titles):
        for panel, key in zip(panels, ("distance_error", "point_error")):
            for i, c in enumerate(study.figures[number]):
                curve(panel, c["points"], key, SERIES[i % len(SERIES)], c["label"])
                if bound and key == "distance_error":
                    panel.axhline(c["eps_d"], color=SERIES[i % len(SERIES)][0] if len(
                        {x["eps_d"] for x in study.figures[number]}) > 1 else "0.6",
                        linewidth=0.7, linestyle=":")
                if across and key == "point_error":
                    panel.plot(*zip(*((p["distance"], (2 * p["distance"] * c["eps_d"] + c["eps_d"] ** 2)
                                       ** 0.5) for p in c["points"])), linestyle="--", linewidth=0.7,
                               color=SERIES[i % len(SERIES)][0] if number == "11" else "0.4")
            panel.set(xscale="log", yscale="log")
            at_least_decades(panel, 2)
        panels[0].set_ylabel("error / $D_{eq}$")
        panels[0].set_title(f"Fig. {number}: {title}; distance, dotted: $\\epsilon_d$" if bound
                            else f"Fig. {number}: {title}; distance")
        panels[1].set_title("nearest point; dashed: $\\sqrt{2 d \\epsilon_d + \\epsilon_d^2}$" if across
                            else "nearest point")
        panels[1].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    for panel in rows[-1]:
        panel.set_xlabel("$d^*/D_{eq}$")
    save_figure(figure, file)


def moving_balls(study, file):
    mirrored(study, ("6", "7", "8"), ("dilations", "aspect ratios", "accuracies"), file)


def gjk(study, file):
    mirrored(study, ("9", "10", "11"), ("dilations", "aspect ratios", "accuracies"), file, across=True)


def newton_coulomb(study, file):
    mirrored(study, ("12", "13", "14"), ("dilations", "aspect ratios", "accuracies"), file)


def penalty(study, file):
    mirrored(study, ("15", "16", "17", "18"),
             ("dilations", "aspect ratios", "$\\epsilon_G$", "$\\lambda$"), file, bound=False)


def penalty_times(study, file):
    figure, panel = plt.subplots(figsize=(5, 3))
    for c in study.mirrored["figure19"]:
        name = c["label"].removeprefix("aspect ")
        colour, marker = ASPECT_STYLE[name]
        panel.plot([p["distance"] for p in c["points"]], [p["ratio"] for p in c["points"]],
                   color=colour, marker=marker, label=c["label"])
        bad = [(p["distance"], p["ratio"]) for p in c["points"] if not p["converged"]]
        if bad:
            panel.plot(*zip(*bad), marker=marker, color=colour, markerfacecolor="white",
                       linestyle="")
    panel.axhspan(1e2, 1e4, color="0.93", zorder=0, label="paper: two to four orders")
    panel.set(xscale="log", yscale="log", xlabel="$d^*/D_{eq}$",
              ylabel="time, exterior-penalty / gjk", title="Fig. 19 (hollow: not converged)")
    panel.legend(frameon=False, fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5))
    save_figure(figure, file)


def iterations(study, file):
    """Figs. 21 and 22, and the production method below."""
    methods = (("moving-balls", "Fig. 21: moving-balls"), ("gjk", "Fig. 22: gjk"),
               (study.production, study.production))
    figure, rows = plt.subplots(len(methods), 6, figsize=(12, 2.1 * len(methods)), sharex=True,
                                gridspec_kw={"hspace": 0.2, "wspace": 0.32})
    for aspect, panel in zip(paper.ASPECTS, rows[0]):
        panel.set_title(f"aspect {aspect}")
    for panels, (method, title) in zip(rows, methods):
        for panel, aspect in zip(panels, paper.ASPECTS):
            for i, fraction in enumerate((0.05, 0.10, 0.15, 0.20, 0.25)):
                points = study.iteration_rows(aspect, fraction)
                panel.errorbar([r["length"] for r in points], [r[method]["mean"] for r in points],
                               yerr=[r[method]["error"] for r in points], marker=SERIES[i][1],
                               color=SERIES[i][0], markersize=3, linewidth=0.8,
                               label=f"$\\alpha_p$ = {fraction:.2f}")
            panel.axvline(paper.SIZE_THRESHOLD, color="0.7", linewidth=0.7, linestyle=":")
        panels[0].set_ylabel(title + "\niterations per query")
    for panel in rows[-1]:
        panel.set_xlabel("$L/D_{eq}$")
    rows[0][-1].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    save_figure(figure, file)


def fractions(study, file):
    """Fig. 23."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 3.2), gridspec_kw={"wspace": 0.25})
    for panel, method, title in zip(panels, ("moving-balls", study.production),
                                    ("Fig. 23: moving-balls / gjk", f"{study.production} / gjk")):
        for aspect in ("1/6", "1/3", "3", "6"):
            for i, eps in enumerate((1e-3, 1e-5, 1e-7)):
                rows = study.time_rows(aspect=aspect, eps=eps)
                panel.plot([r["fraction"] for r in rows], [r[method] / r["gjk"] for r in rows],
                           marker=ASPECT_STYLE[aspect][1], color=ASPECT_STYLE[aspect][0],
                           linestyle=("-", "--", ":")[i],
                           label=f"aspect {aspect}" if i == 0 else None)
        panel.set(xlabel="volume fraction", ylabel="ratio of times", title=title, yscale="log")
        panel.set_xticks([0.05, 0.10, 0.15, 0.20, 0.25])
    plain_ticks(panels[0], [0.5, 1, 2, 4])
    plain_ticks(panels[1], [0.05, 0.1, 0.2, 0.4])
    panels[1].legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5),
                     title="solid, dashed, dotted:\n$\\epsilon_d/R_{eq}$ = 1e-3, 1e-5, 1e-7")
    save_figure(figure, file)


def time_ratio(study, file):
    """Fig. 24."""
    figure, panels = plt.subplots(1, 3, figsize=(12, 3.2))
    for i, eps in enumerate((1e-3, 1e-4, 1e-5, 1e-6, 1e-7)):
        rows = study.time_rows(eps=eps, fraction=0.25)
        aspects = [r["aspect"] for r in rows]
        label = f"$\\epsilon_d/R_{{eq}}$ = {eps:.0e}"
        for panel, value in zip(panels, (
                [r["moving-balls"] / r["gjk"] for r in rows],
                [r[study.production] / r["gjk"] for r in rows],
                [r["moving-balls-evolving"] / r["moving-balls"] for r in rows])):
            panel.plot(aspects, value, marker=SERIES[i][1], color=SERIES[i][0], label=label)
    for panel, title in zip(panels, ("Fig. 24: moving-balls / gjk", f"{study.production} / gjk",
                                     "evolving / constant threshold")):
        panel.set(xscale="log", yscale="log", xlabel="aspect ratio", ylabel="ratio of times",
                  title=title)
        panel.axhline(1, color="0.5", linewidth=0.8)
        panel.set_xticks([1 / 6, 1 / 3, 2 / 3, 1.5, 3, 6], paper.ASPECTS)
        panel.minorticks_off()
    plain_ticks(panels[0], [0.25, 0.5, 1, 2, 4])
    plain_ticks(panels[1], [0.05, 0.1, 0.2, 0.5, 1])
    plain_ticks(panels[2], [0.5, 1, 1.5, 2])
    # What the text of the paper gives: equal at 1/3 and 3, 2 to 3 times at 2/3 and 3/2, over 4 at 1/6.
    style = {"color": "black", "linestyle": "", "markersize": 9, "markerfacecolor": "none"}
    panels[0].plot([1 / 3, 3], [1, 1], marker="o", label="text of the paper", **style)
    panels[0].plot([2 / 3, 1.5], [0.4, 0.4], marker="o", **style)
    panels[0].plot([1 / 6], [4], marker="^", **style)
    panels[0].vlines([2 / 3, 1.5], 1 / 3, 1 / 2, color="black", linewidth=3, alpha=0.3)
    panels[0].axvspan(1 / 3, 3, color="#eef3ee", zorder=0)
    panels[0].legend(*(x[-1:] for x in panels[0].get_legend_handles_labels()), frameon=False,
                     fontsize=7)
    panels[2].legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    save_figure(figure, file)


def errors(study, file):
    """Fig. F.26."""
    figure, panel = plt.subplots(figsize=(5, 3.6))
    accuracies = [a["eps"] for a in study.errors["rows"][0]["accuracies"]]
    panel.plot(accuracies, accuracies, color="0.5", linewidth=0.8, label="$y = \\epsilon_d$")
    for i, method in enumerate(("moving-balls-evolving", "moving-balls", "gjk")):
        worst = [max(row["accuracies"][k][method]["from_production"]
                     for row in study.errors["rows"]) for k in range(len(accuracies))]
        panel.plot(accuracies, worst, marker=SERIES[i][1], color=SERIES[i][0], label=method)
    widest = max(row["production_widest_bracket"] for row in study.errors["rows"])
    panel.axhline(widest, color="black", linestyle="--",
                  label=f"{study.production}: widest bracket")
    queries = study.error_total("queries")
    panel.set(xscale="log", yscale="log", xlabel="$\\epsilon_d/R_{eq}$",
              ylabel="largest error / $R_{eq}$", title=f"Fig. F.26: {queries:,} queries")
    panel.legend(frameon=False, fontsize=7)
    save_figure(figure, file)


def mixed(study, file):
    """Time of moving-balls over gjk for every pair of shapes of the mixed arrays."""
    mixes = study.mixed["mixes"]
    figure, panels = plt.subplots(1, len(mixes), figsize=(4.6 * len(mixes), 3.9))
    for panel, mix in zip(panels, mixes):
        count = len(mix["labels"])
        for row in mix["classes"]:
            ratio = row["moving-balls"]["seconds"] / row["gjk"]["seconds"]
            for x, y in {(row["i"], row["j"]), (row["j"], row["i"])}:
                panel.add_patch(plt.Rectangle((x - 0.5, y - 0.5), 1, 1, zorder=0,
                                              color=plt.cm.RdYlGn_r(ratio_colour(ratio))))
                panel.text(x, y, f"{ratio:.2g}", ha="center", va="center")
        panel.set(xlim=(-0.5, count - 0.5), ylim=(-0.5, count - 0.5),
                  title=f"{mix['name']}: time moving-balls / gjk", aspect="equal")
        panel.set_xticks(range(count), mix["labels"], rotation=30)
        panel.set_yticks(range(count), mix["labels"])
    save_figure(figure, file)


def ratio_colour(ratio):
    """1 in the middle; 1/8 and 8 at the ends."""
    return min(1, max(0, 0.5 + log2(ratio) / 8))
