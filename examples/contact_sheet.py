"""The picture of any_to_any.py: a triangle of views, one per pair of shapes."""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.colors import to_rgb  # noqa: E402
from matplotlib.patches import ArrowStyle  # noqa: E402
from ray_picture import (  # noqa: E402
    PLATE_RADIUS,
    Camera,
    EllipsoidPicture,
    HalfSpacePicture,
    Placed,
    PolyhedronPicture,
    SegmentPicture,
    SuperquadricPicture,
    render,
)

COLOURS = {
    "sphere": "#e8a33d",
    "ellipsoid": "#3f8fc5",
    "superquadric": "#58a55c",
    "polyhedron": "#d9694f",
    "half_space": "#c9ccd3",
    "segment": "#7d3cb8",
}
INK = "#22252b"
CONTACT = "#d1123f"
GREY = "#6b7079"
FIGURE_INCHES = 11
CELL_PIXELS = 250
HERO_PIXELS = 560
HALF_WIDTH = 1.68  # of the world, shown to each side of the middle of a cell
VIEW = {"azimuth_degrees": -62, "elevation_degrees": 16}


def picture_of(shape, centre):
    if shape.kind == "sphere":
        return EllipsoidPicture([shape.radius] * 3)
    if shape.kind == "ellipsoid":
        return EllipsoidPicture(shape.semi_axes)
    if shape.kind == "superquadric":
        return SuperquadricPicture(shape.semi_axes, shape.exponents)
    if shape.kind == "polyhedron":
        return PolyhedronPicture(shape.vertices, shape.faces)
    if shape.kind == "half_space":
        return HalfSpacePicture(shape.normal, shape.offset, centre)
    return SegmentPicture(shape.start, shape.end)


def placed(shape, pose, contact_point):
    in_body = pose.rotation.T @ (contact_point - pose.position)
    return Placed(picture_of(shape, in_body), pose.rotation, pose.position, to_rgb(COLOURS[shape.kind]))


def middle_of_view(bodies_and_poses, point):
    """The point at the centre of both bodies in the camera's view; the plate stands for a half-space."""
    camera = Camera(point, 1.0, **VIEW)
    spans = []
    for axis in (camera.right, camera.up):
        low, high = [], []
        for shape, pose in bodies_and_poses:
            if shape.kind == "half_space":
                normal = pose.rotation @ shape.normal
                reach = PLATE_RADIUS * np.sqrt(1 - (normal @ axis) ** 2)
                low.append(point @ axis - reach)
                high.append(point @ axis + reach)
                continue
            along = pose.rotation.T @ axis
            high.append(shape.support_value(along) + pose.position @ axis)
            low.append(pose.position @ axis - shape.support_value(-along))
        spans.append(0.5 * (min(low) + max(high)) * axis)
    return sum(spans) + (point @ camera.direction) * camera.direction


def draw_contact(axes, shape_a, shape_b, pose_a, pose_b, contact, pixels, scale=1.0):
    """The view of one pair, its contact point and its normal; returns the two in the axes."""
    point = 0.5 * (contact.point_a + contact.point_b)
    centre = middle_of_view([(shape_a, pose_a), (shape_b, pose_b)], point)
    camera = Camera(centre, HALF_WIDTH, **VIEW)
    bodies = [placed(shape_a, pose_a, point), placed(shape_b, pose_b, point)]
    image = render(bodies, camera, pixels)
    axes.imshow(image, extent=[-HALF_WIDTH, HALF_WIDTH] * 2, interpolation="bilinear", zorder=1)
    tail, tip = camera.project(point), camera.project(point + 0.8 * contact.normal)
    head = {"head_length": 0.42 * scale, "head_width": 0.2 * scale}
    arrow = {"arrowstyle": ArrowStyle("-|>", **head), "shrinkA": 0, "shrinkB": 0, "mutation_scale": 10}
    neck = tail + 0.8 * (tip - tail)
    axes.plot(*zip(tail, neck), color="white", alpha=0.8, linewidth=3.4 * scale, solid_capstyle="butt", zorder=3)
    axes.annotate("", xy=tip, xytext=tail, zorder=4, arrowprops={**arrow, "color": INK, "lw": 1.5 * scale})
    axes.plot(*tail, "o", color=CONTACT, markersize=5.5 * scale, markeredgecolor="white",
              markeredgewidth=1.0 * scale, zorder=5)
    return tail, tip


