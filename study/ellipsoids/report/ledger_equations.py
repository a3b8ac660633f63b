"""The ledger's second part: every numbered equation, theorem and algorithm."""

YES, MIS = "reproduced", "**misprint**"


def test(names):
    return f"`test {names}`"


def rows():
    return [
        ("(1.1) quadratic form, (1.2) aspect ratio, (1.3), (1.4) the problem", "1", "definitions", "", ""),
        ("(1.5), (1.6) target accuracy", "1", YES + "; \"Gaussian curvature\" means its radius",
         "the default eps_d", test("EllipsoidGjk.DefaultIsEquation16")),
        ("(2.1), (2.2), (2.11), Theorem 1, Algorithm 1", "2.1", YES, "80 bits, every step",
         test("MovingBalls.StepsFollowAlgorithm1")),
        ("(2.3) to (2.5) stopping angles", "2.1.1", YES, "against the arccos in 80 bits",
         test("StoppingAngle.AgreesWithTheArccos")),
        ("(2.6) to (2.10) |d - d*| <= eps_d", "2.1.1", YES + ", proven", "random worst cases reach 0.9 eps_d, "
         "none exceeds it", test("StoppingAngle.Thresholds*")),
        ("2.1.2 overlap by t_1 >= t_2", "2.1.2", YES, "depths from 1e-9 to 0.1", test("MovingBalls.OverlapIsSeen*")),
        ("(2.12), (2.13) projection and simplex", "2.2.1", "definitions", "", ""),
        ("(2.14) to (2.17) bounds and stopping", "2.2.1", YES, "delta <= d <= |v| at every step",
         test("EllipsoidGjk.StepsAreThoseOfAlgorithm2")),
        ("(2.18) to (2.20) support mapping", "2.2.2", YES, "same test, points inside both bodies",
         test("EllipsoidGjk.StepsAreThoseOfAlgorithm2")),
        ("(2.21) to (2.28) sub-algorithm", "2.2.3", YES, "against all subsets by elimination in 80 bits",
         test("EllipsoidGjk.Subalgorithm*")),
        ("Algorithm 2", "2.2.4", YES + ", read as its text", "see the claim above; line 6 tests |v^0| before any "
         "vertex exists", test("EllipsoidGjk.*")),
        ("(2.29), (2.30) points from the simplex", "2.2.5", YES, "x_1 - x_2 = v to rounding",
         test("EllipsoidGjk.StepsAreThoseOfAlgorithm2")),
        ("(2.31) and its N_m", "2.3.1", MIS, "erratum 1", test("NewtonCoulombInitial.ReactionHasTheSign*")),
        ("(2.32)", "2.3.1", MIS, "erratum 2", "by reading"),
        ("(2.33) to (2.36) initial scheme", "2.3.1", YES, "80 bits, every step",
         test("NewtonCoulombInitial.StepsFollowTheEquations")),
        ("(2.37), (2.38) zero speed", "2.3.3", YES, "as a part of (2.41)", test("NewtonCoulomb.StepsFollowTheEquations")),
        ("(2.39) one time step", "2.3.3", YES + " as a variant", "2 instead of 5 of 989 pairs that round to Table 2's fail",
         "`run --only charges`"),
        ("(2.40), (2.41) two time steps", "2.3.3", YES + "; " + MIS, "erratum 3",
         test("NewtonCoulomb.StepsFollowTheEquations")),
        ("Algorithm 3", "2.3.3", YES, "without an end where no step helps; ends here when nothing moves",
         test("NewtonCoulomb.StepsFollowTheEquations")),
        ("(2.42) to (2.44) e_m much less than the gap", "2.3.3", YES, "elementary; the premise of (2.45)",
         test("NewtonCoulomb.StepsFollowTheEquations")),
        ("(2.45) C_curv, Algorithm 4", "2.3.3", YES, "80 bits, every step; ends at (F.6)",
         test("NewtonCoulomb.EndsAtTheEvolvingThreshold")),
        ("(2.46) to (2.52), Theorem 2", "2.4.1", "definitions", "", test("ExteriorPenalty.StepsFollowTheirDefinitions")),
        ("(2.53) to (2.60) hypogradient", "2.4.2", YES, "shortest by variation in 80 bits; (2.55) adds unlike "
         "units", test("ExteriorPenalty.StepsFollowTheirDefinitions")),
        ("(2.61) to (2.66) step", "2.4.3", YES + ", where it is a minimum", "a solution of (2.65) with a negative "
         "denominator is a maximum; taking it is a reading of the scan", test("ExteriorPenalty.StepAlongARay")),
        ("(2.67), Algorithm 5", "2.4.4", YES, "see Figs. 15 to 19", test("ExteriorPenalty.*")),
        ("(2.68) to (2.70) coordinates and step", "2.6", YES, "transcribed with library functions in 80 bits; "
         "(2.69) leaves phi open at the poles", test("Jain.StepsAreThoseOfEquation270")),
        ("(2.71) C_m", "2.6.1", YES, "", test("Jain.StepConstantIsEquation271")),
        ("Algorithm 6", "2.6.4", MIS, "erratum 4", test("Jain.StepsAreThoseOfEquation270")),
        ("(3.1) axes, (3.2) solution", "3.2", YES + "; " + MIS, "erratum 5", test("Jain.StepConstantIsEquation271")),
        ("(3.3) v^0 \"in E_1 - E_2\"", "3.4.2", "**refuted**", "erratum 6: a plane separates it, for all six "
         "aspects", test("EllipsoidGjk.InitialVector*")),
        ("(3.4) what backtracking demands", "3.4.5", YES, "holds at every step taken",
         test("JainBacktracking.EveryStepShortens")),
        ("(4.1) axes, (4.2), (4.3) queries", "4.1", YES, "neighbour search of the arrays", "`run --only iterations`"),
        ("(4.4), (4.5) mean time", "4.1.2", "definitions", "", ""),
        ("(4.6), (4.7) thresholds of 30", "4.2", YES, "see Figs. 21, 22", "`run --only iterations`"),
        ("(A.1) to (A.11) matrices and quaternions", "A", YES, "the reference of the charges' tests is written "
         "with them", test("NewtonCoulomb*.StepsFollowTheEquations")),
        ("(B.1) to (B.4) curvature", "B", YES, "against the turning of the normal; sqrt(H^2 - K) loses half of "
         "the digits near umbilics", test("CurvatureAtContact.*:StoppingAngle.*Radi*")),
        ("(C.1), (C.2), Theorem 3 (Wang)", "C.1", YES, "in whole numbers", test("JiaOverlap.AgreesWithWangsCriterion")),
        ("(C.3), (C.4)", "C.1.2", MIS, "erratum 7", test("JiaOverlap.SubresultantsFollow*:JiaOverlap.PrintedW1*")),
        ("Theorem 4 (Jia)", "C.1.2", YES + ", not \"exact\" in doubles", "plain signs are wrong for half of all "
         "spheres and coaxial pairs", test("JiaOverlap.PlainTestFails*")),
        ("Algorithm 7", "C.1.3", MIS, "erratum 8", test("JiaOverlap.PrintedVariations*")),
        ("(C.5) to (C.9) homogeneous coordinates", "C.2", YES, "against the 4 x 4 determinant",
         test("JiaOverlap.PolynomialIsTheDeterminant")),
        ("(D.1) to (D.3), (D.5) crossing", "D", YES, "80 bits", test("LineCrossing.SolvesTheQuadratic*")),
        ("(D.4)", "D", MIS, "erratum 9", test("LineCrossing.SolvesTheQuadratic*")),
        ("(E.1), (E.2) angle without arccos", "E", MIS, "erratum 10", test("StoppingAngle.OppositeVectors*")),
        ("(F.1) to (F.5)", "F.1, F.2.1", YES + ", proven", "", test("StoppingAngle.Thresholds*")),
        ("(F.6) evolving threshold", "F.2.2", YES + " to leading order", "constructed cases exceed eps_d by 0.06 % "
         "below 1e-6 and 11 % at 1e-2", test("StoppingAngle.Thresholds*")),
        ("(F.7) to (F.9) reference", "F.3", YES, "GJK at 1e-8 R_eq agrees with `certified`", "`run --only errors`"),
        ("(G.1), (G.2), Definitions 2 to 6, Theorem 5", "G", "definitions", "Definition 2 is the difference, "
         "not the sum", "by reading")]
