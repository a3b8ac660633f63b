"""The tables of the study, in Markdown."""
import runs
from runs import SCHEMES


def table(head, rows):
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)


def short(value):
    return f"{value:.2g}" if value < 10 else f"{value:,.0f}"


def thousands(bodies):
    return f"{bodies:,}"


def machine(study):
    m = study.machine
    return (f"{m['processor']}, {m['compiler']}, commit {m['commit']}; one core, processor time, the best of up to "
            f"five searches, each from boxes to pairs with no memory kept from the last. A scheme is not given "
            f"more bodies when its growth so far says that a search would take more than {study.limit:g} s.\n")


def by_distribution(study, rows, cell):
    """One row per scheme, one column per distribution."""
    return table(["", *study.distributions],
                 [[name, *(cell(d, name) for d in study.distributions)] for name in rows])


def heapsort_octree_memory(study):
    rows = []
    for part in study.parts:
        sort, tree = part["heapsort"]["bytes"] / part["bodies"], part["octree"]["bytes"] / part["bodies"]
        rows.append([part["distribution"], f"{sort:.0f}", "12", f"{tree:.0f}", f"{tree / sort:.1f}",
                     f"{tree / 12:.0f}"])
    return table(["bytes per body", "heapsort, with the scratch of its sort", "its lists alone", "octree",
                  "ratio", "to the lists"], rows)


def parts(study):
    def nanoseconds(part, scheme, key):
        return 1e9 * part[scheme][key] / part["bodies"]

    rows = []
    for part in study.parts:
        rows.append([part["distribution"],
                     *(short(nanoseconds(part, "heapsort", key)) for key in ("sort", "search")),
                     f"{part['heapsort']['visits'] / part['bodies']:,.0f}",
                     *(short(nanoseconds(part, "octree", key)) for key in ("build", "search")),
                     f"{part['octree']['visits'] / part['bodies']:,.0f}"])

    def spread(scheme, key):
        values = [part[scheme][key] for part in study.parts]
        return f"{max(values) / min(values):.1f}x"

    rows.append(["largest over smallest", spread("heapsort", "sort"), spread("heapsort", "search"),
                 spread("heapsort", "visits"), spread("octree", "build"), spread("octree", "search"),
                 spread("octree", "visits")])
    return table(["ns per body", "heapsort: sort", "search", "visits", "octree: build", "search", "visits"],
                 rows) + f"\n{thousands(study.parts[0]['bodies'])} bodies.\n"


def recursion(study):
    rows = []
    for part in study.parts:
        tree = part["octree"]
        rows.append([part["distribution"], f"{tree['mean_depth']:.1f}", tree["depth"],
                     f"{tree['build'] / tree['build_by_loop']:.2f}",
                     f"{tree['search'] / tree['search_by_loop']:.2f}",
                     f"{1e9 * (tree['search'] - tree['search_by_loop']) / tree['visits']:+.1f}"])
    return table(["", "mean depth", "depth", "building, recursion over loop", "search, recursion over stack",
                  "ns per call"], rows)


def growth(study):
    def cell(distribution, scheme):
        series = study.of(distribution, scheme)
        time = runs.exponent(series, lambda r: r["seconds"])
        count = runs.exponent(series, runs.operations)
        return "too few" if time is None else f"{time:.2f} ({count:.2f})"

    return by_distribution(study, SCHEMES, cell)


def sizes_to_show(study):
    return [n for n in (10_000, 100_000, 1_000_000, 10_000_000) if n in study.sizes()]


def times(study):
    text = ""
    for bodies in sizes_to_show(study):
        def cell(distribution, scheme):
            run = study.at(distribution, scheme, bodies)
            return short(1e9 * run["seconds"] / bodies) if run else "-"

        text += f"{thousands(bodies)} bodies, ns per body:\n\n{by_distribution(study, SCHEMES, cell)}\n"
    return text


def work(study):
    bodies = study.largest_shared_size()

    def cell(distribution, scheme):
        run = study.at(distribution, scheme, bodies)
        if not run:
            return "-"
        return f"{short(run['tests'] / run['pairs'])} / {short(run['visits'] / run['pairs'])}"

    return (f"{thousands(bodies)} bodies: volumes compared / cells, nodes, rows or list entries looked at, per "
            f"pair found.\n\n{by_distribution(study, SCHEMES, cell)}")


def memory(study):
    bodies = study.largest_shared_size()

    def cell(distribution, scheme):
        run = study.at(distribution, scheme, bodies)
        return f"{run['bytes'] / bodies:.0f} ({run['resident'] / bodies:.0f})" if run else "-"

    return (f"{thousands(bodies)} bodies: bytes per body of the structure, and in brackets by how much the process "
            f"grew at most, pair list included.\n\n{by_distribution(study, SCHEMES[:-1], cell)}")


def stops(study):
    def cell(distribution, scheme):
        series, stop = study.of(distribution, scheme), study.stop(distribution, scheme)
        last = f"{series[-1]['bodies']:.0e}".replace("e+0", "e")
        return f"{last}, next {stop['expected_seconds']:.0f} s" if stop else f"{last}, the end"

    return by_distribution(study, [*SCHEMES], cell)
