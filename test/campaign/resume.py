#!/usr/bin/env python3
"""Kills a run again and again, resumes it each time, and compares what it leaves in the end, byte for byte, with an
uninterrupted run.

  test/campaign/resume.py --talus build/release/bin/talus --cycles 100 --seed 1

Kills are `kill -9` at random moments; one of three waits until a checkpoint is being written (its file still has the
name of an unfinished one) and kills then. A kill counts as within a checkpoint if the dead process left an unfinished
file that is its own, not one of a process that was killed before it. When the run comes to its end the next one starts,
until all cycles are done.
"""

import argparse
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SCENE = """[simulation]
duration = {duration}
seed = 3

[output]
interval = {interval}
series_interval = {series}
checkpoint_interval = {checkpoint}
vtk = true

[[material]]
name = "stone"
young = 1e6
restitution = 0.5
friction = 0.5
rolling_friction = 0.05

[[wall]]
name = "box"
type = "box"
lower = [0, 0, 0]
upper = [0.08, 0.08, 1]
open = ["+z"]

[[wall]]
name = "paddle"
type = "cylinder"
base = [0.04, -0.1, 0.03]
axis = [0, 1, 0]
radius = 0.008
height = 0.3
segments = 12
angular_velocity = [0, 6, 0]

[[fill]]
name = "grain"
region = {{type = "box", lower = [0, 0, 0.045], upper = [0.08, 0.08, 0.2]}}
count = {count}
velocity = [0, 0, -0.5]
[[fill.grain]]
shape = {{type = "sphere", radius = 0.005}}
[[fill.grain]]
shape = {{type = "ellipsoid", semi_axes = [0.007, 0.005, 0.004]}}
[[fill.grain]]
shape = {{type = "superquadric", semi_axes = [0.005, 0.005, 0.004], exponents = [4, 4]}}
[[fill.grain]]
shape = {{type = "polyhedron", random = {{vertices = 12, variants = 4}}}}
diameter = 0.01
[[fill.grain]]
shape = {{type = "mesh", file = "jack.stl", cells = 16}}
diameter = 0.01

[[inlet]]
name = "feed"
region = {{type = "box", lower = [0, 0, 0.25], upper = [0.08, 0.08, 0.3]}}
number_rate = {rate}
velocity = [0, 0, -1]
[[inlet.grain]]
shape = {{type = "sphere", radius = 0.005}}
[[inlet.grain]]
shape = {{type = "polyhedron", random = {{vertices = 12, variants = 4}}}}
diameter = 0.01

[[outlet]]
name = "drain"
region = {{type = "box", lower = [0, 0, 0], upper = [0.08, 0.08, 0.012]}}
"""


def write_scene(talus, folder, count, duration):
    """The scene, and the concave grain of talus init."""
    subprocess.run([talus, "init", folder / "other.toml"], check=True, capture_output=True)
    (folder / "scene.toml").write_text(SCENE.format(
        count=count, rate=count / duration, duration=duration, interval=duration / 5, series=duration / 200, checkpoint=100))


def results(folder):
    """All files but the checkpoints, which are at other steps, and the picture, the slowest of all."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.parent.name != "checkpoints"}


def differences(expected, got):
    names = sorted(set(expected) | set(got))
    return [name for name in names if expected.get(name) != got.get(name)]


def unfinished_checkpoints(folder):
    """The files, told apart by their names and the times of their last change."""
    found = set()
    for path in (folder / "checkpoints").glob("checkpoint_*.part*"):
        try:
            status = path.stat()
            found.add((path.name, status.st_ino, status.st_mtime_ns))
        except FileNotFoundError:  # complete by now
            pass
    return found


class Tally:
    def __init__(self):
        self.kills = self.kills_while_saving = self.runs = 0


def stopped_while_saving(process, folder, before):
    """Stops the process if a checkpoint of its own is in progress; it goes on if that was complete meanwhile."""
    if not unfinished_checkpoints(folder) - before:
        return False
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.001)  # until the signal has arrived
    if unfinished_checkpoints(folder) - before:
        return True
    process.send_signal(signal.SIGCONT)
    return False


def kill_at_random(process, folder, before, generator, longest, tally):
    """Waits for a random time, or for a checkpoint in progress after it, and kills; False if it ended before. `before`
    are the unfinished checkpoints that processes left which were killed earlier."""
    end = time.monotonic() + generator.uniform(0.0, longest)
    wants_checkpoint = generator.random() < 1 / 3
    last = time.monotonic() + longest + 30.0
    while process.poll() is None:
        now = time.monotonic()
        if now >= end and (not wants_checkpoint or stopped_while_saving(process, folder, before) or now > last):
            process.kill()
            process.wait()
            if process.returncode == 0:
                return False
            tally.kills += 1
            tally.kills_while_saving += bool(unfinished_checkpoints(folder) - before)
            return True
        if not wants_checkpoint:
            time.sleep(min(0.002, max(0.0, end - now)))
    return False


def campaign(talus, folder, cycles, seed, count, duration, report=lambda text: None):
    """Returns the tally; raises AssertionError with the names of files that differ."""
    write_scene(talus, folder, count, duration)
    command = [talus, "run", folder / "scene.toml", "--quiet", "--threads", "2", "--out"]
    begin = time.monotonic()
    subprocess.run([*command, folder / "whole"], check=True)
    whole_seconds = time.monotonic() - begin
    expected = results(folder / "whole")
    generator = random.Random(seed)
    tally = Tally()
    out = folder / "out"
    while tally.kills < cycles:
        if out.exists():
            shutil.rmtree(out)
        resume = []
        while True:
            before = unfinished_checkpoints(out)
            process = subprocess.Popen([*command, out, *resume], stderr=subprocess.PIPE)
            last = tally.kills >= cycles
            killed = not last and kill_at_random(process, out, before, generator, 0.5 * whole_seconds, tally)
            if not killed:
                text = process.communicate()[1].decode()
                assert process.returncode == 0, text
                break
            resume = ["--resume"]
        tally.runs += 1
        wrong = differences(expected, results(out))
        assert not wrong, f"after {tally.kills} kills these files differ: {', '.join(wrong)}"
        report(f"{tally.kills} kills, {tally.kills_while_saving} of them within a checkpoint, "
               f"{tally.runs} runs identical")
    return tally


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talus", type=pathlib.Path, default="build/release/bin/talus")
    parser.add_argument("--cycles", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grains", type=int, default=60)
    parser.add_argument("--duration", type=float, default=0.2, help="simulated, s")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        campaign(options.talus.resolve(), pathlib.Path(folder), options.cycles, options.seed, options.grains,
                 options.duration, report=lambda text: print(text, flush=True))


if __name__ == "__main__":
    sys.exit(main())
