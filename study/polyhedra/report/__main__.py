"""Tables and figures of the study from what study_polyhedra measured.

python3 study/polyhedra/report [--results FOLDER] [--readme FILE]
"""
import argparse
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import charts  # noqa: E402
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
    parser.add_argument("--situations", type=Path, default=STUDY / "situations")
    parser.add_argument("--readme", type=Path)
    options = parser.parse_args()
    study = Study(options.results, options.situations)
    texts = {name: make(study) for name, (_, make) in TABLES.items()}
    parts = [texts["machine"]] + [f"## {title}\n\n{texts[name]}"
                                  for name, (title, _) in TABLES.items() if title]
    (options.results / "tables.md").write_text("# Study of convex polyhedra: all tables\n\n"
                                               + "\n".join(parts))
    for name, draw in (("accuracy", charts.accuracy), ("times", charts.times),
                       ("random", charts.random_pairs), ("situations", scenes.situations),
                       ("wrong", scenes.wrong)):
        draw(study, options.results / f"{name}.png")
    if options.readme:
        fill(options.readme, texts)


if __name__ == "__main__":
    main()
