"""check_commands.py ROOT TALUS: every command of the program in a document is one that it has, with options that it has.

Looked at are the lines of code blocks that begin with `talus`, the continuations of a line and what follows a pipe or &&.
"""

import pathlib
import re
import subprocess
import sys

ROOT, TALUS = pathlib.Path(sys.argv[1]), sys.argv[2]
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documents():
    yield from [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "examples/README.md")]
    yield from sorted((ROOT / "docs").rglob("*.md"))


def commands(text):
    for language, block in FENCE.findall(text):
        if language not in ("", "sh"):
            continue
        for line in block.replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\|+|;", line.partition(" #")[0]):
                words = part.replace("$", " ").split()
                while words and (words[0].endswith("=") or words[0] in ("timeout", "env") or words[0].startswith("--signal") or re.fullmatch(r"[\d.]+", words[0])):
                    words.pop(0)
                if words and words[0].rpartition("/")[2] == "talus":
                    yield words[1:]


def options(command, known={}):
    if command not in known:
        result = subprocess.run([TALUS, *command, "--help"], capture_output=True, text=True)
        known[command] = set(re.findall(r"(--[a-z][a-z-]*)", result.stdout)) if result.returncode == 0 else None
    return known[command]


def main():
    problems, count = [], 0
    for document in documents():
        for words in commands(document.read_text()):
            command = tuple(words[:1]) if words and not words[0].startswith("-") else ()
            known = options(command)
            count += 1
            shown = f"{document.relative_to(ROOT)}: talus {' '.join(words)}"
            if known is None:
                problems.append(f"{shown}: there is no such command")
                continue
            given = {word.partition("=")[0] for word in words if word.startswith("--")}
            problems += [f"{shown}: there is no {option}" for option in sorted(given - known - {"--help", "--version"})]
    print("\n".join(problems) or f"{count} commands are those of the program")
    return 1 if problems or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
