"""Equations (2) and (3): a function sampled by the integral f(k) = int f(x) phi(x - k) dx and rebuilt as the sum of
f(k) phi(x - k), for the bases that the paper names. Nothing here comes from the library."""
import matplotlib.pyplot as plt
import numpy as np
from report_page import save_figure

FINE = 128  # points per unit of x; dyadic, so that the cascade of the wavelet hits them
RESOLUTIONS = (4, 8, 16, 32, 64)  # units of the lattice per unit of the body


def body_function(t):
    """An implicit function, smooth and with one sign change on either side."""
    return np.exp(-t * t) * (1 + 0.5 * np.sin(3 * t)) - 0.3 * np.exp(-(t / 1.6) ** 4)


def haar():
    return np.arange(FINE) / FINE, np.ones(FINE)


def hat():
    x = np.arange(-FINE, FINE) / FINE
    return x, 1 - np.abs(x)


def gaussian(a):
    x = np.arange(-8 * FINE, 8 * FINE + 1) / FINE
    return x, np.exp(-x * x / a)


def daubechies():
    """The scaling function with four coefficients, by the cascade from its values at 1 and 2."""
    root = np.sqrt(3)
    c = np.array([1 + root, 3 + root, 3 - root, 1 - root]) / 4
    known = {0: 0.0, FINE: (1 + root) / 2, 2 * FINE: (1 - root) / 2, 3 * FINE: 0.0}
    step = FINE // 2
    while step >= 1:
        for i in range(step, 3 * FINE, 2 * step):
            known[i] = sum(c[k] * known.get(2 * i - k * FINE, 0.0) for k in range(4)
                           if 0 <= 2 * i - k * FINE <= 3 * FINE)
        step //= 2
    x = np.arange(3 * FINE) / FINE
    return x, np.array([known[i] for i in range(3 * FINE)])


def fourier(omega):
    """Cut off far outside of the window, as it must be to have an integral at all."""
    x = np.arange(-100 * FINE, 100 * FINE) / FINE
    return x, np.exp(1j * omega * x)


BASES = {"Haar, equation (3)": haar(), "Daubechies, 4 coefficients": daubechies(), "hat": hat(),
         "Gaussian, a = 1": gaussian(1.0), "Gaussian, a = 1 / pi": gaussian(1 / np.pi),
         "Fourier, omega = 1": fourier(1.0)}


class Lattice:
    """Translates of a basis function over a window of the body function."""

    def __init__(self, basis, resolution):
        x, self.phi = BASES[basis]
        self.half = 4 * resolution
        # As far as the longest translate reaches.
        self.from_k = -self.half - 8
        self.count = 2 * self.half + 16
        self.first = int(round(x[0] * FINE))
        self.margin = max(len(self.phi), abs(self.first)) + 8 * FINE
        self.size = 2 * self.half * FINE + 2 * self.margin
        self.x = (np.arange(self.size) - self.margin) / FINE - self.half
        self.inner = slice(self.margin + 2 * resolution * FINE, self.size - self.margin - 2 * resolution * FINE)

    def place(self, k):
        start = self.margin + (k + self.half) * FINE + self.first
        low, high = max(start, 0), min(start + len(self.phi), self.size)
        return slice(low, high), slice(low - start, high - start)

    def sampled(self, f):
        values = []
        for k in range(self.from_k, self.from_k + self.count):
            here, there = self.place(k)
            values.append(np.sum(f[here] * np.conj(self.phi[there])) / FINE)
        return np.array(values)

    def rebuilt(self, coefficients):
        total = np.zeros(self.size, dtype=complex)
        for n, c in enumerate(coefficients):
            here, there = self.place(self.from_k + n)
            total[here] += c * self.phi[there]
        return total

    def translates(self):
        """Their values within the window."""
        rows = []
        for k in range(-self.half, self.half):
            here, there = self.place(k)
            row = np.zeros(self.size, dtype=complex)
            row[here] = self.phi[there]
            rows.append(row[self.inner][::8])
        return np.array(rows)

    def gram(self):
        rows = np.zeros((self.count, self.count), dtype=complex)
        for n in range(self.count):
            single = np.zeros(self.count)
            single[n] = 1
            rows[n] = self.sampled(self.rebuilt(single))
        return rows


