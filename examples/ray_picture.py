"""Pictures of convex bodies: a small orthographic ray caster in NumPy.

Every body has `enter(origins, direction)`: the depth at which each parallel ray first hits it, and the outward normal
there. Matplotlib's own 3-D surfaces cannot draw two bodies that overlap.
"""

import numpy as np

LIGHT = np.array([-0.45, -0.65, 0.85]) / np.linalg.norm([-0.45, -0.65, 0.85])
PLATE_RADIUS = 1.3  # of the plate that stands for a half-space
WIRE_RADIUS = 0.055  # of the wire that stands for a segment


def _quadric(origins, direction):
    """Unit sphere: depths and points."""
    b = origins @ direction
    a = direction @ direction
    c = np.einsum("ij,ij->i", origins, origins) - 1.0
    discriminant = b * b - a * c
    with np.errstate(invalid="ignore"):
        t = (-b - np.sqrt(discriminant)) / a
    return t, origins + t[:, None] * direction


class EllipsoidPicture:
    def __init__(self, semi_axes):
        self.semi_axes = np.asarray(semi_axes, dtype=float)

    def enter(self, origins, direction):
        t, unit = _quadric(origins / self.semi_axes, direction / self.semi_axes)
        return t, unit / self.semi_axes


class SuperquadricPicture:
    def __init__(self, semi_axes, exponents):
        self.semi_axes = np.asarray(semi_axes, dtype=float)
        self.n1, self.n2 = exponents

    def _gauge(self, points):
        """The factor by which the body must grow to reach each point, and its gradient."""
        f = np.abs(points / self.semi_axes)
        ring = (f[:, 0] ** self.n2 + f[:, 1] ** self.n2) ** (1 / self.n2)
        value = (ring**self.n1 + f[:, 2] ** self.n1) ** (1 / self.n1)
        outer = (ring / value) ** (self.n1 - 1)
        safe_ring = np.maximum(ring, 1e-300)
        gradient = np.stack(
            [
                outer * (f[:, 0] / safe_ring) ** (self.n2 - 1),
                outer * (f[:, 1] / safe_ring) ** (self.n2 - 1),
                (f[:, 2] / value) ** (self.n1 - 1),
            ],
            axis=1,
        )
        return value, gradient * np.sign(points) / self.semi_axes

    def enter(self, origins, direction):
        # The gauge is convex along a ray, so Newton's method from outside never passes the surface.
        depth = np.full(len(origins), np.nan)
        normals = np.zeros_like(origins)
        bound = np.linalg.norm(self.semi_axes)
        t, _ = _quadric(origins / bound, direction / bound)
        active = np.flatnonzero(np.isfinite(t))
        t = t[active]
        for _ in range(40):
            value, gradient = self._gauge(origins[active] + t[:, None] * direction)
            slope = gradient @ direction
            arrived = value < 1 + 1e-9
            depth[active[arrived]] = t[arrived]
            normals[active[arrived]] = gradient[arrived]
            going = ~arrived & (slope < 0)
            t = (t - (value - 1) / np.where(going, slope, -1.0))[going]
            active = active[going]
        return depth, normals


class PolyhedronPicture:
    def __init__(self, vertices, faces):
        corners = [vertices[face[:3]] for face in faces]
        normals = np.array([np.cross(c[1] - c[0], c[2] - c[0]) for c in corners])
        self.normals = normals / np.linalg.norm(normals, axis=1)[:, None]
        self.offsets = np.array([n @ c[0] for n, c in zip(self.normals, corners)])

    def enter(self, origins, direction):
        slope = self.normals @ direction
        first = np.full(len(origins), -np.inf)
        last = np.full(len(origins), np.inf)
        face = np.zeros(len(origins), dtype=int)
        for f, (normal, offset) in enumerate(zip(self.normals, self.offsets)):
            t = (offset - origins @ normal) / slope[f]
            if slope[f] < 0:
                face[t > first] = f
                first = np.maximum(first, t)
            else:
                last = np.minimum(last, t)
        return np.where(first <= last, first, np.nan), self.normals[face]


class HalfSpacePicture:
    """A round plate at the boundary plane, with a grid that shows its orientation."""

    def __init__(self, normal, offset, centre=(0.0, 0.0, 0.0)):
        self.normal = np.asarray(normal, dtype=float)
        self.centre = np.asarray(centre) - (self.normal @ centre - offset) * self.normal
        axis = np.eye(3)[np.argmin(np.abs(self.normal))]
        self.u = np.cross(self.normal, axis) / np.linalg.norm(np.cross(self.normal, axis))
        self.v = np.cross(self.normal, self.u)

    def enter(self, origins, direction):
        from_centre = origins - self.centre
        t = -(from_centre @ self.normal) / (direction @ self.normal)
        points = from_centre + t[:, None] * direction
        inside = np.einsum("ij,ij->i", points, points) <= PLATE_RADIUS**2
        return np.where(inside, t, np.nan), np.broadcast_to(self.normal, origins.shape)

    def tint(self, points):
        from_centre = points - self.centre
        grid = np.stack([from_centre @ self.u, from_centre @ self.v], axis=1) / 0.375
        return np.where((np.abs(grid - np.round(grid)) < 0.03).any(axis=1), 0.86, 1.0)


