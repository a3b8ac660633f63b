"""What a run does with its folder: whose files it touches, when it refuses, what it says, and which signals save it."""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time
import zlib

import h5py
import numpy as np
import pytest
from limits import SANITIZED, limited_addresses
from program import PROGRAM, ROOT, run
from scenes import GOOD

sys.path.insert(0, str(ROOT / "test/campaign"))
import folder_campaign  # noqa: E402

OUTPUT = "[output]\ninterval = 0.004\nseries_interval = 0.001\ncheckpoint_interval = 30\nvtk = true\npicture = false\n"


@pytest.fixture(scope="module")
def finished(module_path):
    """A scene and a finished run of it."""
    folder = module_path
    (folder / "scene.toml").write_text(GOOD + OUTPUT)
    result = run("run", folder / "scene.toml", "--out", folder / "out", "--quiet")
    assert result.returncode == 0 and result.stderr == b"", result.stderr
    return folder


@pytest.fixture
def place(finished, tmp_path):
    """A copy of it, to be damaged."""
    shutil.copytree(finished, tmp_path / "copy")
    return tmp_path / "copy"


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink()}


def start(place, *arguments, out="out"):
    return run("run", place / "scene.toml", "--out", place / out, *arguments)


def results(folder):
    return {name: data for name, data in contents(folder).items() if not name.startswith("checkpoints/")}


FOREIGN = ["notes.txt", "series.csv", "results.h5", "final.png", "frames/a_1", "frames/x.part", "vtk/b.part",
           "vtk/bodies_000000.vtp", "checkpoints/c.part", ".hidden", "talus.lock", "talus_run.txt"]


@pytest.mark.parametrize("name", FOREIGN)
def test_a_folder_that_is_not_empty_is_refused(finished, tmp_path, name):
    (tmp_path / "out" / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "out" / name).write_text("mine")
    for arguments in ([], ["--resume"], ["--overwrite"]):
        result = run("run", finished / "scene.toml", "--out", tmp_path / "out", *arguments)
        assert result.returncode == 1, (arguments, result.stderr)
        assert contents(tmp_path / "out") == {name: b"mine"}
        assert b"--restart" in result.stderr
    result = run("run", finished / "scene.toml", "--out", tmp_path / "out", "--restart", "--quiet")
    assert result.returncode == 0, result.stderr
    assert contents(tmp_path / "out") == {name: b"mine"}
    assert results(tmp_path / "out_2") == results(finished / "out")


def test_a_finished_run_is_refused_and_overwritten_only_on_request(place, finished):
    result = start(place)
    assert result.returncode == 1 and b"already holds a run, a finished one" in result.stderr
    for option in (b"--resume", b"--restart", b"--overwrite"):
        assert option in result.stderr
    assert contents(place) == contents(finished)
    (place / "out/mine").write_text("mine")
    (place / "out/frames/000077.h5").write_text("mine")
    result = start(place, "--overwrite", "--quiet")
    assert result.returncode == 0 and b"removed the" in result.stderr, result.stderr
    after = contents(place / "out")
    assert after.pop("mine") == after.pop("frames/000077.h5") == b"mine"
    assert after == contents(finished / "out")


def test_overwrite_deletes_nothing_for_a_scene_that_cannot_run(place, finished):
    (place / "scene.toml").write_text(GOOD.replace("young", "yuong"))
    assert start(place, "--overwrite").returncode == 1
    assert contents(place / "out") == contents(finished / "out")


def damage_checkpoints(place):
    for path in (place / "out/checkpoints").glob("*.h5"):
        data = bytearray(path.read_bytes())
        data[-100] ^= 1
        path.write_bytes(data)


def remove_checkpoints(place):
    shutil.rmtree(place / "out/checkpoints")


def replace_by_directories(place):
    for path in list((place / "out/checkpoints").glob("*.h5")):
        path.unlink()
        path.mkdir()


def change_scene(place):
    (place / "scene.toml").write_text(GOOD.replace("radius = 0.01", "radius = 0.011") + OUTPUT)


@pytest.mark.parametrize("damage, words", [
    (damage_checkpoints, b"is damaged: its checksum does not hold"),
    (remove_checkpoints, b"checkpoints is missing or holds none"),
    (replace_by_directories, b"is a directory"),
    (change_scene, b"belongs to another scene")])
def test_resume_without_a_usable_checkpoint_is_refused(place, damage, words):
    damage(place)
    before = contents(place)
    result = start(place, "--resume")
    assert result.returncode == 1 and words in result.stderr, result.stderr
    assert b"--restart" in result.stderr
    assert contents(place) == before


