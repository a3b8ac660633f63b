#!/usr/bin/env python3
"""The contact of two rocks while one tilts: from face on face to a single corner.

    PYTHONPATH=build/release/python /usr/bin/python3 examples/contact_manifold.py --out DIR

Writes contact_manifold.png into DIR: the patch in which the rocks meet at four tilts, and how the force
point moves in between, where the deepest point jumps.
"""

import argparse
import pathlib

import numpy as np
import talus

DEPTH = 0.02  # of bodies of radius 1
TILT = np.radians(3)
SHOWN = {0.0: "flat", 0.4: "tilted", 1.0: "on an edge", 2.0: "on a corner"}


def rock(seed, up, count=50):
    """Points on a sphere, those beyond a plane moved into it: a rock with one large face."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    points[:, 2] = np.minimum(points[:, 2] * up, 0.72) * up
    return talus.Polyhedron(points)


LOWER, UPPER = rock(3, 1), rock(8, -1)
HERE = talus.Pose()


def product(p, q):
    """The product of two quaternions: rotates by q, then by p."""
    return np.concatenate([[p[0] * q[0] - p[1:] @ q[1:]], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])])


def turn(axis, angle):
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis])


def lowered(orientation):
    """The pose of the upper rock at which it penetrates the lower one by DEPTH."""
    height = 2.0
    for _ in range(20):
        pose = talus.Pose([0.16, -0.12, height], orientation)
        height -= talus.contact(LOWER, HERE, UPPER, pose).distance + DEPTH
    return pose


def edge_to_tilt_about():
    """The direction of the longest edge of the lower rock's top face inside the patch."""
    polygon = talus.manifold(LOWER, HERE, UPPER, lowered([1, 0, 0, 0])).polygon[:, :2]
    following = np.roll(polygon, -1, axis=0)
    top = max(LOWER.faces, key=lambda face: LOWER.vertices[face][:, 2].mean())
    corners = LOWER.vertices[top]
    best = np.zeros(3)
    for p, q in zip(corners, np.roll(corners, -1, axis=0)):
        ends = np.stack([p, q])[:, None, :2]
        inside = (np.cross(following - polygon, ends - polygon) > 0).all()
        if inside and np.linalg.norm(q - p) > np.linalg.norm(best):
            best = q - p
    return best / np.linalg.norm(best)


ALONG = edge_to_tilt_about()
ACROSS = np.array([ALONG[1], -ALONG[0], 0])  # out of that face


def pose_at(t):
    """From -1 to 1 the upper rock tilts until it rests on that edge; from 1 to 2 it tilts along the edge."""
    first = turn(-ALONG, TILT * -min(t, 1.0))
    second = turn(ACROSS, -TILT * max(t - 1.0, 0.0))
    return lowered(product(second, first))


def planes(shape, pose):
    """Outward normals and offsets of the faces, in the world."""
    corners = shape.vertices @ pose.rotation.T + pose.position
    normals, offsets = [], []
    for face in shape.faces:
        p, q, r = corners[face[:3]]
        normal = np.cross(q - p, r - p)
        normals.append(normal / np.linalg.norm(normal))
        offsets.append(normals[-1] @ p)
    return np.array(normals), np.array(offsets)


def lengths(points, along, bodies):
    """Per point, the length of the line through it that lies inside all bodies."""
    low, high = np.full(len(points), -np.inf), np.full(len(points), np.inf)
    for normals, offsets in bodies:
        speed = normals @ along
        clearance = offsets[:, None] - normals @ points.T
        with np.errstate(divide="ignore"):
            where = clearance / speed[:, None]
        high = np.minimum(high, np.where(speed[:, None] > 0, where, np.inf).min(axis=0))
        low = np.maximum(low, np.where(speed[:, None] < 0, where, -np.inf).max(axis=0))
    return np.maximum(high - low, 0)


def draw_rocks(axes, pose, manifold):
    """Seen along the edge about which the upper rock tilts."""
    from matplotlib.collections import PolyCollection

    light = -0.75 * ALONG + 0.3 * ACROSS + np.array([0, 0, 0.6])
    for shape, at, colour, opacity in ((LOWER, HERE, (0.62, 0.71, 0.81), 1.0),
                                       (UPPER, pose, (0.93, 0.78, 0.61), 0.85)):
        corners = shape.vertices @ at.rotation.T + at.position
        flat = np.stack([corners @ ACROSS, corners[:, 2]], axis=1)
        normals, _ = planes(shape, at)
        front = [f for f in range(len(normals)) if normals[f] @ ALONG < 0]
        shade = [0.85 + 0.3 * (normals[f] @ light) for f in front]
        axes.add_collection(PolyCollection([flat[shape.faces[f]] for f in front], edgecolor="#40505f", linewidth=0.3,
                                           facecolor=[np.clip(np.array(colour) * s, 0, 1) for s in shade],
                                           alpha=opacity))
    tail, head = manifold.force_point, manifold.force_point + 0.42 * manifold.normal
    axes.annotate("", xy=(head @ ACROSS, head[2]), xytext=(tail @ ACROSS, tail[2]), zorder=5,
                  arrowprops={"arrowstyle": "-|>", "color": "#1b4f72", "linewidth": 2.2})
    axes.set(xlim=(-0.95, 0.95), ylim=(-0.02, 1.42), aspect="equal", xticks=[], yticks=[])
    axes.set_anchor("S")
    axes.set_axis_off()


