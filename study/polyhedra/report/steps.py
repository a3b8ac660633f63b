"""Step pictures of GJK and GJK-TD on the Minkowski difference: the paper's Figs. 5b-e, 6b-c, 8b, 9."""
from itertools import combinations

import matplotlib.pyplot as plt
import minkowski
import numpy as np
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection
from report_page import save_figure

HULL, TAU, NEW, RIGHT, WRONG = "#9a9a9a", "#1f5fa8", "#d9803a", "#14735a", "#b3261e"


def name_of(vertex, names):
    """A vertex of A - B by the letters of the paper."""
    return f"{names['a'][tuple(vertex['a'])]}$_1$-{names['b'][tuple(vertex['b'])]}$_2$"


def key_of(vertex):
    return (*vertex["a"], *vertex["b"])


class Picture:
    """One panel: the hull of A - B in grey, the origin, and what the step adds."""

    def __init__(self, figure, place, hull, view, title):
        self.axes = figure.add_subplot(*place, projection="3d")
        self.axes.computed_zorder = False
        self.axes.set_proj_type("ortho")
        self.axes.view_init(*view)
        self.axes.set_axis_off()
        self.axes.set_title(title, fontsize=8.5)
        self.axes.add_collection3d(Poly3DCollection(hull, facecolor="#dddddd", edgecolor=HULL,
                                                    linewidths=0.5, alpha=0.10, zorder=1))
        self.point((0, 0, 0), "black", "O")
        self.look_at(np.concatenate(hull))

    def look_at(self, points, zoom=1.2):
        low, high = points.min(axis=0), points.max(axis=0)
        half = 0.5 * (high - low).max()
        for axis, centre in zip("xyz", (low + high) / 2):
            getattr(self.axes, f"set_{axis}lim")(centre - half, centre + half)
        self.axes.set_box_aspect((1, 1, 1), zoom=zoom)

    def point(self, at, colour, label=None, marker="o", size=16):
        self.axes.scatter(*at, color=colour, s=size, marker=marker, zorder=6, depthshade=False)
        if label:
            self.axes.text(*at, " " + label, fontsize=7, color=colour, zorder=7)

    def simplex(self, corners, colour, alpha=0.12, width=1.3):
        corners = [np.array(c, float) for c in corners]
        if len(corners) >= 3:
            self.axes.add_collection3d(Poly3DCollection(
                [np.array(f) for f in combinations(corners, 3)], facecolor=colour,
                edgecolor="none", alpha=alpha, zorder=3))
        self.axes.add_collection3d(Line3DCollection(list(combinations(corners, 2)), colors=colour,
                                                    linewidths=width, zorder=4))

    def arrow(self, start, end, colour):
        start, end = np.array(start, float), np.array(end, float)
        if np.linalg.norm(end - start) > 1e-9:
            self.axes.quiver(*start, *(end - start), color=colour, linewidth=1.4,
                             arrow_length_ratio=0.15, zorder=5)


