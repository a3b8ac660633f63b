"""The tables, as Markdown."""
import numpy as np
import report_page
from report_page import machine_text

PAPER_DFR_US = {8: 27, 16: 28, 104: 25, 296: 25, 536: 25, 1052: 24, 2060: 25, 2312: 25}
PAPER_CYRUS_BECK_US = {8: 71, 16: 114, 104: 562, 296: 1553, 536: 3017, 1052: 6359, 2060: 13071, 2312: 14920}


def machine_line(study):
    return f"{machine_text(study['machine'])}; one core.\n"


def table(head, rows):
    return report_page.table(head, rows, ["---:"] * len(head))


def classification(study):
    rows = []
    for r in study["classification"]:
        facets, dfr = r["facets"], r["dfr_ns"]
        paper = r["paper_speed_up"]
        rows.append([f"{facets:,}", str(r["cells"]),
                     f"{PAPER_CYRUS_BECK_US[facets]:,}" if paper else "",
                     str(PAPER_DFR_US[facets]) if paper else "", f"{paper}" if paper else "",
                     f"{r['polygons_ns']:,.1f}", f"{r['planes_ns']:,.1f}", f"{dfr:.1f}",
                     f"{r['polygons_ns'] / dfr:,.1f}", f"{r['planes_ns'] / dfr:,.1f}"])
    return table(["facets", "cells", "paper: Cyrus-Beck µs", "DFR µs", "speed-up", "here: Cyrus-Beck ns",
                  "at its best ns", "DFR ns", "speed-up", "over its best"], rows)


def exponent(x, y):
    """The slope of a line through log y over log x; none of a single point or of rounding errors."""
    return np.polyfit(np.log(x), np.log(y), 1)[0] if len(x) > 1 and min(y) > 1e-12 else None


def contact_cost(study):
    rows, all_rows = [], study["contact_cost"]
    for r in all_rows:
        row = [f"{r['facets']:,}", f"{r['vertices']:,}", str(r["cells"])]
        for depth in ("fixed", "shrinking"):
            d = r[depth]
            every = d.get("all_to_all_us")
            row += [f"{d['points']:.0f}", f"{d['cold_us']:.1f}", f"{d['warm_us']:.1f}", f"{d['pieces_us']:.0f}"]
            if depth == "fixed":
                row += [f"{every:,.0f}" if every else "", f"{every / d['cold_us']:,.0f}" if every else ""]
        rows.append(row)
    row = ["exponent", "", ""]
    for depth in ("fixed", "shrinking"):
        for name in ("points", "cold_us", "warm_us", "pieces_us") + (("all_to_all_us",) if depth == "fixed" else ()):
            known = [r for r in all_rows if name in r[depth]]
            slope = exponent([r["vertices"] for r in known], [max(r[depth][name], 1e-3) for r in known])
            row.append("" if slope is None else f"{slope:.2f}")
        if depth == "fixed":
            row.append("")
    rows.append(row)
    return table(["facets", "N", "cells", "1 % deep: points", "cold µs", "warm µs", "with edges µs", "all to all µs",
                  "over cold", "half a cell deep: points", "cold µs", "warm µs", "with edges µs"], rows)


def convergence(study):
    rows = []
    for body in study["convergence"]:
        for n, cells in enumerate(body["cells"]):
            rows.append([body["name"] if n == 0 else "", str(cells)] +
                        [f"{body[name][n]:.1e}" for name in ("depth", "normal")])
        orders = [exponent([1 / c for c in body["cells"]], body[name]) for name in ("depth", "normal")]
        rows.append(["", "order"] + ["" if o is None else f"**{o:.2f}**" for o in orders])
    return table(["body", "cells", "depth", "normal, radian"], rows)


def memory(study):
    rows = [[r["name"], str(r["cells"]), f"{r['boundary']:,}", f"{r['internal']:,}", f"{r['external']:,}",
             f"{r['stencil_bytes'] / 1e3:,.0f}", f"{r['dense_bytes'] / 1e3:,.0f}",
             f"{100 * r['stencil_bytes'] / r['dense_bytes']:.0f} %", f"{r['bytes'] / 1e6:.2f}",
             f"{r['seconds']:.2f}"] for r in study["memory"]]
    return table(["body", "cells", "B", "I", "X", "maps and stencil kB", "dense grid kB", "share",
                  "with surface and distances MB", "made in s"], rows)


def gallery(study):
    rows = []
    for r in study["gallery"]:
        volume = abs(r["volume"] - r["source_volume"]) / r["source_volume"]
        rows.append([r["name"], f"{r['source_facets']:,}", f"{r['facets']:,}", str(r["euler"]),
                     f"{r['error']:.4f}", f"{r['error'] / r['cell_size']:.2f}", f"{r['source_volume']:.5f}",
                     f"{100 * volume:.2f} %", f"{100 * r['volume_allowed'] / r['source_volume']:.2f} %",
                     f"{100 * r['inertia_difference']:.2f} %"])
    return table(["body", "source facets", "facets", "V - E + F", "error", "in cells", "volume of the source",
                  "volume off by", "area times error", "inertia off by"], rows)
