"""The tables of the study, in Markdown."""
from decimal import Decimal

import minkowski
import paper
from report_page import machine_text, table
from results import mean_microseconds, share, total, wilson


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


def with_interval(rate, cells):
    """A share in per cent, with its 95 % interval where fewer than 1,000 pairs were tried. The
    interval takes the cells as one sample."""
    tried = total(cells, "tried")
    if tried >= 1000:
        return percent(rate)
    low, high = wilson(rate * tried, tried)
    return f"{percent(rate)} ({percent(low)} to {percent(high)})"


def by_family(study, cell_text):
    rows = [[f"`{method}`", *(cell_text(method, study.select(method, True, family))
                              for family in study.families)] for method in study.methods]
    return table(["method", *study.families], rows)


def wrong_by_family(study):
    def text(method, cells):
        if not study.comparable[method]:
            return "another quantity"
        return with_interval(share(cells, "missed", "wrong_distance"), cells)
    return by_family(study, text)


def failed_by_family(study):
    return by_family(study, lambda _, cells: with_interval(share(cells, "failed"), cells))


def time_by_family(study):
    return by_family(study, lambda _, cells: f"{mean_microseconds(cells):.2f}")


def step_bound(study):
    """Both readings of d_p side by side: of the plane; of the triangle."""
    rows = []
    for family in study.families:
        for regime in ("shallow", "deep"):
            both = [next(cell for cell in study.steps if cell["family"] == family
                         and cell["regime"] == regime and cell["method"] == method)
                    for method in ("gjk-td", "gjk-td-triangle")]

            def side_by_side(text):
                return "; ".join(text(cell) for cell in both)

            rows.append([family, regime, side_by_side(lambda c: str(c["tried"])),
                         side_by_side(lambda c: f"{c['mean_steps']:,.0f}"),
                         side_by_side(lambda c: f"{c['most_steps']:,}"),
                         side_by_side(lambda c: with_interval(c["beyond"] / c["tried"], [c])),
                         side_by_side(lambda c: f"{c['most_of_bound']:.3g}"),
                         side_by_side(lambda c: percent(c["turned_back"] / c["tried"])),
                         side_by_side(lambda c: percent(c["outside"] / c["tried"])),
                         side_by_side(lambda c: str(c["unfinished"])),
                         side_by_side(lambda c: f"{c['most_vertices']:,}")])
    return table(["family", "overlap", "pairs", "mean steps", "most steps",
                  "at or beyond the bound, %", "most over the bound", "turned back, %",
                  "V outside the last face, %", "not finished", "most vertices of A - B seen"], rows,
                 ["---", "---"] + ["---:"] * 9)


def evaluations(study):
    """Support evaluations of the three methods of Table 2, and the printed times."""
    rows = []
    for s in study.situations:
        row = [s.title, study.vertices[s.id]]
        base = study.evaluations[s.id]["gjk-td"]
        row.append(base)
        for method in paper.COMPARED[1:]:
            count = study.evaluations[s.id][method]
            row += [count, f"{count / base:.1f}",
                    f"{paper.TABLE_2[s.id][method] / paper.TABLE_2[s.id]['gjk-td']:.1f}"]
        row.append(f"{paper.TABLE_2[s.id]['gjk-td'] / base:.2f}")
        rows.append(row)
    mean = ["mean", "", f"{sum(r[2] for r in rows) / len(rows):.1f}"]
    for column in (3, 6):
        mean += [f"{sum(r[column] for r in rows) / len(rows):.0f}",
                 f"{sum(float(r[column + 1]) for r in rows) / len(rows):.1f}",
                 f"{sum(float(r[column + 2]) for r in rows) / len(rows):.1f}"]
    mean.append(f"{sum(float(r[-1]) for r in rows) / len(rows):.2f}")
    return table(["situation", "v_A + v_B", "gjk-td", "nezami-revised", "over gjk-td",
                  "paper's time over gjk-td", "cundall-revised", "over gjk-td",
                  "paper's time over gjk-td", "paper's microseconds per evaluation of gjk-td"],
                 rows + [mean])


def minkowski_vertices(study):
    """The paper: "contains exactly v_A + v_B vertices", "exclusively of triangular faces"."""
    rows = []
    bodies = [(s.title, s.a, s.b) for s in study.situations]
    bodies.append(("Fig. 5b-e", study.sequence.a, study.sequence.b))
    for title, a, b in bodies:
        faces = minkowski.faces_of_difference(a, b)
        vertices = {tuple(round(float(c), 9) + 0.0 for c in p) for f in faces for p in f}
        rows.append([title, len(a.vertices) + len(b.vertices), len(vertices),
                     len(a.vertices) * len(b.vertices), len(faces),
                     sum(len(f) == 3 for f in faces)])
    return table(["situation", "v_A + v_B", "vertices of A - B", "v_A v_B", "faces of A - B",
                  "of them triangles"], rows)


