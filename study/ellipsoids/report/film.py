"""Checks what README.md says of the film between two ellipsoids and of equivalent spheres: that the pressure
solves Reynolds' equation, that its integral is the force, and the bounds of the spheres' force over it.

python3 study/ellipsoids/report/film.py
"""
import numpy as np


def film(k_1, k_2):
    """Force of the film, in 6 pi mu U / d."""
    k = k_1 + k_2
    return 2 / (np.trace(k) * np.sqrt(np.linalg.det(k)))


def spheres(k_1, k_2):
    """The same of spheres with the Gaussian radii."""
    return 1 / (np.sqrt(np.linalg.det(k_1)) + np.sqrt(np.linalg.det(k_2))) ** 2


def curvature(generator, ratio):
    """A random matrix of curvature whose radii differ by at most the ratio."""
    angle, size = generator.uniform(0, np.pi), np.exp(generator.uniform(-2, 2))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turn @ np.diag([size, size * generator.uniform(1, ratio)]) @ turn.T


def check_reynolds(generator):
    """div(h^3 grad p) = -12 mu U by central differences, with mu = U = 1."""
    k = curvature(generator, 30) + curvature(generator, 30)
    d, step = 0.01, 1e-4

    def height(x):
        return d + 0.5 * x @ k @ x

    def pressure(x):
        return 6 / (np.trace(k) * height(x) ** 2)
    for _ in range(20):
        x = generator.normal(size=2) * np.sqrt(d / np.trace(k))
        total = 0
        for e in step * np.eye(2):
            ahead = height(x + e / 2) ** 3 * (pressure(x + e) - pressure(x))
            behind = height(x - e / 2) ** 3 * (pressure(x) - pressure(x - e))
            total += (ahead - behind) / step ** 2
        assert abs(total / -12 - 1) < 1e-3, total


def check_force(generator):
    """By quadrature in polar coordinates about the gap, from the pressure alone."""
    k_1, k_2 = curvature(generator, 30), curvature(generator, 30)
    k, d = k_1 + k_2, 0.01
    angles = np.linspace(0, 2 * np.pi, 20000, endpoint=False)
    rays = np.stack([np.cos(angles), np.sin(angles)], 1)
    stiff = np.einsum("ai,ij,aj->a", rays, k, rays)
    # Along a ray the integral of r / (d + stiff r^2 / 2)^2 from 0 to infinity, by substitution u = r^2.
    radii = np.concatenate([[0], np.geomspace(1e-8, 1e8, 40001)])
    values = [0.5 / (d + 0.5 * s * radii) ** 2 for s in stiff[::500]]
    inner = np.array([np.sum(0.5 * (f[1:] + f[:-1]) * np.diff(radii)) for f in values])
    exact = 1 / (stiff[::500] * d)
    assert np.max(np.abs(inner / exact - 1)) < 1e-4
    force = 6 / np.trace(k) * np.mean(1 / (stiff * d)) * 2 * np.pi
    assert abs(force / (6 * np.pi * film(k_1, k_2) / d) - 1) < 1e-6


def check_bounds(generator):
    most = 0
    for _ in range(20000):
        k_1, k_2 = curvature(generator, 36), curvature(generator, 36)
        ratio = spheres(k_1, k_2) / film(k_1, k_2)
        assert ratio > 1 - 1e-12
        most = max(most, ratio)
    crossed = np.diag([1.0, 36.0]), np.diag([36.0, 1.0])
    bound = 37 ** 2 / (4 * 36)
    assert most <= bound and abs(spheres(*crossed) / film(*crossed) / bound - 1) < 1e-12
    ball = np.eye(2)
    assert abs(spheres(ball, 3 * ball) / film(ball, 3 * ball) - 1) < 1e-12


def main():
    generator = np.random.default_rng(1)
    for _ in range(5):
        check_reynolds(generator)
        check_force(generator)
    check_bounds(generator)


if __name__ == "__main__":
    main()
