"""The tables, as Markdown."""

PAPER_DFR_US = {8: 27, 16: 28, 104: 25, 296: 25, 536: 25, 1052: 24, 2060: 25, 2312: 25}
PAPER_CYRUS_BECK_US = {8: 71, 16: 114, 104: 562, 296: 1553, 536: 3017, 1052: 6359, 2060: 13071, 2312: 14920}


def machine_line(study):
    machine = study["machine"]
    return f"{machine['processor']}, {machine['compiler']}, commit {machine['commit']}; one core.\n"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join(["---:"] * len(head)) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


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
