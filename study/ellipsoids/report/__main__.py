"""Tables and figures of the study from what study_ellipsoids measured.

python3 study/ellipsoids/report [--results FOLDER] [--readme FILE]
"""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import report_page  # noqa: E402
import tables  # noqa: E402
from results import Study  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine_line),
    "mirrored": ("Figs. 6 to 18: the mirrored pair", tables.mirrored),
    "initial": ("The first form of Newton-Coulomb on the mirrored pair: iterations",
                tables.initial),
    "table1": ("Table 1", tables.table1),
    "table2": ("Table 2, and the same pair closer", tables.table2),
    "tables34": ("Tables 3 and 4: the largest d*/D_eq at which jain does not converge",
                 tables.tables34),
    "table5": ("Table 5", tables.table5),
    "iterations": ("Figs. 21 and 22: iterations per query in the largest arrays",
                   tables.iterations),
    "thresholds": ("Figs. 21 and 22: which size is large enough", tables.thresholds),
    "spread": ("Fig. 23: largest over smallest moving-balls / gjk over the volume fractions",
               tables.fraction_spread),
    "ratios": ("Fig. 24: time moving-balls / gjk by eps_d / R_eq", tables.time_ratios),
    "evolving": ("Time of the evolving over the constant threshold by eps_d / R_eq",
                 tables.evolving),
    "all": ("All methods at eps_d = 1e-5 R_eq: microseconds per query", tables.all_methods),
    "errors": ("Fig. F.26: largest error / R_eq", tables.errors),
    "production": ("Fig. F.26: the production method", tables.production_errors),
    "arrays": ("The arrays of Fig. F.26", tables.arrays),
    "mixed_summary": ("Mixed arrays", tables.mixed_summary),
    "mixed": ("Mixed arrays by pair of shapes", tables.mixed),
}

FIGURES = ("moving_balls", "gjk", "newton_coulomb", "penalty", "penalty_times", "iterations",
           "fractions", "time_ratio", "errors", "mixed")


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    study = Study(options.results)
    report_page.write_tables("Study of ellipsoids", TABLES, study, options)
    for name in FIGURES:
        getattr(charts, name)(study, options.results / f"{name}.png")


if __name__ == "__main__":
    main()