class SegmentPicture:
    """A wire with round ends."""

    def __init__(self, start, end):
        self.start, self.end = np.asarray(start, dtype=float), np.asarray(end, dtype=float)

    def enter(self, origins, direction):
        along = (self.end - self.start) / np.linalg.norm(self.end - self.start)
        length = np.linalg.norm(self.end - self.start)
        relative = origins - self.start
        across = relative - np.outer(relative @ along, along)
        d = direction - (direction @ along) * along
        t, _ = _quadric(across / WIRE_RADIUS, d / WIRE_RADIUS)
        s = (relative + t[:, None] * direction) @ along
        depth = np.where((s >= 0) & (s <= length), t, np.nan)
        normals = relative + depth[:, None] * direction - np.outer(s, along)
        for centre in (self.start, self.end):
            t, unit = _quadric((origins - centre) / WIRE_RADIUS, direction / WIRE_RADIUS)
            nearer = np.isfinite(t) & ~(t >= depth)
            depth = np.where(nearer, t, depth)
            normals[nearer] = unit[nearer]
        return depth, normals


class Placed:
    """A body's picture at a pose, with a colour."""

    def __init__(self, picture, rotation, position, colour):
        self.picture, self.rotation, self.position = picture, rotation, position
        self.colour = np.asarray(colour, dtype=float)

    def enter(self, origins, direction):
        t, normals = self.picture.enter(
            (origins - self.position) @ self.rotation, direction @ self.rotation
        )
        return t, normals @ self.rotation.T

    def colours(self, points):
        if not hasattr(self.picture, "tint"):
            return np.broadcast_to(self.colour, points.shape)
        tint = self.picture.tint((points - self.position) @ self.rotation)
        return tint[:, None] * self.colour


class Camera:
    """Orthographic, looking at `centre`; `half_width` of the world fits to each side."""

    def __init__(self, centre, half_width, azimuth_degrees, elevation_degrees):
        azimuth, elevation = np.radians(azimuth_degrees), np.radians(elevation_degrees)
        towards = np.array(
            [np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)]
        )
        self.direction = -towards
        self.right = np.cross([0.0, 0.0, 1.0], towards)
        self.right /= np.linalg.norm(self.right)
        self.up = np.cross(towards, self.right)
        self.centre, self.half_width = np.asarray(centre, dtype=float), half_width

    def project(self, point):
        offset = np.asarray(point) - self.centre
        return np.array([offset @ self.right, offset @ self.up])

    def rays(self, pixels):
        side = (np.arange(pixels) + 0.5) / pixels * 2 * self.half_width - self.half_width
        x, y = np.meshgrid(side, side[::-1])
        start = self.centre - 10 * self.half_width * self.direction
        return start + x.reshape(-1, 1) * self.right + y.reshape(-1, 1) * self.up


def _shade(body, others, points, normals, towards_eye):
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    normals = np.where((normals @ towards_eye < 0)[:, None], -normals, normals)
    diffuse = np.maximum(normals @ LIGHT, 0)
    for other in others:
        t, _ = other.enter(points + 1e-3 * normals, LIGHT)
        diffuse = np.where(t > 1e-3, 0.25 * diffuse, diffuse)
    half = (LIGHT + towards_eye) / np.linalg.norm(LIGHT + towards_eye)
    gloss = np.maximum(normals @ half, 0) ** 40
    rim = 1 - np.maximum(normals @ towards_eye, 0)
    brightness = 0.62 + 0.48 * diffuse - 0.20 * rim**3
    return np.clip(body.colours(points) * brightness[:, None] + 0.16 * gloss[:, None], 0, 1)


def render(bodies, camera, pixels, supersample=2, opacity=0.80):
    """An RGBA image of the bodies; the nearest surface is translucent."""
    origins = camera.rays(pixels * supersample)
    count = len(origins)
    depths, colours = [], []
    for body in bodies:
        t, normals = body.enter(origins, camera.direction)
        hit = np.isfinite(t)
        colour = np.zeros((count, 3))
        points = origins[hit] + t[hit, None] * camera.direction
        others = [other for other in bodies if other is not body]
        colour[hit] = _shade(body, others, points, normals[hit], -camera.direction)
        depths.append(np.where(hit, t, np.inf))
        colours.append(colour)
    order = np.argsort(np.array(depths), axis=0, kind="stable")
    image = np.zeros((count, 4))
    columns = np.arange(count)
    for layer in order[::-1]:
        hit = np.isfinite(np.array(depths)[layer, columns])
        over = np.array(colours)[layer, columns]
        below = image[:, 3:] > 0
        # The last surface is opaque: the background would make bodies look pale.
        blend = np.where(below, opacity * over + (1 - opacity) * image[:, :3], over)
        image[hit, :3] = blend[hit]
        image[hit, 3] = 1.0
    image[:, :3] *= image[:, 3:]
    image = image.reshape(pixels, supersample, pixels, supersample, 4).mean(axis=(1, 3))
    image[..., :3] /= np.maximum(image[..., 3:], 1e-9)
    return image
