"""Hostile files and options: one message with a cause, never a crash, a hang or a lost answer."""

import math
import os
import socket
import subprocess

import pytest

from limits import limited_addresses
from program import GOOD, PROGRAM, SPHERE, body, pair, parse, run

COMMANDS = {
    "shape": lambda file: ["shape", file],
    "pairs": lambda file: ["pairs", file],
    "run": lambda file: ["run", file, "--out", "never"],
    "mix": lambda file: ["pack", "--mix", file, "--volume-fraction", "0.1", "--box", "4", "--out", "never.h5"],
}
ENDINGS = {"shape": ["stl", "obj", "ply", "nrrd", "nhdr", "tif", "json"], "pairs": ["h5"], "run": ["toml"],
           "mix": ["json"]}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", ["a pipe", "a device", "a socket", "a directory"])
def test_only_regular_files_are_read(tmp_path, command, kind, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for ending in ENDINGS[command]:
        file = f"file.{ending}"
        if kind == "a pipe":
            os.mkfifo(file)
        elif kind == "a device":
            os.symlink("/dev/zero", file)
        elif kind == "a directory":
            os.mkdir(file)
        else:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(file)
        result = run(*COMMANDS[command](file))
        text = result.stderr.decode()
        assert result.returncode in (1, 2) and f"is {kind}" in text and file in text, (ending, text)
        assert len(text.splitlines()) == 1


@pytest.mark.parametrize("command", ["shape", "run"])
def test_a_file_beyond_the_limit_is_not_read(tmp_path, command):
    file = tmp_path / ("huge.stl" if command == "shape" else "huge.toml")
    with open(file, "wb") as stream:
        stream.truncate(1 << 40)
    result = run(*COMMANDS[command](file))
    assert result.returncode == 1 and b"1099511627776 bytes, more than the limit" in result.stderr


@pytest.mark.parametrize("hostile", [
    "[" * 100000, "[" * 100000 + "]" * 100000, '{"a":' * 100000 + "1" + "}" * 100000,
    '{"id":1,"a":' + "[" * 100000,
    '{"id":1,' + ",".join(f'"k{i}":1' for i in range(100000)) + "}",
], ids=["open", "closed", "objects", "late", "keys"])
def test_a_hostile_line_costs_its_own_answer(hostile):
    result = run("query", text="\n".join([GOOD, hostile, GOOD]))
    answers = [parse(line) for line in result.stdout.decode().splitlines()]
    assert result.returncode == 1 and result.stderr == b""
    assert [a.get("status") for a in answers] == ["separated", None, "separated"]
    assert answers[1]["line"] == 2 and "more than" in answers[1]["error"]


def test_a_line_without_an_end_ends():
    """Standard input may be a pipe that never ends; memory stays bounded and the program stops."""
    with open("/dev/zero", "rb") as zero:
        result = subprocess.run([PROGRAM, "query"], stdin=zero, capture_output=True, timeout=300)
    assert result.returncode == 2 and b"has no end" in result.stderr
    assert "longer than" in parse(result.stdout.decode())["error"]
    assert run("query", "/dev/zero").returncode == 2


@pytest.mark.parametrize("text", ["a" + ".a" * 100000 + " = 1", "[" + ".".join(["a"] * 100000) + "]",
                                  "a = " + "[" * 100000, "a = " + "{a=" * 100000],
                         ids=["key", "table", "array", "inline"])
def test_a_deep_scene_is_refused(tmp_path, text):
    scene = tmp_path / "scene.toml"
    scene.write_text("# 'it''s' [[[[\ntitle = \"a.b.c\"\n" + text + "\n")
    result = run("run", scene, "--out", tmp_path / "out")
    assert result.returncode == 1 and b"scene.toml:3:" in result.stderr and b"more than" in result.stderr


OPTIONS = [("query", "--threads"), ("query", "--tolerance"), ("query", "--distance-error"), ("shape", "--cells"),
           ("shape", "--error"), ("pairs", "--skin"), ("pairs", "--threads"), ("pack", "--aspect-ratio"),
           ("pack", "--diameter"), ("pack", "--volume-fraction"), ("pack", "--box"), ("pack", "--box-ratio"),
           ("pack", "--reach"), ("pack", "--max-attempts"), ("pack", "--seed"), ("run", "--threads")]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    (folder / "pairs.jsonl").write_text(GOOD + "\n")
    (folder / "grain.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    assert run("pack", "--aspect-ratio", "1", "--volume-fraction", "0.1", "--box-ratio", "4", "--out",
               folder / "bodies.h5").returncode == 0
    assert run("init", folder / "scene.toml").returncode == 0
    return folder


HARMLESS = {("--distance-error", "1e308"), ("--tolerance", "1e-308"), ("--distance-error", "1e-308"),
            ("--skin", "1e-308"), ("--reach", "1e-308"), ("--error", "1e308"), ("--volume-fraction", "1e-308")}


@pytest.mark.parametrize("command,option", OPTIONS)
def test_a_senseless_number_is_refused(inputs, command, option):
    for value in ["-1e18", "100000000000000000000000", "1e308", "1e-308", "nan", "", "0x"]:
        arguments = {
            "query": ["query", inputs / "pairs.jsonl"],
            "shape": ["shape", inputs / "grain.obj"],
            "pairs": ["pairs", inputs / "bodies.h5", "--count"],
            "run": ["run", inputs / "none.toml", "--out", inputs / "out"],
            "pack": ["pack", "--out", inputs / "new.h5", "--pairs", inputs / "new.jsonl", "--quiet"],
        }[command]
        given = {option: value}
        if command == "pack":
            given = {"--aspect-ratio": "1", "--volume-fraction": "0.1",
                     **({} if option == "--box" else {"--box-ratio": "4"}), **given}
        arguments += [text for pair in given.items() for text in pair]
        result = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, timeout=60)
        text = result.stderr.decode()
        if "e" in value and (option, value) in HARMLESS:
            assert result.returncode == 0, text
            continue
        if option in ("--diameter", "--distance-error", "--error") and value.startswith("1000"):
            continue  # a large, but sensible length
        assert result.returncode in (1, 2) and text.startswith("talus: "), (value, text)
        assert "unexpected failure" not in text and len(text.splitlines()) <= 2, (value, text)


@pytest.mark.parametrize("megabytes", [80, 120, 200, 400, 1600])
def test_too_little_memory_costs_one_answer_or_is_reported(megabytes):
    """A large body among small ones, under ever larger limits: no answer of another line is lost."""
    points = [[math.cos(i), math.sin(i) * math.cos(i * i), math.sin(i) * math.sin(i * i)] for i in range(40000)]
    large = pair(body({"type": "polyhedron", "vertices": points}), body(SPHERE, (5, 0, 0)), "large")
    limit = megabytes << 20
    result = subprocess.run([PROGRAM, "query", "--threads", "1"], input="\n".join([GOOD, large, GOOD]).encode(),
                            capture_output=True, timeout=120, check=False,
                            preexec_fn=limited_addresses(limit))
    text = result.stdout.decode() + result.stderr.decode()
    assert "_M_" not in text and "bad_alloc" not in text and result.returncode in (0, 1, 2), text
    if result.returncode == 2:
        assert "not enough memory" in text or megabytes < 100, text
        return
    answers = [parse(line) for line in result.stdout.decode().splitlines()]
    assert [answers[i]["status"] for i in (0, 2)] == ["separated"] * 2
    assert answers[1].get("status") == "separated" or "not enough memory" in answers[1]["error"]