def gjk_pictures(trace, hull, view, names, file, head):
    """Fig. 5b to e: each simplex tau, and v, which minimises its distance and points to the origin."""
    steps = trace["gjk"]
    count = len(steps) + 1
    columns = 3
    rows = -(-count // columns)
    figure = plt.figure(figsize=(11, 3.2 * rows))
    first = trace["first"]
    picture = Picture(figure, (rows, columns, 1), hull, view, f"$\\tau_1$: {name_of(first, names)}")
    picture.point(first["at"], NEW, name_of(first, names))
    picture.arrow(first["at"], (0, 0, 0), RIGHT)
    for k, step in enumerate(steps):
        new = step["simplex"][-1]
        picture = Picture(figure, (rows, columns, k + 2), hull, view,
                          f"$\\tau_{k + 2}$: new {name_of(new, names)}"
                          + ("; holds the origin" if len(step["kept"]) == 4 else ""))
        picture.simplex([v["at"] for v in step["simplex"]], TAU)
        for i, vertex in enumerate(step["simplex"]):
            colour = NEW if vertex is new else TAU if i in step["kept"] else HULL
            picture.point(vertex["at"], colour, name_of(vertex, names))
        if len(step["kept"]) == 4:
            v, face = nearest_of_tetrahedron([w["at"] for w in step["simplex"]])
            picture.simplex(face, RIGHT, alpha=0.2)
            picture.point(v, RIGHT, f"V: {np.linalg.norm(v):.4g}")
        else:
            picture.arrow(step["nearest"], (0, 0, 0), RIGHT)
    figure.suptitle(head, fontsize=10, x=0.02, ha="left")
    figure.subplots_adjust(left=0, right=0.97, top=0.9, bottom=0.01, wspace=0.0, hspace=0.05)
    save_figure(figure, file)


def projection_on_face(corners):
    """The point of a triangle nearest to the origin, by its vertices, edges and plane."""
    best = None
    for size in (1, 2, 3):
        for subset in combinations(np.array(corners, float), size):
            y = np.array(subset)
            if size == 1:
                weights = np.array([1.0])
            else:
                m = np.vstack([np.ones(size), *((y[j] - y[0]) @ y.T for j in range(1, size))])
                try:
                    weights = np.linalg.solve(m, [1] + [0] * (size - 1))
                except np.linalg.LinAlgError:
                    continue
            if weights.min() < -1e-12:
                continue
            v = weights @ y
            if best is None or v @ v < best @ best:
                best = v
    return best


def nearest_of_tetrahedron(corners):
    """The nearest point of the faces, and its face: what GJK answers an overlap with."""
    return min(((projection_on_face(f), f) for f in combinations(corners, 3)),
               key=lambda pair: pair[0] @ pair[0])


def section(polygons, u, v):
    """Where the plane through the origin along u and v cuts polygons, as segments in (u, v)."""
    n = np.cross(u, v)
    segments = []
    for polygon in polygons:
        ends = []
        for p, q in zip(polygon, np.roll(polygon, -1, axis=0)):
            hp, hq = p @ n, q @ n
            if abs(hp) < 1e-9:
                ends.append(p)
            elif hp * hq < 0 and abs(hq) >= 1e-9:
                ends.append(p + hp / (hp - hq) * (q - p))
        if len(ends) >= 2:
            segments.append([(e @ u, e @ v) for e in ends[:2]])
    return segments


def shift_pictures(study, file):
    """Figs. 6b, 6c and 8b: the last tetrahedron, its nearest point and the right one."""
    figure = plt.figure(figsize=(12, 10))
    for row, (name, title, cut) in enumerate((
            ("fig7", "Fig. 6b: B moved along -X and -Z", "Fig. 6c: section through O and both points"),
            ("fig8a", "Fig. 8b: B moved along -X", "Fig. 8b: horizontal section through O"))):
        situation, trace = study.situation(name), study.traces[name]
        hull = minkowski.faces_of_difference(situation.a, situation.b)
        picture = Picture(figure, (2, 2, 2 * row + 1), hull, VIEW, title)
        corners = np.array([v["at"] for v in trace["gjk"][-1]["simplex"]], float)
        picture.simplex(corners, TAU)
        wrong, face = nearest_of_tetrahedron(corners)
        picture.simplex(face, WRONG, alpha=0.15)
        right = -float(situation.distance) * np.array([float(c) for c in situation.normal])
        picture.point(right, RIGHT, "correct")
        picture.arrow((0, 0, 0), right, RIGHT)
        u = right / np.linalg.norm(right)
        off = wrong - (wrong @ u) * u
        v = off / np.linalg.norm(off) if np.linalg.norm(off) > 1e-9 else np.cross([0, 0, 1], u)
        panel = figure.add_subplot(2, 2, 2 * row + 2)
        for segment in section(hull, u, v):
            panel.plot(*zip(*segment), color=HULL, linewidth=1.2)
        for f in combinations(corners, 3):
            for segment in section([np.array(f)], u, v):
                nearest = np.allclose(np.array(f), np.array(face))
                panel.plot(*zip(*segment), color=WRONG if nearest else TAU, linewidth=1.6)
        panel.plot(0, 0, "o", color="black")
        panel.annotate("O", (0, 0), xytext=(-12, 5), textcoords="offset points")
        for at, colour, label, place in ((right, RIGHT, "correct", (6, 4)),
                                         (wrong, WRONG, "Johnson",
                                          (6, -14) if np.linalg.norm(off) < 1e-9 else (10, 10))):
            panel.annotate("", (at @ u, at @ v), xytext=(0, 0),
                           arrowprops={"arrowstyle": "->", "color": colour, "linewidth": 1.5})
            panel.plot(at @ u, at @ v, "o", color=colour, markersize=4)
            length = np.linalg.norm(at)
            panel.annotate(f"{label}: {length if length > 1e-9 else 0:.4g}", (at @ u, at @ v),
                           xytext=place, textcoords="offset points", color=colour)
        half = 2.2 * np.linalg.norm(right)
        panel.set_xlim(-half, half)
        panel.set_ylim(-half, half)
        panel.set_aspect("equal")
        panel.set_title(cut, fontsize=8.5)
        panel.set_xlabel("along the right normal")
    figure.suptitle("blue: the last tetrahedron of GJK, red: its face nearest to the origin; grey: A - B, "
                    "green: its point nearest to the origin", fontsize=10, x=0.02, ha="left")
    figure.subplots_adjust(left=0.02, right=0.97, top=0.92, bottom=0.06, wspace=0.05, hspace=0.2)
    save_figure(figure, file)


def letters_of(trace):
    """A1 B1 C1 is the face visited first, B1 C1 its edge that the second visited face has too."""
    first, second = (set(map(key_of, step["face"])) for step in trace["td"][:2])
    four = [key_of(v) for v in trace["gjk"][-1]["simplex"]]
    order = [*(first - second), *sorted(first & second), *(k for k in four if k not in first)]
    return {key: letter + "$_1$" for key, letter in zip(order, "ABCD")}


def expansion_pictures(study, file):
    """Fig. 9: each visited face of Algorithm 3 and the vertex that replaces it."""
    situation, trace = study.situation("fig8a"), study.traces["fig8a"]
    hull = minkowski.faces_of_difference(situation.a, situation.b)
    names = letters_of(trace)
    faces = [frozenset(map(key_of, f))
             for f in combinations(trace["gjk"][-1]["simplex"], 3)]
    at = {key_of(v): v["at"] for v in trace["gjk"][-1]["simplex"]}
    figure = plt.figure(figsize=(12, 8))
    for k, step in enumerate(trace["td"]):
        visited = frozenset(map(key_of, step["face"]))
        e = key_of(step["outermost"])
        at[e] = step["outermost"]["at"]
        again = e in names
        names.setdefault(e, f"E$_{k + 1}$")
        label = "-".join(names[v] for v in sorted(visited, key=lambda v: names[v]))
        title = (f"({'abcdefgh'[k]}) face {label} lies on the hull" if step["on_hull"] else
                 f"({'abcdefgh'[k]}) face {label}, outermost {names[e]}" + (" again" if again else ""))
        picture = Picture(figure, (2, 3, k + 1), hull, VIEW_TD, title)
        edges = {frozenset(pair) for f in faces for pair in combinations(f, 2)}
        picture.axes.add_collection3d(Line3DCollection(
            [[at[v] for v in edge] for edge in edges], colors=TAU, linewidths=0.9, zorder=4))
        picture.simplex([at[v] for v in visited], RIGHT if step["on_hull"] else WRONG, alpha=0.25)
        middle = np.mean([at[v] for v in visited], axis=0)
        normal = np.array(step["normal"]) / np.linalg.norm(step["normal"])
        picture.arrow(middle, middle + 1.5 * normal, WRONG)
        for vertex in {v for f in faces for v in f} | {e}:
            picture.point(at[vertex], NEW if vertex == e else TAU, names[vertex])
        faces.remove(visited)
        if not step["on_hull"]:
            faces += [frozenset((*pair, e)) for pair in combinations(visited, 2)]
    figure.suptitle("Fig. 9 on the bodies of Fig. 8a: red: the visited face and its normal, orange: "
                    "the outermost vertex that replaces it", fontsize=10, x=0.02, ha="left")
    figure.subplots_adjust(left=0, right=1, top=0.92, bottom=0.01, wspace=0.0, hspace=0.08)
    save_figure(figure, file)


VIEW, VIEW_TD = (20, -60), (18, -35)


def gjk_steps(study, file):
    trace, sequence = study.traces["fig5"], study.sequence
    hull = minkowski.faces_of_difference(sequence.a, sequence.b)
    gjk_pictures(trace, hull, VIEW, sequence.names, file,
                 "Fig. 5b-e: GJK on the Minkowski difference; green: from the nearest point of the "
                 "simplex to the origin, the next search direction;\nlast: the face nearest to "
                 "the origin, on the hull, and its point V")
