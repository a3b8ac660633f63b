"""check_version.py ROOT: the newest version of CHANGELOG.md is that of talus/version.h, and versions fall from there."""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])


def declared():
    text = (ROOT / "talus/version.h").read_text()
    numbers = [re.search(rf"^#define TALUS_VERSION_{part} (\d+)$", text, re.MULTILINE).group(1) for part in ("MAJOR", "MINOR", "PATCH")]
    prerelease = re.search(r'^#define TALUS_VERSION_PRERELEASE "(.*)"$', text, re.MULTILINE).group(1)
    return ".".join(numbers) + (f"-{prerelease}" if prerelease else "")


def order(version):
    """Semantic Versioning 2.0.0, section 11: a version with a suffix comes before the one without."""
    numbers, _, prerelease = version.partition("-")
    return [int(n) for n in numbers.split(".")], prerelease == "", prerelease


def main():
    headings = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    versions = [name for name, _ in headings if name != "Unreleased"]
    problems = []
    if not headings or headings[0][0] != "Unreleased":
        problems.append("CHANGELOG.md: the first section is not [Unreleased]")
    if versions[:1] != [declared()]:
        problems.append(f"CHANGELOG.md: the newest version is {versions[:1]}, talus/version.h says {declared()}")
    if versions != sorted(versions, key=order, reverse=True):
        problems.append(f"CHANGELOG.md: versions are not in order: {versions}")
    problems += [f"CHANGELOG.md: {name} has no date" for name, date in headings if name != "Unreleased" and not date]
    print("\n".join(problems) or f"version {declared()}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
