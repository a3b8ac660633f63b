"""The tables of the study, in Markdown."""
import paper
from report_page import confidence, machine_text, table


def percent(count, pairs):
    rate = 100 * count / pairs
    return "0" if rate == 0 else f"{rate:.1f}" if rate >= 10 else f"{rate:.2g}"


def million(count, pairs):
    return f"{round(count * paper.PAIRS / pairs):,}"


def million_interval(count, pairs):
    """Per million, with the 95 % interval."""
    low, high = (paper.PAIRS * end for end in confidence(count, pairs))
    return f"{million(count, pairs)} ({low:,.0f} to {high:,.0f})"


def interval_name(cell):
    return f"{cell['interval']} ({paper.INTERVALS[cell['interval']]})"


def machine_line(study):
    m = study["machine"]
    low, high = study["radii"]
    line = (f"{study['pairs']:,} pairs of each interval and series, radii {low:g} to {high:g}, seed {study['seed']}, "
            f"rule `{study['open']['rule']}`; {machine_text(m)}.\n")
    own, pairs = study["production_machine"], study["cells"][0]["production"]["pairs"]
    if own != m or pairs != study["pairs"]:
        line += (f"`{study['production']}` answered {pairs:,} of them: {machine_text(own)}.\n")
    return line


def cells(study, series):
    return [cell for cell in study["cells"] if cell["series"] == series]


def beyond(cell, iterations):
    """Pairs whose first start needs so many iterations or more, or finds nothing."""
    return cell["pairs"] - sum(cell["after"][:iterations])


def given_up(cell):
    """First starts that find nothing."""
    return cell["not_converged"] + cell["local_minimum"]


def first_series(study):
    rows = []
    for cell in cells(study, 1):
        k, pairs = cell["interval"], cell["pairs"]
        rows.append([interval_name(cell), percent(cell["after"][0], pairs), paper.AT_ONCE[k],
                     percent(cell["after"][0] + cell["after"][1], pairs), paper.FIVE_OR_MORE[k],
                     percent(beyond(cell, 5), pairs), percent(beyond(cell, 6), pairs), paper.NOT_EXCLUDED[k],
                     million_interval(given_up(cell), pairs), f"at most {paper.STARTS_1}", cell["most_starts"],
                     cell["common_normal"]["failed"] + cell["common_normal"]["missed"]])
    return table(["interval (squareness)", "by the line of centres, %", "paper's \"after 0\", %",
                  "after 0 or 1, %", "paper's \"five or more\", %", "five or more, %", "six or more, %",
                  "not within 50, paper", "here, per million (95 %)", "new starts, paper", "here, most",
                  "unanswered"], rows)


def second_series(study):
    rows = []
    for cell in cells(study, 2):
        k, pairs = cell["interval"], cell["pairs"]
        rows.append([interval_name(cell), percent(sum(cell["after"][:10]), pairs), paper.TWENTY_OR_MORE[k],
                     percent(beyond(cell, 20), pairs), f"{paper.NOT_FOUND[k]:,}",
                     million_interval(cell["local_minimum"], pairs), million(cell["not_along"], pairs),
                     million_interval(cell["not_converged"], pairs), paper.STARTS_2[k], cell["most_starts"],
                     cell["common_normal"]["failed"], cell["common_normal"]["worse"],
                     cell["common_normal"]["missed"]])
    return table(["interval (squareness)", "fewer than ten iterations, %", "20 or more, paper %", "here %",
                  "local minimum or none, paper", "local minimum, here per million (95 %)",
                  "of these d not along c",
                  "not within 50, here per million (95 %)", "most new starts, paper", "here", "unanswered",
                  "wrong minimum accepted", "missed"], rows)


STANDARD = {"armijo": 1e-4, "shrink": 0.5, "shift": 1e-8, "parallel": 1e-2}


def changes(run):
    """What a run has other than the standard numbers."""
    own = run["open"]
    return ", ".join(f"{key} {own[key]:g}" for key, value in STANDARD.items() if own[key] != value)


def hypothesis_rows(study, series, measures):
    """One row per radii, rule and counting; three intervals of every measure(cell, shift)."""
    rows = []
    for run in study.get("hypotheses", []):
        own = cells(run, series)
        for shift in (0, 1):
            rows.append(["{:g} to {:g}".format(*run["radii"]), f"`{run['open']['rule']}`",
                         changes(run), "from 0" if shift else "from 1"]
                        + [" / ".join(measure(cell, shift) for cell in own) for measure in measures])
    return rows


