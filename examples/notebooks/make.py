#!/usr/bin/env python3
"""Makes the notebooks of this folder from the texts beside it and executes them.

  PYTHONPATH=build/release/python /usr/bin/python3 examples/notebooks/make.py [NAME...]

A text NAME.py has cells that begin with "# %%" (code) or "# %% [markdown]". Needs nbclient and ipykernel (Debian:
python3-nbclient, python3-ipykernel). Outputs above 64 KiB, such as the viewer, are left out: execute the notebook to see
them. Files that a notebook writes go into a folder that is deleted.
"""

import pathlib
import sys
import tempfile

import nbformat
from nbclient import NotebookClient

FOLDER = pathlib.Path(__file__).resolve().parent
LARGEST_OUTPUT = 64 << 10


def cells_of(text):
    for part in text.split("# %%")[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            yield nbformat.v4.new_markdown_cell("\n".join(line[2:] for line in body.strip().splitlines()))
        else:
            yield nbformat.v4.new_code_cell(body.strip())


def leave_out_large(notebook):
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"  # not a random one: the same text gives the same file
        cell.metadata.clear()
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            for kind in [kind for kind, value in data.items() if len(str(value)) > LARGEST_OUTPUT]:
                del data[kind]


def make(source):
    notebook = nbformat.v4.new_notebook(cells=list(cells_of(source.read_text())))
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}}).execute()
    leave_out_large(notebook)
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(notebook, source.with_suffix(".ipynb"))
    print(f"wrote {source.with_suffix('.ipynb').name}")


for file in sorted(FOLDER.glob("*.py")):
    if file.name != "make.py" and (not sys.argv[1:] or file.stem in sys.argv[1:]):
        make(file)
