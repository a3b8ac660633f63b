"""The metadata of the wheel, from talus/version.h, pyproject.toml and README.md."""

import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def version():
    """That of talus/version.h, as Python writes it: 1.0.0-rc is 1.0.0rc0 (PEP 440)."""
    header = (ROOT / "talus" / "version.h").read_text()
    numbers = [re.search(rf"^#define TALUS_VERSION_{part} (\d+)$", header, re.MULTILINE).group(1)
               for part in ("MAJOR", "MINOR", "PATCH")]
    kind, number = re.search(r'^#define TALUS_VERSION_PRERELEASE "([a-z]*)\.?(\d*)"$', header, re.MULTILINE).groups()
    return ".".join(numbers) + (f"{kind}{number or 0}" if kind else "")


def text():
    """The file METADATA (Core Metadata 2.1)."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version()}",
        f"Summary: {project['description']}",
        "License: Apache-2.0",
        "License-File: LICENSE",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {dependency}" for dependency in project["dependencies"]),
        "Description-Content-Type: text/markdown",
        "",
        # The pictures of the README are files of the repository.
        re.sub(r"!\[[^\]]*\]\([^)]*\)\n+", "", (ROOT / "README.md").read_text()),
    ]
    return "\n".join(lines)
