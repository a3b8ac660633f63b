"""Tables and figures of the study from what study_dfr measured.

python3 study/dfr/report [--results FOLDER] [--readme FILE]
"""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import bases  # noqa: E402
import charts  # noqa: E402
import report_page  # noqa: E402
import structures  # noqa: E402
import tables  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine_line),
    "classification": ("Table 3: point classification", tables.classification),
    "published_work": ("What dfr-1999 visits", tables.published_work),
    "all_to_all": ("All to all", tables.all_to_all),
    "contact_cost": ("Cost of a contact query", tables.contact_cost),
    "systems": ("Systems of concave bodies", tables.systems),
    "profile": ("Table 1: profile of a simulation", tables.profile),
    "bases_1d": ("Equations (2) and (3): bases", lambda study: bases.table_1d(tables.table)),
    "bases_3d": ("A ball in Haar cells", lambda study: bases.table_3d(tables.table)),
    "convergence": ("Convergence against exact convex answers", tables.convergence),
    "memory": ("Memory of the ragged array", tables.memory),
    "gallery": ("Concave bodies against their sources", tables.gallery),
    "porous": ("Fig. 16: a porous body", tables.porous),
}


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    study = json.loads((options.results / "shapes.json").read_text())
    report_page.write_tables("Study of the discrete function representation", TABLES, study, options)
    structures.draw(study["structures"], options.results)
    bases.figure(options.results / "bases.png")
    charts.published_work(study, options.results / "published_work.png")
    charts.profile(study, options.results / "profile.png")
    charts.fig17(study, options.results / "fig17.png")
    charts.contact_cost(study, options.results / "contact_cost.png")
    charts.convergence(study, options.results / "convergence.png")
    if any(options.results.glob("*.facets")):  # a part of the study does without
        charts.gallery(study, options.results, options.results / "gallery.png")


if __name__ == "__main__":
    main()
