"""run_page.py PAGE: runs what a page of the documents tells its readers to type, from the first block to the last.

Blocks of code are run in a new folder: `sh` with bash, `python` in one session per page, as a reader would. A comment above
a block changes what happens with it:

    <!-- file: NAME -->       it is the file NAME, and not run
    <!-- not run: REASON -->  it is left out
    <!-- needs ... -->        run only if the build of the library was given

The environment has the program on the PATH and the package on the PYTHONPATH. With TALUS_BUILD, a build folder, the library
is installed for the blocks that need it.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(?:^<!-- (?P<comment>[^\n]*) -->\n)?^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = {"sh", "python"}


def blocks(page):
    text = page.read_text()
    for match in BLOCK.finditer(text):
        line = text[: match.start("text")].count("\n") + 1
        yield match["language"], match["comment"] or "", match["text"], line


def run_shell(text, environment):
    result = subprocess.run(["bash", "-euo", "pipefail", "-c", text], env=environment, capture_output=True, text=True, timeout=500)
    print(result.stdout, result.stderr, sep="", end="")
    return result.returncode


def install_library(environment):
    """For pages that use the library: environment["TALUS_BUILD"] below a folder of this test."""
    prefix = pathlib.Path("installed").resolve()
    subprocess.run(["cmake", "--install", environment["TALUS_BUILD"], "--prefix", prefix], check=True, capture_output=True)
    environment["CMAKE_PREFIX_PATH"] = str(prefix)


def main(page):
    # python3 is this one, which has the packages that the tests need.
    pathlib.Path("bin").mkdir()
    pathlib.Path("bin/python3").symlink_to(sys.executable)
    environment = dict(os.environ, LC_ALL="C.UTF-8", PATH=f"{pathlib.Path('bin').resolve()}:{os.environ['PATH']}")
    session = {"__name__": "__main__"}
    sys.path.insert(0, "")
    count = 0
    for language, comment, text, line in blocks(page):
        if comment.startswith("file: "):
            pathlib.Path(comment.removeprefix("file: ")).write_text(text)
            continue
        if language not in RUN or comment.startswith("not run: "):
            continue
        if comment.startswith("needs"):
            install_library(environment)
        count += 1
        print(f"--- {page.name}:{line} ({language})", flush=True)
        if language == "sh":
            status = run_shell(text, environment)
            if status != 0:
                print(f"{page}:{line}: exit status {status}")
                return 1
        else:
            exec(compile(text, f"{page}:{line}", "exec"), session)
    print(f"{page.name}: {count} blocks ran")
    return 0 if count else 1


if __name__ == "__main__":
    page = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="talus_page_") as folder:
        os.chdir(folder)
        status = main(page)
        sys.stdout.flush()
        os.chdir("/")
    sys.exit(status)
