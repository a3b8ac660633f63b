#!/usr/bin/env python3
"""Draws docs/modules.svg, the picture of the modules in docs/architecture.md.

    docs/module_map.py            write docs/modules.svg
    docs/module_map.py --check    fail if docs/modules.svg is not what this script draws

The modules, the include matrix and the packages come from the talus_module(...) lines of the top-level CMakeLists.txt.
MODULES below adds a position and a description per module, FLOWS the data that pass between modules; the script fails
if either does not fit the table.
"""

import html
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "modules.svg"

# name: row, column (first and last of a bar), description
MODULES = {
    "sim": (0, (0, 4), "reads scenes; schedules a time step: move, find neighbours, contacts, forces, finish"),
    "packing": (1, 0, "initial grains:", "random arrays, fillings"),
    "setup": (1, 1, "bodies, materials, walls,", "domain, as plain data"),
    "measure": (1, 2, "stress, fabric, porosity", "in a region"),
    "output": (1, 3, "HDF5, checkpoints,", "VTK, CSV, pictures"),
    "shape": (2, 0, "one body: support, mass,", "bounds, curvature"),
    "broad": (2, 1, "which pairs of bounding", "boxes overlap"),
    "narrow": (2, 2, "two bodies: distance,", "normal, points, bracket"),
    "contact": (2, 3, "what a contact keeps", "from step to step"),
    "physics": (2, 4, "newtons: laws, friction,", "integrator, energies"),
    "simd": (3, (0, 2), "registers, packs of eight numbers, instruction-set dispatch"),
    "parallel": (3, 3, "loops over threads"),
    "input": (3, 4, "files that are read"),
    "math": (4, (0, 4), "vectors, matrices, quaternions, poses, powers"),
}

# giver, receiver, data. A receiver that may include the giver takes the data itself (solid arrow); where neither may
# include the other, a module that sees both passes them on (dashed arrow).
FLOWS = [
    ("packing", "setup", "grains"),
    ("setup", "sim", "initial state"),
    ("sim", "output", "frames, states"),
    ("measure", "sim", "measures"),
    ("shape", "packing", "shapes"),
    ("shape", "broad", "boxes"),
    ("shape", "narrow", "support functions, surfaces"),
    ("broad", "narrow", "pairs"),
    ("narrow", "contact", "caches"),
    ("narrow", "physics", "overlap, normal, contact point"),
    ("contact", "physics", "history"),
    ("physics", "sim", "forces, motion"),
]

COLUMN, BOX_WIDTH, BOX_HEIGHT, MARGIN = 222, 162, 74, 24
ROW_TOP = [24, 116, 264, 408, 462]  # px, upper edge of each row
BAR_HEIGHT = 42
WIDTH = 2 * MARGIN + 4 * COLUMN + BOX_WIDTH
MATRIX_TOP, CELL = 560, 24
INK, FAINT, LINE, FILL, BAR, PAPER = "#1f2933", "#5b6770", "#8a97a3", "#e6eef7", "#eef1f4", "#ffffff"


def read_table(text):
    """{module: (modules it sees, public headers, packages it links)}, in the order of the table."""
    text = re.sub(r"#.*", "", text)
    table = {}
    for call in re.findall(r"^\s*talus_module\(([^)]*)\)", text, re.MULTILINE):
        words = call.split()
        lists, current = {}, None
        for word in words[1:]:
            if re.fullmatch(r"[A-Z_]+", word):
                current = lists.setdefault(word, [])
            elif current is not None:
                current.append(word)
        table[words[0]] = tuple(lists.get(word, []) for word in ("SEES", "PUBLIC", "PACKAGES"))
    return table


def sees(table, receiver, giver):
    return giver in table[receiver][0]


def check(table):
    if set(table) != set(MODULES):
        different = ", ".join(sorted(set(table) ^ set(MODULES)))
        sys.exit(f"docs/module_map.py: MODULES and the table of CMakeLists.txt differ in: {different}")
    names = list(table)
    for name, (seen, _, _) in table.items():
        if any(names.index(other) > names.index(name) for other in seen):
            sys.exit(f"docs/module_map.py: {name} sees a module that comes after it in the table of CMakeLists.txt")
    for giver, receiver, data in FLOWS:
        direct = sees(table, receiver, giver) or sees(table, giver, receiver)
        if not direct and not any(sees(table, m, giver) and sees(table, m, receiver) for m in table):
            sys.exit(f"docs/module_map.py: nothing can pass {data} from {giver} to {receiver}")


def is_bar(name):
    return isinstance(MODULES[name][1], tuple)


def rectangle(name):
    """Left, top, width, height."""
    row, column = MODULES[name][:2]
    if is_bar(name):
        return MARGIN + COLUMN * column[0], ROW_TOP[row], COLUMN * (column[1] - column[0]) + BOX_WIDTH, BAR_HEIGHT
    return MARGIN + COLUMN * column, ROW_TOP[row], BOX_WIDTH, BOX_HEIGHT


def text(x, y, content, size=12, anchor="middle", colour=INK, weight="normal"):
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
        f'font-weight="{weight}">{html.escape(content)}</text>'
    )


