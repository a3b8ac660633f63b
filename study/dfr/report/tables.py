"""The tables, as Markdown."""
import numpy as np
import report_page
from report_page import machine_text

PAPER_DFR_US = {8: 27, 16: 28, 104: 25, 296: 25, 536: 25, 1052: 24, 2060: 25, 2312: 25}
PAPER_CYRUS_BECK_US = {8: 71, 16: 114, 104: 562, 296: 1553, 536: 3017, 1052: 6359, 2060: 13071, 2312: 14920}


def machine_line(study):
    by_machine = {}
    for part, machine in study.get("part_machine", {}).items():
        by_machine.setdefault(machine_text(machine), []).append(part)
    if not by_machine:
        return f"{machine_text(study['machine'])}; one core.\n"
    return "".join(f"{', '.join(parts)}: {text}; one core.\n" for text, parts in by_machine.items())


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


DEPTHS = {"fixed": "1 % of the diameter deep", "shrinking": "half a cell deep"}


def exponent_row(head, rows, depth, columns, x="vertices"):
    cells = [head] + [""] * 2
    for name in columns:
        known = [r for r in rows if name in r[depth]]
        slope = exponent([r[x] for r in known], [max(r[depth][name], 1e-3) for r in known])
        cells.append("" if slope is None else f"{slope:.2f}")
    return cells


def published_work(study):
    """What dfr-1999 visits, exact, by the number of surface points."""
    text, columns = "", ("zone_cells", "stencil_hits", "tested_points", "edges", "cells_walked", "facet_tests",
                         "crossings")
    for depth, title in DEPTHS.items():
        rows = [[f"{r['facets']:,}", f"{r['vertices']:,}", str(r["cells"])] +
                [f"{r[depth][name]:,.0f}" for name in columns] for r in study["contact_cost"]]
        rows.append(exponent_row("exponent", study["contact_cost"], depth, columns))
        text += f"{title[0].upper()}{title[1:]}:\n\n" + table(
            ["facets", "N", "cells", "zone cells", "boundary cells", "points tested", "edges", "cells walked",
             "edges x facets", "crossings"], rows) + "\n"
    return text


def all_to_all(study):
    rows = []
    for r in study["contact_cost"]:
        d = r["fixed"]
        every = d.get("all_to_all_us")
        row = [f"{r['vertices']:,}"]
        row += [f"{d['all_to_all_tests']:,}", f"{every:,.0f}", f"{1e3 * every / d['all_to_all_tests']:.2f}"] \
            if every else ["", "", ""]
        for depth in DEPTHS:
            t = r[depth]
            row += [f"{t['published_us']:,.0f}", f"{every / t['published_us']:,.0f}" if every else "",
                    f"{every / t['deepest_us']:,.0f}" if every else ""]
        rows.append(row)
    known = [r for r in study["contact_cost"] if "all_to_all_us" in r["fixed"]]
    points = [r["vertices"] for r in known]
    every_point = [r["vertices"] for r in study["contact_cost"]]
    row = ["exponent"] + ["" if exponent(points, [r["fixed"][n] for r in known]) is None else
                          f"{exponent(points, [r['fixed'][n] for r in known]):.2f}"
                          for n in ("all_to_all_tests", "all_to_all_us")] + [""]
    for depth in DEPTHS:
        slope = exponent(every_point, [r[depth]["published_us"] for r in study["contact_cost"]])
        row += ["" if slope is None else f"{slope:.2f}", "", ""]
    rows.append(row)
    return table(["N", "all to all: tests", "µs", "ns per test", "1 % deep: dfr-1999 µs", "all to all over it",
                  "over production", "half a cell deep: dfr-1999 µs", "all to all over it", "over production"], rows)


def contact_cost(study):
    rows, all_rows = [], study["contact_cost"]
    columns = ("points", "cold_us", "warm_us", "pieces_us", "deepest_us", "published_us")
    for r in all_rows:
        row = [f"{r['facets']:,}", f"{r['vertices']:,}", str(r["cells"])]
        for depth in DEPTHS:
            d = r[depth]
            row += [f"{d['points']:.0f}", f"{d['cold_us']:.1f}", f"{d['warm_us']:.1f}", f"{d['pieces_us']:.0f}",
                    f"{d['deepest_us']:.0f}", f"{d['published_us']:,.0f}"]
        rows.append(row)
    rows.append(exponent_row("exponent", all_rows, "fixed", columns) +
                exponent_row("", all_rows, "shrinking", columns)[3:])
    names = ["cold µs", "warm µs", "surface-clipping µs", "surface-overlap µs", "dfr-1999 µs"]
    return table(["facets", "N", "cells", "1 % deep: points", *names, "half a cell deep: points", *names], rows)


