"""A run that is killed at any moment and resumed leaves the bytes of an uninterrupted one (a short version of
test/campaign/resume.py)."""

import pathlib
import sys

from program import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "test/campaign"))
import resume  # noqa: E402


def test_killed_and_resumed(tmp_path):
    tally = resume.campaign(pathlib.Path(PROGRAM), tmp_path, cycles=6, seed=1, count=40, duration=0.05)
    assert tally.kills >= 6 and tally.runs >= 1


def test_a_damaged_checkpoint_is_not_taken(tmp_path):
    """The newest one that is whole counts; the run is then the same in the end."""
    import subprocess
    resume.write_scene(pathlib.Path(PROGRAM), tmp_path, 20, 0.05)
    command = [PROGRAM, "run", tmp_path / "scene.toml", "--quiet", "--out"]
    subprocess.run([*command, tmp_path / "whole"], check=True)
    subprocess.run([*command, tmp_path / "out"], check=True)
    newest = sorted((tmp_path / "out/checkpoints").iterdir())[-1]
    data = bytearray(newest.read_bytes())
    data[len(data) // 2] ^= 1
    newest.write_bytes(data)
    subprocess.run([*command, tmp_path / "out", "--resume"], check=True)
    assert not resume.differences(resume.results(tmp_path / "whole"), resume.results(tmp_path / "out"))
