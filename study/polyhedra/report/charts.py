"""The charts of the study: accuracy and time on the nine situations, and the random pairs."""
import matplotlib.pyplot as plt

import paper
from report_page import save_figure, style_charts
from results import WRONG_BEYOND, mean_microseconds, share

# One colour and marker per method in all charts; a method not named here gets a dot.
STYLE = {
    "cundall": ("#d9803a", "v"), "cundall-revised": ("#b3261e", "^"),
    "nezami": ("#8fb8de", "<"), "nezami-revised": ("#1f5fa8", ">"),
    "gjk-johnson": ("#c7a6d8", "p"), "gjk-signed-volumes": ("#8e5bb0", "h"),
    "gjk-td": ("#14735a", "o"), "gjk-td-triangle": ("#3fa37f", "8"),
    "gjk-td-fixed": ("#9fd0bd", "1"), "gjk-shrunken": ("#79b791", "D"),
    "lin-canny": ("#a08a5b", "P"), "log-barrier": ("#d66ba0", "X"),
    "gjk-then-exhaustive": ("#444444", "d"), "gjk-expansion": ("#777777", "s"),
    "exhaustive": ("#aaaaaa", "H"),
}
PRODUCTION = ("black", "*")
OTHERS = ("#222222", ".")
FLOOR = 1e-18  # where an exact answer is drawn

style_charts()


def style(study, method):
    return PRODUCTION if method == study.production else STYLE.get(method, OTHERS)


def spread(position, k, count):
    """Side by side, so that equal values do not hide each other."""
    return position + 0.7 * ((k + 0.5) / count - 0.5)


def accuracy(study, file):
    """The paper's Fig. 11, against exact arithmetic."""
    figure, panels = plt.subplots(2, 1, figsize=(10, 7), sharex=True,
                                  gridspec_kw={"hspace": 0.08})
    names = [s.title for s in study.situations]
    for panel, key, label in zip(panels, ("normal_error", "distance_error"),
                                 ("normal: mean |difference| of components",
                                  "overlap: |difference|")):
        for k, method in enumerate(study.methods):
            colour, marker = style(study, method)
            answered = [(spread(i, k, len(study.methods)),
                         max(FLOOR, getattr(s.answers[method], key)))
                        for i, s in enumerate(study.situations) if not s.answers[method].failed]
            if answered:
                panel.plot(*zip(*answered), marker=marker, color=colour, linestyle="", label=method,
                           markersize=8 if method == study.production else 5.5)
        panel.set_yscale("log")
        panel.set_ylim(FLOOR / 4, 30)
        panel.axhspan(WRONG_BEYOND, 30, color="#f6dcd9", zorder=0)
        panel.axhline(2.2e-16, color="0.5", linewidth=0.8, linestyle=":")
        panel.axhline(paper.CUNDALL_AGREES_TO, color=STYLE["cundall-revised"][0], linewidth=0.8,
                      linestyle="--")
        ticks = [FLOOR, 1e-16, 1e-13, 1e-10, 1e-7, 1e-4, 1e-1]
        panel.set_yticks(ticks, ["0"] + [f"$10^{{{round(t)}}}$" for t in (-16, -13, -10, -7, -4, -1)])
        panel.set_ylabel(label)
        for i in range(len(names) - 1):
            panel.axvline(i + 0.5, color="0.9", linewidth=0.8, zorder=0)
        panel.text(len(names) - 0.52, 12, "wrong", color="#b3261e", ha="right", va="top")
    panels[1].set_xticks(range(len(names)), names)
    panels[1].set_xlim(-0.5, len(names) - 0.5)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="center left",
                  bbox_to_anchor=(0.91, 0.5), frameon=False)
    panels[0].set_title("Difference from exact arithmetic (the paper's Fig. 11); "
                        "dotted: one unit in the last place of 1,\n"
                        "dashed: the paper's \"at best to 1e-10\" of cundall-revised", loc="left")
    save_figure(figure, file)


