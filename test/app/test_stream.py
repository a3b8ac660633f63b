"""Long inputs: constant memory, any number of threads, a partner who waits for each answer."""

import fcntl
import os
import pathlib
import random
import signal
import subprocess
import time

from pairs import KINDS, random_pair
from program import GOOD, PROGRAM, pair, parse, run
from scenes import BALL, FLOOR, HEAD


def mixed_lines(count, seed):
    generator = random.Random(seed)
    kinds = [(a, b) for i, a in enumerate(KINDS) for b in KINDS[i:]]
    lines = []
    for i in range(count):
        a, b = random_pair(generator, *kinds[i % len(kinds)], i)
        lines.append(pair(a, b, i))
        if i % 97 == 0:
            lines.append("malformed " + str(i))
        if i % 101 == 0:
            lines.append("")
    return lines


def test_any_number_of_threads_gives_the_same_bytes():
    text = "\n".join(mixed_lines(20000, 1))
    outputs = [run("query", "--threads", threads, text=text).stdout for threads in (1, 2, 3, 8)]
    assert len(set(outputs)) == 1
    ids = [parse(line)["id"] for line in outputs[0].decode().splitlines()]
    assert [i for i in ids if i is not None] == [*range(20000)]


def peak_memory_kib(count):
    """The peak resident memory for so many lines, fed through a pipe."""
    block = ("\n".join(mixed_lines(2000, 2)) + "\n").encode()
    process = subprocess.Popen([PROGRAM, "query", "--threads", "2"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    for _ in range(count // 2000):
        process.stdin.write(block)
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    process.stdin.close()
    assert process.wait(timeout=60) == 1  # the malformed lines
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")))


def test_memory_does_not_grow_with_the_input():
    short, long = peak_memory_kib(20000), peak_memory_kib(300000)
    if not os.environ.get("TALUS_SANITIZE"):  # the sanitizers keep freed memory for a while
        assert long < short + 8 * 1024
        assert long < 64 * 1024


def test_a_partner_who_waits_for_each_answer_gets_it():
    process = subprocess.Popen([PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(3):
        process.stdin.write(GOOD.encode() + b"\n")
        process.stdin.flush()
        assert parse(process.stdout.readline())["status"] == "separated"
    process.stdin.close()
    assert process.wait(timeout=10) == 0


def test_a_line_of_many_megabytes_is_refused_and_the_next_answered():
    result = run("query", text=b'{"id":"' + b"x" * (70 << 20) + b'"}\n' + GOOD.encode())
    assert result.returncode == 1
    error, good = [parse(line) for line in result.stdout.decode().splitlines()]
    assert error == {"id": None, "line": 1, "error": "the line is longer than 67108864 bytes"}
    assert good["status"] == "separated"


def test_nothing_is_printed_on_a_stderr_that_is_no_terminal():
    assert run("query", text="\n".join(mixed_lines(3000, 3))).stderr == b""


def set_blocking(descriptor, blocking):
    flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, flags & ~os.O_NONBLOCK if blocking else flags | os.O_NONBLOCK)


def test_pipes_that_do_not_block_are_waited_for():
    """A partner (node, ssh, an event loop) may have made both pipes non-blocking."""
    their_in, our_in = os.pipe()
    our_out, their_out = os.pipe()
    set_blocking(their_in, False)
    set_blocking(their_out, False)
    process = subprocess.Popen([PROGRAM, "query"], stdin=their_in, stdout=their_out, stderr=subprocess.PIPE)
    os.close(their_in)
    os.close(their_out)
    time.sleep(0.3)
    assert process.poll() is None  # an empty pipe is no error
    lines = 2000  # some 400 kB of answers: more than a pipe holds
    os.write(our_in, (GOOD + "\n").encode())
    time.sleep(0.2)
    if os.fork() == 0:
        with os.fdopen(our_in, "wb") as pipe:
            pipe.write((GOOD + "\n").encode() * (lines - 1))
        os._exit(0)
    os.close(our_in)
    time.sleep(0.5)
    with os.fdopen(our_out, "rb") as pipe:
        answers = pipe.read().splitlines()
    assert process.wait(timeout=30) == 0, process.stderr.read()
    os.wait()
    assert len(answers) == lines and len(set(answers)) == 1


def full_pipe():
    """A pipe that holds no more bytes and blocks its writers, as one whose reader does not read."""
    reading, writing = os.pipe()
    set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b"x")
    except BlockingIOError:
        set_blocking(writing, True)
    return reading, writing


def test_a_blocked_standard_error_does_not_stop_a_run(tmp_path):
    (tmp_path / "scene.toml").write_text(HEAD + FLOOR + BALL)
    reading, writing = full_pipe()
    process = subprocess.Popen([PROGRAM, "run", tmp_path / "scene.toml", "--out", tmp_path / "out"], stderr=writing)
    assert process.wait(timeout=30) == 0
    assert (tmp_path / "out/final.png").exists()
    os.close(writing)
    os.close(reading)


def test_signals_are_served_while_the_standard_error_is_blocked(tmp_path):
    scene = HEAD.replace("duration = 0.02", "duration = 1e5")
    (tmp_path / "scene.toml").write_text(scene + FLOOR + BALL + "[output]\ninterval = 10\n")
    reading, writing = full_pipe()
    process = subprocess.Popen([PROGRAM, "run", tmp_path / "scene.toml", "--out", tmp_path / "out"], stderr=writing)
    time.sleep(7)  # a line of progress is due after 5 s
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=10) == 130
    assert len(list((tmp_path / "out/checkpoints").iterdir())) > 0
    os.close(writing)
    os.close(reading)
