"""The tables of the study, as Markdown."""
from math import log10

import paper
from report_page import machine_text, table
from results import aspect_name

ACCURACIES = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)


def machine_line(study):
    commits = dict.fromkeys(part["machine"]["commit"] for part in study.parts())
    return (f"Arrays with seed {study.times['seed']} (those of Tables 1 and 5 from "
            f"{study.small['seed']} on); {machine_text({**study.times['machine'], 'commit': '; '.join(commits)})}.\n")


def mirrored(study):
    """Figs. 6 to 18 in numbers."""
    says = {"6": "all dilations alike", "7": "error <= eps_d", "8": "error <= eps_d",
            "9": "all dilations alike", "10": "error <= eps_d", "11": "error <= eps_d",
            "12": "all dilations alike", "13": "error <= eps_d", "14": "error <= eps_d",
            "15": "differ; none at 1e-6 and 1e3", "16": "grows as d* shrinks",
            "17": "falls slowly with eps_G", "18": "hardly depends on λ"}
    names = {**dict.fromkeys(("6", "7", "8"), "moving-balls"),
             **dict.fromkeys(("9", "10", "11"), "gjk"),
             **dict.fromkeys(("12", "13", "14"), "newton-coulomb"),
             **dict.fromkeys(("15", "16", "17", "18"), "exterior-penalty"),
             "production": study.production, "initial": "newton-coulomb-initial"}
    rows = []
    for number, curves in study.figures.items():
        points = [(p, c["eps_d"]) for c in curves for p in c["points"]]
        good = [(p, e) for p, e in points if p["converged"]]
        steps = [p["iterations"] for p, _ in good] or [0]
        worst = max((p["distance_error"] for p, _ in good), default=0)
        over = max((p["distance_error"] / e for p, e in good), default=0)
        bounded = number.isdigit() and int(number) < 15
        rows.append((f"Fig. {number}" if number.isdigit() else "not in the paper",
                     f"`{names[number]}`", says.get(number, ""),
                     f"{len(good)} of {len(points)}", f"{worst:.0e}",
                     f"{over:.2f}" if bounded else "",
                     f"{max((p['point_error'] for p, _ in good), default=0):.0e}",
                     f"{min(steps)} to {max(steps)}"))
    return table(("figure", "method", "paper says", "converged", "worst distance error / D_eq",
                     "over eps_d", "worst point error / D_eq", "iterations"), rows)


def table2(study):
    blur = study.mirrored["table2_rounding"]
    return table(("gap", "newton-coulomb", "iterations"), (
        (f"{row['gap']:.3g}" + (" (as printed)" if k == 0 else ""),
         "converges" if row["converged"] else "fails", row["iterations"])
        for k, row in enumerate(study.mirrored["table2"]))) + (
        f"\nOf {blur['draws']} random pairs that round to the printed one {blur['apart']} are apart, "
        f"with gaps from {blur['smallest_gap']:.1e} to {blur['largest_gap']:.1e}, and for "
        f"{blur['failed']} of these the method fails.\n")


def exponent(value):
    return f"1e{round(log10(value))}" if value > 0 else "none"


def jain_rows(names, ours, theirs):
    same, rows = 0, []
    for name, row, printed in zip(names, ours, theirs):
        cells = []
        for value, power in zip(row, printed):
            # A method that fails nowhere on the grid, which ends at 1e-6.
            agrees = exponent(value) == f"1e{power}" or (value == 0 and power == -6)
            same += agrees
            cells.append(f"{exponent(value)}" if agrees else f"**{exponent(value)}** (1e{power})")
        rows.append((name, *cells))
    return rows, same


def tables34(study):
    """As the library computes the angles; below, with the C library's functions."""
    text = ""
    for name, title in (("jain", "angles as cosines and sines"),
                        ("jain_literal", "(2.68) to (2.70) with the C library's functions")):
        jain = study.mirrored[name]
        rows3, same3 = jain_rows([f"aspect {a}" for a in paper.ASPECTS], jain["table3"], paper.TABLE3)
        rows4, same4 = jain_rows([f"aspect 3, eps_d {e}" for e in paper.TABLE4], jain["table4"],
                                 paper.TABLE4.values())
        text += (table((f"{title}; C_m / C_m^Jain:", *paper.FRACTIONS), rows3 + rows4)
                 + f"\n{same3} of 30 cells of Table 3 and {same4} of 15 of Table 4 as printed; in bold "
                   "those that are not, with the paper's in brackets.\n\n")
    return text


