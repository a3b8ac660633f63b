"""python -m talus: the program talus.

A wheel has the program beside this file; the package of a build or of Debian takes the one on the PATH.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import sys


def program() -> str:
    """The path of the program."""
    own = pathlib.Path(__file__).parent / "bin" / "talus"
    found = str(own) if own.exists() else shutil.which("talus")
    if found is None:
        raise SystemExit("talus: the program is not beside the package and not on the PATH")
    return found


if __name__ == "__main__":
    os.execv(path := program(), [path, *sys.argv[1:]])
