"""Parameters of a scene from measured values: talus.calibrate."""

from __future__ import annotations

import collections.abc
import hashlib
import importlib.util
import json
import os
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from talus.results import Run
from talus.studies import (
    MARK_VERSION,
    MOST_THREADS,
    check_dictionary,
    check_keys,
    check_runs,
    path_of,
    replace_own,
    run_jobs,
    study_folder,
    whole,
)
from talus.tables import make_table


class Calibration:
    """What talus.calibrate found: parameters (by key), simulated and measured values, error (of the weighted sum of
    squares), evaluations (a table of all runs), converged, and run, the talus.Run with these parameters."""

    def __init__(self, **fields: Any):
        self.__dict__.update(fields)

    def __repr__(self):
        values = ", ".join(f"{key} = {value:.6g}" for key, value in self.parameters.items())
        return f"<talus.Calibration: {values}; error {self.error:.3g} after {len(self.evaluations)} runs>"


def minimise(function, start, steps, lower, upper, tolerance, most):
    """The downhill simplex of Nelder and Mead (1965) within bounds, at which points are clipped: the best point, and
    whether the simplex became smaller than the tolerance, relative to the bounds. Deterministic."""
    simplex = [np.array(start, dtype=np.float64)]
    for k, step in enumerate(steps):
        point = simplex[0].copy()
        point[k] += step if point[k] + step <= upper[k] else -step
        simplex.append(np.clip(point, lower, upper))
    values = [function(point) for point in simplex]
    count = len(values)

    def attempt(point):
        point = np.clip(point, lower, upper)
        return point, function(point)

    while True:
        order = np.argsort(values, kind="stable")
        simplex, values = [simplex[i] for i in order], [values[i] for i in order]
        spread = np.max(np.abs((np.array(simplex[1:]) - simplex[0]) / (upper - lower)))
        if spread <= tolerance:
            return simplex[0], True
        if count >= most:
            return simplex[0], False
        middle, worst = np.mean(simplex[:-1], axis=0), simplex[-1]
        point, value = attempt(middle + (middle - worst))
        count += 1
        if value < values[0]:
            farther, better = attempt(middle + 2.0 * (middle - worst))
            count += 1
            if better < value:
                point, value = farther, better
        elif value >= values[-2]:
            nearer, better = attempt(middle + 0.5 * ((point if value < values[-1] else worst) - middle))
            count += 1
            if better < min(value, values[-1]):
                point, value = nearer, better
            else:  # shrink towards the best
                simplex[1:] = [simplex[0] + 0.5 * (other - simplex[0]) for other in simplex[1:]]
                values[1:] = [function(other) for other in simplex[1:]]
                count += len(simplex) - 1
                continue
        simplex[-1], values[-1] = point, value


def _minimise(function, start, steps, lower, upper, tolerance, most):
    """The same by SciPy where it is there."""
    try:
        from scipy.optimize import minimize
    except ImportError:
        return minimise(function, start, steps, lower, upper, tolerance, most)
    span = upper - lower
    first = (np.asarray(start) - lower) / span
    simplex = [first]
    for k, step in enumerate(steps):
        point = first.copy()
        point[k] += step / span[k] if point[k] + step / span[k] <= 1.0 else -step / span[k]
        simplex.append(np.clip(point, 0.0, 1.0))
    found = minimize(lambda x: function(lower + x * span), first, method="Nelder-Mead",
                     bounds=[(0.0, 1.0)] * len(start),
                     options={"initial_simplex": np.array(simplex), "xatol": tolerance, "fatol": np.inf, "maxfev": most})
    return lower + found.x * span, bool(found.success)


def numbers_of(name, value, shape=None):
    """Finite numbers in one row; ValueError."""
    try:
        numbers = np.atleast_1d(np.asarray(value, dtype=np.float64))
    except (TypeError, ValueError):
        numbers = np.empty((0, 0))
    fits = numbers.ndim == 1 and len(numbers) and (shape is None or numbers.shape in (shape, (1,)))
    if not fits or not np.all(np.isfinite(numbers)):
        count = "finite numbers" if shape is None else f"one finite number or {shape[0]}"
        raise ValueError(f"{name}: expected {count}, got {value!r:.200}")
    return numbers


def bounds_of(parameters):
    """Keys, lower and upper bounds."""
    check_dictionary(parameters)
    bounds = []
    for key, value in parameters.items():
        try:
            pair = np.asarray(value, dtype=np.float64)
        except (TypeError, ValueError):
            pair = np.empty(0)
        if pair.shape != (2,) or not np.all(np.isfinite(pair)) or not pair[0] < pair[1]:
            raise ValueError(f"parameters: {key}: expected finite numbers (lower, upper) with lower < upper, "
                             f"got {value!r:.100}")
        bounds.append(pair)
    return [str(key) for key in parameters], *np.array(bounds).T


def start_of(start, keys, lower, upper):
    """Where the search begins: by key, or the middle of the bounds."""
    if start is None:
        return 0.5 * lower + 0.5 * upper
    if not isinstance(start, collections.abc.Mapping) or {str(key) for key in start} != set(keys):
        raise ValueError(f"start: expected a value for each of {', '.join(keys)}, got {start!r:.200}")
    named = {str(key): value for key, value in start.items()}
    first = np.array([numbers_of(f"start: {key}", named[key], (1,))[0] for key in keys])
    for key, value, a, b in zip(keys, first, lower, upper):
        if not a <= value <= b:
            raise ValueError(f"start: {key}: must be within the bounds, {a} to {b}, got {value}")
    return first


