"""What talus.sweep and talus.calibrate share: checks of arguments, the folder of a study, runs in processes."""

import collections.abc
import concurrent.futures
import contextlib
import json
import operator
import os
import pathlib
import signal
import subprocess
import sys
import threading

import numpy as np

from talus import _core
from talus.particles import write_text
from talus.results import Run

MOST_JOBS, MOST_THREADS = 1024, 4096  # as of the program
MARK_VERSION = 2  # 1 had no values of the scene


def plain(value):
    """A value of NumPy, or a list of them, as Python has it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def whole(name, value, most):
    """A whole number from 1 on; ValueError."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not 1 <= number <= most:
        raise ValueError(f"{name}: expected a whole number from 1 to {most}, got {value!r}")
    return number


def path_of(name, value):
    try:
        return pathlib.Path(value)
    except TypeError:
        raise ValueError(f"{name}: expected the name of a file or folder, got {value!r}") from None


def check_dictionary(parameters):
    if not isinstance(parameters, collections.abc.Mapping) or not len(parameters):
        raise ValueError(f"parameters: expected values by keys of the scene, got {parameters!r}")


def check_value(key, value):
    try:
        _core._check_values({key: value})
    except (TypeError, ValueError) as error:
        raise ValueError(f"parameters: {error}") from None


def check_keys(scene, set):
    """The values of a scene, without those of `set`. ValueError for a scene that cannot be read and for keys that it
    does not have."""
    try:
        _core._scene_values(scene, None)
    except ValueError as error:
        raise ValueError(f"scene: {error}") from None
    for key, value in set.items():
        check_value(key, value)
    try:
        return _core._scene_values(scene, set)
    except ValueError as error:
        raise ValueError(f"parameters: {error}") from None


def check_runs(scene, sets):
    """ValueError with the errors of the first of some runs if none of them can begin: a key may be misspelt."""
    first = None
    for set in sets:
        try:
            return _core._check_scene(scene, set)
        except ValueError as error:
            first = first or error
    raise ValueError(f"parameters: no run can begin; the first: {first}") from None


def replace_own(file, text):
    """Writes a file of a study, whose lock is held: what an ended process left of it is replaced."""
    file.with_name(file.name + ".part").unlink(missing_ok=True)
    write_text(file, [text])


def changes_between(before, now):
    """What is different in two lists of values of a scene, shortened."""
    most_shown = 3
    old, new = (dict(line.split(" = ", 1) for line in lines if " = " in line) for lines in (before, now))
    texts = []
    for key in sorted(old.keys() | new.keys()):
        if key not in old:
            texts.append(f"{key} = {new[key]} is new")
        elif key not in new:
            texts.append(f"{key} = {old[key]} is gone")
        elif old[key] != new[key]:
            texts.append(f"{key} = {old[key]}, now {new[key]}")
    more = f"; and {len(texts) - most_shown} more" if len(texts) > most_shown else ""
    return "; ".join(texts[:most_shown]) + more


def check_folder(folder, mark, facts):
    """A folder is missing, empty or of this very study; ValueError."""
    def refuse(what):
        raise ValueError(f"out: {folder}: {what}; state another folder")

    if not folder.exists():
        return
    if not folder.is_dir():
        refuse("is not a folder")
    file = folder / mark
    if not file.exists():
        own = ("talus.lock", mark + ".part")  # of a study that was ended at its very beginning
        if any(entry.name not in own for entry in folder.iterdir()):
            refuse(f"is not empty and has no {mark}")
        return
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != facts["format"]:
        refuse(f"its {mark} cannot be read")
    if found.get("version") != facts["version"]:
        refuse("was begun by a version of talus that kept other facts of it")
    for key, value in facts.items():
        if json.dumps(found.get(key)) == json.dumps(value):
            continue
        if key != "values":
            text = json.dumps(found.get(key))
            refuse(f"belongs to a study of another scene or of other values, {key}: {text[:200]}")
        before = [line for line in found.get(key) or [] if isinstance(line, str)]
        raise ValueError(f"scene: {facts['scene']} was edited since the study in {folder} began: "
                         f"{changes_between(before, value)}; undo that to go on, or state another folder")


@contextlib.contextmanager
def study_folder(folder, mark, facts):
    """The folder of a study, made or gone on with, in which no other process computes meanwhile."""
    check_folder(folder, mark, facts)
    folder.mkdir(parents=True, exist_ok=True)
    lock = _core._StudyLock(folder)
    try:
        check_folder(folder, mark, facts)  # again: another one may have begun in between
        if not (folder / mark).exists():
            replace_own(folder / mark, json.dumps(facts, indent=1) + "\n")
        yield
    finally:
        del lock


def failure_of(file, code):
    """Why a run failed, by its log: the first of its errors, of a traceback the last line."""
    lines = file.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    if not lines:
        return f"ended by signal {-code} ({signal.strsignal(-code)})" if code < 0 else f"ended with status {code}"
    if lines[0].startswith("Traceback"):
        return lines[-1]
    return lines[0] + (f" (and {len(lines) - 1} more)" if len(lines) > 1 else "")


class _Processes:
    """Runs that go on now. Ctrl-C in a terminal reaches them, an interrupt of this process alone does not."""

    def __init__(self):
        self._running, self._lock, self._stopped = set(), threading.Lock(), False

    def run(self, job, log, environment):
        """The exit status of one run; KeyboardInterrupt for one that was interrupted."""
        with self._lock:
            if self._stopped:
                raise KeyboardInterrupt
            process = subprocess.Popen([sys.executable, "-m", "talus._run_one"], stdin=subprocess.PIPE, text=True,
                                       stderr=log, env=environment)
            self._running.add(process)
        try:
            process.communicate(json.dumps(job))
        finally:
            with self._lock:
                self._running.discard(process)
        if process.returncode in (130, -signal.SIGINT, -signal.SIGTERM):
            raise KeyboardInterrupt
        return process.returncode

    def stop(self):
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.send_signal(signal.SIGINT)


def run_jobs(jobs, workers, folder):
    """Runs scenes in processes of their own, `workers` at a time: lists of (name, scene, set, threads). By name
    ("done", "") or ("failed", why); runs that are done are not repeated, those that failed are tried again. Ctrl-C lets
    those that run save their states."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    processes = _Processes()

    def run_one(name, scene, set, threads):
        out, log_file = folder / name, folder / f"{name}.log"
        job = {"scene": str(scene), "out": str(out), "set": set, "threads": threads, "overwrite": False}
        try:
            run = Run(out)
            if run.is_over and not run.has_failed:
                return "done", ""
            # Behind the last state of a run that a limit ended nothing would meet the limit again.
            job["overwrite"] = run.has_failed
        except OSError:
            pass  # not begun
        try:
            with open(log_file, "w", encoding="utf-8") as log:
                code = processes.run(job, log, environment)
        except OSError as error:
            return "failed", f"cannot be started: {error}"
        return ("done", "") if code == 0 else ("failed", failure_of(log_file, code))

    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        try:
            futures = {job[0]: pool.submit(run_one, *job) for job in jobs}
            return {name: future.result() for name, future in futures.items()}
        except BaseException:
            processes.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
