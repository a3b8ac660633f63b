"""The paper's Figs. 5 and 6, measured here, with the numbers of its text."""
import matplotlib.pyplot as plt
import paper
from report_page import save_figure, style_charts

COLOUR = {1: "#14735a", 2: "#1f5fa8", 3: "#b3261e"}
MARKER = {1: "o", 2: "s", 3: "^"}

style_charts()


def curves(study, series, title, label):
    """Left: ended after exactly i iterations; right: needs i or more. Returns both panels."""
    figure, (exactly, needs) = plt.subplots(1, 2, figsize=(11, 4.2))
    for cell in study["cells"]:
        if cell["series"] != series:
            continue
        k, pairs = cell["interval"], cell["pairs"]
        share = [100 * count / pairs for count in cell["after"]]
        rest = [100 * (pairs - sum(cell["after"][:i])) / pairs for i in range(len(share) + 1)]
        style = {"marker": MARKER[k], "color": COLOUR[k], "markersize": 4, "linewidth": 1}
        exactly.plot(share, label=f"interval {k}: squareness {paper.INTERVALS[k]}", **style)
        shown = [(i, value) for i, value in enumerate(rest) if value > 0]
        needs.plot(*zip(*shown), **style)
    exactly.set_xlim(-0.5, 20)
    exactly.set_title(title, loc="left")
    exactly.set_ylabel(label)
    needs.set_yscale("log")
    needs.set_title("needs i iterations or more", loc="left")
    needs.set_ylabel("% of the pairs")
    for panel in (exactly, needs):
        panel.set_xlabel("i, iterations of the first start")
        panel.grid(color="0.92")
    return figure, exactly, needs


def mark(panel, k, x, y, label=None, **style):
    panel.plot([x], [y], marker=MARKER[k], color=COLOUR[k], fillstyle="none", linestyle="", markersize=10,
               markeredgewidth=1.4, label=label, **style)


def fig5(study, file):
    figure, exactly, needs = curves(study, 1, "Fig. 5: a penetration is excluded after i iterations",
                                    "% of the pairs")
    for k in paper.INTERVALS:
        mark(exactly, k, 0, paper.AT_ONCE[k], f"interval {k}, paper's \"after 0 iterations\"")
        mark(needs, k, 5, paper.FIVE_OR_MORE[k])
        mark(needs, k, 51, 100 * paper.NOT_EXCLUDED[k] / paper.PAIRS)
        # What the paper's text leaves for one iteration or more, if it counts as we do and if not.
        mark(needs, k, 1, 100 - paper.AT_ONCE[k], alpha=0.35)
        mark(needs, k, 2, 100 - paper.AT_ONCE[k])
    needs.annotate("paper's 100 % - \"after 0\", as printed (pale)\nand one iteration later", (3.4, 22),
                   fontsize=7.5)
    needs.annotate("paper's \"five or more\"", (6.4, 3), fontsize=7.5)
    needs.annotate("paper's \"not within 50\"", (33, 0.14), fontsize=7.5)
    exactly.legend(frameon=False)
    figure.tight_layout()
    save_figure(figure, file)


def fig6(study, file):
    figure, exactly, needs = curves(study, 2, "Fig. 6: converged to the contact after i iterations",
                                    "% of the pairs")
    for k in paper.INTERVALS:
        mark(needs, k, 20, paper.TWENTY_OR_MORE[k])
        mark(needs, k, 51, 100 * paper.NOT_FOUND[k] / paper.PAIRS)
    needs.annotate("paper's \"20 or more\"", (21, 6), fontsize=7.5)
    needs.annotate("paper's local\nminimum or none", (40, 1.6), fontsize=7.5)
    exactly.legend(frameon=False)
    figure.tight_layout()
    save_figure(figure, file)