def test_a_damaged_line_of_frames_costs_nothing(place, finished):
    for line in range(1, 7):
        lines = (finished / "out/frames.csv").read_text().splitlines()
        lines[line] = "garbage"
        (place / "out/frames.csv").write_text("\n".join(lines) + "\n")
        result = start(place, "--resume", "--quiet")
        assert result.returncode == 0 and b"frames.csv: had lines" in result.stderr, result.stderr
        assert contents(place / "out") == contents(finished / "out")


def test_special_files_in_the_folder_are_refused(place):
    (place / "out/series.csv").unlink()
    os.mkfifo(place / "out/series.csv")
    result = start(place, "--resume")
    assert result.returncode == 1 and b"series.csv: is a FIFO" in result.stderr
    (place / "out/series.csv").unlink()
    (place / "victim").write_text("mine")
    (place / "out/series.csv").symlink_to(place / "victim")
    result = start(place, "--resume")
    assert result.returncode == 1 and b"series.csv: is a symbolic link" in result.stderr
    assert (place / "victim").read_text() == "mine"


TABLES = ["frames.csv", "series.csv", "talus_run.txt", "talus.lock", "checkpoints/written.txt"]


@pytest.mark.parametrize("option", ["--resume", "--overwrite"])
@pytest.mark.parametrize("kind", ["pipe", "device", "hole"])
@pytest.mark.parametrize("name", TABLES)
def test_tables_and_lists_are_regular_files_of_a_limited_size(place, name, kind, option):
    """None of them blocks the program or fills the memory; the message names the file."""
    if option == "--overwrite" and name in ("frames.csv", "series.csv"):
        pytest.skip("--overwrite deletes this table and does not read it")
    file = place / "out" / name
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        file.touch()
        os.truncate(file, 1 << 40)
    before = sorted(path for path in place.rglob("*"))
    limit = 4 << 30  # bytes of addresses
    result = subprocess.run([PROGRAM, "run", place / "scene.toml", "--out", place / "out", option, "--quiet"],
                            capture_output=True, timeout=60, check=False,
                            preexec_fn=limited_addresses(limit))
    text = result.stderr.decode()
    assert result.returncode == 1 and name in text, text
    assert "--restart" in text or name == "talus.lock", text
    assert sorted(path for path in place.rglob("*")) == before
    assert kind != "hole" or file.stat().st_size == 1 << 40


@pytest.mark.parametrize("name", ["frames", "vtk", "checkpoints"])
def test_a_linked_folder_is_not_followed(place, name):
    """Files behind a link are not the run's: none is deleted, not even one with the name of a frame."""
    shutil.move(place / "out" / name, place / "elsewhere")
    (place / "out" / name).symlink_to(place / "elsewhere")
    before = contents(place / "elsewhere")
    assert len(before) > 1
    for option in ("--resume", "--overwrite"):
        result = start(place, option)
        assert result.returncode == 1 and f"{name} is a symbolic link".encode() in result.stderr, result.stderr
        assert b"--restart" in result.stderr
        assert contents(place / "elsewhere") == before


def edit_checkpoints(place, edit):
    """Changes the contents of all checkpoints and gives them the checksum of the new ones."""
    for path in (place / "out/checkpoints").glob("*.h5"):
        with h5py.File(path, "r+") as file:
            edit(file)
        data = path.read_bytes()[512:]
        line = f"talus, {len(data)} bytes follow this block, CRC-32 {zlib.crc32(data):08x}\n".encode()
        path.write_bytes(line.ljust(512, b"\0") + data)


def another_version(file):
    file["state"].attrs.modify("version", file["state"].attrs["version"] - 1)


def no_such_body(file):
    body_of = file["state/body_of"]
    body_of[...] = np.full_like(body_of[...], 0xff)


@pytest.mark.parametrize("edit, words", [
    (lambda file: None, None),
    (another_version, b"this program reads version"),
    (no_such_body, b"state/body_of[0]: is not of these bodies"),
    (lambda file: file["run"].attrs.__delitem__("largest_overlap"), b"largest_overlap is missing"),
    (lambda file: file["run"].attrs.__delitem__("fingerprint"), b"fingerprint is missing")])
def test_a_whole_checkpoint_that_cannot_be_used_is_refused_with_advice(place, edit, words):
    edit_checkpoints(place, edit)
    before = contents(place)
    result = start(place, "--resume", "--quiet")
    if words is None:
        assert result.returncode == 0, result.stderr
        return
    assert result.returncode == 1 and words in result.stderr, result.stderr
    assert b"checkpoint_" in result.stderr and b"--restart" in result.stderr
    assert contents(place) == before


LONG = GOOD.replace("duration = 0.02", "duration = 30").replace("time_step = 1e-4", "time_step = 1e-5")
LONG += "[output]\ninterval = 10\nseries_interval = 1\ncheckpoint_interval = 0\npicture = false\n"


