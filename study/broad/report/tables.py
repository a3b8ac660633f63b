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
    parts = "; ".join(f"{what}: {x['processor']}, {x['compiler']}, commit {x['commit']}"
                      for what, x in study.part_machines)
    return (f"{m['processor']}, {m['compiler']}, commit {m['commit']}; one core, processor time, the best of up to "
            f"five searches, each from boxes to pairs with no memory kept from the last. A scheme is not given "
            f"more bodies when its growth so far says that a search would take more than {study.limit:g} s. {parts}.\n")


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


def heapsort_lists(study):
    rows = []
    for part in study.parts:
        sort, bodies = part["heapsort"], part["bodies"]
        rows.append([part["distribution"], *(f"{sort[k] / bodies:,.0f}" for k in
                                             ("visits_best_axis", "visits_x_axis", "visits_own_axis")),
                     f"{sort['visits_own_axis'] / max(1, sort['visits_best_axis']):.2f}"])
    return table(["entries per body", "one list, the best axis", "one list, x", "each body its own list, both ways",
                  "over the best axis"], rows)


def small_systems(study):
    """Section 2.4 where the paper was: a thousand bodies."""
    text = ""
    for bodies in (1000, 3162, 10000, 31623):
        if bodies not in study.sizes():
            continue
        rows, wins = [], 0
        for scheme in ("heapsort", "octree"):
            runs_of = [study.at(d, scheme, bodies) for d in study.distributions]
            rows.append([scheme, *(short(1e9 * r["seconds"] / bodies) if r else "-" for r in runs_of)])
        pairs = [(study.at(d, "heapsort", bodies), study.at(d, "octree", bodies)) for d in study.distributions]
        ratios = [o["seconds"] / h["seconds"] if h and o else None for h, o in pairs]
        wins = sum(1 for r in ratios if r and r > 1)
        rows.append(["octree over heapsort", *(f"{r:.2f}" if r else "-" for r in ratios)])
        text += (f"{thousands(bodies)} bodies, ns per body; heapsort is faster on {wins} of {len(ratios)}:\n\n"
                 f"{table(['', *study.distributions], rows)}\n")
    return text


def slowly_varying(study):
    rows = []
    for r in study.coherence["slowly_varying"]:
        def missed(key):
            return f"{r[key]['missed']:,} ({100 * r[key]['missed'] / max(1, r[key]['contacts']):.2g} %)"

        rows.append([r["distribution"], r["nstep"], missed("steady_paper"), missed("steady_twice"),
                     r["steady_twice"]["lists"], missed("pulled_unmonitored"), r["pulled_unmonitored"]["lists"],
                     missed("pulled_monitored"), r["pulled_monitored"]["lists"],
                     f"{r['boxes']['missed']}, {r['boxes']['lists']}"])
    return table(["", "nstep", "steady: missed with d of the paper", "with 2 d", "lists",
                  "accelerated: missed without monitoring", "lists", "missed with monitoring", "lists",
                  "every box monitored: missed, lists"], rows)


def fixed_topology(study):
    f = study.coherence["fixed"]
    rows = [[f"{r['strain']:g}", f"{r['contacts']:,}", f"{r['missed']:,}", "yes" if r["refused"] else "no"]
            for r in f["sheared"]]
    return (f"Translating as a whole for {f['steps']} steps: one list, {f['missed_translating']} of {f['contacts']:,} "
            f"contacts missed. Sheared:\n\n" +
            table(["shear strain", "contacts", "missed by the list of the start", "refused"], rows))


def sparse(study):
    rows = [[f"{r['fraction']:g}", r["jumps"], f"{r['steps_per_jump']:,.1f}", f"{r['candidates']:,.0f}"]
            for r in study.coherence["sparse"]]
    return table(["volume fraction", "jumps", "time steps per jump", "pairs within the horizon"], rows)


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