def draw_patch(axes, pose, manifold, contact):
    side = np.linspace(-0.85, 0.85, 400)
    x, y = np.meshgrid(side, side)
    # The contact plane is nearly horizontal: its points above a grid of the horizontal plane.
    n, p = manifold.normal, manifold.force_point
    z = p[2] - ((x - p[0]) * n[0] + (y - p[1]) * n[1]) / n[2]
    points = np.stack([x.ravel(), y.ravel(), z.ravel()], axis=1)
    depth = lengths(points, n, [planes(LOWER, HERE), planes(UPPER, pose)]).reshape(x.shape)
    image = axes.imshow(np.where(depth > 0, depth, np.nan), extent=(side[0], side[-1]) * 2, origin="lower",
                        cmap="YlOrRd", vmin=0, vmax=DEPTH)
    closed = np.vstack([manifold.polygon, manifold.polygon[:1]])
    axes.plot(closed[:, 0], closed[:, 1], color="#7b241c", linewidth=1.2)
    axes.plot(*manifold.force_point[:2], "o", color="#1b4f72", markersize=7, label="force point")
    axes.plot(*contact.point_b[:2], "x", color="black", markersize=7, markeredgewidth=1.8,
              label="deepest point")
    axes.set(xlim=(-0.85, 0.85), ylim=(-0.85, 0.85), aspect="equal", xticks=[], yticks=[])
    return image


def draw_path(axes, path, states):
    force = [manifold.force_point @ ACROSS for _, _, manifold in states]
    deepest = [contact.point_b @ ACROSS for _, contact, _ in states]
    axes[0].plot(path, deepest, ".", color="black", markersize=2.5, label="deepest point")
    axes[0].plot(path, force, color="#1b4f72", label="force point")
    axes[0].set_title("position across the edge", fontsize=10)
    axes[0].legend(frameon=False, loc="lower right", fontsize=8)
    axes[1].plot(path, [manifold.area for _, _, manifold in states], color="#c0392b")
    axes[1].set_title("area of the patch", fontsize=10)
    axes[1].set_ylim(0, None)
    axes[2].plot(path, [manifold.mean_depth / DEPTH for _, _, manifold in states], color="#7d6608")
    axes[2].set_title("mean depth / penetration", fontsize=10)
    axes[2].set_ylim(0, 1.05)
    for a in axes:
        a.set_xticks([-1, 0, 1, 2], ["tilted\naway", "face", "edge", "corner"])
        a.spines[["top", "right"]].set_visible(False)
        for t in SHOWN:
            a.axvline(t, color="#bbbbbb", linewidth=0.8, linestyle=":", zorder=0)


def state_at(t):
    pose = pose_at(t)
    contact = talus.contact(LOWER, HERE, UPPER, pose)
    return pose, contact, talus.manifold(LOWER, HERE, UPPER, pose, contact=contact)


def draw(path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(11, 7.3), dpi=110)
    grid = figure.add_gridspec(3, 12, height_ratios=(0.8, 1.05, 0.72), hspace=0.22, wspace=1.3,
                               left=0.05, right=0.905, top=0.95, bottom=0.075)
    for column, (t, name) in enumerate(SHOWN.items()):
        pose, contact, manifold = state_at(t)
        columns = slice(3 * column, 3 * column + 3)
        rocks = figure.add_subplot(grid[0, columns])
        draw_rocks(rocks, pose, manifold)
        rocks.set_title(f"{name} ({manifold.kind})", fontsize=11)
        patch = figure.add_subplot(grid[1, columns])
        image = draw_patch(patch, pose, manifold, contact)
        patch.set_xlabel(f"area {manifold.area:.3f}, mean depth {manifold.mean_depth:.4f}", fontsize=9)
        if column == 0:
            patch.legend(frameon=False, loc="upper left", fontsize=8)
    box = patch.get_position()
    scale = figure.colorbar(image, cax=figure.add_axes((0.92, box.y0, 0.012, box.height)),
                            ticks=[0, DEPTH / 2, DEPTH])
    scale.set_label("local depth")
    path_of_t = np.unique(np.concatenate([np.linspace(-1, 2, 181), np.linspace(-0.2, 0.2, 81)]))
    states = [state_at(t) for t in path_of_t]
    draw_path([figure.add_subplot(grid[2, 4 * i:4 * i + 4]) for i in range(3)], path_of_t, states)
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the picture")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    draw(out / "contact_manifold.png")
    print(f"wrote {out / 'contact_manifold.png'}")


if __name__ == "__main__":
    main()