def initial(study):
    return table(("d*/D_eq", *(f"aspect {a}" for a in paper.ASPECTS)), (
        (f"1e-{k}", *(c["points"][k]["iterations"] if c["points"][k]["converged"] else "fails"
                      for c in study.figures["initial"])) for k in range(7)))


def thresholds(study):
    """How far the mean of smaller arrays is from that of the largest."""
    rows = []
    lengths = sorted({r["length"] for r in study.iterations["rows"]})
    for method in ("moving-balls", "gjk", study.production):
        for length in lengths[:-1]:
            off = []
            for aspect in paper.ASPECTS:
                for fraction in (0.05, 0.10, 0.15, 0.20, 0.25):
                    mean = {r["length"]: r[method]["mean"]
                            for r in study.iteration_rows(aspect, fraction)}
                    off.append(abs(mean[length] / mean[lengths[-1]] - 1))
            rows.append((f"`{method}`", f"{length:.0f}", f"{100 * max(off):.1f}",
                         f"{100 * sum(off) / len(off):.2f}"))
    return table(("method", "L/D_eq", f"largest deviation from L/D_eq = {lengths[-1]:.0f}, %",
                     "mean deviation, %"), rows)


def iterations(study):
    longest = max(r["length"] for r in study.iterations["rows"])
    rows = []
    for aspect in paper.ASPECTS:
        for fraction in (0.05, 0.25):
            row = next(r for r in study.iteration_rows(aspect, fraction) if r["length"] == longest)
            rows.append((aspect, f"{fraction:.2f}", row["bodies"], row["queries"],
                         *(f"{row[m]['mean']:.2f} ± {row[m]['error']:.2f}"
                           for m in ("moving-balls", "gjk", study.production)),
                         sum(row[m]["failed"] for m in ("moving-balls", "gjk", study.production))))
    return table(("aspect", "volume fraction", "bodies", "queries", "moving-balls", "gjk",
                     study.production, "failures"), rows)


def time_ratios(study):
    rows = []
    for aspect in paper.ASPECTS:
        cells = [study.time_rows(aspect=aspect, eps=e, fraction=0.25)[0] for e in ACCURACIES]
        rows.append((aspect, *(f"{c['moving-balls'] / c['gjk']:.2f}" for c in cells),
                     f"{1e6 * cells[2]['moving-balls']:.2f}", f"{1e6 * cells[2]['gjk']:.2f}",
                     f"{1e6 * cells[2][study.production]:.3f}"))
    return table(("aspect", *(f"{e:.0e}" for e in ACCURACIES),
                     "moving-balls at 1e-5, microseconds", "gjk", study.production), rows)


def evolving(study):
    rows = []
    for aspect in paper.ASPECTS:
        cells = [study.time_rows(aspect=aspect, eps=e, fraction=0.25)[0] for e in ACCURACIES]
        rows.append((aspect, *(f"{c['moving-balls-evolving'] / c['moving-balls']:.2f}"
                               for c in cells)))
    return table(("aspect", *(f"{e:.0e}" for e in ACCURACIES)), rows)


def fraction_spread(study):
    """Fig. 23: largest over smallest ratio of times over the volume fractions."""
    rows = []
    for aspect in paper.ASPECTS:
        cells = []
        for eps in ACCURACIES:
            ratios = [r["moving-balls"] / r["gjk"] for r in study.time_rows(aspect=aspect, eps=eps)]
            cells.append(f"{max(ratios) / min(ratios):.2f}")
        rows.append((aspect, *cells))
    return table(("aspect", *(f"{e:.0e}" for e in ACCURACIES)), rows)


def all_methods(study):
    methods = list(dict.fromkeys(r["method"] for r in study.times["all"]))
    rows = []
    for method in methods:
        mine = [r for r in study.times["all"] if r["method"] == method]
        queries = sum(r["queries"] for r in mine)
        rows.append((f"`{method}`", f"{100 * sum(r['failed'] for r in mine) / queries:.2f}",
                     f"{max(r['worst_error_over_eps'] for r in mine):.2g}",
                     *(f"{1e6 * r['seconds']:.3g}" for r in mine)))
    return table(("method", "failed %", "worst error / eps_d",
                     *(f"aspect {a}" for a in paper.ASPECTS)), rows)


