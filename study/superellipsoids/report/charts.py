"""The paper's Figs. 5 and 6, measured here."""
import matplotlib.pyplot as plt

import paper
from report_page import save_figure, style_charts

COLOUR = {1: "#14735a", 2: "#1f5fa8", 3: "#b3261e"}
MARKER = {1: "o", 2: "s", 3: "^"}

style_charts()


def probability(study, series, title, label, printed, file):
    figure, (linear, rare) = plt.subplots(1, 2, figsize=(10, 4))
    for cell in study["cells"]:
        if cell["series"] != series:
            continue
        k = cell["interval"]
        share = [100 * count / cell["pairs"] for count in cell["after"]]
        name = f"interval {k}: squareness {paper.INTERVALS[k]}"
        for panel in (linear, rare):
            shown = [(i, value) for i, value in enumerate(share) if value > 0]
            panel.plot(*zip(*shown), marker=MARKER[k], color=COLOUR[k], markersize=4, linewidth=1,
                       label=name)
        if printed:
            linear.plot([0], [printed[k]], marker=MARKER[k], color=COLOUR[k], fillstyle="none",
                        linestyle="", markersize=8, label=f"interval {k}, paper's text")
    linear.set_xlim(-0.5, 20)
    rare.set_yscale("log")
    for panel in (linear, rare):
        panel.set_xlabel("iterations")
        panel.set_ylabel(label)
        panel.grid(color="0.92")
    linear.legend(frameon=False)
    linear.set_title(title, loc="left")
    rare.set_title("the same, logarithmic", loc="left")
    figure.tight_layout()
    save_figure(figure, file)


def fig5(study, file):
    probability(study, 1, "Fig. 5: a penetration is excluded after i iterations", "% of the pairs",
                paper.AT_ONCE, file)


def fig6(study, file):
    probability(study, 2, "Fig. 6: converged to the contact after i iterations", "% of the pairs", None,
                file)
