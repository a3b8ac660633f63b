"""Tables and figures of the study from what study_ellipsoids measured.

python3 study/ellipsoids/report [--results FOLDER] [--readme FILE]
"""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import elimination  # noqa: E402
import ledger  # noqa: E402
import report_page  # noqa: E402
import scan_charts  # noqa: E402
import scan_tables  # noqa: E402
import schematics  # noqa: E402
import small_tables  # noqa: E402
import tables  # noqa: E402
from results import Study  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine_line),
    "ledger": ("Ledger", ledger.claims),
    "ledger_equations": ("Ledger: equations and algorithms", ledger.equations),
    "mirrored": ("Figs. 6 to 18: the mirrored pair", tables.mirrored),
    "initial": ("The first form of Newton-Coulomb on the mirrored pair: iterations",
                tables.initial),
    "figure13": ("Fig. 13 with other constants", scan_tables.figure13),
    "table1": ("Table 1", small_tables.table1),
    "overhead": ("Table 1 with other constants", scan_tables.overhead),
    "table2": ("Table 2, and the same pair closer", tables.table2),
    "larger_step": ("Newton-Coulomb with C_max = 0.1", scan_tables.larger_step),
    "table2_readings": ("Table 2 in other readings", scan_tables.table2_readings),
    "figure15_steps": ("Fig. 15: iterations", scan_tables.figure15_steps),
    "figure16_missing": ("Fig. 16: iterations", scan_tables.figure16_missing),
    "penalty_readings": ("Readings of the penalty method: pairs that converge in 1e4 / 1e5 / 1e6 "
                         "iterations", scan_tables.penalty_readings),
    "tables34": ("Tables 3 and 4: the largest d*/D_eq at which jain does not converge",
                 tables.tables34),
    "table5": ("Table 5", small_tables.table5),
    "limits": ("Table 5: failures, %, with other limits of iterations", small_tables.limits),
    "backtracking": ("Jain with backtracking on the arrays of Table 5", small_tables.backtracking),
    "iterations": ("Figs. 21 and 22: iterations per query in the largest arrays",
                   tables.iterations),
    "thresholds": ("Figs. 21 and 22: which size is large enough", tables.thresholds),
    "accuracies": ("Figs. 21 and 22 at other accuracies: largest deviation from L/D_eq = 40, %",
                   scan_tables.accuracies),
    "accuracy_iterations": ("Figs. 21 and 22 at other accuracies: mean iterations",
                            scan_tables.accuracy_iterations),
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
    "elimination": ("The algebraic way", scan_tables.elimination),
    "example": ("A lubrication correction, worked", scan_tables.example),
    "lubrication": ("Force of equivalent spheres over that of the film", scan_tables.lubrication),
    "mixed": ("Mixed arrays by pair of shapes", tables.mixed),
}

FIGURES = {charts: ("moving_balls", "gjk", "newton_coulomb", "penalty", "penalty_times", "iterations",
                    "fractions", "time_ratio", "errors", "mixed"),
           scan_charts: ("charge_constants", "small_arrays", "accuracies", "lubrication"),
           schematics: ("schematics",)}


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    elimination.main(options.results)
    study = Study(options.results)
    report_page.write_tables("Study of ellipsoids", TABLES, study, options)
    for module, names in FIGURES.items():
        for name in names:
            getattr(module, name)(study, options.results / f"{name}.png")


if __name__ == "__main__":
    main()
