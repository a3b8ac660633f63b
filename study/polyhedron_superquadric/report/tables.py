"""The tables of the study, as Markdown."""
import math

from report_page import machine_text, share, table

# P2 Table 1: no contact, contact, case 8.
PAPER_COUNTS = (745619, 217499, 36882)
CONTACT_VOLUME = 24 + 6 * math.pi + 4 * math.pi / 3
VOLUMES = (208 - CONTACT_VOLUME, CONTACT_VOLUME, 8)
CASES = ("1", "2", "3", "4", "5", "6", "0")


def outcomes(monte_carlo):
    count = monte_carlo["count"]
    return (count[1] + count[3] + count[5], count[2] + count[4] + count[6], count[8])


def check(results):
    """What the study claims of Table 1: it stops where that does not hold."""
    monte_carlo = results["monte_carlo"]
    if monte_carlo["disagreements"]:
        raise SystemExit(f"Table 1: {monte_carlo['disagreements']} wrong cases")
    total = monte_carlo["centres"]
    for hits, volume in zip(outcomes(monte_carlo), VOLUMES):
        p = volume / 216
        if abs(hits - p * total) > 3 * math.sqrt(total * p * (1 - p)):
            raise SystemExit("Table 1: a fraction is off by more than three standard errors")
    if not all(row["right"] for row in results["analytic"]):
        raise SystemExit("section 3.2: a contact in closed form is wrong")


def machine(results):
    return f"{machine_text(results['machine'])}, one core.\n"


def standard_errors(total):
    return [math.sqrt(v / 216 * (1 - v / 216) / total) for v in VOLUMES]


def monte_carlo(results):
    m = results["monte_carlo"]
    total = m["centres"]
    ours = outcomes(m)
    printed = sum(PAPER_COUNTS)
    rows = [["paper, counts"] + [f"{c:,}" for c in PAPER_COUNTS],
            ["paper, %"] + [f"{100 * c / printed:.3f}" for c in PAPER_COUNTS],
            ["here, %"] + [f"{100 * c / total:.3f}" for c in ours],
            ["by volume, %"] + [f"{100 * v / 216:.3f}" for v in VOLUMES],
            ["paper off by, standard errors"] + [f"{(c / printed - v / 216) / e:+.2f}" for c, v, e in
                                                 zip(PAPER_COUNTS, VOLUMES, standard_errors(printed))],
            ["here off by, standard errors"] + [f"{(c / total - v / 216) / e:+.2f}"
                                                for c, v, e in zip(ours, VOLUMES, standard_errors(total))]]
    by_case = ", ".join(f"{i}: {c}" for i, c in enumerate(m["count"]) if c)
    return (table(["", "no contact", "contact", "case 8"], rows) +
            f"\n{total} centres, {m['disagreements']} disagreements with the exact test. "
            f"By case: {by_case}.\n")


def analytic(results):
    groups = {}
    for row in results["analytic"]:
        groups.setdefault(row["name"], []).append(row)
    rows = []
    for name, group in groups.items():
        found = [row for row in group if "point_error" in row]
        rows.append([name, ", ".join(str(row["case"]) for row in group)] +
                    [f"{max(row[key] for row in found):.0e}"
                     for key in ("point_error", "normal_error", "overlap_error")])
    return table(["", "cases", "point", "normal", "overlap"], rows)


def times(results):
    rows = []
    for solid in results["times"]["solids"]:
        cells = []
        for case in CASES:
            entry = solid["cases"].get(case)
            cells.append(f"{entry['quantile'][25]:.0f} ({entry['count']})" if entry else "none")
        rows.append([f"{solid['name']}, {solid['faces']}"] + cells + [f"{solid['mean']:.0f}"])
    return table(["solid, faces"] + [f"case {c}" for c in CASES[:-1]] + ["no case", "mean"], rows)


def work(results):
    """What a case costs on any machine: faces with their X_k, and points of edges at which F was evaluated."""
    rows = []
    for solid in results["times"]["solids"]:
        entries = [solid["cases"].get(case) for case in CASES]
        rows.append([f"{solid['name']}, {solid['faces']}"]
                    + [f"{e['faces']:.2f}, {e['edge_points']:.1f}" if e else "none" for e in entries])
    return table(["solid, faces"] + [f"case {c}" for c in CASES[:-1]] + ["no case"], rows)


def growth(results):
    rows = [[h["faces"], f"{h['mean']:.0f}"] +
            [f"{h['cases'][c]['quantile'][25]:.0f}" if c in h["cases"] else "none"
             for c in ("1", "2")] for h in results["times"]["hulls"]]
    return table(["faces", "mean, ns", "case 1", "case 2"], rows)


def percent(part, whole):
    return "0" if part == 0 else f"{100 * part / max(1, whole):.2g}"


def readings(results):
    rows = []
    for r in results["accuracy"]["rows"]:
        if r["polyhedron"] == "cube" or r["distance"] > 0:
            continue
        for name, t in r["readings"].items():
            rows.append([f"{r['body']}, {r['distance']:+g}", name, share(t["missed"], r["pairs"]),
                         share(t["no_case"] - t["endless"], r["pairs"]), share(t["endless"], r["pairs"]),
                         percent(t["missed"] + t["no_case"], r["pairs"]), f"{t['probes'] / r['pairs']:.1f}"])
    return table(["body on hull, distance", "return to", "missed %", "no case %", "endless %", "not found, together %",
                  "points of edges"], rows, ["---", "---"] + ["---:"] * 5)


def verdicts(results):
    rows = []
    for r in results["accuracy"]["rows"]:
        rows.append([f"{r['body']}, {r['polyhedron']}", f"{r['distance']:+g}", r["pairs"]] +
                    [share(r[key], r["pairs"]) for key in ("missed", "false_contact", "no_case")] +
                    [percent(r[key], r["pairs"]) for key in ("unproven", "far_next")])
    return table(["body, polyhedron", "distance", "pairs", "missed % (95 %)", "false contact %",
                  "no case %", "not proven %", "next face no neighbour %"], rows)


def depths(results):
    rows = []
    for r in results["accuracy"]["rows"]:
        if r["distance"] > 0:
            continue
        for feature in ("face", "edge", "vertex"):
            ratio, angle = r["ratio"][feature], r["angle"][feature]
            if not ratio:
                continue
            rows.append([f"{r['body']}, {r['polyhedron']}", f"{-r['distance']:g}", feature,
                         ratio["count"], f"{ratio['median']:.3g}", f"{ratio['q90']:.3g}",
                         f"{ratio['most']:.3g}", f"{angle['median']:.2g}", f"{angle['most']:.2g}"])
    return table(["body, polyhedron", "depth", "feature", "contacts", "ratio, median", "90 %",
                  "worst", "angle, median", "worst"], rows)