COMPARED_METHODS = ("certified", "gjk-td", "gjk-td-triangle", "gjk-td-fixed", "gjk-shrunken",
                    "gjk-johnson", "gjk-signed-volumes", "nezami-revised", "cundall-revised")


def compared_bodies(study, regime):
    families = list(dict.fromkeys(cell["family"] for cell in study.compared))
    rows = []
    for family in families:
        row = [family]
        for method in COMPARED_METHODS:
            cell = next(c for c in study.compared if c["family"] == family
                        and c["method"] == method and c["regime"] == regime)
            bad = cell["wrong_distance"] + cell["missed"]
            text = f"{1e-3 * cell['nanoseconds']:.2f}, {cell['mean_iterations']:.0f}"
            if bad:
                text += f", {with_interval(bad / cell['tried'], [cell])} % wrong"
            if cell["failed"]:
                text += f", {with_interval(cell['failed'] / cell['tried'], [cell])} % failed"
            row.append(text)
        rows.append(row)
    return table(["bodies", *(f"`{m}`" for m in COMPARED_METHODS)], rows)


def compared_shallow(study):
    return compared_bodies(study, "shallow")


def compared_deep(study):
    return compared_bodies(study, "deep")


def compared_accuracy(study):
    """Worst error of the answers that are not another minimum, relative to the size."""
    families = list(dict.fromkeys(cell["family"] for cell in study.compared))
    rows = []
    for family in families:
        worst = [max(c["worst_right"] for c in study.compared
                     if c["family"] == family and c["method"] == method)
                 for method in COMPARED_METHODS]
        rows.append([family, *(f"{w:.0e}" for w in worst)])
    return table(["bodies", *(f"`{m}`" for m in COMPARED_METHODS)], rows)


def early_exit(study):
    rows = []
    for cell in study.early_exit:
        whole = next(c for c in study.cells if c["family"] == cell["family"]
                     and c["regime"] == "separated" and c["method"] == "gjk-signed-volumes")
        rows.append([cell["family"], cell["pairs"], f"{cell['mean_iterations_whole']:.2f}",
                     f"{cell['mean_iterations']:.2f}", f"{1e-3 * whole['nanoseconds']:.2f}",
                     f"{1e-3 * cell['nanoseconds']:.2f}", cell["wrong"]])
    return table(["family", "separated pairs", "GJK: iterations", "early exit: iterations",
                  "GJK: microseconds", "early exit: microseconds", "wrong verdicts"], rows)


def median(values):
    ordered = sorted(values)
    return 0.5 * (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2])


def eight_others(study):
    others = [s.id for s in study.situations if s.id != "fig4"]
    return {m: sum(study.evaluations[i][m] * study.vertices[i] for i in others) / len(others)
            for m in paper.COMPARED}


def own_fig4(study):
    base = eight_others(study)
    return [study.evaluations["fig4"][m] * study.vertices["fig4"] / base[m] for m in paper.COMPARED]


def fig4_ratios(study):
    """Cost on bodies with Fig. 4's answer over the mean cost on the other eight situations, a cost
    being evaluations times vertices; {added: [(vertices, ratio per method), ...]}."""
    base = eight_others(study)
    return {c["added"]: [(b[0], *(count * b[0] / base[m]
                                  for m, count in zip(paper.COMPARED, b[1:]))) for b in c["bodies"]]
            for c in study.fig4_bodies}


def fig4_cost(study):
    printed = [paper.TABLE_2["fig4"][m] / (sum(t[m] for i, t in paper.TABLE_2.items() if i != "fig4")
                                           / (len(paper.TABLE_2) - 1)) for m in paper.COMPARED]
    rows = [["the paper", "", "", *(f"{r:.2f}" for r in printed), ""],
            ["the study's", 1, study.vertices["fig4"], *(f"{r:.2f}" for r in own_fig4(study)), ""]]
    for added, bodies in fig4_ratios(study).items():
        if not bodies:
            continue
        close = sum(all(abs(r / p - 1) < 0.3 for r, p in zip(b[1:], printed)) for b in bodies)
        row = [f"vertices moved, {added} added to each", len(bodies), f"{median([b[0] for b in bodies]):.0f}"]
        for k in range(1, 4):
            values = sorted(b[k] for b in bodies)
            row.append(f"{median(values):.2f} ({values[0]:.2f} to {values[-1]:.2f})")
        rows.append([*row, close])
    return table(["bodies", "tried", "v_A + v_B, median", *(f"`{m}`" for m in paper.COMPARED),
                  "all three within 30 %"], rows)
