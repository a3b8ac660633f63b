"""Puts the shared libraries of binaries beside them, under names of their own.

A library is copied as NAME-HASH.so.N, and everything that needs it is told so (patchelf): another package in the same
process may bring another version of it. Left to the system are those that every Linux with the right C library has.
"""

import hashlib
import os
import re
import shutil
import subprocess

SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|resolv|gcc_s|stdc\+\+))\.so\.\d+")


def bundle(binaries, folder):
    """Copies what `binaries` need, also indirectly, into `folder`. Returns the C library needed, such as (2, 36)."""
    if shutil.which("patchelf") is None:
        raise SystemExit("talus: patchelf is missing: apt-get install --no-install-recommends patchelf")
    paths = {}
    for binary in binaries:
        paths.update(needed(binary))
    folder.mkdir()
    names = {}
    for name, path in sorted(paths.items()):
        with open(path, "rb") as library:
            stem, _, rest = name.partition(".so")
            names[name] = f"{stem}-{hashlib.sha256(library.read()).hexdigest()[:8]}.so{rest}"
        shutil.copy(os.path.realpath(path), folder / names[name])
        os.chmod(folder / names[name], 0o755)
    copy_licences(paths.values(), folder / "copyright")
    copies = [folder / name for name in names.values()]
    for copy in copies:
        patch("--set-soname", copy.name, copy)
    for file in [*binaries, *copies]:
        for name in direct(file):
            if name in names:
                patch("--replace-needed", name, names[name], file)
        patch("--set-rpath", os.path.join("$ORIGIN", os.path.relpath(folder, file.parent)), file)
    return max(glibc(file) for file in [*binaries, *copies])


def needed(binary):
    """The paths of all libraries by name, as the loader finds them, without those of the system."""
    found = {}
    for line in output("ldd", binary).splitlines():
        name, arrow, rest = line.strip().partition(" => ")
        if arrow and not SYSTEM.fullmatch(name):
            path = rest.split(" (")[0]
            if path == "not found":
                raise SystemExit(f"talus: {binary} needs {name}, which is not found")
            found[name] = path
    return found


def copy_licences(paths, folder):
    """The copyright files of the Debian packages that the libraries are of, by the names of the packages."""
    folder.mkdir()
    files = {os.path.realpath(path) for path in paths}
    files |= {file.removeprefix("/usr") for file in files}  # as dpkg may know it
    found = subprocess.run(["dpkg-query", "--search", *files], capture_output=True, text=True).stdout
    for package in {line.split(":")[0] for line in found.splitlines()}:
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / package)


def direct(file):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "--dynamic", "--wide", file))


def glibc(file):
    """The newest version of the C library whose symbols the file needs."""
    versions = re.findall(r"Name: GLIBC_(\d+)\.(\d+)", output("readelf", "--version-info", "--wide", file))
    return max((int(major), int(minor)) for major, minor in versions)


def patch(*arguments):
    subprocess.run(["patchelf", *map(str, arguments)], check=True)


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout
