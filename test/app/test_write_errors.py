"""Every command reports output that it cannot write, and leaves what has the name of its output as it is."""

import os
import stat
import subprocess

import pytest
from program import GOOD, PROGRAM, run
from scenes import GOOD as SCENE


@pytest.fixture(scope="module")
def place(module_path):
    folder = module_path
    (folder / "pairs.jsonl").write_text(GOOD + "\n")
    (folder / "body.json").write_text('{"type":"sphere","radius":1}')
    (folder / "scene.toml").write_text(SCENE + "[output]\npicture = false\n")
    assert run("pack", "--aspect-ratio", "1", "--volume-fraction", "0.1", "--box", "5", "--quiet",
               "--out", folder / "bodies.h5").returncode == 0
    return folder


def printing(place):
    """Commands that print what they are asked for."""
    yield ["--help"]
    yield ["--version"]
    yield ["run", "--help"]
    yield ["methods"]
    yield ["methods", "--json"]
    yield ["shape", place / "body.json"]
    yield ["shape", place / "body.json", "--json"]
    yield ["query", place / "pairs.jsonl"]
    yield ["pairs", place / "bodies.h5"]
    yield ["pairs", place / "bodies.h5", "--count"]
    yield ["pairs", place / "bodies.h5", "--out", "/dev/stdout"]
    yield ["pack", "--aspect-ratio", "1", "--volume-fraction", "0.1", "--box", "5", "--quiet", "--pairs", "-"]
    yield ["run", place / "scene.toml", "--quiet", "--profile", "--restart", "--out", place / "run"]


def closed_pipe():
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "wb")


def test_a_full_disk_is_an_error_of_every_command(place):
    for command in printing(place):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, *map(str, command)], stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert result.returncode in (1, 2), command
        assert b"No space left on device" in result.stderr, (command, result.stderr)


def test_a_closed_pipe_is_an_error_of_every_command(place):
    for command in printing(place):
        with closed_pipe() as pipe:
            result = subprocess.run([PROGRAM, *map(str, command)], stdout=pipe, stderr=subprocess.PIPE, timeout=60)
        assert result.returncode in (1, 2), (command, result.returncode)
        # The reader of many answers may leave early, as head does.
        assert (b"Broken pipe" in result.stderr) == (command[0] != "query"), (command, result.stderr)


def test_a_closed_output_is_an_error_of_every_command(place):
    for command in printing(place):
        line = " ".join([PROGRAM, *map(str, command)]) + " >&-"
        result = subprocess.run(["bash", "-c", line], stderr=subprocess.PIPE, timeout=60)
        assert result.returncode in (1, 2), command
        assert b"Bad file descriptor" in result.stderr, (command, result.stderr)


def test_a_closed_input_is_an_error():
    result = subprocess.run(["bash", "-c", f"{PROGRAM} query - <&-"], capture_output=True, timeout=60)
    assert result.returncode == 2 and b"Bad file descriptor" in result.stderr


def writing(place, file):
    """Commands that write this file."""
    yield ["pairs", place / "bodies.h5", "--out", file]
    yield ["pack", "--aspect-ratio", "1", "--volume-fraction", "0.1", "--box", "5", "--quiet", "--pairs", file]
    yield ["pack", "--aspect-ratio", "1", "--volume-fraction", "0.1", "--box", "5", "--quiet", "--out", file]


def test_devices_stay_devices(place):
    for command in writing(place, "/dev/null"):
        assert run(*command).returncode == 0, command
        assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    for command in writing(place, "/dev/full"):
        result = run(*command)
        assert result.returncode == 2 and b"cannot write /dev/full: No space left on device" in result.stderr
        assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_links_lead_to_what_is_written(place, tmp_path):
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    for command in writing(place, tmp_path / "link"):
        assert run(*command).returncode == 0
        assert os.readlink(tmp_path / "link") == "target"
        assert (tmp_path / "target").read_bytes() not in (b"old", b"")
        (tmp_path / "target").write_text("old")


def test_directories_fifos_and_scenes(place, tmp_path):
    (tmp_path / "folder").mkdir()
    for command in writing(place, tmp_path / "folder"):
        result = run(*command)
        assert result.returncode == 2 and b"it is a directory" in result.stderr
    os.mkfifo(tmp_path / "fifo")
    for command in writing(place, tmp_path / "fifo"):
        process = subprocess.Popen([PROGRAM, *map(str, command)])
        assert (tmp_path / "fifo").read_bytes() != b""
        assert process.wait(60) == 0 and stat.S_ISFIFO(os.stat(tmp_path / "fifo").st_mode)
    (tmp_path / "scene.toml").symlink_to("elsewhere.toml")
    assert run("init", tmp_path / "scene.toml").returncode == 0
    assert os.readlink(tmp_path / "scene.toml") == "elsewhere.toml" and (tmp_path / "elsewhere.toml").exists()


def test_what_was_there_survives_a_failed_write(place, tmp_path):
    import resource
    (tmp_path / "file").write_text("old")
    (tmp_path / "file.part").write_text("mine")
    for command in writing(place, tmp_path / "file"):
        result = subprocess.run([PROGRAM, *map(str, command)], capture_output=True, timeout=60, preexec_fn=lambda: (
            resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))))
        assert result.returncode == 2 and b"File too large" in result.stderr, (command, result)
        assert (tmp_path / "file").read_text() == "old" and (tmp_path / "file.part").read_text() == "mine"
        assert len(os.listdir(tmp_path)) == 2
