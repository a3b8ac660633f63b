"""The ledger of the paper: every claim, table and figure with a verdict, its numbers from the results."""
import confidence
import paper
import scan_tables
import small_tables
from ledger_equations import rows as equation_rows
from report_page import table
from results import aspect_name

HEAD = ("the paper says", "where", "verdict", "evidence", "shown by")
LEFT = ["---"] * 5
YES, NO, WHY, OPEN = "reproduced", "**refuted**", "explained", "cannot be decided"


def run(part):
    return f"`run --only {part}`"


def test(names):
    return f"`test {names}`"


class Numbers:
    """What the rows quote."""

    def __init__(self, study):
        self.study = study

    def figure(self, number):
        points = [(p, c["eps_d"]) for c in self.study.figures[number] for p in c["points"]]
        good = [(p, e) for p, e in points if p["converged"]]
        worst = max(p["distance_error"] / e for p, e in good)
        return len(good), len(points), worst, [p["iterations"] for p, _ in good]

    def bound(self, number):
        good, count, worst, _ = self.figure(number)
        return f"{good} of {count} converge, at worst {worst:.2f} eps_d"

    def ratio(self, aspect, eps=1e-5):
        row = self.study.time_rows(aspect=aspect, eps=eps, fraction=0.25)[0]
        return row["moving-balls"] / row["gjk"]

    def ratios(self, *aspects):
        """Over all accuracies."""
        rows = [r for r in self.study.times["rows"]
                if aspect_name(r["aspect"]) in aspects and r["fraction"] == 0.25]
        values = [r["moving-balls"] / r["gjk"] for r in rows]
        return f"{min(values):.2f} to {max(values):.2f}"

    def spread(self):
        values = []
        for aspect in paper.ASPECTS:
            for eps in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7):
                row = [r["moving-balls"] / r["gjk"]
                       for r in self.study.time_rows(aspect=aspect, eps=eps)]
                values.append(max(row) / min(row))
        return max(values)

    def evolving(self):
        values = [r["moving-balls-evolving"] / r["moving-balls"] for r in self.study.times["rows"]]
        return f"{min(values):.2f} to {max(values):.2f}"

    def worst_error(self, method):
        return max(a[method]["from_production"] / a["eps"] for row in self.study.errors["rows"]
                   for a in row["accuracies"])

    def deviation(self, method, length):
        rows = self.study.iterations["rows"]
        longest = max(r["length"] for r in rows)
        off = []
        for r in rows:
            if r["length"] == length:
                last = next(q for q in rows if q["length"] == longest and q["eps"] == r["eps"]
                            and q["aspect"] == r["aspect"] and q["fraction"] == r["fraction"])
                off.append(abs(r[method]["mean"] / last[method]["mean"] - 1))
        return 100 * max(off)

    def cells(self, name="jain"):
        jain = self.study.mirrored[name]
        same = lambda ours, theirs: sum(  # noqa: E731
            (value == 0 and power == -6) or (value > 0 and abs(value / 10.0 ** power - 1) < 0.5)
            for row, printed in zip(ours, theirs) for value, power in zip(row, printed))
        return same(jain["table3"], paper.TABLE3), same(jain["table4"], paper.TABLE4.values())

    def table5(self):
        return ", ".join(f"{small_tables.failures(self.study, r)[0]:.1f}"
                         for r in self.study.small["table5"])

    def table5_most(self):
        return ", ".join(f"{small_tables.failures(self.study, r)[2][-1]:.1f}"
                         for r in self.study.small["table5"])

    def penalty_count(self, group, limit):
        row = next(r for r in self.study.penalty["rows"]
                   if r["reading"] == "as listed" and r["group"] == group)
        return sum(0 <= k <= limit for k in row["iterations"])

    def figure13(self, tau):
        row = next(r for r in self.study.charges["figure13"]
                   if r["c_max"] == 0.01 and r["tau"] == tau)
        varies = sorted(scan_tables.variation(c, 5) for c in row["curves"])
        return f"{varies[0]:.2g} to {varies[-1]:.2g}"

    def overhead(self, c_max, tau):
        row = next(r for r in self.study.charges["overhead"]
                   if r["c_max"] == c_max and r["tau"] == tau)
        return f"{row['over_gjk']:.0f} times gjk and {100 * row['failed'] / row['queries']:.2f} % failures"

    def penalty_ratio(self):
        values = [p["ratio"] for c in self.study.mirrored["figure19"] for p in c["points"]]
        return f"{min(values):.0f} to {max(values):,.0f}"


