"""Pictures of the nine situations, and of the answers that are wrong."""
import math

import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
from report_page import save_figure

BODY = {"a": "#4f86c6", "b": "#e0a03c"}
RIGHT, WRONG = "#14735a", "#b3261e"

# The view (elevation, azimuth), so that the overlap is seen from its side: mostly down on
# the plane of the normal, x to the right.
VIEW = {"fig10a": (12, -65), "fig10b": (35, 25), "fig10d": (30, -65)}
FROM_ABOVE = (52, -78)


def corners_in_order(vertices, normal, indices):
    """The corners of a face in their order around its normal."""
    points = np.array([[float(c) for c in vertices[i]] for i in indices])
    middle = points.mean(axis=0)
    n = np.array([float(c) for c in normal])
    u = points[0] - middle
    v = np.cross(n / np.linalg.norm(n), u)
    angles = [math.atan2((p - middle) @ v, (p - middle) @ u) for p in points]
    return points[np.argsort(angles)]


def draw_body(axes, body, colour):
    faces = [corners_in_order(body.vertices, n, on) for n, on in body.faces.items()]
    axes.add_collection3d(Poly3DCollection(faces, facecolor=colour, edgecolor="none", alpha=0.22,
                                           zorder=1))
    edges = [[[float(c) for c in body.vertices[i]] for i in edge] for edge in body.edges]
    axes.add_collection3d(Line3DCollection(edges, colors=colour, linewidths=1.1, zorder=2))


def frame(axes, situation):
    """The same scale on all axes, with both bodies filling the picture."""
    elevation, azimuth = VIEW.get(situation.id, FROM_ABOVE)
    points = np.array([[float(c) for c in v] for v in situation.a.vertices + situation.b.vertices])
    e, a = np.radians([elevation, azimuth])
    right = np.array([-np.sin(a), np.cos(a), 0])
    up = np.array([-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)])
    seen = points @ np.array([right, up]).T
    low, high = seen.min(axis=0), seen.max(axis=0)
    middle = (low + high) / 2 @ np.array([right, up])
    half = 0.5 * (high - low).max()
    for axis, centre in zip("xyz", middle):
        getattr(axes, f"set_{axis}lim")(centre - half, centre + half)
    axes.set_box_aspect((1, 1, 1), zoom=1.6)
    axes.set_proj_type("ortho")
    axes.view_init(elevation, azimuth)
    axes.set_axis_off()
    axes.computed_zorder = False  # bodies first, answers over them
    return half


def arrow(axes, start, direction, length, colour):
    axes.quiver(*start, *(length * np.array(direction)), color=colour, linewidth=2,
                arrow_length_ratio=0.25, zorder=5)


def plane(axes, point, normal, half, colour):
    """A square of the common plane."""
    n = np.array(normal)
    u = np.cross(n, [0, 0, 1] if abs(n[2]) < 0.9 else [1, 0, 0])
    u /= np.linalg.norm(u)
    v = np.cross(n, u)
    square = [point + 0.5 * half * (s * u + t * v) for s, t in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    axes.add_collection3d(Poly3DCollection([square], facecolor=colour, edgecolor=colour, alpha=0.18,
                                           zorder=3))


def draw_answer(axes, answer, half, colour):
    a, b = np.array(answer.point_a), np.array(answer.point_b)
    middle = (a + b) / 2
    plane(axes, middle, answer.normal, half, colour)
    arrow(axes, middle, answer.normal, 0.6 * half, colour)
    axes.plot(*zip(a, b), color=colour, linewidth=1.5, marker="o", markersize=3.5,
              zorder=4)


def situations(study, file):
    figure = plt.figure(figsize=(11, 11.5))
    for k, s in enumerate(study.situations):
        axes = figure.add_subplot(3, 3, k + 1, projection="3d")
        half = frame(axes, s)
        draw_body(axes, s.a, BODY["a"])
        draw_body(axes, s.b, BODY["b"])
        draw_answer(axes, s.answers[study.production], half, RIGHT)
        axes.set_title(f"{s.title}: {s.shapes}\n{s.contact_type}, overlap {-float(s.distance):.6g}",
                       fontsize=9)
    figure.text(0.5, 0.02, "blue: A, orange: B; the plane, the normal from A to B and the contact "
                "points of the production method", ha="center", fontsize=9)
    figure.subplots_adjust(left=0.01, right=0.99, top=0.95, bottom=0.05, wspace=0.02, hspace=0.12)
    save_figure(figure, file)


# The variants whose failure the paper shows, each on its figure.
PUBLISHED_FAILURES = (("fig2", "cundall"), ("fig4", "nezami"), ("fig7", "gjk-johnson"),
                      ("fig8a", "gjk-johnson"))


def wrong(study, file):
    by_id = {s.id: s for s in study.situations}
    shown = [(by_id[name], method) for name, method in PUBLISHED_FAILURES
             if name in by_id and method in study.methods]
    figure = plt.figure(figsize=(10, 10.5))
    for k, (s, method) in enumerate(shown):
        answer = s.answers[method]
        axes = figure.add_subplot(2, 2, k + 1, projection="3d")
        half = frame(axes, s)
        draw_body(axes, s.a, BODY["a"])
        draw_body(axes, s.b, BODY["b"])
        draw_answer(axes, s.answers[study.production], half, RIGHT)
        draw_answer(axes, answer, half, WRONG if answer.wrong else "black")
        axes.set_title(f"{s.title}: {method} answers {abs(answer.distance):.4g} ({answer.status}), "
                       f"exact {-float(s.distance):.4g}", fontsize=9)
    figure.text(0.5, 0.03, "red: the method's plane, normal and contact points; green: the right ones",
                ha="center", fontsize=9)
    figure.subplots_adjust(left=0.01, right=0.99, top=0.95, bottom=0.05, wspace=0.02, hspace=0.08)
    save_figure(figure, file)
