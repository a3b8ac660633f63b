"""Figs. 7, 8, 10, 12, 14 and 15, drawn from the structures in memory (structures.cpp)."""
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Polygon, Rectangle
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
from report_page import save_figure

COLOURS = {"B": "#d9a05b", "I": "#8fb4d9", "X": "#eeeeee"}


def cells_of(body):
    """Every cell of the hull, read through the slice, prism and cell maps: (i, j, k), kind."""
    array = body["array"]
    for s, prisms in enumerate(array["slices"]):
        for p, cells in enumerate(prisms["prisms"]):
            for c, kind in enumerate(cells["kinds"]):
                yield (cells["offset"] + c, prisms["offset"] + p, array["offset"] + s), kind


def cube_faces(lower, size):
    x, y, z = lower
    a, b, c = size
    corner = [np.array([x + a * i, y + b * j, z + c * k]) for k in (0, 1) for j in (0, 1) for i in (0, 1)]
    return [[corner[n] for n in face] for face in
            ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5))]


def three_d(axes, low, high):
    for set_limits, a, b in zip((axes.set_xlim, axes.set_ylim, axes.set_zlim), low, high):
        set_limits(a, b)
    axes.set_box_aspect(np.array(high) - np.array(low), zoom=1.3)
    axes.set_axis_off()
    axes.view_init(24, -58)


