"""check_faq.py ROOT: every message that is a heading of docs/faq.md is one that the sources have.

A heading is cut at its ellipses; every piece has to be in a string of the sources, in which neighbouring strings count as
one and everything between braces as an ellipsis.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
FOLDERS = {"talus": "*.cpp", "app": "*.cpp", "python": "*.py", "viewer/src": "*.ts"}


STRING = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""


def sources():
    for folder, pattern in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob(pattern)):
            for run in re.findall(rf"{STRING}(?:\s*\+?\s*{STRING})*", path.read_text()):
                text = "".join(piece[1:-1] for piece in re.findall(STRING, run))
                yield re.sub(r"\$?\{[^{}]*\}", "…", text)


def main():
    everything = "\0".join(sources())
    headings = re.findall(r"^### `(.*)`$", (ROOT / "docs/faq.md").read_text(), re.MULTILINE)
    missing = [f"{heading}: no source says \"{piece.strip()}\"" for heading in headings for piece in heading.split("…")
               if len(piece.strip()) > 1 and piece.strip() not in everything]
    print("\n".join(missing) or f"{len(headings)} messages are those of the sources")
    return 1 if missing or len(headings) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