def times(study, file):
    """Table 2: filled markers are measured here, hollow ones are the paper's."""
    figure, panel = plt.subplots(figsize=(10, 5))
    for k, method in enumerate(study.methods):
        colour, marker = style(study, method)
        panel.plot([spread(i, k, len(study.methods)) for i in range(len(study.situations))],
                   [s.answers[method].microseconds for s in study.situations], marker=marker,
                   color=colour, linestyle="", label=method,
                   markersize=9 if method == study.production else 6)
        if method in paper.COMPARED:
            panel.plot([spread(i, k, len(study.methods)) for i in range(len(study.situations))],
                       [paper.TABLE_2[s.id][method] for s in study.situations], marker=marker,
                       color=colour, fillstyle="none", linestyle="", label=f"{method}, paper")
    panel.set_yscale("log")
    panel.set_ylabel("microseconds per query, cold")
    panel.set_xticks(range(len(study.situations)), [s.title for s in study.situations])
    panel.set_xlim(-0.5, len(study.situations) - 0.5)
    for i in range(len(study.situations) - 1):
        panel.axvline(i + 0.5, color="0.9", linewidth=0.8, zorder=0)
    panel.grid(axis="y", color="0.9")
    panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    panel.set_title("Time on the nine situations (the paper's Table 2)", loc="left")
    save_figure(figure, file)


def random_pairs(study, file):
    """What became of the random overlapping pairs, how exact the answers are, and the time."""
    figure, (outcome, errors, time) = plt.subplots(1, 3, figsize=(16, 5.2))
    outcomes(study, outcome)
    error_distribution(study, errors)
    time_growth(study, time)
    time.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.tight_layout()
    save_figure(figure, file)


def outcomes(study, panel):
    kinds = (("failed", "#c9c9c9", "failed, and says so"),
             ("missed", "#b3261e", 'missed: "separated"'),
             ("wrong_distance", "#e89a5d", "wrong minimum"))
    methods = study.methods[::-1]
    left = [0.0] * len(methods)
    for key, colour, label in kinds:
        widths = [100 * share(study.select(method, True), key) * study.comparable[method]
                  for method in methods]
        panel.barh(methods, widths, left=left, color=colour, label=label)
        left = [a + b for a, b in zip(left, widths)]
    for row, width in enumerate(left):
        text = f"{width:.3g}" if study.comparable[methods[row]] else "another quantity"
        panel.text(width + 1, row, text, va="center", fontsize=8)
    panel.set_xlim(0, 112)
    panel.set_xlabel("% of the overlapping pairs")
    panel.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.4, -0.12), ncols=3, fontsize=8)
    panel.set_title(f"What goes wrong ({study.pairs:,} random pairs)", loc="left")


def error_distribution(study, panel):
    edges = [10.0 ** (k - 17) for k in range(20)]  # upper ends of the decades of tally.h
    for method in study.methods:
        cells = study.select(method, True)
        weight = sum(cell["pairs"] for cell in cells)
        portions = [sum(cell["pairs"] * cell["decades"][k] / cell["tried"] for cell in cells) / weight
                    for k in range(20)]
        if sum(portions) == 0:
            continue
        beyond = [max(100 * sum(portions[k + 1:]), 1e-4) for k in range(20)]
        colour, marker = style(study, method)
        panel.plot(edges, beyond, marker=marker, color=colour, markersize=4, linewidth=1,
                   label=method)
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_ylim(8e-4, 150)
    panel.axvline(WRONG_BEYOND, color="#b3261e", linewidth=0.8, linestyle=":")
    panel.set_xlabel("error of the overlap, relative to the size")
    panel.set_ylabel("% of the overlapping pairs with a larger error")
    panel.set_title("Accuracy", loc="left")


def time_growth(study, panel):
    sizes = {"hulls 10-31": 18, "hulls 32-99": 57, "hulls 100-315": 178, "hulls 316-1000": 563}
    for method in study.methods:
        colour, marker = style(study, method)
        panel.plot(list(sizes.values()),
                   [mean_microseconds(study.select(method, True, family)) for family in sizes],
                   marker=marker, color=colour, markersize=5, linewidth=1, label=method)
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xticks(list(sizes.values()), [str(size) for size in sizes.values()])
    panel.minorticks_off()
    panel.set_xlabel("vertices per body (middle of the class)")
    panel.set_ylabel("microseconds per overlapping pair, cold")
    panel.grid(color="0.92")
    panel.set_title("Time", loc="left")
