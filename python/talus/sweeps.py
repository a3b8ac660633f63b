"""Parameter studies: talus.sweep."""

from __future__ import annotations

import collections.abc
import csv
import io
import itertools
import os
import pathlib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from talus.results import Run
from talus.studies import (
    MARK_VERSION,
    MOST_JOBS,
    MOST_THREADS,
    check_dictionary,
    check_keys,
    check_runs,
    check_value,
    path_of,
    plain,
    replace_own,
    run_jobs,
    study_folder,
    whole,
)
from talus.tables import column_names, make_table

MOST_RUNS = 100_000
MOST_TRIED = 32  # runs of a study that are read before it begins, until one of them can begin


def last_row(run):
    """The last line of the series of a run, and of its measures as "name.column"."""
    row = {}
    for prefix, table in [("", run.series), *((f"{name}.", table) for name, table in run.measures.items())]:
        if not len(table):
            continue
        for name in column_names(table):
            if prefix == "" or name not in ("time", "step"):
                row[prefix + name] = plain(np.asarray(table[name])[-1])
    return row


def number_of(name, value):
    one = plain(value)
    while isinstance(one, list) and len(one) == 1:
        one = one[0]
    if not isinstance(one, (bool, int, float, str)):
        raise ValueError(f"{name}: expected a number, got {value!r:.100}")
    return one


def measured(metric, run, taken):
    """The numbers of a run by name; ValueError for a name that is among `taken` or there twice."""
    if metric is None:
        return last_row(run)
    numbers = {}
    for name, function in (metric if isinstance(metric, dict) else {"metric": metric}).items():
        value = function(run)
        for key, one in (value if isinstance(value, collections.abc.Mapping) else {name: value}).items():
            if str(key) in numbers or str(key) in taken:
                raise ValueError(f"the table has a column {str(key)!r} already")
            numbers[str(key)] = number_of(key, one)
    return numbers


def check_metric(metric):
    functions = list(metric.values()) if isinstance(metric, dict) else [metric]
    if metric is not None and not (functions and all(callable(function) for function in functions)):
        raise ValueError(f"metric: expected a function of a run, or several by name, got {metric!r}")


def values_of(parameters):
    """Lists of values by key."""
    check_dictionary(parameters)
    values = {}
    for key, choices in parameters.items():
        unordered = (str, bytes, collections.abc.Mapping, collections.abc.Set)
        try:
            if isinstance(choices, unordered):
                raise TypeError
            # More than all runs are enough: some lists have no end.
            values[str(key)] = [plain(value) for value in itertools.islice(choices, MOST_RUNS + 1)]
        except TypeError:
            raise ValueError(f"parameters: {key}: expected a list of values, got {choices!r:.100}") from None
        if not values[str(key)]:
            raise ValueError(f"parameters: {key}: expected at least one value, got an empty list")
    return values


def sweep(scene: str | os.PathLike, parameters: dict[str, Iterable[Any]],
          metric: Callable[[Run], Any] | dict[str, Callable[[Run], Any]] | None = None, jobs: int = 1,
          out: str | os.PathLike | None = None, threads: int = 1) -> Any:
    """Runs a scene with all combinations of values and returns one table, a row per run.

    parameters: values by key of the scene, {"material.stone.friction": [0.3, 0.5], "simulation.seed": range(1, 4)};
    those of the last key change first. metric: a function of the talus.Run of each that returns a number or a
    dictionary of numbers, or several by name; without it the row has the last line of the series and of the measures.
    jobs: runs at the same time, each a process of its own. out: the folder of the study (default: the scene's name and
    "_sweep"), with a folder and a log per run and sweep.csv. The same call goes on with a study that was interrupted;
    runs that are over are not repeated. Results are the same for any number of jobs and threads.

    The column status is "done" or "failed", and message why; of a failed run, or one for which the metric failed, the
    numbers are missing (nan). The same call tries failed runs again. A metric that fails for all runs raises its error.
    A wrong argument, a key that the scene does not have and a scene that was edited since the study began are a
    ValueError, before the first run; a folder in which another process computes is an OSError.
    """
    scene = path_of("scene", scene)
    values = values_of(parameters)
    check_metric(metric)
    jobs, threads = whole("jobs", jobs, MOST_JOBS), whole("threads", threads, MOST_THREADS)
    folder = pathlib.Path(f"{scene.stem}_sweep") if out is None else path_of("out", out)
    combinations = [dict(zip(values, choice)) for choice in
                    itertools.islice(itertools.product(*values.values()), MOST_RUNS + 1)]
    if len(combinations) > MOST_RUNS:
        raise ValueError(f"parameters: more than {MOST_RUNS} combinations")
    for key, choices in values.items():
        for value in choices[1:]:
            check_value(key, value)
    facts = {"format": "talus study", "version": MARK_VERSION, "scene": scene.name, "set": values,
             "values": check_keys(scene, combinations[0])}
    tried = min(len(combinations), MOST_TRIED)
    check_runs(scene, (combinations[i * len(combinations) // tried] for i in range(tried)))
    names = [f"{i:04}" for i in range(len(combinations))]
    with study_folder(folder, "study.json", facts):
        ends = run_jobs([(name, scene, set, threads) for name, set in zip(names, combinations)], jobs, folder)
        rows, errors = table_rows(names, combinations, ends, metric, folder)
        columns = list(dict.fromkeys(key for row in rows for key in row))
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([row.get(column, "") for column in columns] for row in rows)
        replace_own(folder / "sweep.csv", text.getvalue())
    if errors and len(errors) == sum(status == "done" for status, _ in ends.values()):
        raise errors[0]
    return make_table({column: [row.get(column, np.nan) for row in rows] for column in columns})


def table_rows(names, combinations, ends, metric, folder):
    """The rows of the table, and the errors of the metric."""
    rows, errors = [], []
    for name, set in zip(names, combinations):
        row = {"run": name, **{key: value if np.isscalar(value) else str(value) for key, value in set.items()}}
        (status, message), numbers = ends[name], {}
        if status == "done":
            try:
                numbers = measured(metric, Run(folder / name), {*row, "status", "message"})
            except Exception as error:  # of any kind: a metric is the user's
                errors.append(error)
                status, message = "failed", f"metric: {type(error).__name__}: {error}"
        rows.append({**row, "status": status, "message": message, **numbers})
    return rows, errors
