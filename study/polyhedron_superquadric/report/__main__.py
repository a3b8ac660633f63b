"""Tables and figures of the study from what study_polyhedron_superquadric measured.

python3 study/polyhedron_superquadric/report [--results FOLDER] [--readme FILE]
"""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import cases  # noqa: E402
import charts  # noqa: E402
import report_page  # noqa: E402
import tables  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine),
    "table1": ("Table 1: spheres around a cube", tables.monte_carlo),
    "analytic": ("Section 3.2: contacts in closed form", tables.analytic),
    "times": ("Fig. 12: nanoseconds by case, median", tables.times),
    "work": ("Fig. 12 without a clock: faces and points of edges of a determination, means", tables.work),
    "growth": ("Growth with the number of faces", tables.growth),
    "verdicts": ("Cases against proven answers", tables.verdicts),
    "readings": ("Three readings of the return to a face", tables.readings),
    "depths": ("Depth over minimum translation, and angle between the normals", tables.depths),
}


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    results = json.loads((options.results / "results.json").read_text())
    tables.check(results)
    report_page.write_tables("Study of polyhedra and superquadrics", TABLES, results, options)
    charts.times(results, options.results / "times.png")
    charts.accuracy(results, options.results / "accuracy.png")
    cases.picture(results["cases"], options.results / "cases.png")
    charts.jump(options.results / "jump.png")


if __name__ == "__main__":
    main()
