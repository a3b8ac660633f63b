"""The notebooks run, their files are those of their texts, and they are small."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples/notebooks"
SOURCES = [file for file in sorted(FOLDER.glob("*.py")) if file.name != "make.py"]


def code_of(source):
    return [part.partition("\n")[2].strip() for part in source.read_text().split("# %%")[1:]
            if "[markdown]" not in part.partition("\n")[0]]


@pytest.mark.parametrize("source", SOURCES, ids=lambda file: file.stem)
def test_it_is_executed_and_small(source):
    notebook = json.loads(source.with_suffix(".ipynb").read_text())
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert ["".join(cell["source"]) for cell in cells] == code_of(source), "make it anew by make.py"
    assert all(cell["execution_count"] for cell in cells) and any(cell["outputs"] for cell in cells)
    assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])
    assert source.with_suffix(".ipynb").stat().st_size < 200_000


@pytest.mark.parametrize("source", SOURCES, ids=lambda file: file.stem)
def test_it_runs(source, tmp_path):
    pytest.importorskip("matplotlib")
    text = "\n".join(code_of(source)).replace("run.show(every=2)", "")
    environment = {**os.environ, "MPLBACKEND": "agg", "OMP_NUM_THREADS": "1"}
    result = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
