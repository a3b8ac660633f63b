"""Tables and figures of the study from what study_superellipsoids measured.

python3 study/superellipsoids/report [--results FOLDER] [--readme FILE]
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
    "machine": (None, tables.machine_line),
    "first": ("First series: bodies apart by up to 0.25", tables.first_series),
    "second": ("Second series: penetrations of up to 0.00175", tables.second_series),
    "errors": ("Table II: mean errors of the penetrations found", tables.errors),
    "production": ("Both methods on the same pairs", tables.production),
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
    study = json.loads((options.results / "series.json").read_text())
    texts = {name: make(study) for name, (_, make) in TABLES.items()}
    parts = [texts["machine"]] + [f"## {title}\n\n{texts[name]}"
                                  for name, (title, _) in TABLES.items() if title]
    (options.results / "tables.md").write_text("# Study of superellipsoids: all tables\n\n"
                                               + "\n".join(parts))
    charts.fig5(study, options.results / "fig5.png")
    charts.fig6(study, options.results / "fig6.png")
    if options.readme:
        fill(options.readme, texts)


if __name__ == "__main__":
    main()
