"""Tables 1 and 5: small arrays, with the cost divided into iterations and the cost of one."""
import confidence
import paper
from report_page import table


def queries_of(study):
    return [a["queries"] for a in study.small["arrays"]]


def failures(study, row):
    """Percent, and the range of single arrays."""
    queries = queries_of(study)
    part, half = confidence.of_arrays(row["failed"], queries)
    single = sorted(100 * f / q for f, q in zip(row["failed"], queries))
    return part, half, single


def step_cost(row):
    """One iteration in iterations of GJK, and in nanoseconds."""
    step = row["seconds"] / row["timed_iterations"]
    return step / (row["gjk_seconds"] / row["gjk_iterations"]), 1e9 * step


def paper_step(ratio, row):
    """The same of the paper, if its methods took as many iterations as ours."""
    return ratio * row["gjk_iterations"] / row["timed_iterations"]


def table1(study):
    row, queries = study.small["table1"], queries_of(study)
    part, half, single = failures(study, row)
    low, high = confidence.of_part(paper.TABLE1["failed"], paper.TABLE1["queries"])
    step, nanoseconds = step_cost(row)
    ratio = row["seconds"] / row["gjk_seconds"]
    return table(("", "paper", "here"), (
        ("arrays", 1, len(queries)),
        ("distance queries", paper.TABLE1["queries"],
         f"{sum(queries):,}; {min(queries)} to {max(queries)} per array"),
        ("convergence failures, %", f"0.5 ({confidence.text(low, high)})",
         f"{part:.2f} ± {half:.2f}; {single[0]:.2f} to {single[-1]:.2f} in single arrays"),
        ("iterations of the others, mean", "", f"{row['iterations']:.0f}"),
        ("time newton-coulomb / gjk", paper.TABLE1["ratio"], f"{ratio:.0f}"),
        ("iterations newton-coulomb / gjk", "",
         f"{row['timed_iterations'] / row['gjk_iterations']:.0f}"),
        ("one iteration, in iterations of gjk",
         f"{paper_step(paper.TABLE1['ratio'], row):.2f}, if iterations agree",
         f"{step:.2f} ({nanoseconds:.0f} ns)")))


def table5(study):
    rows = []
    for row in study.small["table5"]:
        percent, ratio = paper.TABLE5[row["divisor"]]
        low, high = confidence.of_part(round(0.01 * percent * 606), 606)
        part, half, single = failures(study, row)
        step, nanoseconds = step_cost(row)
        rows.append((row["divisor"], f"{percent} ({confidence.text(low, high)})",
                     f"{part:.2f} ± {half:.2f}", f"{single[0]:.1f} to {single[-1]:.1f}",
                     f"{row['iterations']:.0f}", ratio,
                     f"{row['seconds'] / row['gjk_seconds']:.1f}",
                     f"{paper_step(ratio, row):.2f}", f"{step:.2f}", f"{nanoseconds:.0f}"))
    return table(("C_m^Jain / C_m", "failures %, paper (95 %)", "here", "single arrays", "iterations",
                  "time jain / gjk, paper", "here", "one iteration in those of gjk, paper", "here",
                  "ns"), rows)


def limits(study):
    """What other limits of iterations would make of Table 5."""
    total = sum(queries_of(study))
    rows = []
    for row in study.small["table5"]:
        failed = sum(row["failed"])
        rows.append((row["divisor"], paper.TABLE5[row["divisor"]][0],
                     *(f"{100 * (failed + a['count']) / total:.1f}" for a in row["above"]),
                     f"{100 * failed / total:.1f}"))
    head = [f"limit {a['limit']:,}" for a in study.small["table5"][0]["above"]]
    return table(("C_m^Jain / C_m", "paper", *head, "limit 100,000"), rows)


def backtracking(study):
    row = study.small["backtracking"]
    part, half, single = failures(study, row)
    step, nanoseconds = step_cost(row)
    literal = study.small["literal_step_seconds"]
    return table(("", "jain-backtracking"), (
        ("failures, %", f"{part:.2f} ± {half:.2f}; {single[0]:.1f} to {single[-1]:.1f} in single arrays"),
        ("iterations of the others, mean", f"{row['iterations']:.0f}"),
        ("time / gjk", f"{row['seconds'] / row['gjk_seconds']:.1f}"),
        ("one iteration, in iterations of gjk", f"{step:.2f} ({nanoseconds:.0f} ns)"),
        ("one of `jain` as (2.68) to (2.70) are written, with the C library's functions",
         f"{literal / row['gjk_seconds'] * row['gjk_iterations']:.2f} ({1e9 * literal:.0f} ns)")))
