"""Tables and figures of the study from what study_superellipsoids measured.

python3 study/superellipsoids/report [--results FOLDER] [--readme FILE]
"""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import report_page  # noqa: E402
import shapes  # noqa: E402
import tables  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine_line),
    "first": ("First series: bodies apart by up to 0.25", tables.first_series),
    "second": ("Second series: penetrations of up to 0.00175", tables.second_series),
    "hypotheses1": ("First series under all rules, radii and countings", tables.first_hypotheses),
    "hypotheses2": ("Second series under all rules, radii and countings", tables.second_hypotheses),
    "errors": ("Table II: mean errors of the penetrations found", tables.errors),
    "directions": ("Table II: the angle between the directions, computed three ways", tables.directions),
    "production": ("Both methods on the same pairs", tables.production),
}


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    study = json.loads((options.results / "series.json").read_text())
    report_page.write_tables("Study of superellipsoids", TABLES, study, options)
    shapes.fig1(options.results / "fig1.png")
    shapes.fig4(options.results / "fig4.png")
    charts.fig5(study, options.results / "fig5.png")
    charts.fig6(study, options.results / "fig6.png")


if __name__ == "__main__":
    main()
