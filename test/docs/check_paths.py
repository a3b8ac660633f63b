"""Fails if a Markdown file of the repository names a path that does not exist.

Checked are the targets of links with their headings, code spans that are a path from the root of the repository
(`talus/narrow/pair.h`; `<module>` and `*` stand for any name), and the includes of code blocks. CHANGELOG.md is left out: it
names files as they were.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
TOP = {entry.name for entry in ROOT.iterdir() if entry.name not in ("build", ".git")}
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def documents():
    for pattern in ("*.md", "docs/**/*.md", "talus/**/*.md", "examples/**/*.md", "study/*/README.md", "bench/*.md"):
        yield from sorted(path for path in ROOT.glob(pattern) if path.name != "CHANGELOG.md")


def headings(path):
    """The anchors that GitHub makes of the headings of a file."""
    lines = re.findall(r"^#+ +(.*)$", FENCE.sub("", path.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def exists(path):
    """Whether a path from the root, with wildcards, names anything."""
    pattern = re.sub(r"<[a-z_ ]+>", "*", path).rstrip("/")
    return any(ROOT.glob(pattern))


def broken_links(document, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = document if not name else (document.parent / name).resolve()
        if not path.exists():
            yield target
        elif anchor and path.suffix == ".md" and anchor not in headings(path):
            yield f"{target} (no such heading)"


def broken_spans(text):
    for span in re.findall(r"`([^`\n]+)`", text):
        path = re.sub(r":\d+$", "", span)
        if re.fullmatch(r"[\w./<>*\- ]+", path) and "/" in path and " " not in re.sub(r"<[^>]*>", "", path):
            if path.split("/")[0] in TOP and not exists(path):
                yield span


def broken_includes(text):
    for block in FENCE.findall(text):
        for header in re.findall(r'#include "([^"]+)"', block):
            if header.startswith("talus/") and not exists(header):
                yield f'#include "{header}"'


def main():
    failures, count = [], 0
    for document in documents():
        text = document.read_text()
        prose = FENCE.sub("", text)
        count += 1
        for what in [*broken_links(document, prose), *broken_spans(prose), *broken_includes(text)]:
            failures.append(f"{document.relative_to(ROOT)}: {what}")
    print("\n".join(failures) or f"every path named in {count} documents exists")
    return 1 if failures or count < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
