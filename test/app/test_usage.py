"""Usage: help, version, exit statuses, messages."""

import pathlib
import re
import subprocess

import pytest
from program import GOOD, PROGRAM, run


@pytest.mark.parametrize("arguments,message", [
    ((), "a command is missing: query, methods, shape, pack, pairs, init, run, view, sweep or convert"),
    (("frobnicate",), "frobnicate"),
    (("query", "--nonsense"), "--nonsense"),
    (("query", "no/such/file.jsonl"), "cannot open no/such/file.jsonl: No such file or directory"),
    (("query", "/"), "directory"),
    (("query", "--method", "no-such-method"), 'no pair has a method "no-such-method"; known methods: auto, '),
    (("query", "--tolerance", "0"), "--tolerance: must be > 0 and <= 1, got 0"),
    (("query", "--tolerance", "-1e-6"), "--tolerance: must be > 0 and <= 1, got -1e-06"),
    (("query", "--tolerance", "nan"), "--tolerance: must be > 0 and <= 1, got nan"),
    (("query", "--tolerance", "inf"), "--tolerance: must be > 0 and <= 1, got inf"),
    (("query", "--tolerance", "tiny"), "tiny"),
    (("query", "--distance-error", "-1"), "--distance-error: must be finite and >= 0, got -1"),
    (("query", "--distance-error", "nan"), "--distance-error: must be finite and >= 0, got nan"),
    (("query", "--threads", "0"), "--threads: must be 1 to 4096, got 0"),
    (("query", "--threads", "-2"), "--threads: must be 1 to 4096, got -2"),
    (("query", "--threads", "many"), "many"),
    (("shape",), "FILE"),
    (("shape", "no/such/shape.json"), "cannot open no/such/shape.json: No such file or directory"),
    (("shape", "no/such/mesh.stl"), "cannot open no/such/mesh.stl: No such file or directory"),
    (("methods", "extra"), "extra"),
])
def test_wrong_usage_is_status_2_with_one_message(arguments, message):
    result = run(*arguments)
    assert result.returncode == 2
    assert result.stdout == b""
    text = result.stderr.decode()
    assert text.startswith("talus: ")
    assert message in text
    assert len(text.splitlines()) <= 2


@pytest.mark.parametrize("arguments", [(), ("query",), ("methods",), ("shape",), ("pack",), ("pairs",)])
def test_help_has_examples(arguments):
    result = run(*arguments, "--help")
    assert result.returncode == 0
    assert b"Examples:" in result.stdout
    assert result.stderr == b""


def declared_version():
    """That of talus/version.h."""
    text = (pathlib.Path(__file__).parents[2] / "talus/version.h").read_text()
    numbers = [re.search(rf"#define TALUS_VERSION_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH")]
    prerelease = re.search(r'#define TALUS_VERSION_PRERELEASE "(.*)"', text).group(1)
    return ".".join(numbers) + (f"-{prerelease}" if prerelease else "")


def test_version():
    result = run("--version")
    assert result.returncode == 0
    version, commit, instruction_set = result.stdout.decode().splitlines()
    assert version == f"talus {declared_version()}"
    assert re.fullmatch(r"commit ([0-9a-f]{7,}(-dirty)?|unknown)", commit)
    assert re.fullmatch(r"instruction set (x86-64(-v[34])?|plain), [1248] numbers at once", instruction_set)


def test_a_file_and_standard_input_give_the_same(tmp_path):
    file = tmp_path / "pairs.jsonl"
    file.write_text(GOOD + "\n")
    outputs = {run("query", file).stdout, run("query", "-", text=GOOD).stdout, run("query", text=GOOD).stdout}
    assert len(outputs) == 1


def test_a_reader_that_leaves_is_no_error():
    result = subprocess.run(["bash", "-o", "pipefail", "-c", f"yes '{GOOD}' | head -n 200000 | {PROGRAM} query | head -n 1"],
                            capture_output=True, timeout=120)
    assert result.stderr == b""
    assert len(result.stdout.splitlines()) == 1


def test_a_full_disk_is_reported():
    with open("/dev/full", "wb") as full:
        result = subprocess.run([PROGRAM, "query"], input=GOOD.encode(), stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert result.returncode == 2
    assert b"cannot write the answers" in result.stderr


def test_methods_lists_every_pair_with_its_production_method():
    text = run("methods").stdout.decode()
    kinds = ["sphere", "ellipsoid", "superquadric", "polyhedron", "half_space", "segment"]
    for i, a in enumerate(kinds):
        for b in kinds[i:]:
            line = next(line for line in text.splitlines() if line.startswith(f"{a} - {b} "))
            assert ("(not supported)" in line) == (a == b == "half_space")
            assert ("* " in line) == (not a == b == "half_space")
