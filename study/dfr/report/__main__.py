"""Tables and figures of the study from what study_dfr measured.

python3 study/dfr/report [--results FOLDER] [--readme FILE]
"""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import report_page  # noqa: E402
import tables  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine_line),
    "classification": ("Table 3: point classification", tables.classification),
    "contact_cost": ("Cost of a contact query", tables.contact_cost),
    "convergence": ("Convergence against exact convex answers", tables.convergence),
    "memory": ("Memory of the ragged array", tables.memory),
    "gallery": ("Concave bodies against their sources", tables.gallery),
}


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    study = json.loads((options.results / "shapes.json").read_text())
    report_page.write_tables("Study of the discrete function representation", TABLES, study, options)
    charts.fig17(study, options.results / "fig17.png")
    charts.contact_cost(study, options.results / "contact_cost.png")
    charts.convergence(study, options.results / "convergence.png")
    if any(options.results.glob("*.facets")):  # a part of the study does without
        charts.gallery(study, options.results, options.results / "gallery.png")


if __name__ == "__main__":
    main()
