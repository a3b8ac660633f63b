#!/usr/bin/env python3
"""Runs the corpus of every fuzz target once and prints how many lines of the readers it reaches.

  test/fuzz/line_coverage.py BIN READER... [--missed]

BIN holds the libFuzzer programs (preset asan), whose reader sources are compiled with counters of clang
(test/fuzz/CMakeLists.txt). The counters are in mapped files: lines of child processes count too. Writers in the same
sources do not count, nor the lines of NO_INPUT, which no input can cause; they are printed. Status 1 if a group of readers
is below 95 %, or if a line of NO_INPUT is reached or gone.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TREE = pathlib.Path(__file__).resolve().parent
SOURCE = TREE.parent.parent
NOT_READERS = re.compile(r"(?:[\w:]+ )?talus::(?:\(anonymous namespace\)::)?"
                         r"(write(?!_measure)|save|refuse_meshes|add_facets|add_vertices|parameters_of|bytes_of|"
                         r"(Series|FrameIndex|MeasureTable)::add|checksum_block)")
SETS = {  # reader: patterns of its sources
    "mix": r"app/mix_format",
    "particles": r"app/exchange/",
    "query line": r"app/(?!exchange/)|talus/shape/read_shape",
    "scene": r"talus/sim/scene/",
    "mesh file": r"talus/shape/(stl|obj|ply|mesh_file)",
    "volume file": r"talus/shape/mesh/volume_",
    "run folder": r"talus/output/(read_run_file|series|run_folder|run_file_names|run_lock|measure_table|check(point|sum))",
    "view": r"talus/output/view/",
    "HDF5 file": r"talus/output/",
    "checkpoint": r"talus/sim/loop/",
    "any file": r"talus/input/input_file",
    "child process": r"talus/input/child_process",
}


# Lines that no bytes of a file can cause: the first of them, how many, why, and the test that holds them.
NO_INPUT = {
    "talus/input/input_file.cpp": [
        ("::close(descriptor);", 3, "another file gets the name between stat and open; no test"),
        ("more than there is memory for", 2, "too little memory; InputFile.RefusesWhatThereIsNoMemoryFor"),
    ],
}


def tool(name, *arguments):
    return subprocess.run([name, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def run_corpus(binary, reader, folder):
    """The profile of one run over the corpus."""
    profile = folder / f"{reader}.profraw"
    environment = {**os.environ, "LLVM_PROFILE_FILE": f"%c{profile}", "OMP_NUM_THREADS": "1"}
    subprocess.run([binary, "-runs=0", TREE / "corpus" / reader], env=environment, check=True, capture_output=True)
    return profile


def writer_lines(export):
    """The lines of functions that write, by source."""
    lines = collections.defaultdict(set)
    names = tool("c++filt", *[function["name"].split(":")[-1] for function in export["functions"]]).splitlines()
    for function, name in zip(export["functions"], names):
        if NOT_READERS.match(name):
            first, _, last, _ = function["regions"][0][:4]
            lines[function["filenames"][0]].update(range(first, last + 1))
    return lines


def line_counts(segments, last):
    """Executions by line: the largest of the regions that start in it or reach into it, as llvm-cov has it."""
    counts = {}
    starts = collections.defaultdict(list)
    for segment in segments:
        starts[segment[0]].append(segment)
    wrapped = None
    for line in range(1, last + 1):
        here = starts[line]
        entries = [s for s in here if s[3] and s[4] and not s[5]]
        mapped = (wrapped is not None and wrapped[3]) or bool(entries)
        if here and not here[0][3] and here[0][4]:
            mapped = bool(entries)
        if mapped:
            counts[line] = max([s[2] for s in entries] + ([wrapped[2]] if wrapped is not None and wrapped[3] else []))
        if here:
            wrapped = here[-1]
    return counts


def lines_of_no_input(source, text):
    """The lines of NO_INPUT and their reasons. A text that is gone is an error."""
    lines = {}
    for first, count, reason in NO_INPUT.get(source, []):
        start = next((i for i, line in enumerate(text) if first in line), None)
        if start is None:
            raise SystemExit(f"{source}: NO_INPUT names a line that is gone: {first}")
        lines.update({i: reason for i in range(start + 1, start + 1 + count)})
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bin", type=pathlib.Path)
    parser.add_argument("readers", nargs="+")
    parser.add_argument("--missed", action="store_true", help="print the lines that were not reached")
    options = parser.parse_args()
    programs = [options.bin.resolve() / f"fuzz_{reader}" for reader in options.readers]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        profiles = [run_corpus(program, reader, folder) for program, reader in zip(programs, options.readers)]
        merged = folder / "all.profdata"
        tool("llvm-profdata", "merge", "-sparse", "-o", merged, *profiles)
        others = [f"-object={program}" for program in programs[1:]]
        export = json.loads(tool("llvm-cov", "export", f"-instr-profile={merged}", programs[0], *others))["data"][0]
    written = writer_lines(export)
    rows = collections.defaultdict(list)
    stale = False
    for entry in export["files"]:
        path = pathlib.Path(os.path.normpath(entry["filename"]))
        if not path.is_relative_to(SOURCE) or path.suffix != ".cpp":
            continue
        text = path.read_text().splitlines()
        counts = {line: count for line, count in line_counts(entry["segments"], len(text)).items()
                  if line not in written[entry["filename"]]}
        source = str(path.relative_to(SOURCE))
        group = next((group for group, pattern in SETS.items() if re.match(pattern, source)), None)
        if group is None or not counts:
            continue
        exempt = {line: reason for line, reason in lines_of_no_input(source, text).items() if line in counts}
        for line, reason in exempt.items():
            stale = stale or counts[line] > 0
            print(f"{source}:{line}: {'is reached, remove it from NO_INPUT' if counts[line] > 0 else 'no input'}: {reason}")
        counts = {line: count for line, count in counts.items() if line not in exempt}
        missed = [line for line, count in sorted(counts.items()) if count == 0]
        rows[group].append((source, len(counts), missed))
        if options.missed:
            for line in missed:
                print(f"{source}:{line}: {text[line - 1].strip()}")
    print(f"{'source':44} {'lines':>6} {'missed':>6} {'reached':>8}")
    worst = 1.0
    for group in SETS:
        for source, lines, missed in sorted(rows[group]):
            print(f"  {source:42} {lines:6} {len(missed):6} {1 - len(missed) / lines:8.1%}")
        lines, missed = sum(row[1] for row in rows[group]), sum(len(row[2]) for row in rows[group])
        worst = min(worst, 1 - missed / max(lines, 1))
        print(f"{group:44} {lines:6} {missed:6} {1 - missed / max(lines, 1):8.1%}")
    return 0 if worst >= 0.95 and not stale else 1


if __name__ == "__main__":
    sys.exit(main())