def hull(axes, body, kinds, alpha=1.0, half=False):
    grid = body["grid"]
    origin, size = np.array(grid["origin"]), np.array(grid["cell_size"])
    faces, colours = [], []
    for cell, kind in cells_of(body):
        if kind not in kinds or (half and cell[1] < grid["cells"][1] // 2):
            continue
        faces += cube_faces(origin + np.array(cell) * size, size)
        colours += 6 * [COLOURS[kind]]
    axes.add_collection3d(Poly3DCollection(faces, facecolors=colours, edgecolors="#555555", linewidths=0.3, alpha=alpha))
    three_d(axes, origin, origin + np.array(grid["cells"]) * size)


def figures_7_and_10(bodies, file):
    figure = plt.figure(figsize=(12, 7.4))
    for row, name in enumerate(("ball", "ring")):
        body = bodies[name]
        mesh = np.array(body["facets"])
        surface = figure.add_subplot(2, 4, 4 * row + 1, projection="3d")
        surface.add_collection3d(Poly3DCollection(mesh, facecolors="#e8dcc5", edgecolors="#555555", linewidths=0.3))
        grid = body["grid"]
        three_d(surface, grid["origin"], np.array(grid["origin"]) + np.array(grid["cells"]) * grid["cell_size"])
        surface.set_title("facets", fontsize=9)
        for column, (kinds, title) in enumerate((("BIX", "discrete bounding hull, all cells"),
                                                 ("BIX", "its rear half: B, I and X"),
                                                 ("I", "internal cells with the mesh"))):
            axes = figure.add_subplot(2, 4, 4 * row + 2 + column, projection="3d")
            hull(axes, body, kinds, half=column == 1)
            if column == 2:
                lines = np.concatenate([mesh[:, (0, 1)], mesh[:, (1, 2)], mesh[:, (2, 0)]])
                axes.add_collection3d(Line3DCollection(lines, colors="#b3261e", linewidths=0.3))
            axes.set_title(title, fontsize=9)
    figure.suptitle("Figs. 7 and 10: boundary (brown), internal (blue) and external (grey) cells", fontsize=10)
    figure.tight_layout()
    save_figure(figure, file, dpi=110)


def figure_8(bodies, file):
    """The ragged array of the ball, slice by slice, with its offset/run-length pairs."""
    array, cells = bodies["ball"]["array"], bodies["ball"]["grid"]["cells"]
    figure, panels = plt.subplots(2, 5, figsize=(13, 5.6))
    for panel, s in zip(panels.flat, range(array["length"])):
        prisms = array["slices"][s]
        for p, run in enumerate(prisms["prisms"]):
            y = prisms["offset"] + p
            for c, kind in enumerate(run["kinds"]):
                panel.add_patch(Rectangle((run["offset"] + c, y), 1, 1, facecolor=COLOURS[kind], edgecolor="0.4",
                                          linewidth=0.5))
                panel.text(run["offset"] + c + 0.5, y + 0.5, kind, ha="center", va="center", fontsize=6)
            panel.text(cells[0] + 0.2, y + 0.5, f"({run['offset']}, {run['length']})", va="center", fontsize=6)
        panel.set_xlim(0, cells[0] + 2.6)
        panel.set_ylim(0, cells[1])
        panel.set_aspect("equal")
        panel.set_xticks([])
        panel.set_yticks([])
        panel.set_title(f"slice {array['offset'] + s}: prisms ({prisms['offset']}, {prisms['length']})", fontsize=8)
    for panel in list(panels.flat)[array["length"]:]:
        panel.axis("off")
    figure.suptitle(f"Fig. 8: slice map ({array['offset']}, {array['length']}), prism maps in the titles, cell maps at "
                    "the right: (offset, run length)", fontsize=10)
    figure.tight_layout()
    save_figure(figure, file, dpi=110)


def plate_to_world(figure, points):
    """From B's frame into A's."""
    c, s = figure["direction"][0], figure["direction"][1]
    return np.array(points) @ np.array([[c, s], [-s, c]]) + np.array(figure["position"][:2])


def rectangle(box):
    (x0, y0), (x1, y1) = box[0][:2], box[1][:2]
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def draw_grid(axes, grid, place, colour, index_set):
    origin, size = np.array(grid["origin"][:2]), np.array(grid["cell_size"][:2])
    for i in range(grid["cells"][0]):
        for j in range(grid["cells"][1]):
            corner = origin + np.array([i, j]) * size
            outline = place(rectangle((corner, corner + size)))
            is_listed = [i, j] in index_set
            axes.add_patch(Polygon(outline, facecolor=colour if is_listed else "none", alpha=0.35 if is_listed else 1,
                                   edgecolor="k" if is_listed else "0.85", linewidth=0.5, zorder=1))
            if is_listed:
                axes.text(*(0.82 * np.array(outline[0]) + 0.18 * np.array(outline[2])), f"{i},{j}", ha="center", va="center",
                          fontsize=8, zorder=6)
    axes.add_patch(Polygon(place(rectangle(grid["box"])), fill=False, edgecolor=colour, linewidth=1.8, zorder=3))


def figure_14(study, file):
    f = study["figure_14"]
    figure, panels = plt.subplots(1, 2, figsize=(11, 5.6))
    own = lambda points: np.array(points)  # noqa: E731
    to_world = lambda points: plate_to_world(f, points)  # noqa: E731
    for panel, (name, grid, place, index_set, colour) in zip(
            panels, (("A", f["a"], own, f["set_a"], "#1f5fa8"), ("B", f["b"], to_world, f["set_b"], "#b3261e"))):
        draw_grid(panel, grid, place, colour, index_set)
        panel.add_patch(Polygon(place(rectangle(f["zone_a" if name == "A" else "zone_b"])), fill=False, linestyle="--",
                                edgecolor="k", linewidth=1.2, zorder=5))
        other, place_other = (f["b"], to_world) if name == "A" else (f["a"], own)
        panel.add_patch(Polygon(place_other(rectangle(other["box"])), fill=False, edgecolor="0.4", linewidth=1.2))
        panel.set_title(f"zone (dashed) and zone index set of {name}: {len(index_set)} cells", fontsize=9)
        panel.set_aspect("equal")
        panel.set_xlim(-1, 7)
        panel.set_ylim(-1, 5)
    figure.suptitle("Fig. 14: the printed index sets", fontsize=10)
    figure.tight_layout()
    save_figure(figure, file, dpi=110)


def figure_15(study, file):
    f = study["figure_15"]
    origin, size = np.array(f["grid"]["origin"]), np.array(f["grid"]["cell_size"])
    figure = plt.figure(figsize=(12, 5.4))
    axes = figure.add_subplot(1, 2, 1, projection="3d")
    axes.add_collection3d(Poly3DCollection(f["facets"], facecolors="#e8dcc5", edgecolors="#555555", alpha=0.6,
                                           linewidths=0.6))
    faces, colours = [], []
    for cell in f["cells"]:
        faces += cube_faces(origin + np.array(cell["cell"]) * size, size)
        colours += 6 * ["#d9a05b" if cell["has_facets"] else "#dddddd"]
    axes.add_collection3d(Poly3DCollection(faces, facecolors=colours, edgecolors="#888888", linewidths=0.3, alpha=0.18))
    edge = np.array([f["p1"], f["p2"]])
    axes.plot(*edge.T, "-", color="#b3261e", linewidth=1.5)
    axes.plot(*np.array(f["crossings"]).T, "o", color="k", markersize=4)
    three_d(axes, origin, origin + np.array(f["grid"]["cells"]) * size)
    plan = figure.add_subplot(1, 2, 2)
    for triangle in f["facets"]:
        plan.add_patch(Polygon(np.array(triangle)[:, :2], fill=False, edgecolor="0.6", linewidth=0.8))
    for cell in f["cells"]:
        corner = origin + np.array(cell["cell"]) * size
        plan.add_patch(Rectangle(corner[:2], size[0], size[1], facecolor="#d9a05b" if cell["has_facets"] else "#dddddd",
                                 edgecolor="0.5", linewidth=0.5, alpha=0.5))
    plan.plot(edge[:, 0], edge[:, 1], "-", color="#b3261e", linewidth=1.5)
    between = np.array([cell["to"] for cell in f["cells"][:-1]])
    plan.plot(between[:, 0], between[:, 1], "|", color="#b3261e", markersize=9)
    crossings = np.array(f["crossings"])
    plan.plot(crossings[:, 0], crossings[:, 1], "o", color="k", markersize=4)
    for name, at in zip(("P1", "P2"), edge):
        plan.annotate(name, at[:2], textcoords="offset points", xytext=(4, 5))
    plan.set_aspect("equal")
    plan.set_xlim(origin[0], origin[0] + f["grid"]["cells"][0] * size[0])
    plan.set_ylim(origin[1], origin[1] + f["grid"]["cells"][1] * size[1])
    plan.set_title("plan: cells walked (brown: with facets), intermediate ends, crossings", fontsize=9)
    figure.suptitle(f"Fig. 15: an edge through {len(f['cells'])} cells", fontsize=10)
    figure.tight_layout()
    save_figure(figure, file, dpi=110)


def check(study):
    """The index sets that the paper prints below Fig. 14."""
    f = study["figure_14"]
    printed_a = [[6, 4], [6, 5], [6, 6], [6, 7], [7, 4], [7, 5], [7, 6], [7, 7]]
    printed_b = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
    if f["set_a"] != printed_a or f["set_b"] != printed_b:
        raise SystemExit("structures: the index sets of Fig. 14 are not those of the paper")


def draw(study, folder):
    check(study)
    figures_7_and_10(study, folder / "fig7_10.png")
    figure_8(study, folder / "fig8.png")
    figure_14(study, folder / "fig14.png")
    figure_15(study, folder / "fig15.png")
