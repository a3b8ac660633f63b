"""Tables and figures of the study from what study/validation/cases measured.

python3 study/validation/report [--results FOLDER] [--readme FILE]
"""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
sys.path.append(str(Path(__file__).resolve().parents[2]))

import charts  # noqa: E402
import report_page  # noqa: E402

STUDY = Path(__file__).resolve().parent.parent

HEADINGS = {"impacts": "Impacts of spheres", "cohesion": "Cohesion", "sliding": "Friction", "twisting": "Twisting",
            "holding": "Rolling springs, varying loads and history", "rotation": "Free rotation",
            "rebound": "Rebound from a plane", "gas": "Elastic gas", "walls": "Walls of triangles",
            "round_walls": "Cylinders and cones",
            "concave_meshes": "Concave meshes on walls",
            "mesh_convex": "Meshes and convex bodies",
            "mesh_bodies": "Meshes and the same bodies as polyhedra", "rest": "Rest", "links": "Links of a chain",
            "packing": "Random packings"}


def table_of(name):
    def make(study):
        if name not in study["cases"]:
            return "not measured\n"
        rows = []
        for r in study["cases"][name]["rows"]:
            unit = f" {r['unit']}" if r["unit"] else ""
            verdict = "holds" if r["holds"] else "**no**: " + r["known"] if r["known"] else "**no**"
            rows.append([r["what"], f"{r['expected']}{unit}", f"{r['measured']}{unit}", r["off"], r["allowed"], verdict])
        return report_page.table(["what", "expected", "measured", "off by", "allowed", ""], rows,
                                 ["---", *["---:"] * 4, "---"])

    return make


def summary(study):
    rows = [[HEADINGS[name], sum(r["holds"] for r in case["rows"]), len(case["rows"]), f"{case['seconds']:.0f}",
             case["commit"]] for name, case in study["cases"].items()]
    return (report_page.table(["case", "as expected", "of", "seconds", "commit"], rows, ["---", *["---:"] * 3, "---"])
            + f"\nProcessor time of one thread; {study['machine']}.\n")


def main():
    options = report_page.options_of(__doc__, STUDY).parse_args()
    study = json.loads((options.results / "validation.json").read_text())
    tables = {"summary": (None, summary)} | {name: (heading, table_of(name)) for name, heading in HEADINGS.items()}
    report_page.write_tables("Validation", tables, study, options)
    charts.draw(study, options.results)


if __name__ == "__main__":
    main()