def box(name):
    x, y, width, height = rectangle(name)
    out = [
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="{BAR if is_bar(name) else FILL}" '
        f'stroke="{LINE}"/>'
    ]
    if is_bar(name):
        out.append(text(x + 16, y + 27, name, 16, "start", weight="bold"))
        out.append(text(x + width / 2, y + 26, MODULES[name][2], 13))
        return out
    out.append(text(x + width / 2, y + 24, name, 16, weight="bold"))
    for k, line in enumerate(MODULES[name][2:]):
        out.append(text(x + width / 2, y + 44 + 17 * k, line))
    return out


def arrow(table, giver, receiver, data):
    dashed = not (sees(table, receiver, giver) or sees(table, giver, receiver))
    style = f'fill="none" stroke="{FAINT}" stroke-width="1.6" marker-end="url(#tip)"'
    if dashed:
        style += ' stroke-dasharray="5 4"'
    gx, gy, gw, gh = rectangle(giver)
    rx, ry, rw, rh = rectangle(receiver)
    if gy == ry and rx - gx == COLUMN:  # the next box on the right
        y = gy + gh / 2
        path = f"M {gx + gw} {y:g} H {rx - 3}"
        label = text((gx + gw + rx) / 2, y - 8, data, 11, colour=FAINT)
    elif gy == ry:  # a box farther to the right: a line below the row
        y = gy + gh + 20
        path = f"M {gx + gw / 2 + 30:g} {gy + gh} V {y} H {rx + rw / 2 - 30:g} V {ry + rh + 3}"
        label = text((gx + gw + rx) / 2, y + 15, data, 11, colour=FAINT)
    else:  # straight up or down
        x = rx + rw / 2 if is_bar(giver) else gx + gw / 2
        start, end = (gy, ry + rh + 3) if gy > ry else (gy + gh, ry - 3)
        path = f"M {x:g} {start} V {end}"
        middle = (start + end) / 2 + 4
        label = text(x + 9, middle, data, 11, "start", colour=FAINT)
    return [f'<path d="{path}" {style}/>', label]


def matrix(table):
    names = list(table)
    left, top = MARGIN + 82, MATRIX_TOP + 78
    out = [
        text(MARGIN, MATRIX_TOP, "Who may include whom", 15, "start", weight="bold"),
        text(MARGIN + 222, MATRIX_TOP, "A dot: the module of the row may include headers of the module of the column.", 12,
             "start", FAINT),
    ]
    right = left + CELL * len(names)
    columns = right + 24, right + 190, right + 510
    for x, title in zip(columns, ("not", "public headers", "packages")):
        out.append(text(x, top - 12, title, 12, "start", FAINT))
    for k, name in enumerate(names):
        x = left + CELL * k + CELL / 2
        out.append(
            f'<text x="{x + 4:g}" y="{top - 8}" font-size="12" fill="{INK}" '
            f'transform="rotate(-60 {x + 4:g} {top - 8})">{name}</text>'
        )
    for r, row in enumerate(names):
        y = top + CELL * r
        out.append(text(left - 8, y + 16, row, 12, "end"))
        for c, column in enumerate(names):
            x = left + CELL * c
            seen = sees(table, row, column)
            fill = LINE if row == column else (FILL if seen else PAPER)
            out.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="{LINE}"/>')
            if seen:
                out.append(f'<circle cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="4" fill="{INK}"/>')
        missing = [name for name in names[:r] if not sees(table, row, name)]
        packages = sorted({re.sub(r"::.*|^talus_", "", p) for p in table[row][2]})
        headers = [header.rpartition("/")[2] for header in table[row][1]]
        for x, items in zip(columns, (missing, headers, packages)):
            out.append(text(x, y + 16, ", ".join(items), 12, "start"))
    return out, top + CELL * len(names) + MARGIN


def draw(table):
    cells, height = matrix(table)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif">',
        "<title>The modules of Talus and the data that pass between them</title>",
        "<!-- Drawn by docs/module_map.py from the table of modules in CMakeLists.txt. Do not edit. -->",
        f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto" '
        f'markerUnits="userSpaceOnUse"><path d="M 0 0 L 8 4 L 0 8 z" fill="{FAINT}"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="{PAPER}"/>',
    ]
    for name in MODULES:
        out += box(name)
    for flow in FLOWS:
        out += arrow(table, *flow)
    x, y = MARGIN + 2 * COLUMN - 18, ROW_TOP[1] + 26
    legend = [("", "data, by an include"), (" stroke-dasharray=\"5 4\"", "data, passed on by sim")]
    for k, (dash, words) in enumerate(legend):
        out.append(f'<path d="M {x} {y + 22 * k} H {x + 30}" stroke="{FAINT}" stroke-width="1.6"{dash} '
                   'marker-end="url(#tip)"/>')
        out.append(text(x + 38, y + 4 + 22 * k, words, 11, "start", FAINT))
    return "\n".join(out + cells + ["</svg>"]) + "\n"


def main():
    table = read_table((ROOT / "CMakeLists.txt").read_text())
    check(table)
    picture = draw(table)
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(picture)
    elif not PICTURE.exists() or PICTURE.read_text() != picture:
        sys.exit("docs/modules.svg is stale: run docs/module_map.py and commit the picture")


if __name__ == "__main__":
    main()