def claims(study):
    n = Numbers(study)
    table1, blur = study.small["table1"], study.mirrored["table2_rounding"]
    part1, half1, _ = small_tables.failures(study, table1)
    step1, _ = small_tables.step_cost(table1)
    same3, same4 = n.cells()
    book3, book4 = n.cells("jain_literal")
    back = small_tables.failures(study, study.small["backtracking"])
    points = [(p["distance"], p["point_error"], c["eps_d"]) for k in ("9", "10", "11")
              for c in study.figures[k] for p in c["points"] if c["label"] != "Λ = 1e-6" or k != "9"]
    over = max(e / (2 * d * eps + eps * eps) ** 0.5 for d, e, eps in points)
    longest = max(r["length"] for r in study.iterations["rows"])
    queries = small_tables.queries_of(study)
    twice = [a["queries"] + a["crossing"] for a in study.small["arrays"]]
    rows = [
        ("(1.6), eps_d = 1e-5 of the smallest Gaussian radius, \"dictates the target accuracy\"", "1", WHY,
         "an error eps_d changes a force that goes as 1/d by 1 % at d_1 = 1e-3 R, as meant; the equivalent "
         f"spheres on which it rests are off by up to {max(r['most'] for r in study.lubrication['arrays']):.1f}"
         " times in arrays", run("lubrication")),
        ("\"less labor-consuming than the algebraic approach\", \"no need to consider the latter\"", "1, "
         "item 6", YES, "the elimination ends in degree 24, from 37 determinants of 12 x 12 per pair in "
         f"{min(r['digits_needed'] for r in study.elimination['rows'])} to "
         f"{max(r['digits_needed'] for r in study.elimination['rows'])} digits; it agrees with `certified` to "
         f"{max(r['difference'] for r in study.elimination['rows']):.0e}",
         "`python3 report/elimination.py results`"),
        ("Jain's Corrigendum: the algorithm really used \"yields a large number of iterations for case with "
         "small distances\"", "1, item 5", OPEN, "its algorithm is in neither text; the step with "
         "backtracking, which does converge, needs iterations that grow as 1/d: 14 at d = 1, 14,000 at 1e-4",
         test("JainBacktracking.CrawlsWhereTheGapIsSmall")),
        ("Moving Balls \"may become a little slow when the ellipsoids are small, thin, and far apart\"",
         "1, item 1", YES, "discs of 1:30 take over 100 times the steps of 2:3",
         test("MovingBalls.ThinBodiesAreSlow*")),
        ("Fig. 1: construction of the points", "2.1", YES, "drawn from a trace; (2.1), (2.2) in 80 bits",
         test("MovingBalls.StepsFollowAlgorithm1")),
        ("Theorem 1: the balls lie inside", "2.1", YES, "against 30 random support values each step",
         test("MovingBalls.StepsFollowAlgorithm1")),
        ("evolving threshold: speedup \"not sufficient to compensate the overhead\"", "2.1.1", YES,
         f"{n.evolving()} times the time in all arrays", run("times")),
        ("Fig. 2: GJK's simplices", "2.2.1", YES, "drawn from a trace; |v| falls, mu rises",
         test("EllipsoidGjk.StepsAreThoseOfAlgorithm2")),
        ("GJK stops with an error of at most eps_d, (2.17)", "2.2.1", YES,
         f"{n.worst_error('gjk'):.5f} eps_d at worst in {study.error_total('queries'):,} queries",
         run("errors")),
        ("\"|v| = 0\" is how overlap ends", "2.2.4", NO + " as Algorithm 2 is printed",
         "its loop also ends with |v| <= eps_d and mu = 0, where nothing is known; read as the text says "
         "8,000 overlaps are found", test("EllipsoidGjk.RandomSpheroidsKeepTheWantedError")),
        ("the initial Newton-Coulomb \"is not usable\": closer pairs are slow or never converge", "2.3.2",
         YES, "tailored to d* = D_eq, none converges at 1e-2 D_eq, and 10 D_eq takes 60,000 steps",
         test("NewtonCoulombInitial.WorksOnly*")),
        ("\"zeroing speed\" with current positions is faster than [20]'s previous ones", "2.3.3", OPEN,
         "the constants with which it was observed are not printed", ""),
        ("with (2.40) alone it fails \"below 1e-2 - 1e-3\"; backtracking and (2.45) mend that", "2.3.3",
         WHY, "(2.45) moves the limit to about 1e-4 D_eq at aspect 1/6, it does not remove it",
         run("mirrored") + ", Table 2"),
        ("Fig. 3: distance e of a tangential step", "2.3.3", YES, "drawn from a trace",
         run("steps")),
        ("Fig. 4: Jain's working", "2.6", YES, "drawn from a trace", run("steps")),
        ("Fig. 5 and (3.2): the mirrored pair", "3.2", YES,
         "the production method answers it to rounding", run("mirrored")),
        ("Fig. 6: Moving Balls \"fairly insensitive to the working scale\"", "3.4.1", YES,
         f"{n.bound('6')}; equal iterations at all scales", run("mirrored")),
        ("Fig. 7: \"always meet the desired inequality\"", "3.4.1", YES, n.bound("7"), run("mirrored")),
        ("Fig. 8: the same for any eps_d", "3.4.1", YES, n.bound("8"), run("mirrored")),
        ("from the line of centres GJK \"returns the analytical result within 1 iteration\"", "3.4.2", YES,
         "1 iteration, error below 1e-15, for all 42 pairs", test("EllipsoidGjk.CentresSolve*")),
        ("Fig. 9: \"rigorously independent on the scaling parameter\"", "3.4.2", YES, n.bound("9"),
         run("mirrored")),
        ("Fig. 10: precision \"almost independent on the aspect ratio\"", "3.4.2", YES, n.bound("10"),
         run("mirrored")),
        ("Figs. 10, 11: the points err more as d* grows. \"No explanation has been found\"", "3.4.2",
         "**" + WHY + "**", "v.n >= d and |v| <= d + eps_d leave v free by sqrt(2 d eps_d + eps_d^2) across: "
         f"no point is off by more than {over:.2f} of it, whatever the initial vector",
         test("EllipsoidGjk.Figures10And11Accuracy")),
        ("Fig. 11: eps_d always kept", "3.4.2", YES, n.bound("11"), run("mirrored")),
        ("Fig. 12: Newton-Coulomb \"independent of the dilation parameter\"", "3.4.3", YES, n.bound("12"),
         run("mirrored")),
        ("Fig. 13: error below eps_d for all", "3.4.3", YES, n.bound("13"), run("mirrored")),
        ("Fig. 13: \"high variations of both errors with the distance\"", "3.4.3",
         NO + " with its constants", "largest over smallest error of a curve, d* from 1 to 1e-4, tau = 1 as "
         f"stated: {n.figure13(1)}; "
         f"tau = 0.1: {n.figure13(0.1)}; 0.01: {n.figure13(0.01)}. Drawn with a smaller tau",
         run("charges") + ", " + test("NewtonCoulomb.Figure13*")),
        ("Fig. 14: eps_d kept for all eps_d", "3.4.3", YES, n.bound("14"), run("mirrored")),
        ("Table 1: 3 of 606 queries fail", "3.4.3", YES + " in kind, not in number",
         f"{part1:.2f} ± {half1:.2f} % of {sum(small_tables.queries_of(study)):,}; the paper's 95 % interval is "
         f"{confidence.text(*confidence.of_part(3, 606))} %", run("small_arrays")),
        ("Table 1: 216 times the time of GJK", "3.4.3", WHY,
         f"{table1['seconds'] / table1['gjk_seconds']:.0f} here: "
         f"{table1['timed_iterations'] / table1['gjk_iterations']:.0f} times the iterations, each "
         f"{step1:.2f} of one of GJK; the paper's would be "
         f"{small_tables.paper_step(paper.TABLE1['ratio'], table1):.2f}", run("small_arrays")),
        ("\"overhead can be reduced by increasing C_max and tau, but\" more queries fail", "3.4.3",
         NO,
         f"true of tau: at 0.1 {n.overhead(0.01, 0.1)}, after {n.overhead(0.01, 0.01)} at 0.01; not of C_max: at "
         f"0.1 {n.overhead(0.1, 0.01)}. With these, in {len(study.charges['larger_step']['queries'])} arrays, "
         f"{sum(study.charges['larger_step']['failed'])} of {sum(study.charges['larger_step']['queries']):,} fail",
         run("charges")),
        ("Table 2: a pair that takes over 1e5 iterations", "3.4.3", NO + " as printed",
         f"it converges in {study.mirrored['table2'][0]['iterations']:,}; {blur['failed']} of {blur['apart']} "
         "pairs that round to it fail, so rounding of the print alone is an unlikely cause", run("mirrored")),
        ("Fig. 15: results \"differ when changing the value of Λ\"", "3.4.4", YES,
         "(2.55) adds a squared length to lengths", test("ExteriorPenalty.Figure15*")),
        ("Fig. 15: at Λ = 1e-6 or 1e3 \"convergence is not obtained\"", "3.4.4", NO,
         f"{n.penalty_count('Fig. 15, 1e-6', 10**6)} and {n.penalty_count('Fig. 15, 1e3', 10**6)} of 7 in 1e6 "
         "steps; no single limit fits Figs. 15 to 19", run("penalty_readings")),
        ("Fig. 16: all aspects at λ = 1e4", "3.4.4", NO,
         f"{n.penalty_count('Fig. 16', 10**6)} of 42 converge in 1e6 steps, and at most 33 in any reading "
         "that was tried", run("penalty_readings")),
        ("Fig. 16: \"a loss of precision when the distance tends to zero\"", "3.4.4", YES,
         "at least ten times the error at 1e-4 D_eq", test("ExteriorPenalty.Figure16*")),
        ("Fig. 17: \"error decreases slowly\" with eps_G", "3.4.4", YES, "about as its root",
         test("ExteriorPenalty.Figure17*")),
        ("Fig. 17: below eps_G = 1e-4 \"the algorithm does not converge\"", "3.4.4", NO,
         f"{n.penalty_count('Fig. 17, eps_G 1e-5', 10**6)} of 7 at 1e-5", run("penalty_readings")),
        ("Fig. 18: \"weekly dependant\" on λ", "3.4.4", YES, "within a factor of 2",
         test("ExteriorPenalty.Figure18*")),
        ("Fig. 19: \"two to four orders more time-consuming than\" GJK", "3.4.4", YES,
         f"{n.penalty_ratio()} times", run("mirrored")),
        ("Tables 3 and 4: distances below which Jain's algorithm fails", "3.4.5", YES + ", and " + WHY,
         f"{same3} of 30 and {same4} of 15 cells equal, the others one step off. They are accidents of "
         f"rounding: with the C library's sines {book3} and {book4} are equal, and others differ; in 80 bits "
         "the distances are the same or smaller", test("Jain.Table*")),
        ("halving C_m \"greatly enhances the range of convergence\", then \"curiously\" it shrinks", "3.4.5",
         WHY, "rounding again: an error that breaks the mirror grows by about C_m R / d per step, over more "
         "steps the smaller C_m is", test("Jain.Table3DependsOnRounding")),
        ("Table 5: 22, 13, 9, 5, 3 % fail", "3.4.5", YES + " in kind, the first two in number",
         f"{n.table5()} % on average; at most {n.table5_most()} % in one of "
         f"{len(study.small['arrays'])} arrays", run("small_arrays")),
        ("Table 5: 2.0 to 35 times the time of GJK", "3.4.5", WHY,
         "iterations grow in the same proportion; what is left is one factor, the cost of a step: "
         f"{small_tables.step_cost(study.small['table5'][-1])[0]:.2f} iterations of GJK here, "
         f"{small_tables.paper_step(35, study.small['table5'][-1]):.2f} there", run("small_arrays")),
        ("backtracking \"revealed unfruitful\", trapped in its loop, Fig. 20", "3.4.5", NO,
         f"away from a stationary pair some shortening always helps, 13 halvings at most; {back[0]:.2f} ± "
         f"{back[1]:.2f} % of Table 5's queries fail, by slowness. Fig. 20's data are not in the text",
         test("JainBacktracking.*") + ", " + run("small_arrays")),
        ("\"all possible distance queries\" by (4.2), number in Table 1", "4.1.2", WHY,
         f"each pair once: {sum(queries) / len(queries):.0f} on average; those across the boundary twice: "
         f"{min(twice)} to {max(twice)}, nearly the printed 606", run("small_arrays")),
        ("Fig. 21, (4.6): l = 30 is enough for Moving Balls", "4.2.1", YES,
         f"at 30 within {n.deviation('moving-balls', 30) if longest > 30 else 0:.1f} % of 40, at all accuracies",
         run("iterations")),
        ("Fig. 22, (4.7): the same for GJK", "4.2.2", YES,
         f"within {n.deviation('gjk', 30) if longest > 30 else 0:.1f} %", run("iterations")),
        ("\"qualitatively the same for\" eps_d/R_eq from 1e-8 to 1e-4", "4.2", YES,
         "table and figure of Figs. 21 and 22 at five accuracies", run("iterations")),
        ("Fig. 23: \"almost independent from the volume fraction\"", "4.3.1", YES,
         f"largest over smallest ratio at most {n.spread():.2f}", run("times")),
        ("Fig. 24: Moving Balls faster in [1/3, 3]", "4.3.2", YES,
         f"{n.ratios('1/3', '2/3', '3/2', '3')}", run("times")),
        ("Fig. 24: \"2 to 3 times faster\" at 2/3 and 3/2", "4.3.2", YES,
         f"ratio {n.ratios('2/3', '3/2')}", run("times")),
        ("Fig. 24: GJK faster outside, \"more than 4 times\" at 1/6", "4.3.2", YES + " but for the factor",
         f"{n.ratios('1/6')} at 1/6, {n.ratios('6')} at 6", run("times")),
        ("\"superior to 1\" for A_r <= 1/3 or A_r >= 3", "4.3.2", WHY,
         "contradicts the line above at 1/3 and 3; there "
         f"{n.ratios('1/3')} and {n.ratios('3')}", run("times")),
        ("mixed sizes and aspects as \"future work\"", "5", "done", "below: the thinner body of a pair decides",
         run("mixed")),
        ("Fig. F.25 and (F.1) to (F.4), \"with lack of generality\"", "F.1", YES + " and proven",
         "(2.9) bounds the error without the assumption of parallel vectors; (F.6) does to leading order",
         test("StoppingAngle.Thresholds*")),
        ("Fig. F.26: the maximum \"coincides with the line y = eps_d\", 2,081,738 queries", "F.3", YES,
         f"{n.worst_error('moving-balls-evolving'):.4f} eps_d in {study.error_total('queries'):,} queries, "
         f"{study.error_total('queries') + study.error_total('crossing'):,} with those across the boundary "
         "twice", run("errors"))]
    return table(HEAD, [[escaped(cell) for cell in row] for row in rows], LEFT)


def equations(study):
    return table(HEAD, [[escaped(cell) for cell in row] for row in equation_rows()], LEFT)


def escaped(cell):
    """A bar ends a cell."""
    return cell.replace("|", "\\|")
