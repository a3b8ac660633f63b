"""The table of runs in study/README.md, from what the studies' own pages say of theirs.

python3 study/summary.py
"""
import re
import subprocess
from pathlib import Path

import report_page

STUDY = Path(__file__).resolve().parent
PAPERS = {"polyhedra": "P0", "ellipsoids": "P1", "polyhedron_superquadric": "P2", "superellipsoids": "P3",
          "dfr": "P4", "broad": "P4", "validation": "formulas"}


def section(page, name):
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", page, flags=re.S)
    return found[1] if found else ""


def commit_date(commit):
    """The date of a commit whose run has no date of its own; empty outside a repository."""
    shown = subprocess.run(["git", "-C", str(STUDY), "log", "-1", "--format=%as", commit], capture_output=True,
                           text=True)
    return shown.stdout.strip()


def runs_of(page):
    """(commit, date, local changes) of the runs behind a page: one, or one per case of the validation."""
    text = section(page, "machine")
    if text:
        pattern = r"commit (?P<commit>[0-9a-f]{7,})(?P<changed> with local changes)?(?:, (?P<date>\d{4}-\d\d-\d\d))?"
        found = re.search(pattern, text)
        commits = [(found["commit"], found["date"], found["changed"])] if found else []
    else:
        commits = [(commit, None, None)
                   for commit in dict.fromkeys(re.findall(r"\| ([0-9a-f]{7,}) \|", section(page, "summary")))]
    return [(commit, date or commit_date(commit), changed or "") for commit, date, changed in commits]


def processor_of(page):
    text = section(page, "machine") or section(page, "summary")
    found = re.search(r"(AMD [A-Za-z]+|Intel\(R\) [A-Za-z]+)", text)
    return found[0].replace("(R)", "") if found else ""


def table():
    rows = []
    for study, paper in PAPERS.items():
        page = (STUDY / study / "README.md").read_text()
        runs = runs_of(page)
        rows.append([f"[{study}]({study}/README.md)", paper, ", ".join(c + changed for c, _, changed in runs),
                     ", ".join(dict.fromkeys(date for _, date, _ in runs if date)), processor_of(page),
                     f"`study/{study}/run`"])
    return report_page.table(["study", "paper", "commit", "date", "processor", "command"], rows, ["---"] * 6)


if __name__ == "__main__":
    report_page.fill(STUDY / "README.md", {"runs": table()})
