"""Figs. 1 to 5 and F.25 again, drawn from the steps that the methods took on a pair in a plane."""
from math import asin, cos, pi, sin, sqrt

import matplotlib.pyplot as plt
import numpy as np

from report_page import save_figure

BODY, OTHER, STEP, NEXT = "#1f5fa8", "#14735a", "#b3261e", "#d9803a"
CIRCLE = np.linspace(0, 2 * pi, 400)


class PlanarPair:
    """In the frame of A."""

    def __init__(self, steps):
        pair = steps["pair"]
        self.axes = (np.array(pair["axes_a"]), np.array(pair["axes_b"]))
        self.centre = np.array(pair["centre"])
        c, s = cos(pair["angle"]), sin(pair["angle"])
        self.turn = np.array([[c, -s], [s, c]])
        self.nearest = np.array(pair["nearest_a"]), np.array(pair["nearest_b"])

    def outlines(self):
        ball = np.stack([np.cos(CIRCLE), np.sin(CIRCLE)])
        one = self.axes[0][:, None] * ball
        two = self.turn @ (self.axes[1][:, None] * ball) + self.centre[:, None]
        return one, two

    def support_of_difference(self, n):
        """Of A - B."""
        a = self.axes[0] ** 2 * n / np.linalg.norm(self.axes[0] * n)
        m = self.turn.T @ -n
        b = self.turn @ (self.axes[1] ** 2 * m / np.linalg.norm(self.axes[1] * m)) + self.centre
        return a - b

    def draw(self, panel):
        for outline, colour in zip(self.outlines(), (BODY, OTHER)):
            panel.fill(*outline, color=colour, alpha=0.12, linewidth=0)
            panel.plot(*outline, color=colour)


def segment(panel, p, q, **style):
    panel.plot([p[0], q[0]], [p[1], q[1]], **style)


def dots(panel, points, **style):
    panel.plot(*np.array(points).T, linestyle="", **{"marker": "o", "markersize": 3.5, **style})


def label(panel, at, text, offset=(4, 4), **style):
    panel.annotate(text, at, xytext=offset, textcoords="offset points", fontsize=8, **style)


def ball(panel, centre, radius, colour):
    panel.add_patch(plt.Circle(centre, radius, fill=False, color=colour, linewidth=0.8))


def moving_balls(panel, pair, steps):
    pair.draw(panel)
    k = min(1, len(steps) - 2)
    now, after = steps[k], steps[k + 1]
    for m, colour in (("1", BODY), ("2", OTHER)):
        x, c, y = (np.array(v) for v in (now["x_" + m], after["c_" + m], after["x_" + m]))
        ball(panel, c, np.linalg.norm(x - c), colour)
        segment(panel, c, x, color=colour, linestyle=":", linewidth=0.8)
        dots(panel, [c], color=colour)
        dots(panel, [x], color=STEP)
        dots(panel, [y], color=NEXT, marker="s")
        label(panel, c, f"$c_{m}^k$", (-14, -3))
        label(panel, x, f"$x_{m}^k$", (-14, 4) if m == "1" else (-16, -9), color=STEP)
        label(panel, y, f"$x_{m}^{{k+1}}$", (5, -9), color=NEXT)
    segment(panel, after["c_1"], after["c_2"], color="0.4", linewidth=0.8)
    panel.set_title(f"Fig. 1: Moving Balls, step {k + 1} of {len(steps) - 1}")


def gjk(panel, pair, steps):
    outline = np.array([pair.support_of_difference(np.array([cos(t), sin(t)])) for t in CIRCLE])
    panel.fill(*outline.T, color="0.9", linewidth=0)
    panel.plot(*outline.T, color="0.5")
    shades = plt.cm.plasma(np.linspace(0.1, 0.8, 4))
    for k, (step, colour) in enumerate(zip(steps[:4], shades), start=1):
        vertices = step["vertices"] + step["vertices"][:1]
        panel.plot(*np.array(vertices).T, color=colour, linewidth=1)
        dots(panel, step["vertices"], color=colour)
        segment(panel, (0, 0), step["v"], color=colour, linestyle=":", linewidth=0.9)
        dots(panel, [step["v"]], color=colour, marker="x")
        label(panel, step["v"], f"$v^{k}$", (-12, 2), color=colour)
    dots(panel, [(0, 0)], color="black", marker="+", markersize=8)
    label(panel, (0, 0), "0")
    panel.set_title(f"Fig. 2: GJK on $E_1 - E_2$, steps 1 to 4 of {len(steps)}")


def tangential_step(panel, pair, steps):
    """Fig. 3: a step along the tangent and its first-order projection."""
    x, y = (np.array(steps[k]["x_1"]) for k in (0, 1))
    axes = pair.axes[0]
    normal = x / axes ** 2
    normal /= np.linalg.norm(normal)
    along = np.array([-normal[1], normal[0]])
    along *= np.sign(along @ (y - x))
    # The free point lies on the tangent; the projection brings it to y along the gradient there.
    free = x
    for _ in range(100):
        gradient = free / axes ** 2
        value = 0.5 * (free @ gradient - 1)
        landed = free - value / (gradient @ gradient) * gradient
        free = free + (along @ (y - landed)) * along
    outline = axes[:, None] * np.stack([np.cos(CIRCLE), np.sin(CIRCLE)])
    panel.fill(*outline, color=BODY, alpha=0.12, linewidth=0)
    panel.plot(*outline, color=BODY)
    segment(panel, x, free, color=STEP)
    segment(panel, free, y, color=NEXT)
    dots(panel, [x, free], color=STEP)
    dots(panel, [y], color=NEXT, marker="s")
    label(panel, x, "$x^k$", (-14, -10), color=STEP)
    label(panel, free, "$\\tilde{x}^k$", color=STEP)
    label(panel, y, "$x^{k+1}$", (-6, -14), color=NEXT)
    label(panel, (free + x) / 2, "$C_{curv} R_{min}$", (2, 6), color=STEP)
    label(panel, (free + y) / 2, "$e$", (5, 0), color=NEXT)
    middle, reach = (x + free) / 2, 0.9 * np.linalg.norm(free - x)
    panel.set(xlim=(middle[0] - reach, middle[0] + reach), ylim=(middle[1] - reach, middle[1] + reach))
    panel.set_title(f"Fig. 3: a tangential step, $C_{{curv}}$ = {steps[1]['c_curv_1']:g}")