def relative_error(lattice, f, rebuilt):
    inner = lattice.inner
    return float(np.sqrt(np.mean(np.abs(rebuilt[inner] - f[inner]) ** 2) / np.mean(f[inner] ** 2)))


def one_dimension():
    rows = []
    for name in BASES:
        errors, dual_errors = [], []
        for resolution in RESOLUTIONS:
            lattice = Lattice(name, resolution)
            f = body_function(lattice.x / resolution)
            c = lattice.sampled(f)
            errors.append(relative_error(lattice, f, lattice.rebuilt(c)))
            if resolution > 16:
                continue
            dual, *_ = np.linalg.lstsq(lattice.gram().T, c, rcond=1e-10)
            dual_errors.append(relative_error(lattice, f, lattice.rebuilt(dual)))
        lattice = Lattice(name, 8)
        one = lattice.rebuilt(lattice.sampled(np.ones(lattice.size)))[lattice.inner]
        values = np.linalg.svd(lattice.translates(), compute_uv=False)
        rows.append({"basis": name, "errors": errors, "dual_errors": dual_errors,
                     "one": [float(np.min(np.abs(one))), float(np.max(np.abs(one)))],
                     "rank": int(np.sum(values > 1e-9 * values[0])), "translates": len(values),
                     "order": float(-np.polyfit(np.log(RESOLUTIONS), np.log(errors), 1)[0])})
    check(rows)
    return rows


def check(rows):
    """What equation (2) states holds for an orthonormal basis and no other of the paper's."""
    by_name = {r["basis"]: r for r in rows}
    wrong = []
    if abs(by_name["Haar, equation (3)"]["order"] - 1) > 0.1:
        wrong.append("Haar is not of first order")
    if abs(by_name["Daubechies, 4 coefficients"]["order"] - 2) > 0.2:
        wrong.append("Daubechies is not of second order")
    if not abs(by_name["Gaussian, a = 1"]["one"][0] - np.pi) < 0.01:
        wrong.append("the Gaussian does not rebuild one as pi")
    if by_name["Fourier, omega = 1"]["rank"] != 1:
        wrong.append("the translates of the Fourier function span more than one frequency")
    if wrong:
        raise SystemExit("bases: " + "; ".join(wrong))


def code_plane(inside):
    """As talus/shape/mesh/haar.h: the plane that the signs of the eight corners stand for."""
    corner = np.array([[c & 1, c >> 1 & 1, c >> 2 & 1] for c in range(8)], dtype=float)
    normal = np.sum(np.where(inside[:, :, None], -1.0, 1.0) * (corner - 0.5), axis=1)
    middles, cut = np.zeros((len(inside), 3)), np.zeros(len(inside))
    for c in range(8):
        for axis in range(3):
            other = c | 1 << axis
            if other == c:
                continue
            differ = inside[:, c] != inside[:, other]
            middle = corner[c].copy()
            middle[axis] = 0.5
            middles += differ[:, None] * middle
            cut += differ
    return normal, np.sum(normal * middles, axis=1) / np.maximum(cut, 1)


