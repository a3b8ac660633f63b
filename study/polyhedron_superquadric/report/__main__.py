"""Tables and figures of the study from what study_polyhedron_superquadric measured.

python3 study/polyhedron_superquadric/report [--results FOLDER] [--readme FILE]
"""
import argparse
import json
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import charts  # noqa: E402
import tables  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine),
    "table1": ("Table 1: spheres around a cube", tables.monte_carlo),
    "analytic": ("Section 3.2: contacts in closed form", tables.analytic),
    "times": ("Fig. 12: nanoseconds by case, median", tables.times),
    "growth": ("Growth with the number of faces", tables.growth),
    "verdicts": ("Cases against proven answers", tables.verdicts),
    "depths": ("Depth over minimum translation, and angle between the normals", tables.depths),
}


def fill(readme, texts):
    """Replaces what stands between <!-- name --> and <!-- end --> by the table of that name."""
    page = readme.read_text()
    for name, text in texts.items():
        page = re.sub(rf"(<!-- {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + m[2], page,
                      flags=re.S)
    readme.write_text(page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=STUDY / "results")
    parser.add_argument("--readme", type=Path)
    options = parser.parse_args()
    results = json.loads((options.results / "results.json").read_text())
    tables.check(results)
    texts = {name: make(results) for name, (_, make) in TABLES.items()}
    parts = [texts["machine"]] + [f"## {title}\n\n{texts[name]}"
                                  for name, (title, _) in TABLES.items() if title]
    (options.results / "tables.md").write_text(
        "# Study of polyhedra and superquadrics: all tables\n\n" + "\n".join(parts))
    charts.times(results, options.results / "times.png")
    charts.accuracy(results, options.results / "accuracy.png")
    charts.jump(options.results / "jump.png")
    if options.readme:
        fill(options.readme, texts)


main()
