"""The paper's Figs. 1 and 4, computed from its equations (2), (8) and (9) alone."""
import math

import matplotlib.pyplot as plt
import numpy as np
from report_page import save_figure


def signed_power(x, exponent):
    return np.sign(x) * np.abs(x) ** exponent


def fig1(file):
    """Equation (2): r_1 = r_2 = r_3 / 2 and three squarenesses."""
    figure = plt.figure(figsize=(8, 3.6))
    phi_1, phi_2 = np.meshgrid(np.linspace(-np.pi, np.pi, 73), np.linspace(-np.pi / 2, np.pi / 2, 37))
    for k, eps in enumerate((0.3, 1.0, 1.7)):
        ring = signed_power(np.cos(phi_2), eps)
        x, y = signed_power(np.cos(phi_1), eps) * ring, signed_power(np.sin(phi_1), eps) * ring
        z = 2 * signed_power(np.sin(phi_2), eps)
        panel = figure.add_subplot(1, 3, k + 1, projection="3d")
        panel.plot_surface(x, y, z, color="#b9cfe6", edgecolor="#35618f", linewidth=0.25, rcount=37, ccount=73)
        panel.set_box_aspect((1, 1, 2))
        panel.set_axis_off()
        panel.set_title(f"squareness {eps:g}")
    save_figure(figure, file)


class Ellipse:
    def __init__(self, semi_axes, centre, angle):
        self.semi_axes = np.array(semi_axes)
        self.centre = np.array(centre)
        self.axes = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])

    def point(self, normal):
        """The surface point with the outward normal."""
        local = self.axes @ normal
        x = self.semi_axes ** 2 * local / np.linalg.norm(self.semi_axes * local)
        return self.centre + x @ self.axes

    def outline(self):
        angles = np.linspace(0, 2 * np.pi, 200)
        local = np.column_stack([self.semi_axes[0] * np.cos(angles), self.semi_axes[1] * np.sin(angles)])
        return self.centre + local @ self.axes


def fig4(file):
    """Two flat bodies above each other: f over all directions of the plane, and its two minima."""
    one, two = Ellipse((3, 0.5), (0, 0), 0), Ellipse((3, 0.5), (0.6, 1.2), 0.06)
    directions = np.radians(np.linspace(-180, 180, 1441))
    points = []
    for angle in directions:
        c = np.array([math.cos(angle), math.sin(angle)])
        points.append((one.point(c), two.point(-c), c))
    d = np.array([p_2 - p_1 for p_1, p_2, _ in points])
    f = (d ** 2).sum(axis=1)
    sigma = np.array([c @ gap for (_, _, c), gap in zip(points, d)])
    minima = [i for i in range(1, len(f) - 1) if f[i] < f[i - 1] and f[i] <= f[i + 1]]

    figure, (bodies, curve) = plt.subplots(1, 2, figsize=(10, 3.4), gridspec_kw={"width_ratios": [1.3, 1]})
    for body, name in ((one, "$P^1$"), (two, "$P^2$")):
        bodies.fill(*body.outline().T, facecolor="#dbe6f1", edgecolor="#35618f", linewidth=1)
        bodies.annotate(name, body.centre, ha="center", va="center", color="#35618f")
    curve.plot(np.degrees(directions), f, color="black", linewidth=1)
    best = min(minima, key=lambda i: f[i])
    for i in minima:
        p_1, p_2, _ = points[i]
        colour, name = ("#14735a", "global") if i == best else ("#b3261e", "local")
        bodies.plot(*zip(p_1, p_2), marker="o", markersize=4, color=colour)
        curve.plot(np.degrees(directions[i]), f[i], marker="o", color=colour)
        curve.annotate(f"{name}: c·d = {sigma[i]:.2f}", (np.degrees(directions[i]), f[i]), color=colour,
                       xytext=(8, 0), textcoords="offset points", va="center", fontsize=8)
    bodies.set_aspect("equal")
    bodies.set_axis_off()
    curve.set_xlabel("direction c, degrees")
    curve.set_ylabel("f = |d|²")
    curve.set_yscale("log")
    save_figure(figure, file)
