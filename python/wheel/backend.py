"""The build backend of pyproject.toml: pip install ., pip wheel ., python3 -m build.

A wheel has the module and its stubs, the program with the page of the viewer in it (talus/bin/talus, which the script
`talus` starts), and the libraries of both (talus.libs). CMake builds it in build/package; the environment variable CMAKE_ARGS
gives it more options. Nothing but the standard library is imported, so that pip's isolated environment can stay empty.
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile

import libraries
import metadata
from wheel_file import write_wheel

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "package"  # that of script/package: compiled once for both
PAGE = ROOT / "viewer" / "dist" / "index.html"

# pip writes the path of the environment's Python into the first line. find_spec does not import the package, and so not
# NumPy: the program starts within a few hundredths of a second.
SCRIPT = """#!python
import importlib.util
import os
import sys

folder = importlib.util.find_spec("talus").submodule_search_locations[0]
program = os.path.join(folder, "bin", "talus")
os.execv(program, [program, *sys.argv[1:]])
"""


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Called by pip in the root of the source; returns the name of the file in wheel_directory."""
    make_page()
    with tempfile.TemporaryDirectory() as scratch:
        stage = pathlib.Path(scratch) / "stage"
        build(stage)
        binaries = [stage / "talus" / "bin" / "talus", *(stage / "talus").glob("_core*.so")]
        glibc = libraries.bundle(binaries, stage / "talus.libs")
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        machine = sysconfig.get_platform().partition("-")[2].replace("-", "_")
        tag = f"{python}-{python}-manylinux_{glibc[0]}_{glibc[1]}_{machine}"
        return write_wheel(pathlib.Path(wheel_directory), stage, tag, {"talus": SCRIPT})


def make_page():
    """The page of the viewer; a source archive has it, so that node is needed in a checkout only."""
    if (ROOT / ".git").exists():
        subprocess.run([ROOT / "script" / "viewer"], check=True, stdout=sys.stderr)
    if not PAGE.exists():
        raise SystemExit("talus: the page of the viewer is missing; script/viewer makes it, with node and npm")


def build(stage):
    """Compiles, and installs the module, the stubs and the program as they are in the wheel."""
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DTALUS_TESTS=OFF", "-DTALUS_STUDY=OFF", "-DTALUS_PYTHON_DIR=.",
               "-DCMAKE_INSTALL_BINDIR=talus/bin", f"-DPython_EXECUTABLE={base_python()}",
               *shlex.split(os.environ.get("CMAKE_ARGS", ""))]
    run("cmake", "-S", ROOT, "-B", BUILD, *generator, "--log-level=WARNING", *options)
    run("cmake", "--build", BUILD, "--parallel", os.environ.get("TALUS_JOBS", str(os.cpu_count())), "--target", "talus", "talus_python", "talus_python_files")
    for component in ("program", "python"):
        run("cmake", "--install", BUILD, "--component", component, "--prefix", stage, "--strip")
    shutil.rmtree(stage / "share", ignore_errors=True)  # the licence is among the metadata


def base_python():
    """The interpreter itself: its headers are not in a virtual environment."""
    return os.path.realpath(sys.executable)


def run(*command):
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr)


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows, the page of the viewer, and what a repository would tell: PKG-INFO and COMMIT."""
    make_page()
    git = ["git", "-C", str(ROOT)]
    names = subprocess.run([*git, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout.split("\0")
    commit = subprocess.run([*git, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"], check=True, capture_output=True, text=True).stdout
    name = f"talus-{metadata.version()}"
    with tarfile.open(pathlib.Path(sdist_directory) / f"{name}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in [*filter(None, names), str(PAGE.relative_to(ROOT))]:
            archive.add(ROOT / file, f"{name}/{file}")
        with tempfile.TemporaryDirectory() as scratch:
            for file, text in {"PKG-INFO": metadata.text(), "COMMIT": commit}.items():
                path = pathlib.Path(scratch) / file
                path.write_text(text)
                archive.add(path, f"{name}/{file}")
    return f"{name}.tar.gz"
