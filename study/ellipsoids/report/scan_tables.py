"""Scans of what the paper fixes or leaves open: constants of Newton-Coulomb, readings of the penalty
method, accuracies of Figs. 21 and 22, the elimination, equivalent spheres."""
import confidence
import paper
from report_page import table
from results import aspect_name

PENALTY_LIMITS = (10_000, 100_000, 1_000_000)


def variation(curve, points=7):
    """Largest over smallest error of the distance over the first distances, of what converged and is
    above rounding."""
    errors = [p["distance_error"] for p in curve["points"][:points] if p["converged"]]
    return max(errors) / max(min(errors), 1e-12) if errors else 0


def figure13(study):
    rows = []
    for row in study.charges["figure13"]:
        points = [p for c in row["curves"] for p in c["points"]]
        good = [p for p in points if p["converged"]]
        steps = [p["iterations"] for p in good] or [0]
        far, varies = (sorted(variation(c, k) for c in row["curves"]) for k in (5, 7))
        rows.append((f"{row['c_max']:g}", f"{row['tau']:g}", f"{len(good)} of {len(points)}",
                     f"{max((p['distance_error'] for p in good), default=0) / 1e-6:.2f}",
                     f"{far[0]:.2g} to {far[-1]:.2g}", f"{varies[0]:.2g} to {varies[-1]:.2g}",
                     f"{min(steps)} to {max(steps)}"))
    return table(("C_max", "τ", "converged", "worst error over eps_d",
                  "largest over smallest error of a curve, d* from 1 to 1e-4", "to 1e-6", "iterations"),
                 rows)


def overhead(study):
    return table(("C_max", "τ", "failures %", "iterations, failures at the limit included",
                  "time newton-coulomb / gjk"),
                 ((f"{r['c_max']:g}", f"{r['tau']:g}", f"{100 * r['failed'] / r['queries']:.2f}",
                   f"{r['iterations']:.0f}", f"{r['over_gjk']:.0f}")
                  for r in study.charges["overhead"]))


def larger_step(study):
    """C_max = 0.1 beside the published 0.01, on the gaps of Table 2's pair."""
    row = study.charges["larger_step"]
    part, half = confidence.of_arrays(row["failed"], row["queries"])
    steps = row["iterations"] / sum(row["queries"])
    text = table(("gap of the pair of Table 2", "iterations with C_max = 0.01", "0.1"),
                 ((f"{g['gap']:.3g}", *(f"{g[k]:,}" if g[k] >= 0 else "fails"
                                        for k in ("published", "larger"))) for g in row["table2"]))
    return text + (f"\nC_max = 0.1 in {len(row['queries'])} arrays: {sum(row['failed'])} of "
                   f"{sum(row['queries']):,} queries fail ({part:.3f} ± {half:.3f} %), {steps:.0f} iterations "
                   f"on average, error at worst {row['worst_error_over_eps']:.2f} eps_d.\n")


def table2_readings(study):
    return table(("reading of Algorithm 4", "the printed pair", "of the pairs that round to it, fail"),
                 ((r["reading"], "converges" if r["as_printed"] else "fails",
                   f"{r['failed']} of {r['apart']}") for r in study.charges["table2_readings"]))


def penalty_readings(study):
    """Pairs that converge within the limits; what the paper says of each group in the head."""
    groups = list(dict.fromkeys(r["group"] for r in study.penalty["rows"]))
    rows = []
    for reading in dict.fromkeys(r["reading"] for r in study.penalty["rows"]):
        cells = []
        for group in groups:
            steps = next(r["iterations"] for r in study.penalty["rows"]
                         if r["reading"] == reading and r["group"] == group)
            cells.append(" / ".join(str(sum(0 <= k <= limit for k in steps))
                                    for limit in PENALTY_LIMITS))
        rows.append((reading, *cells))
    said = []
    for group in groups:
        count = len(next(r["iterations"] for r in study.penalty["rows"] if r["group"] == group))
        said.append(f"{group}: {paper.PENALTY_SAYS[group].format(count=count)}")
    return table(("reading of Algorithm 5", *said), rows)


def figure16_missing(study):
    """Which points of Fig. 16 do not converge as listed."""
    row = next(r for r in study.penalty["rows"]
               if r["reading"] == "as listed" and r["group"] == "Fig. 16")
    cells = [row["iterations"][7 * i:7 * i + 7] for i in range(6)]
    return table(("aspect", *(f"1e-{k}" for k in range(7))),
                 ((aspect, *(f"{k:,}" if k >= 0 else "none" for k in steps))
                  for aspect, steps in zip(paper.ASPECTS, cells)))