def slashed(values):
    return " / ".join(f"{v:,}" if isinstance(v, int) else str(v) for v in values.values())


def first_hypotheses(study):
    def at_once(cell, shift):
        return f"{100 * sum(cell['after'][:1 + shift]) / cell['pairs']:.1f}"

    def five(cell, shift):
        return f"{100 * beyond(cell, 5 + shift) / cell['pairs']:.2f}"

    def none(cell, _):
        return million(given_up(cell), cell["pairs"])

    head = ["radii", "rule", "changed", "iterations counted", "after 0, %", "five or more, %", "not within 50, per million"]
    return table(head, [["**paper**", "", "", "", slashed(paper.AT_ONCE), slashed(paper.FIVE_OR_MORE),
                         slashed(paper.NOT_EXCLUDED)]]
                 + hypothesis_rows(study, 1, (at_once, five, none)), ["---"] * 4 + ["---:"] * 3)


def second_hypotheses(study):
    def twenty(cell, shift):
        return f"{100 * beyond(cell, 20 + shift) / cell['pairs']:.3f}"

    def lost(cell, _):
        return million(given_up(cell), cell["pairs"])

    def starts(cell, _):
        return str(cell["most_starts"])

    def single(cell, _):
        return f"{cell['common_normal']['errors']['single']:.4f}"

    head = ["radii", "rule", "changed", "iterations counted", "20 or more, %", "starts lost, per million",
            "most new starts", "direction by single precision, degrees"]
    printed = {k: f"{paper.ERRORS[k][2]:.4f}" for k in paper.ERRORS}
    return table(head, [["**paper**", "", "", "", slashed(paper.TWENTY_OR_MORE), slashed(paper.NOT_FOUND),
                         slashed(paper.STARTS_2), slashed(printed)]]
                 + hypothesis_rows(study, 2, (twenty, lost, starts, single)), ["---"] * 4 + ["---:"] * 4)


def errors(study):
    rows = []
    for cell in cells(study, 2):
        printed = paper.ERRORS[cell["interval"]]
        row = [interval_name(cell)]
        ours, best = cell["common_normal"]["errors"], cell["production"]["errors"]
        for value, key in zip(printed, ("relative", "points", "degrees")):
            spread = f" ± {ours['relative_error']:.1e}" if key == "relative" else ""
            row += [f"{value:.2e}", f"{ours[key]:.2e}{spread}", f"{best[key]:.1e}"]
        rows.append(row + [f"{ours['worst']:.1e}", f"{best['worst']:.1e}"])
    name = f"`{study['production']}`"
    return table(["interval (squareness)", "distance, paper", "here ± standard error", name, "points, paper",
                  "here", name, "direction (degrees), paper", "here", name, "worst of the distance, here", name],
                 rows)


def directions(study):
    rows = []
    for cell in cells(study, 2):
        printed = paper.ERRORS[cell["interval"]]
        ours, best = cell["common_normal"]["errors"], cell["production"]["errors"]
        rows.append([interval_name(cell), f"{printed[2]:.2e}", f"{ours['degrees']:.2e}", f"{ours['single']:.2e}",
                     f"{ours['seven']:.2e}", f"{best['degrees']:.1e}", f"{best['single']:.2e}"])
    name = f"`{study['production']}`"
    return table(["interval (squareness)", "paper, degrees", "here, by the arc tangent",
                  "by the arc cosine in single precision", "by the arc cosine of seven printed decimals",
                  f"{name}, by the arc tangent", "in single precision"], rows)


def production(study):
    rows = []
    for cell in study["cells"]:
        for method in ("common_normal", "production"):
            a = cell[method]
            pairs = a.get("pairs", cell["pairs"])
            name = "common-normal" if method == "common_normal" else study["production"]
            rows.append([f"{cell['series']}, {cell['interval']}", f"`{name}`"]
                        + [million(a[key], pairs) for key in ("failed", "missed", "worse", "better")]
                        + [f"{a['iterations'] / pairs:.2f}", a["most_iterations"],
                           f"{a['microseconds']:.2f}"])
    return table(["series, interval", "method", "failed, per million", "wrong sign", "deeper than generated",
                  "less deep than generated", "mean iterations", "most", "microseconds, cold"], rows)
