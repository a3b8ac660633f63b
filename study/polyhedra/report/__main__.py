"""Tables and figures of the study from what study_polyhedra measured.

python3 study/polyhedra/report [--results FOLDER] [--readme FILE]
"""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import report_page  # noqa: E402
import scenes  # noqa: E402
import tables  # noqa: E402
from results import Study  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine_line),
    "exact": ("Table 1: the exact answers", tables.exact_answers),
    "accuracy": ("Table 1 and Fig. 11: mean |difference| of the normal's components, |difference| "
                 "of the overlap", tables.accuracy),
    "times": ("Table 2: microseconds, the paper's and here", tables.times),
    "ratios": ("Table 2: ratios to gjk-td", tables.ratios),
    "random": ("Random pairs", tables.random_summary),
    "wrong": ("Missed or wrong minimum, % of the overlapping pairs", tables.wrong_by_family),
    "failed": ("Failed, % of the overlapping pairs", tables.failed_by_family),
    "time": ("Microseconds per overlapping pair", tables.time_by_family),
    "steps": ("Steps of gjk-td over the paper's bound 3 (v_A + v_B) - 8", tables.step_bound),
}


def main():
    parser = report_page.options_of(__doc__, STUDY)
    parser.add_argument("--situations", type=Path, default=STUDY / "situations")
    options = parser.parse_args()
    study = Study(options.results, options.situations)
    report_page.write_tables("Study of convex polyhedra", TABLES, study, options)
    for name, draw in (("accuracy", charts.accuracy), ("times", charts.times),
                       ("random", charts.random_pairs), ("situations", scenes.situations),
                       ("wrong", scenes.wrong)):
        draw(study, options.results / f"{name}.png")


if __name__ == "__main__":
    main()