def begin_long(folder, *arguments, **options):
    (folder / "long.toml").write_text(LONG)
    process = subprocess.Popen([PROGRAM, "run", str(folder / "long.toml"), "--out", str(folder / "long"), *arguments],
                               stderr=subprocess.PIPE, **options)
    while not (folder / "long/results.h5").exists():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    time.sleep(0.1)
    return process


def test_a_second_process_is_refused_with_the_holder(tmp_path):
    process = begin_long(tmp_path)
    try:
        before = contents(tmp_path / "long")
        for option in ("--resume", "--overwrite", "--quiet"):
            result = run("run", tmp_path / "long.toml", "--out", tmp_path / "long", option)
            assert result.returncode == 1
            if option != "--quiet":
                assert f"in use: process {process.pid} on {os.uname().nodename}".encode() in result.stderr, result.stderr
        assert contents(tmp_path / "long").keys() == before.keys()
    finally:
        process.kill()
        process.communicate()
    process = begin_long(tmp_path, "--resume")  # the lock is gone with its process
    process.terminate()
    assert process.wait(60) == 130


def saved_steps(folder):
    path = folder / "long/checkpoints"
    return sorted(int(name[11:23]) for name in os.listdir(path) if name.endswith(".h5")) if path.exists() else []


@pytest.mark.parametrize("name", ["INT", "TERM", "HUP", "XCPU", "XFSZ"])
def test_signals_save_and_stop(tmp_path, name):
    process = begin_long(tmp_path)
    process.send_signal(getattr(signal, "SIG" + name))
    text = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 130 and f") by SIG{name}; the state is saved" in text, text
    assert len(saved_steps(tmp_path)) == 1


def test_usr1_saves_and_goes_on(tmp_path):
    process = begin_long(tmp_path)
    process.send_signal(signal.SIGUSR1)
    while not saved_steps(tmp_path):
        time.sleep(0.01)
    time.sleep(0.1)
    assert process.poll() is None
    process.terminate()
    text = process.communicate(timeout=60)[1].decode()
    assert "SIGUSR1: saved at" in text and len(saved_steps(tmp_path)) == 2


@pytest.mark.parametrize("name", ["SEGV", "BUS", "FPE", "ABRT", "KILL"])
def test_signals_of_a_broken_state_save_nothing(tmp_path, name):
    if SANITIZED and name in ("SEGV", "BUS", "FPE"):
        pytest.skip("the sanitizer answers this signal")
    process = begin_long(tmp_path)
    process.send_signal(getattr(signal, "SIG" + name))
    process.communicate(timeout=60)
    assert process.returncode == -getattr(signal, "SIG" + name)
    assert saved_steps(tmp_path) == []


def test_signals_that_were_ignored_stay_ignored(tmp_path):
    process = begin_long(tmp_path, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    time.sleep(0.3)
    assert process.poll() is None
    process.terminate()
    assert process.wait(60) == 130


@pytest.mark.parametrize("limit", [1500, 4000, 9000])
def test_a_limit_of_file_sizes_ends_the_run_and_resuming_mends_it(finished, tmp_path, limit):
    result = subprocess.run([PROGRAM, "run", finished / "scene.toml", "--out", tmp_path / "out", "--quiet"],
                            capture_output=True, timeout=60,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert result.returncode == 1 and b"File too large" in result.stderr, result.stderr
    result = run("run", finished / "scene.toml", "--out", tmp_path / "out", "--quiet", "--resume")
    assert result.returncode == 0, result.stderr
    assert results(tmp_path / "out") == results(finished / "out")


@pytest.mark.parametrize("closed", [(2,), (1, 2), (0, 1, 2), (0,)])
def test_closed_descriptors_do_not_reach_the_results(finished, tmp_path, closed):
    # Not --quiet: there is much to print.
    redirections = " ".join(f"{number}>&-" for number in closed)
    command = f"{PROGRAM} run {finished}/scene.toml --out {tmp_path}/out {redirections}"
    assert subprocess.run(["bash", "-c", command], capture_output=True, timeout=60).returncode == 0
    assert contents(tmp_path / "out") == contents(finished / "out")


def test_a_full_disk_for_messages_does_not_end_a_run(finished, tmp_path):
    with open("/dev/full", "wb") as full:
        result = subprocess.run([PROGRAM, "run", finished / "scene.toml", "--out", tmp_path / "out"], stderr=full,
                                timeout=60)
    assert result.returncode == 0
    assert contents(tmp_path / "out") == contents(finished / "out")


def test_campaign_of_full_disks_at_one_percent(tmp_path):
    folder_campaign.full_disks(pathlib.Path(PROGRAM), tmp_path, cases=4, seed=1)


def test_campaign_of_concurrent_runs_at_one_percent(tmp_path):
    folder_campaign.concurrent_runs(pathlib.Path(PROGRAM), tmp_path, cases=2, seed=1)
