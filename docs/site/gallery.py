"""The directive talus-gallery: the pictures of the example scenes, each a link to its run in the viewer.

Run as a program with the arguments PROGRAM SCENES FOLDER it computes what it shows; scenes that were computed by the same program
are left as they are.
"""

import hashlib
import html
import pathlib
import re
import shutil
import subprocess
import sys

# Of the scenes of examples/scenes; demo.toml takes many minutes and is on the first page.
SCENES = ["box", "drum", "hopper", "fed_hopper", "chute", "vibrated_bed"]
FRAMES = 60  # of a run in the viewer


def make(program, scenes, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        scene = scenes / f"{name}.toml"
        key = hashlib.sha256(scene.read_bytes() + program.read_bytes()).hexdigest()
        done = folder / f"{name}.made"
        if done.exists() and done.read_text() == key:
            continue
        print(f"gallery: {name}", flush=True)
        run = folder / name
        subprocess.run([program, "run", scene, "--out", run, "--overwrite", "--quiet"], check=True)
        frames = len((run / "frames.csv").read_text().splitlines()) - 1
        subprocess.run([program, "view", run, "--export", folder / f"{name}.html", "--every", str(-(-frames // FRAMES))], check=True)
        shutil.copy(run / "final.png", folder / f"{name}.png")
        shutil.rmtree(run)
        done.write_text(key)


def about(scene):
    """The comment at the top of a scene, up to the command."""
    lines = re.match(r"(?:#.*\n)+", scene.read_text())[0].splitlines()
    text = " ".join(line.lstrip("# ") for line in lines)
    return re.split(r"\s+talus run", text)[0].strip()


def setup(app):
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Gallery(SphinxDirective):
        def run(self):
            cards = []
            for name in SCENES:
                scene = pathlib.Path(self.env.srcdir) / "examples" / "scenes" / f"{name}.toml"
                cards.append(
                    f'<figure><a href="../gallery/{name}.html"><img src="../gallery/{name}.png" alt="{name}" loading="lazy"></a>'
                    f"<figcaption><strong>{name}</strong> {html.escape(about(scene))}</figcaption></figure>")
            return [nodes.raw("", f'<div class="talus-gallery">{"".join(cards)}</div>', format="html")]

    app.add_directive("talus-gallery", Gallery)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    make(*map(pathlib.Path, sys.argv[1:4]))
