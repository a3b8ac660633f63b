"""Long inputs: constant memory, any number of threads, a partner who waits for each answer."""

import os
import pathlib
import random
import subprocess

from pairs import KINDS, random_pair
from program import GOOD, PROGRAM, pair, parse, run


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