def searches(optimiser):
    """The function that minimises; ValueError for one that is not there."""
    if optimiser not in ("auto", "scipy", "own"):
        raise ValueError(f'optimiser: expected "auto", "scipy" or "own", got {optimiser!r}')
    if optimiser == "scipy" and importlib.util.find_spec("scipy") is None:
        raise ValueError('optimiser: SciPy is not installed; "own" and "auto" need none')
    return minimise if optimiser == "own" else _minimise


def calibrate(scene: str | os.PathLike, parameters: dict[str, tuple[float, float]], metric: Callable[[Run], ArrayLike],
              measured: ArrayLike, start: dict[str, float] | None = None, scale: ArrayLike | None = None,
              tolerance: float = 0.01, most_runs: int = 60, out: str | os.PathLike | None = None, threads: int = 1,
              optimiser: str = "auto") -> Calibration:
    """Fits parameters of a scene so that a metric of its run comes close to measured values, without derivatives: the
    weighted sum of squares is minimised by the simplex of Nelder and Mead, SciPy's if it is installed.

    parameters: the bounds by key, {"material.stone.friction": (0.1, 0.9)}. metric: a function of the talus.Run that
    returns a number, or as many numbers as measured has. start: values by key (default: the middle of the bounds).
    scale: divides the differences, one number for all or one each (default: the measured values, or 1 where they are
    0). tolerance: the size of the simplex, relative to the bounds, at which the search ends. most_runs: the search ends
    without convergence after about as many. out: the folder of the study (default: the scene's name and
    "_calibration"); the same call goes on with one that was interrupted, since runs and search are deterministic.
    optimiser: "scipy", "own" or "auto". Returns a talus.Calibration.

    A wrong argument, a key that the scene does not have and a scene that was edited since the study began are a
    ValueError, before the first run; a folder in which another process computes is an OSError. A run that fails ends
    the search with a RuntimeError.
    """
    scene = path_of("scene", scene)
    keys, lower, upper = bounds_of(parameters)
    if not callable(metric):
        raise ValueError(f"metric: expected a function of a run, got {metric!r}")
    target = numbers_of("measured", measured)
    scale = np.where(target == 0.0, 1.0, np.abs(target)) if scale is None else numbers_of("scale", scale, target.shape)
    if not np.all(scale > 0.0):
        raise ValueError(f"scale: must be above 0, got {scale.tolist()}")
    first = start_of(start, keys, lower, upper)
    if not 0.0 < numbers_of("tolerance", tolerance, (1,))[0] < 1.0:
        raise ValueError(f"tolerance: must be above 0 and below 1, got {tolerance!r}")
    most_runs, threads = whole("most_runs", most_runs, 100_000), whole("threads", threads, MOST_THREADS)
    search = searches(optimiser)
    folder = pathlib.Path(f"{scene.stem}_calibration") if out is None else path_of("out", out)
    at_start = dict(zip(keys, first.tolist()))
    facts = {"format": "talus calibration", "version": MARK_VERSION, "scene": scene.name, "keys": keys,
             "values": check_keys(scene, at_start)}
    check_runs(scene, (dict(zip(keys, point.tolist())) for point in (first, lower, upper)))
    with study_folder(folder, "calibration.json", facts):
        return fit(scene, keys, (lower, upper), first, metric, target, scale, search, (tolerance, most_runs), folder,
                   threads)


def fit(scene, keys, bounds, first, metric, target, scale, search, limits, folder, threads):
    """The search, in the folder of its study."""
    lower, upper = bounds
    rows = {}

    def error(point):
        values = np.clip([float(f"{value:.12g}") for value in point], lower, upper).tolist()
        name = hashlib.sha256(json.dumps(values).encode()).hexdigest()[:12]
        if name not in rows:
            status, message = run_jobs([(name, scene, dict(zip(keys, values)), threads)], 1, folder)[name]
            if status != "done":
                raise RuntimeError(f"{folder / name}: {message}")
            simulated = np.atleast_1d(np.asarray(metric(Run(folder / name)), dtype=np.float64))
            if simulated.shape != target.shape:
                raise ValueError(f"metric: {simulated.shape} values where measured has {target.shape}")
            rows[name] = (values, simulated, float(np.sum(((simulated - target) / scale) ** 2)))
        value = rows[name][2]
        return value if np.isfinite(value) else np.inf

    _, converged = search(error, first, 0.2 * (upper - lower), lower, upper, *limits)
    finite = [row for row in rows.values() if np.isfinite(row[2])]
    if not finite:
        raise RuntimeError(f"{folder}: metric: none of {len(rows)} runs has a finite error")
    values, simulated, least = min(finite, key=lambda row: (row[2], row[0]))
    name = next(name for name, row in rows.items() if row[0] == values)
    table = {"run": list(rows)}
    for k, key in enumerate(keys):
        table[key] = [row[0][k] for row in rows.values()]
    for k in range(len(target)):
        table[f"simulated_{k}"] = [row[1][k] for row in rows.values()]
    table["error"] = [row[2] for row in rows.values()]
    lines = [",".join(table)] + [",".join(map(str, row)) for row in zip(*table.values())]
    replace_own(folder / "evaluations.csv", "\n".join(lines) + "\n")
    return Calibration(parameters=dict(zip(keys, values)), simulated=simulated, measured=target, error=least,
                       evaluations=make_table(table), converged=converged, run=Run(folder / name))
