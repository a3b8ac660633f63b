"""Tables and figures of the study from what study_ellipsoids measured.

python3 study/ellipsoids/report [--results FOLDER] [--readme FILE]
"""
import argparse
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import charts  # noqa: E402
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
    study = Study(options.results)
    texts = {name: make(study) for name, (_, make) in TABLES.items()}
    parts = [texts["machine"]] + [f"## {title}\n\n{texts[name]}"
                                  for name, (title, _) in TABLES.items() if title]
    (options.results / "tables.md").write_text("# Study of ellipsoids: all tables\n\n"
                                               + "\n".join(parts))
    for name in FIGURES:
        getattr(charts, name)(study, options.results / f"{name}.png")
    if options.readme:
        fill(options.readme, texts)


if __name__ == "__main__":
    main()
