"""check_paths.py ROOT: fails if a document or a comment names a file that does not exist.

Documents (Markdown): the targets of links with their headings; code spans that are a path from the root of the
repository (`talus/narrow/pair.h`; `<module>` and `*` stand for any name); the identifiers that a document places in such a
file; the includes of code blocks. Documents and comments: every name of a header, source or document, such as pair.h or
engine/gjk.h, is the end of the path of some file. CHANGELOG.md is left out: it names files as they were.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
OUTSIDE = {"build", ".git"}
NOT_OURS = {"__pycache__", "node_modules", "dist"}
TOP = {entry.name for entry in ROOT.iterdir()} - OUTSIDE
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
COMMENT = {".h": "//", ".cpp": "//", ".inl": "//", ".cu": "//", ".py": "#", ".cmake": "#", ".txt": "#"}
NO_FILES = {"best.h", "commit.h", "falling.cpp"}  # a member of a struct; made by the build; made by the reader of a page
FILE_NAME = re.compile(r"(?<![\w*>/.])[\w/]*\w\.(?:h|cpp|inl|cu|md)\b")


def all_files():
    for top in sorted(TOP):
        path = ROOT / top
        yield from (p for p in sorted(path.rglob("*")) if p.is_file()) if path.is_dir() else [path]


FILES = [path for path in all_files() if not NOT_OURS.intersection(path.parts)]
ENDS = set()  # every path from the root, and all that is left of it without its first folders
for file in FILES:
    parts = file.relative_to(ROOT).parts
    ENDS.update("/".join(parts[k:]) for k in range(len(parts)))


def headings(path):
    """The anchors that GitHub makes of the headings of a file."""
    lines = re.findall(r"^#+ +(.*)$", FENCE.sub("", path.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def exists(path):
    """Whether a path from the root, with wildcards, names anything."""
    return any(ROOT.glob(re.sub(r"<[a-z_ ]+>", "*", path).rstrip("/")))


def broken_links(document, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"^\[[^\]]+\]: (\S+)$", text, re.MULTILINE):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = document if not name else (document.parent / name).resolve()
        if not path.exists():
            yield target
        elif anchor and path.suffix == ".md" and anchor not in headings(path):
            yield f"{target} (no such heading)"


def broken_spans(text):
    for path in re.findall(r"`([\w./<>*\- ]+/[\w./<>*\- ]*)`", text):
        if path.split("/")[0] in TOP and " " not in re.sub(r"<[^>]*>", "", path) and not exists(path):
            yield path


def missing_identifiers(text):
    """Of phrases such as "`contact_force` in `talus/physics/contact_force.h`"."""
    for identifier, path in re.findall(r"`([\w:]+)`\s+in\s+\[?`([\w./]+)`", text):
        file = ROOT / path
        if file.is_file() and not re.search(rf"\b{identifier.rpartition('::')[2]}\b", file.read_text()):
            yield f"{identifier} in {path}"


def broken_includes(text):
    for block in FENCE.findall(text):
        for header in re.findall(r'#include "(talus/[^"]+)"', block):
            if not exists(header):
                yield f'#include "{header}"'


def broken_names(text):
    for name in FILE_NAME.findall(text):
        if name not in ENDS and name not in NO_FILES:
            yield name


def comments(path):
    """The comments of a source, without includes."""
    mark = "#" if path.name == "CMakeLists.txt" else COMMENT[path.suffix]
    for line in path.read_text().splitlines():
        if not re.match(r"\s*#\s*include\b", line):
            yield line.partition(mark)[2]


def problems(path):
    if path.suffix == ".md":
        text = path.read_text()
        prose = FENCE.sub("", text)
        linked = re.sub(r"\]\([^)]*\)|^\[[^\]]+\]: \S+$", "]", prose, flags=re.MULTILINE)
        return [
            *broken_links(path, prose),
            *broken_spans(prose),
            *missing_identifiers(prose),
            *broken_includes(text),
            *broken_names(linked),
        ]
    if path.suffix in COMMENT and (path.suffix != ".txt" or path.name == "CMakeLists.txt"):
        return [name for comment in comments(path) for name in broken_names(comment)]
    return []


def main():
    failures = []
    for path in FILES:
        if path.name == "CHANGELOG.md":
            continue
        failures += [f"{path.relative_to(ROOT)}: {name}" for name in dict.fromkeys(problems(path))]
    print("\n".join(failures) or f"every file named in {len(FILES)} files exists")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
