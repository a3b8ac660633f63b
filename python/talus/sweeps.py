"""Parameter studies: talus.sweep."""

from __future__ import annotations

import concurrent.futures
import csv
import io
import itertools
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from talus.particles import write_text
from talus.results import Run
from talus.tables import column_names, make_table


def plain(value):
    """A value of NumPy as Python has it."""
    return value.tolist() if hasattr(value, "tolist") else value


def run_jobs(jobs, workers, folder):
    """Runs scenes in processes of their own, `workers` at a time: lists of (name, scene, set, threads). The status by
    name, "done" or "failed"; runs that are over are not repeated. Ctrl-C lets those that run save their states."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}

    def run_one(name, scene, set, threads):
        out = folder / name
        try:
            if Run(out).is_over:
                return "done"
        except OSError:
            pass  # not begun
        job = json.dumps({"scene": str(scene), "out": str(out), "set": set, "threads": threads})
        with open(folder / f"{name}.log", "w", encoding="utf-8") as log:
            end = subprocess.run([sys.executable, "-m", "talus._run_one"], input=job, text=True, stderr=log,
                                 env=environment)
        if end.returncode == 130:
            raise KeyboardInterrupt
        return "done" if end.returncode == 0 else "failed"

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        try:
            futures = {job[0]: pool.submit(run_one, *job) for job in jobs}
            return {name: future.result() for name, future in futures.items()}
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def take_folder(folder, mark, text):
    """Makes the folder of a study, or goes on with it; another study's is refused."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / mark
    if file.exists():
        if file.read_text(encoding="utf-8") != text:
            raise ValueError(f"{folder}: belongs to a study of another scene or of other values; state another folder")
    elif any(folder.iterdir()):
        raise ValueError(f"{folder}: is not empty and has no {mark}; state another folder")
    else:
        write_text(file, [text])


def failure_of(folder, name):
    """The last line of the log of a run."""
    lines = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1] if lines else "ended without a message"


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

    The column status is "done" or "failed"; of a failed run the numbers are missing (nan).
    """
    scene = pathlib.Path(scene)
    values = {str(key): [plain(value) for value in choices] for key, choices in parameters.items()}
    if not values or not all(values.values()):
        raise ValueError("parameters: expected keys of the scene with one value at least each")
    most_runs = 100_000
    combinations = [dict(zip(values, choice)) for choice in
                    itertools.islice(itertools.product(*values.values()), most_runs + 1)]
    if len(combinations) > most_runs:
        raise ValueError(f"parameters: more than {most_runs} combinations")
    folder = pathlib.Path(out) if out is not None else pathlib.Path(f"{scene.stem}_sweep")
    take_folder(folder, "study.json", json.dumps({"format": "talus study", "version": 1, "scene": scene.name,
                                                  "set": values}, indent=1) + "\n")
    names = [f"{i:04}" for i in range(len(combinations))]
    status = run_jobs([(name, scene, set, threads) for name, set in zip(names, combinations)], jobs, folder)
    rows = []
    for name, set in zip(names, combinations):
        row = {"run": name, **{key: value if np.isscalar(value) else str(value) for key, value in set.items()},
               "status": status[name]}
        if status[name] == "done":
            row.update(measured(metric, Run(folder / name)))
        rows.append(row)
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(column, "") for column in columns] for row in rows)
    write_text(folder / "sweep.csv", [text.getvalue()])
    return make_table({column: [row.get(column, np.nan) for row in rows] for column in columns})


def measured(metric, run):
    """The numbers of a run by name."""
    if metric is None:
        return last_row(run)
    functions = metric if isinstance(metric, dict) else {"metric": metric}
    numbers = {}
    for name, function in functions.items():
        value = function(run)
        if isinstance(value, dict):
            numbers.update({str(key): plain(one) for key, one in value.items()})
        else:
            numbers[name] = plain(value)
    return numbers
