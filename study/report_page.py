"""What the reports of all studies do alike: their tables as one page, and those of the README."""
import argparse
import re
from pathlib import Path


def options_of(description, study):
    """The command line of a report; `study` is the study's folder."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--results", type=Path, default=study / "results")
    parser.add_argument("--readme", type=Path)
    return parser


def write_tables(title, tables, study, options):
    """Writes tables.md and fills the README, if there is one, from {name: (heading, make)}; a table
    without a heading stands first."""
    texts = {name: make(study) for name, (_, make) in tables.items()}
    parts = [texts[name] if heading is None else f"## {heading}\n\n{texts[name]}"
             for name, (heading, _) in tables.items()]
    (options.results / "tables.md").write_text(f"# {title}: all tables\n\n" + "\n".join(parts))
    if options.readme:
        fill(options.readme, texts)


def fill(readme, texts):
    """Replaces what stands between <!-- name --> and <!-- end --> by the table of that name."""
    page = readme.read_text()
    for name, text in texts.items():
        page = re.sub(rf"(<!-- {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + m[2], page,
                      flags=re.S)
    readme.write_text(page)
