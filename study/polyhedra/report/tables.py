"""The tables of the study, in Markdown."""
from decimal import Decimal

import paper
from report_page import machine_text, table
from results import mean_microseconds, share, total


def percent(rate):
    if rate == 0:
        return "0"
    return f"{100 * rate:.3f}" if rate < 1e-3 else f"{100 * rate:.3g}"


def machine_line(study):
    return (f"{study.pairs:,} random pairs, seed {study.seed}; {machine_text(study.machine)}.\n")


def exact_answers(study):
    rows = []
    for s in study.situations:
        printed = paper.TABLE_1[s.id]
        off = max(abs(Decimal(p) - e) for p, e in zip(printed, (*s.normal, s.distance)))
        rows.append([s.title, s.contact_type, s.touching, *(f"{float(c):.17g}" for c in s.normal),
                     f"{float(s.distance):.17g}", f"{float(off):.0e}"])
    return table(["situation", "contact", "ends at", "n_x", "n_y", "n_z", "overlap", "printed digits off by"],
                 rows, ["---"] * 3 + ["---:"] * 5)


def answer_text(answer):
    if answer.failed:
        return answer.status.replace("_", " ")
    if answer.wrong:
        return f"**wrong**: {answer.distance:.3g}"
    if answer.other:
        return f"its own: {answer.distance:.3g}"
    return f"{answer.normal_error:.0e}, {answer.distance_error:.0e}"


def accuracy(study):
    rows = [[f"`{method}`", *(answer_text(s.answers[method]) for s in study.situations)]
            for method in study.methods]
    return table(["method", *(s.title for s in study.situations)], rows)


def times(study):
    head = ["situation"]
    for method in paper.COMPARED:
        head += [f"{method}, paper", "here", "faster"]
    rows = []
    for s in study.situations:
        row = [s.title]
        for method in paper.COMPARED:
            then, now = paper.TABLE_2[s.id][method], s.answers[method].microseconds
            row += [f"{then:.1f}", f"{now:.2f}", f"{then / now:.0f}x"]
        rows.append(row)
    row = ["mean"]
    for method in paper.COMPARED:
        then = sum(paper.TABLE_2[s.id][method] for s in study.situations) / len(study.situations)
        now = study.mean_microseconds(method)
        row += [f"{then:.1f}", f"{now:.2f}", f"{then / now:.0f}x"]
    return table(head, rows + [row])


def ratios(study):
    base = study.mean_microseconds("gjk-td")
    of_paper = {m: sum(t[m] for t in paper.TABLE_2.values())
                / sum(t["gjk-td"] for t in paper.TABLE_2.values()) for m in paper.COMPARED}
    # The paper's mean of ratios, not the ratio of means.
    mean_ratio = {m: sum(t[m] / t["gjk-td"] for t in paper.TABLE_2.values()) / len(paper.TABLE_2)
                  for m in paper.COMPARED}
    rows = []
    for method in sorted(study.methods, key=study.mean_microseconds):
        mean = study.mean_microseconds(method)
        each = [s.answers[method].microseconds / s.answers["gjk-td"].microseconds
                for s in study.situations]
        rows.append([f"`{method}`", f"{mean:.2f}", f"{mean / base:.2f}",
                     f"{sum(each) / len(each):.2f}",
                     f"{mean_ratio[method]:.1f}" if method in of_paper else ""])
    return table(["method", "mean, microseconds", "over gjk-td", "mean of the nine ratios",
                  "paper"], rows)


def wrong(study, method, cells, *keys):
    return percent(share(cells, *keys)) if study.comparable[method] else "another quantity"


def random_summary(study):
    rows = []
    for method in study.methods:
        apart, overlap = study.select(method, False), study.select(method, True)
        everything = apart + overlap
        rows.append([f"`{method}`", total(everything, "tried"),
                     percent(share(overlap, "failed")), percent(share(overlap, "missed")),
                     wrong(study, method, overlap, "wrong_distance"),
                     percent(share(apart, "failed")),
                     wrong(study, method, apart, "phantom", "wrong_distance"),
                     f"{max(c['worst_right'] for c in everything):.1e}",
                     f"{max(c['worst'] for c in everything):.1e}",
                     f"{mean_microseconds(overlap):.2f}", f"{mean_microseconds(apart):.2f}"])
    return table(["method", "pairs", "overlapping: failed %", "missed %", "wrong minimum %",
                  "separated: failed %", "wrong %", "worst error of the right answers",
                  "worst error", "overlapping, microseconds", "separated, microseconds"], rows)


def by_family(study, cell_text):
    rows = [[f"`{method}`", *(cell_text(method, study.select(method, True, family))
                              for family in study.families)] for method in study.methods]
    return table(["method", *study.families], rows)


def wrong_by_family(study):
    return by_family(study,
                     lambda method, cells: wrong(study, method, cells, "missed", "wrong_distance"))


def failed_by_family(study):
    return by_family(study, lambda _, cells: percent(share(cells, "failed")))


def time_by_family(study):
    return by_family(study, lambda _, cells: f"{mean_microseconds(cells):.2f}")


def step_bound(study):
    rows = []
    for family in study.families:
        cells = [cell for cell in study.steps if cell["family"] == family]
        rows.append([family, total(cells, "tried"), total(cells, "exceeded"),
                     f"{max(c['most'] for c in cells):.2f}"])
    return table(["family", "overlapping pairs", "at or beyond the bound",
                  "most steps over the bound"], rows)
