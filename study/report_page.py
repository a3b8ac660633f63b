"""Shared by the reports of all studies: command line, Markdown tables, chart style, README sections."""
import argparse
import math
import re
from pathlib import Path


def options_of(description, study):
    """The command line of a report; `study` is the study's folder."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--results", type=Path, default=study / "results")
    parser.add_argument("--readme", type=Path)
    return parser


def table(head, rows, align=None):
    """A Markdown table; by default the first column is aligned left and the others right."""
    align = align or ["---"] + ["---:"] * (len(head) - 1)
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in [head, align, *rows])


def confidence(count, total):
    """Wilson's 95 % interval of a share, of which `count` of `total` were seen."""
    z2 = 1.96 ** 2
    middle = (count + z2 / 2) / (total + z2)
    half = 1.96 * math.sqrt(count * (total - count) / total + z2 / 4) / (total + z2)
    return max(0.0, middle - half), middle + half


def share(count, total, scale=100):
    """A share in per cent (`scale`: of how many) with its 95 % interval; 0 with its upper end only."""
    low, high = (scale * end for end in confidence(count, total))
    return f"0 (< {high:.2g})" if count == 0 else f"{scale * count / total:.2g} ({low:.2g} to {high:.2g})"


def machine_text(machine):
    return f"{machine['processor']}, {machine['compiler']}, commit {machine['commit']}"


def style_charts(**settings):
    """The chart style of all studies; `settings` override single matplotlib parameters."""
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
                         "figure.dpi": 130, "savefig.bbox": "tight", **settings})


def save_figure(figure, file, **settings):
    import matplotlib.pyplot as plt

    figure.savefig(file, **settings)
    plt.close(figure)


def write_tables(title, tables, study, options):
    """Writes tables.md and fills the README, if one is given, from {name: (heading, make)}. A table
    without a heading comes first."""
    texts = {name: make(study) for name, (_, make) in tables.items()}
    parts = [texts[name] if heading is None else f"## {heading}\n\n{texts[name]}"
             for name, (heading, _) in tables.items()]
    (options.results / "tables.md").write_text(f"# {title}: all tables\n\n" + "\n".join(parts))
    if options.readme:
        fill(options.readme, texts)


def fill(readme, texts):
    """Replaces the text between <!-- name --> and <!-- end --> by the table of that name."""
    page = readme.read_text()
    for name, text in texts.items():
        page = re.sub(rf"(<!-- {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + m[2], page,
                      flags=re.S)
    readme.write_text(page)