def systems(study):
    rows = []
    for r in study["systems"]:
        every = r["all_to_all_seconds"]
        whole = every / r["pairs"] * 0.5 * r["bodies"] * (r["bodies"] - 1)
        rows.append([f"{r['bodies']:,}", str(r["facets"]), str(r["points"]), f"{r['pairs']:,}",
                     f"{r['overlapping']:,}", f"{r['median_depth']:.3f}", f"{1e3 * r['heapsort_seconds']:.1f}",
                     f"{every:,.2f}", f"{r['published_seconds']:.3f}", f"{r['production_seconds']:.3f}",
                     f"{every / r['published_seconds']:,.0f}", f"{every / r['production_seconds']:,.0f}",
                     f"{whole / (r['published_seconds'] + r['heapsort_seconds']):,.0f}"])
    return table(["bodies", "facets", "points", "pairs of boxes", "overlapping", "median depth", "heapsort ms",
                  "all to all s", "dfr-1999 s", "surface-overlap s", "all to all over dfr-1999",
                  "over surface-overlap", "all bodies with all over heapsort and dfr-1999"], rows)


# Table 1: ms, printed percentages, calls.
PAPER_PROFILE = {"housekeeping": (77.20, 4.0, 1000), "spatial search": (1197.89, 60.0, 2056000),
                 "resolve geometry": (422.90, 21.0, 8482677), "penalty force": (71.33, 3.6, 981745),
                 "Newtonian physics": (156.72, 8.0, 1157239)}


def profile(study):
    text = ""
    for scene in study["profile"]:
        ours = {r["name"]: r for r in scene["rows"]}
        today = {r["name"]: r for r in scene["today"]["rows"]}
        total = sum(r["seconds"] for r in ours.values())
        total_today = sum(r["seconds"] for r in today.values())
        rows = []
        for name, (paper_ms, percent, calls) in PAPER_PROFILE.items():
            row = [name, f"{percent:g} %", f"{calls:,}", f"{1e6 * paper_ms / calls:,.0f}"]
            for part, whole in ((ours[name], total), (today[name], total_today)):
                row += [f"{part['seconds']:.3f}", f"{100 * part['seconds'] / whole:.1f} %", f"{part['calls']:,}",
                        f"{1e9 * part['seconds'] / max(1, part['calls']):,.0f}"]
            rows.append(row)
        rows.append(["all", "96.6 %", "", "", f"{total:.2f}", "", "", "", f"{total_today:.2f}", "", "", ""])
        text += (f"{scene['name'].capitalize()}: {scene['bodies']:,} bodies of {scene['facets']} facets and "
                 f"{scene['points']} points, {scene['steps']:,} steps\n\n" +
                 report_page.table(["", "paper", "calls", "ns per call, as printed", "heapsort and dfr-1999 s", "%",
                                    "calls", "ns per call", "today's loop s", "%", "calls", "ns per call"], rows) +
                 "\n")
    return text


def porous(study):
    p = study["porous"]
    rows = [[str(r["cells"]), f"{r['facets']:,}", str(r["euler"]), f"{r['volume']:.5f}", f"{100 * r['off']:.2f} %",
             "yes" if r["passes"] else "no"] for r in p["rows"]]
    return (table(["cells", "facets", "V - E + F", "volume", "off by", "within 0.5 %"], rows) +
            f"\nReference: {p['reference']:.5f}, by quadrature of the formula at 320^3 points "
            f"({100 * p['reference_error']:.3f} % from 160^3).\n")


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
                     f"{100 * volume:.2f} %", f"{100 * r.get('volume_limit', 0.01 * (64 / r['cells']) ** 2):.2f} %",
                     f"{100 * r['inertia_difference']:.2f} %"])
    return table(["body", "source facets", "facets", "V - E + F", "error", "in cells", "volume of the source",
                  "volume off by", "at most", "inertia off by"], rows)