def three_dimensions():
    """Points of the boundary cells of a ball that the four readings of a Haar cell classify wrongly."""
    rows = []
    random = np.random.default_rng(3)
    middle = np.array([0.137, -0.221, 0.318])  # of the ball, in cells: nothing is symmetric
    for radius in (4, 8, 16, 32):
        axis = np.arange(-radius - 2, radius + 2)
        cells = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(-1, 3)
        corners = np.array([[c & 1, c >> 1 & 1, c >> 2 & 1] for c in range(8)])
        inside = np.linalg.norm(cells[:, None, :] + corners - middle, axis=2) < radius
        mixed = ~(inside.all(1) | ~inside.any(1))
        cells, inside = cells[mixed], inside[mixed]
        if len(cells) > 3000:
            some = random.choice(len(cells), 3000, replace=False)
            cells, inside = cells[some], inside[some]
        t = random.random((len(cells), 64, 3))
        truth = np.linalg.norm(cells[:, None, :] + t - middle, axis=2) < radius
        grid = (np.stack(np.meshgrid(*[np.arange(12)] * 3, indexing="ij"), -1).reshape(-1, 3) + 0.5) / 12
        fraction = np.mean(np.linalg.norm(cells[:, None, :] + grid - middle, axis=2) < radius, axis=1)
        normal, offset = code_plane(inside)
        by_plane = np.einsum("ijk,ik->ij", t, normal) <= offset[:, None]
        flat = np.all(normal == 0, axis=1)
        majority = inside.sum(1) >= 4
        by_plane[flat] = majority[flat, None]
        centre = np.linalg.norm(cells + 0.5 - middle, axis=1) < radius
        wrong = {"integral": (fraction >= 0.5)[:, None] != truth, "corners": majority[:, None] != truth,
                 "centre": centre[:, None] != truth, "code": by_plane != truth}
        rows.append({"radius": radius, **{name: float(np.mean(w)) for name, w in wrong.items()}})
    return rows


def table_1d(table):
    rows = []
    for r in one_dimension():
        low, high = r["one"]
        rows.append([r["basis"], f"{low:.3f}" if high - low < 5e-4 else f"{low:.3f} to {high:.3f}",
                     f"{r['rank']} of {r['translates']}", *(f"{e:.1e}" for e in r["errors"][::2]), f"{r['order']:.2f}",
                     f"{r['dual_errors'][0]:.1e}, {r['dual_errors'][-1]:.1e}"])
    return table(["basis", "1 becomes", "rank", *(f"error at {n}" for n in RESOLUTIONS[::2]), "order",
                  "with the dual basis, at 4 and 16"], rows)


def table_3d(table):
    return table(["radius in cells", "volume fraction, (2)", "majority of corners", "centre of the cell", "code plane"],
                 [[str(r["radius"]), *(f"{100 * r[k]:.1f} %" for k in ("integral", "corners", "centre", "code"))]
                  for r in three_dimensions()])


def figure(file):
    drawn, axes = plt.subplots(2, 3, figsize=(12, 6))
    resolution = 4
    for panel, name in zip(axes.flat, BASES):
        lattice = Lattice(name, resolution)
        f = body_function(lattice.x / resolution)
        rebuilt = lattice.rebuilt(lattice.sampled(f)).real
        shown = np.abs(lattice.x) < 2.5 * resolution
        panel.plot(lattice.x[shown], f[shown], "k-", linewidth=1, label="f")
        panel.plot(lattice.x[shown], rebuilt[shown], "-", color="#b3261e", linewidth=1.1,
                   label="sum of f(k) phi(x - k)")
        if name.startswith("Gaussian"):
            dual, *_ = np.linalg.lstsq(lattice.gram().T, lattice.sampled(f), rcond=1e-10)
            panel.plot(lattice.x[shown], lattice.rebuilt(dual).real[shown], "--", color="#1f5fa8", linewidth=1.1,
                       label="with the dual basis")
        panel.set_title(name, fontsize=9)
        panel.set_ylim(-0.6, 2.8)
        panel.axhline(0, color="0.8", linewidth=0.7)
        panel.legend(fontsize=7)
        panel.set_xlabel("x, in cells", fontsize=8)
    drawn.suptitle("Equation (2), read literally, at four cells per unit of the body", fontsize=10)
    drawn.tight_layout()
    save_figure(drawn, file, dpi=110)
