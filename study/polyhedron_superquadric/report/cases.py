"""The paper's Figs. 1 to 6 from traces of the search: sections through prisms and superquadrics."""
import matplotlib.pyplot as plt
import numpy as np
from report_page import save_figure

TITLES = {"case 1": "Case 1 (Fig. 1a): IF positive", "case 2": "Case 2 (Fig. 1b): all negative",
          "case 3": "Case 3 (Fig. 2): PF positive", "case 4": "Case 4 (Fig. 3): all negative at X1",
          "case 5": "Case 5 (Fig. 4): edge outside", "case 6": "Case 6 (Fig. 5): edge inside",
          "long search": "Fig. 6a: a longer search", "far face": "Fig. 6b, c: MPF no neighbour of IF"}
STEP = ["#1f5fa8", "#d9803a", "#14735a", "#8a4fa3", "#b3261e", "#555555"]


def outline(entry):
    """The superquadric's section by the plane z = 0."""
    angle = np.linspace(0, 2 * np.pi, 300)
    power = 2 / entry["exponent"]
    x = entry["semi_axes"][0] * np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power
    y = entry["semi_axes"][1] * np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** power
    c, s = np.cos(entry["angle"]), np.sin(entry["angle"])
    return entry["centre"][0] + c * x - s * y, entry["centre"][1] + s * x + c * y


def draw(panel, entry):
    panel.fill(*zip(*entry["polygon"]), facecolor="#e4e4e4", edgecolor="#666666", linewidth=0.8)
    panel.fill(*outline(entry), facecolor="#cfe0f0", edgecolor="#35618f", linewidth=0.8, alpha=0.75)
    for k, step in enumerate(entry["steps"]):
        colour = STEP[k % len(STEP)]
        normal, x = np.array(step["normal"]), np.array(step["x"])
        foot = step["offset"] * normal
        along = np.array([-normal[1], normal[0]])
        middle = foot + along * (along @ (x - foot) * 0.5)
        panel.plot(*zip(middle - 2.2 * along, middle + 2.2 * along), color=colour, linewidth=0.8,
                   linestyle="--" if step["value"] > 0 else "-")
        panel.plot(*x, marker="o", markersize=4, color=colour)
        panel.annotate(f"X{k}", x, xytext=(4, 3), textcoords="offset points", fontsize=8, color=colour)
    if "edge" in entry:
        panel.plot(*entry["edge"], marker="x", markersize=7, markeredgewidth=1.6, color="black")
    panel.set_aspect("equal")
    panel.set_axis_off()
    corners = np.array(list(entry["polygon"]) + list(zip(*outline(entry))))
    low, high = corners.min(axis=0) - 0.3, corners.max(axis=0) + 0.3
    panel.set_xlim(low[0], high[0])
    panel.set_ylim(low[1], high[1])


def picture(entries, file):
    by_name = {entry["name"]: entry for entry in entries}
    figure, panels = plt.subplots(2, 4, figsize=(12, 6))
    for panel, (name, title) in zip(panels.flat, TITLES.items()):
        panel.set_title(title, fontsize=9)
        panel.set_axis_off()
        if name in by_name:
            draw(panel, by_name[name])
    figure.tight_layout()
    save_figure(figure, file)