def errors(study):
    rows = []
    for k, eps in enumerate(a["eps"] for a in study.errors["rows"][0]["accuracies"]):
        cells = []
        for method in ("moving-balls-evolving", "moving-balls", "gjk"):
            worst = [row["accuracies"][k][method] for row in study.errors["rows"]]
            cells.append(f"{max(w['from_production'] for w in worst):.3e}")
            if method == "moving-balls-evolving":
                cells.append(f"{max(w['from_gjk'] for w in worst):.3e}")
        failed = sum(row["accuracies"][k][m]["failed"] for row in study.errors["rows"]
                     for m in ("moving-balls-evolving", "moving-balls", "gjk"))
        rows.append((f"{eps:.0e}", *cells, failed))
    return table(("eps_d / R_eq", "moving-balls-evolving", "the same against gjk at 1e-8",
                     "moving-balls", "gjk", "failures"), rows)


def production_errors(study):
    rows = study.errors["rows"]
    return table(("", "value"), (
        ("distance queries, each pair once", f"{study.error_total('queries'):,}"),
        ("with the pairs across the boundary counted twice",
         f"{study.error_total('queries') + study.error_total('crossing'):,}"),
        ("the paper's", f"{paper.ERROR_QUERIES:,}"),
        (f"`{study.production}`: widest certified bracket / R_eq",
         f"{max(r['production_widest_bracket'] for r in rows):.1e}"),
        (f"`{study.production}`: not proven", sum(r["production_unproven"] for r in rows)),
        (f"`{study.production}` against gjk at 1e-8: largest difference / R_eq",
         f"{max(r['production']['from_gjk'] for r in rows):.1e}")))


def arrays(study):
    return table(("aspect", "seed", "L/D_eq", "bodies", "attempts", "queries",
                     "of which cross the boundary"),
                    ((aspect_name(r["aspect"]), study.errors["seed"],
                      f"{study.errors['length']:.0f}", r["bodies"], f"{r['attempts']:,}",
                      f"{r['queries']:,}", f"{r['crossing']:,}") for r in study.errors["rows"]))


def mixed(study):
    rows = []
    for mix in study.mixed["mixes"]:
        for row in mix["classes"]:
            fast, slow, ours = (row[m] for m in ("gjk", "moving-balls", study.production))
            rows.append((mix["name"], f"{mix['labels'][row['i']]} with {mix['labels'][row['j']]}",
                         row["queries"], f"{slow['iterations']:.1f}", f"{fast['iterations']:.1f}",
                         f"{slow['seconds'] / fast['seconds']:.2f}", f"{1e6 * ours['seconds']:.3f}",
                         f"{slow['worst_error_over_eps']:.2f}",
                         slow["failed"] + fast["failed"] + ours["failed"]))
    return table(("array", "pair", "queries", "iterations moving-balls", "gjk",
                     "time moving-balls / gjk", f"{study.production}, microseconds",
                     "worst error / eps_d of moving-balls", "failures"), rows)


def mixed_summary(study):
    rows = []
    for mix in study.mixed["mixes"]:
        classes = mix["classes"]
        total = sum(c["queries"] for c in classes)

        def mean(method, classes=classes, total=total):
            return 1e6 * sum(c["queries"] * c[method]["seconds"] for c in classes) / total
        ratios = [c["moving-balls"]["seconds"] / c["gjk"]["seconds"] for c in classes]
        rows.append((mix["name"], mix["bodies"], mix["queries"],
                     *(f"{mean(m):.3g}" for m in ("moving-balls", "gjk", study.production)),
                     f"{min(ratios):.2f} to {max(ratios):.2f}",
                     sum(c[m]["failed"] for c in classes
                         for m in ("moving-balls", "gjk", study.production)),
                     f"{max(c['moving-balls']['worst_error_over_eps'] for c in classes):.2f}"))
    return table(("array", "bodies", "queries", "moving-balls, microseconds", "gjk",
                     study.production, "moving-balls / gjk by pair of shapes", "failures",
                     "worst error / eps_d of moving-balls"), rows)