def figure15_steps(study):
    row = study.figures["15"]
    return table(("Λ", *(f"1e-{k}" for k in range(7))),
                 ((c["label"].removeprefix("Λ = "),
                   *(f"{p['iterations']:,}" if p["converged"] else "none" for p in c["points"]))
                  for c in row))


def accuracies(study):
    """Figs. 21 and 22 at the accuracies not shown: largest deviation from the largest array, %."""
    rows = study.iterations["rows"]
    lengths = sorted({r["length"] for r in rows})
    lines = []
    for method in ("moving-balls", "gjk"):
        for eps in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8):
            cells = []
            for length in lengths[:-1]:
                off = []
                for aspect in paper.ASPECTS:
                    mean = {r["length"]: r[method]["mean"] for r in rows
                            if aspect_name(r["aspect"]) == aspect and r["eps"] == eps
                            and r["fraction"] == 0.25}
                    off.append(100 * abs(mean[length] / mean[lengths[-1]] - 1))
                cells.append(f"{max(off):.1f}")
            lines.append((f"`{method}`", f"{eps:.0e}", *cells))
    return table(("method", "eps_d / R_eq", *(f"L/D_eq = {n:.0f}" for n in lengths[:-1])), lines)


def accuracy_iterations(study):
    rows = study.iterations["rows"]
    longest = max(r["length"] for r in rows)
    lines = []
    for method in ("moving-balls", "gjk"):
        for eps in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8):
            means = [next(r[method]["mean"] for r in rows
                          if aspect_name(r["aspect"]) == aspect and r["eps"] == eps
                          and r["fraction"] == 0.25 and r["length"] == longest)
                     for aspect in paper.ASPECTS]
            lines.append((f"`{method}`", f"{eps:.0e}", *(f"{m:.1f}" for m in means)))
    return table(("method", "eps_d / R_eq", *(f"aspect {a}" for a in paper.ASPECTS)), lines)


def elimination(study):
    return table(("pair", "distance", "degree", "left", "real roots", "of these with t > 0",
                  "digits of the coefficients", "digits needed for 1e-5", "difference from certified"),
                 ((i + 1, f"{r['distance']:.4f}", r["degree"], r["degree_left"], r["real"], r["positive"],
                   r["coefficient_digits"], r["digits_needed"], f"{r['difference']:.0e}")
                  for i, r in enumerate(study.elimination["rows"])))


def lubrication(study):
    return table(("aspect", "pairs", "least", "median", "90 %", "99 %", "most", "bound"),
                 ((aspect_name(r["aspect"]), r["pairs"],
                   *(f"{r[k]:.2f}" for k in ("least", "median", "p90", "p99", "most")),
                   f"{sphere_bound(r['aspect']):.2f}") for r in study.lubrication["arrays"]))


def sphere_bound(aspect):
    """The largest possible ratio of equal spheroids, at crossed waists or rims."""
    flattest = max(aspect, 1 / aspect) ** 2  # largest over smallest radius there
    return (1 + flattest) ** 2 / (4 * flattest)


def example(study):
    e = study.lubrication["example"]

    def numbers(values):
        return "(" + ", ".join(f"{v:.6f}" for v in values) + ")"
    d = e["distance"]
    return table(("", "value"), (
        ("semi-axes of both", numbers(e["semi_axes"])),
        ("gap d, proven to", f"{d:.10f} ± {e['bracket']:.0e}"),
        ("nearest point of A", numbers(e["point_a"])),
        ("nearest point of B", numbers(e["point_b"])),
        ("normal", numbers(e["normal"])),
        ("R_min, R_max, R_G of A there", numbers((e["radii_a"]["smallest"], e["radii_a"]["largest"],
                                                  e["radii_a"]["gaussian"]))),
        ("R_min, R_max, R_G of B there", numbers((e["radii_b"]["smallest"], e["radii_b"]["largest"],
                                                  e["radii_b"]["gaussian"]))),
        ("smallest R_G of either surface", f"{e['smallest_gaussian_radius']:.6f}"),
        ("eps_d by (1.6)", f"{e['eps_d']:.3e}"),
        ("force / (μ U), equivalent spheres", f"{6 * 3.141592653589793 * e['equivalent_spheres'] / d:.4f}"),
        ("force / (μ U), film between the ellipsoids", f"{6 * 3.141592653589793 * e['exact'] / d:.4f}"),
        ("change of the force for an error eps_d of the gap",
         f"{100 * e['eps_d'] / d:.4f} % here, 1 % at the smallest gap that counts, (1.5)")))
