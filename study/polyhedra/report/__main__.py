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
import steps  # noqa: E402
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
    "evaluations": ("Support evaluations on the nine situations", tables.evaluations),
    "minkowski": ("Vertices of the Minkowski difference", tables.minkowski_vertices),
    "shallow": ("Bodies of section 4.2, shallow overlap: microseconds, iterations",
                tables.compared_shallow),
    "deep": ("Bodies of section 4.2, any overlap: microseconds, iterations", tables.compared_deep),
    "gears": ("Bodies of section 4.2: worst error of the right answers", tables.compared_accuracy),
    "early": ("Van den Bergen's early exit", tables.early_exit),
    "fig4": ("Cost on bodies with Fig. 4's answer over the mean of the other eight", tables.fig4_cost),
}


def main():
    parser = report_page.options_of(__doc__, STUDY)
    parser.add_argument("--situations", type=Path, default=STUDY / "situations")
    parser.add_argument("--sequence", type=Path, default=STUDY / "sequence/fig5.json")
    options = parser.parse_args()
    study = Study(options.results, options.situations, options.sequence)
    report_page.write_tables("Study of convex polyhedra", TABLES, study, options)
    for name, draw in (("accuracy", charts.accuracy), ("times", charts.times),
                       ("random", charts.random_pairs), ("situations", scenes.situations),
                       ("wrong", scenes.wrong),
                       ("gjk_steps", steps.gjk_steps), ("gjk_shifts", steps.shift_pictures),
                       ("gjk_td_steps", steps.expansion_pictures)):
        draw(study, options.results / f"{name}.png")


if __name__ == "__main__":
    main()
