"""The tables of the study, in Markdown."""
import paper
from report_page import machine_text, table


def percent(count, pairs):
    rate = 100 * count / pairs
    return "0" if rate == 0 else f"{rate:.1f}" if rate >= 10 else f"{rate:.2g}"


def million(count, pairs):
    return f"{round(count * paper.PAIRS / pairs):,}"


def interval_name(cell):
    return f"{cell['interval']} ({paper.INTERVALS[cell['interval']]})"


def machine_line(study):
    m = study["machine"]
    low, high = study["radii"]
    line = (f"{study['pairs']:,} pairs of each interval and series, radii {low:g} to {high:g}, seed {study['seed']}; "
            f"{machine_text(m)}.\n")
    own, pairs = study["production_machine"], study["cells"][0]["production"]["pairs"]
    if own != m or pairs != study["pairs"]:
        line += (f"`{study['production']}` answered {pairs:,} of them: {machine_text(own)}.\n")
    return line


def cells(study, series):
    return [cell for cell in study["cells"] if cell["series"] == series]


def beyond(cell, iterations):
    """Pairs whose first start needs so many iterations or more, or finds nothing."""
    return cell["pairs"] - sum(cell["after"][:iterations])


def first_series(study):
    rows = []
    for cell in cells(study, 1):
        k, pairs = cell["interval"], cell["pairs"]
        given_up = cell["not_converged"] + cell["local_minimum"]
        rows.append([interval_name(cell), paper.AT_ONCE[k], percent(cell["after"][0], pairs),
                     percent(cell["after"][0] + cell["after"][1], pairs), paper.FIVE_OR_MORE[k],
                     percent(beyond(cell, 5), pairs), paper.NOT_EXCLUDED[k], million(given_up, pairs),
                     f"at most {paper.STARTS_1}", cell["most_starts"],
                     cell["common_normal"]["failed"] + cell["common_normal"]["missed"]])
    return table(["interval (squareness)", "after 0 iterations, paper %", "here %", "after 0 or 1, here %",
                  "five or more, paper %", "here %", "not within 50, paper", "here, per million",
                  "new starts, paper", "here, most", "unanswered"], rows)


def second_series(study):
    rows = []
    for cell in cells(study, 2):
        k, pairs = cell["interval"], cell["pairs"]
        rows.append([interval_name(cell), paper.TWENTY_OR_MORE[k], percent(beyond(cell, 20), pairs),
                     f"{paper.NOT_FOUND[k]:,}", million(cell["local_minimum"], pairs),
                     million(cell["not_converged"], pairs), paper.STARTS_2[k], cell["most_starts"],
                     cell["common_normal"]["failed"], cell["common_normal"]["worse"],
                     cell["common_normal"]["missed"]])
    return table(["interval (squareness)", "20 iterations or more, paper %", "here %",
                  "local minimum or none, paper", "local minimum, here per million",
                  "not within 50, here per million", "most new starts, paper", "here", "unanswered",
                  "wrong minimum accepted", "missed"], rows)


def errors(study):
    rows = []
    for cell in cells(study, 2):
        printed = paper.ERRORS[cell["interval"]]
        row = [interval_name(cell)]
        ours, best = cell["common_normal"]["errors"], cell["production"]["errors"]
        for value, key in zip(printed, ("relative", "points", "degrees")):
            row += [f"{value:.2e}", f"{ours[key]:.2e}", f"{best[key]:.1e}"]
        rows.append(row + [f"{ours['worst']:.1e}", f"{best['worst']:.1e}"])
    name = f"`{study['production']}`"
    return table(["interval (squareness)", "distance, paper", "here", name, "points, paper", "here", name,
                  "direction (degrees), paper", "here", name, "worst of the distance, here", name], rows)


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
