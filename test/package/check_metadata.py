"""check_metadata.py ROOT TALUS: the wheel, Python and the program have one version; the metadata can be read."""

import email.parser
import pathlib
import subprocess
import sys

from packaging.version import Version

ROOT, TALUS = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(ROOT / "python" / "wheel"))
import metadata  # noqa: E402


def main():
    printed = subprocess.run([TALUS, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
    fields = email.parser.Parser().parsestr(metadata.text())
    assert str(Version(printed)) == metadata.version() == fields["Version"], (printed, metadata.version(), fields["Version"])
    assert fields["Name"] == "talus" and fields["Requires-Dist"].startswith("numpy")
    assert "![" not in fields.get_payload() and fields.get_payload().lstrip().startswith("# Talus")
    print(f"version {printed}, in Python {metadata.version()}")


if __name__ == "__main__":
    main()
