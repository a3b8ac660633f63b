"""Tables and figures of the study from what study_broad measured.

python3 study/broad/report [--results FOLDER] [--readme FILE]
"""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import report_page  # noqa: E402
import runs  # noqa: E402
import tables  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

TABLES = {
    "machine": (None, tables.machine),
    "memory24": ("Section 2.4: memory of heapsort and octree", tables.heapsort_octree_memory),
    "parts": ("Section 2.4: sort, building and search", tables.parts),
    "recursion": ("Section 2.4: recursion", tables.recursion),
    "small_systems": ("Section 2.4: a thousand bodies and more", tables.small_systems),
    "heapsort_lists": ("Section 2.3: which list is searched", tables.heapsort_lists),
    "fixed_topology": ("Section 2.1: fixed topology", tables.fixed_topology),
    "slowly_varying": ("Section 2.1: slowly varying topology", tables.slowly_varying),
    "sparse": ("Section 2.1: spatially sparse systems", tables.sparse),
    "growth": ("Growth exponents", tables.growth),
    "times": ("Times", tables.times),
    "work": ("Volumes compared and cells visited", tables.work),
    "memory": ("Memory", tables.memory),
    "stops": ("How far each scheme went", tables.stops),
}


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    study = runs.Study(json.loads((options.results / "results.json").read_text()))
    report_page.write_tables("Study of the broad phase", TABLES, study, options)
    charts.times(study, options.results / "times.png")
    charts.memory(study, options.results / "memory.png")
    charts.parts(study, options.results / "parts.png")


if __name__ == "__main__":
    main()
