#!/usr/bin/env python3
"""Runs on disks that are full, and runs that start in one folder at the same moment.

  test/campaign/folder_campaign.py --talus build/release/bin/talus --full-disks 400 --concurrent 200 --seed 1

A disk is full after a random number of bytes: a small library (full_disk.c) lets writing fail from then on. The run must
report it, with an exit status that is not 0; resumed with room, it must leave the bytes of an uninterrupted run. Of
several processes that start in one folder one runs, and the others are refused; what is left is the same.
"""

import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import resume

HERE = pathlib.Path(__file__).resolve().parent


def prepare(talus, folder):
    """The scene, an uninterrupted run and its size in bytes."""
    resume.write_scene(talus, folder, 12, 0.02)
    text = (folder / "scene.toml").read_text()
    (folder / "scene.toml").write_text(text.replace("vtk = true", "vtk = true\npicture = false"))
    subprocess.run([*command(talus, folder), folder / "whole"], check=True, capture_output=True)
    size = sum(path.stat().st_size for path in (folder / "whole").rglob("*") if path.is_file())
    return resume.results(folder / "whole"), size


def command(talus, folder):
    return [talus, "run", folder / "scene.toml", "--quiet", "--threads", "1", "--out"]


def full_disks(talus, folder, cases, seed, report=lambda text: None):
    expected, size = prepare(talus, folder)
    library = folder / "full_disk.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "full_disk.c", "-ldl"], check=True)
    generator = random.Random(seed)
    failures = 0
    for case in range(cases):
        out = folder / f"full_{case}"
        start = []
        for room in (generator.randrange(2 * size), generator.randrange(2 * size)):
            environment = dict(os.environ, LD_PRELOAD=str(library), FULL_DISK_BYTES=str(room), FULL_DISK_FOLDER=str(out))
            result = subprocess.run([*command(talus, folder), out, *start], env=environment, capture_output=True, timeout=120)
            start = ["--resume"]
            if result.returncode != 0:
                failures += 1
                assert result.returncode == 1, (room, result)
                assert b"No space left on device" in result.stderr, (room, result.stderr)
        result = subprocess.run([*command(talus, folder), out, "--resume"], capture_output=True, timeout=120)
        assert result.returncode == 0, result.stderr
        wrong = resume.differences(expected, resume.results(out))
        assert not wrong, f"case {case}: these files differ: {', '.join(wrong)}"
        shutil.rmtree(out)
        report(f"{case + 1} runs resumed after {failures} full disks are identical")
    assert failures >= cases // 2, failures
    return failures


def concurrent_runs(talus, folder, cases, seed, report=lambda text: None):
    expected, _ = prepare(talus, folder)
    generator = random.Random(seed)
    refused = 0
    for case in range(cases):
        out = folder / f"together_{case}"
        start = generator.choice([[], ["--resume"]])
        processes = [subprocess.Popen([*command(talus, folder), out, *start], stderr=subprocess.PIPE)
                     for _ in range(generator.randint(2, 4))]
        texts = [process.communicate(timeout=120)[1].decode() for process in processes]
        statuses = [process.returncode for process in processes]
        assert 0 in statuses, texts
        for status, text in zip(statuses, texts):
            refused += status != 0
            assert status == 0 or "in use" in text or "already holds" in text, text
        assert start or statuses.count(0) == 1, statuses
        wrong = resume.differences(expected, resume.results(out))
        assert not wrong, f"case {case}: these files differ: {', '.join(wrong)}"
        shutil.rmtree(out)
        report(f"{case + 1} folders with several processes each: {refused} processes refused, all runs identical")
    return refused


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talus", type=pathlib.Path, default="build/release/bin/talus")
    parser.add_argument("--full-disks", type=int, default=400)
    parser.add_argument("--concurrent", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    talus = options.talus.resolve()
    for work, cases in ((full_disks, options.full_disks), (concurrent_runs, options.concurrent)):
        with tempfile.TemporaryDirectory() as folder:
            work(talus, pathlib.Path(folder), cases, options.seed, report=lambda text: print(text, flush=True))


if __name__ == "__main__":
    sys.exit(main())