def jain(panel, pair, steps):
    pair.draw(panel)
    for m, colour in (("1", STEP), ("2", NEXT)):
        points = np.array([s["x_" + m] for s in steps])
        panel.plot(*points.T, color=colour, marker="o", markersize=3, linewidth=0.8)
        label(panel, points[0], f"$x_{m}^0$", (-14, 2), color=colour)
    for s in steps[:3]:
        segment(panel, s["x_1"], s["x_2"], color="0.5", linestyle=":", linewidth=0.8)
    segment(panel, *pair.nearest, color="black", linewidth=0.8)
    panel.set_title(f"Fig. 4: Jain et al., $C_m^{{Jain}}/4$, {len(steps) - 1} steps")


def mirrored_pair(panel):
    """Fig. 5, at aspect ratio 3 and d* = 0.3 D_eq."""
    a, b, gap = 3 ** (2 / 3) / 2, 3 ** (-1 / 3) / 2, 0.3
    half = sqrt((a * a + b * b) / 2)
    centre, across = half + gap / 2, (b * b - a * a) / (2 * half)
    c = sqrt(0.5)
    ball_points = np.stack([a * np.cos(CIRCLE), b * np.sin(CIRCLE)])
    for side, name, colour in ((1, "1", BODY), (-1, "2", OTHER)):
        turn = np.array([[c, -side * c], [side * c, c]])
        outline = turn @ ball_points + np.array([[side * centre], [0]])
        panel.fill(*outline, color=colour, alpha=0.12, linewidth=0)
        panel.plot(*outline, color=colour)
        nearest = (side * gap / 2, across)
        dots(panel, [(side * centre, 0)], color=colour)
        dots(panel, [nearest], color=STEP)
        label(panel, (side * centre, 0), f"$r_{name}$", (3, 5))
        label(panel, nearest, f"$x_{name}^*$", (6 if side > 0 else -18, -4), color=STEP)
    segment(panel, (-gap / 2, across), (gap / 2, across), color=STEP)
    panel.axvline(0, color="0.5", linestyle="--", linewidth=0.8)
    panel.axhline(0, color="0.8", linewidth=0.6, zorder=0)
    panel.set_title("Fig. 5: the mirrored pair, $A_r$ = 3")


def when_it_stops(panel):
    """Fig. F.25, for circles of curvature: the vector between the points is parallel to the exact one."""
    radii, gap = (1.0, 0.7), 0.25
    angles = (0.3, asin(sin(0.3) * radii[0] / radii[1]))
    for side, radius, angle, name in ((-1, radii[0], angles[0], "1"), (1, radii[1], angles[1], "2")):
        centre = np.array([side * (gap / 2 + radius), 0])
        fan = np.linspace(-0.5, 0.9, 200)
        panel.plot(centre[0] - side * radius * np.cos(fan), radius * np.sin(fan),
                   color=BODY if side < 0 else OTHER)
        exact = np.array([side * gap / 2, 0])
        point = centre + radius * np.array([-side * cos(angle), sin(angle)])
        normal = point + 0.3 * np.array([-side * cos(angle), sin(angle)])
        dots(panel, [exact], color="black")
        dots(panel, [point], color=STEP)
        segment(panel, point, normal, color="0.5", linewidth=0.8)
        segment(panel, point, point + np.array([-side * 0.3, 0]), color=STEP, linewidth=0.8, linestyle=":")
        segment(panel, (exact[0], point[1]), point, color=NEXT, linewidth=2)
        label(panel, exact, f"$x_{name}^*$", (-16 if side < 0 else 6, -11))
        label(panel, point, f"$x_{name}$", (-12 if side < 0 else 6, 5), color=STEP)
        label(panel, (exact[0], point[1]), f"$S_{name}$", (-14 if side < 0 else 5, -11), color=NEXT)
        label(panel, normal, f"$\\theta_{name}$", (-2, -12), color="0.4")
    segment(panel, (-gap / 2, 0), (gap / 2, 0), color="black")
    panel.set_title("Fig. F.25: when an algorithm stops")


def schematics(study, file):
    figure, panels = plt.subplots(2, 3, figsize=(12, 7.6))
    pair = PlanarPair(study.steps)
    moving_balls(panels[0][0], pair, study.steps["moving_balls"])
    gjk(panels[0][1], pair, study.steps["gjk"])
    tangential_step(panels[0][2], pair, study.steps["charges"])
    jain(panels[1][0], pair, study.steps["jain"])
    mirrored_pair(panels[1][1])
    when_it_stops(panels[1][2])
    for panel in panels.flat:
        panel.set_aspect("equal")
        panel.set_axis_off()
    save_figure(figure, file)
