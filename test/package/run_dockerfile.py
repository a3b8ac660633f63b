"""run_dockerfile.py DOCKERFILE BASE ROOTS: does what a Dockerfile says, in root folders, without Docker.

Every stage begins as a copy of BASE, a root of Debian 12, and RUN is a command of a shell in it. Known are the
instructions that the Dockerfile of this project has; another one is an error. The folder of the source comes from the
files that git knows, as .dockerignore leaves them. Prints the root of the last stage. The compiler cache of this machine
is used where there is one.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

IN_ROOT = """
mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
if [ -d "$CCACHE_DIR" ]; then mkdir -p "$1/ccache"; mount --bind "$CCACHE_DIR" "$1/ccache"; fi
exec chroot "$1" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache \
  CCACHE_BASEDIR=/source CCACHE_NOHASHDIR=1 CMAKE_BUILD_PARALLEL_LEVEL="${TALUS_JOBS:-}" sh -ec "$2"
"""


def instructions(dockerfile):
    text = re.sub(r"^#.*\n", "", dockerfile.read_text(), flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield word, rest


class Stage:
    def __init__(self, base, root):
        self.root, self.folder, self.arguments = root, "/", {}
        subprocess.run(["rm", "-rf", "--one-file-system", root], check=True)
        root.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", "--reflink=auto", base, root], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")

    def run(self, command):
        given = " ".join(f"{name}={shlex.quote(value)}" for name, value in self.arguments.items())
        text = f"cd {self.folder}; {f'export {given}; ' if given else ''}{command}"
        cache = os.environ.get("CCACHE_DIR", str(pathlib.Path.home() / ".cache/ccache"))
        subprocess.run(["unshare", "--mount", "bash", "-ec", IN_ROOT, "bash", self.root, text], check=True,
                       env=dict(os.environ, CCACHE_DIR=cache))

    def copy(self, words, stages, source):
        start = source
        if words[0].startswith("--from="):
            start = stages[words.pop(0).removeprefix("--from=")].root
        *names, target = words
        place = self.root / target.lstrip("/")
        for name in names:
            if name == ".":
                place.mkdir(parents=True, exist_ok=True)
                copy = "git ls-files -z | tar --null --files-from=- --create | tar --extract --directory \"$0\""
                subprocess.run(["bash", "-euo", "pipefail", "-c", copy, place], check=True, cwd=source)
                continue
            found = sorted(start.glob(name.lstrip("/")))
            assert found, f"COPY: {name} is not there"
            for file in found:
                to = place / file.name if target.endswith("/") else place
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, to)


def main(dockerfile, base, roots):
    stages = {}
    stage = None
    for word, rest in instructions(dockerfile):
        print(f"{word} {rest[:90]}", flush=True)
        words = shlex.split(rest)
        if word == "FROM":
            assert words[0] == "debian:12", rest
            name = words[2] if len(words) == 3 else "last"
            stage = stages[name] = Stage(base, roots / f"docker_{name}")
        elif word == "RUN":
            stage.run(rest)
        elif word == "COPY":
            stage.copy(words, stages, dockerfile.parent)
        elif word == "WORKDIR":
            stage.folder = rest
            (stage.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "ARG":
            name, _, value = rest.partition("=")
            stage.arguments[name] = os.environ.get(name, value)  # as docker build --build-arg
        else:
            assert word == "ENTRYPOINT", word
    print(stage.root)


if __name__ == "__main__":
    main(*[pathlib.Path(argument).resolve() for argument in sys.argv[1:4]])