def clear(axes):
    axes.set_axis_off()
    axes.set_xlim(-HALF_WIDTH, HALF_WIDTH)
    axes.set_ylim(-HALF_WIDTH, HALF_WIDTH)
    axes.set_aspect("equal")


def draw_hero(figure, shapes, rows):
    """An enlarged view of one pair with the parts of the answer labelled."""
    row = next(row for row in rows if row[:2] == ("superquadric", "polyhedron"))
    axes = figure.add_axes([0.60, 0.49, 0.37, 0.37])
    clear(axes)
    kind_a, kind_b, pose_a, pose_b, contact, _ = row
    tail, tip = draw_contact(axes, shapes[kind_a], shapes[kind_b], pose_a, pose_b, contact, HERO_PIXELS, scale=1.7)
    label = {"fontsize": 11, "color": INK, "zorder": 7}
    leader = {"arrowstyle": "-", "color": GREY, "lw": 0.9, "shrinkA": 2, "shrinkB": 6}
    axes.annotate("contact point", xy=tail, xytext=(tail[0] + 0.35, -1.15), ha="left", arrowprops=leader, **label)
    axes.annotate("normal", xy=tip, xytext=(1.25, tip[1] + 0.75), ha="center", arrowprops=leader, **label)


def draw(shapes, rows, path):
    kinds = list(shapes)
    count = len(kinds)
    figure, grid = plt.subplots(count, count, figsize=(FIGURE_INCHES, FIGURE_INCHES), facecolor="white")
    figure.subplots_adjust(left=0.035, right=0.995, top=0.995, bottom=0.035, wspace=0.02, hspace=0.02)
    for axes in grid.flat:
        clear(axes)
    for kind_a, kind_b, pose_a, pose_b, contact, _ in rows:
        axes = grid[kinds.index(kind_b), kinds.index(kind_a)]
        if contact.failed:
            axes.text(0, 0, "two half-spaces:\nnot supported", ha="center", va="center", color=GREY, fontsize=9)
            continue
        draw_contact(axes, shapes[kind_a], shapes[kind_b], pose_a, pose_b, contact, CELL_PIXELS)
        depth = "touching" if contact.status == "touching" else f"depth {-contact.distance:.2f}"
        axes.text(0, -HALF_WIDTH * 0.99, f"{depth}, {contact.method}", ha="center", va="bottom", fontsize=7.5,
                  color=GREY, zorder=6)
    for k, kind in enumerate(kinds):
        label = kind.replace("_", "-")
        style = {"fontsize": 11, "color": INK, "weight": "bold", "ha": "center", "va": "center"}
        grid[k, 0].text(-HALF_WIDTH * 1.08, 0, label, rotation=90, **style)
        grid[-1, k].text(0, -HALF_WIDTH * 1.12, label, **style)
    figure.text(0.985, 0.965, "Any shape with any shape", ha="right", va="top", fontsize=23, color=INK, weight="bold")
    figure.text(0.985, 0.922,
                "Exact contact between every pair of the six shapes of Talus:\n"
                "where, in which direction and how deep. The arrow points\n"
                "from the body of the column to the body of the row.",
                ha="right", va="top", fontsize=11, color=GREY, linespacing=1.5)
    draw_hero(figure, shapes, rows)
    figure.savefig(path, dpi=CELL_PIXELS * count / FIGURE_INCHES)
    plt.close(figure)
    shrink(path)


def shrink(path):
    """Rewrites the file with 256 colours: a third of the bytes."""
    from PIL import Image

    with Image.open(path) as image:
        small = image.convert("RGB").quantize(colors=256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
