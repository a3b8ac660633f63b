"""What the paper prints."""

# Table 1: Newton-Coulomb beside GJK.
TABLE1 = {"queries": 606, "failed": 3, "ratio": 216}

# Table 2: the pair for which Newton-Coulomb takes more than this many iterations.
TABLE2_ITERATIONS = 100_000

# Tables 3 and 4: exponents of the distance d*/D_eq below which Jain's algorithm does not converge,
# by aspect ratio or by eps_d/D_eq, for C_m/C_m^Jain of 1, 1/2, 1/4, 1/10, 1/20.
FRACTIONS = ("1", "1/2", "1/4", "1/10", "1/20")
ASPECTS = ("1/6", "1/3", "2/3", "3/2", "3", "6")
TABLE3 = ((-1, -2, -3, -2, -3), (0, -4, -2, -2, -2), (0, -6, -2, -2, -2),
          (-1, -4, -2, -2, -2), (-2, -3, -2, -2, -2), (0, -3, -2, -2, -2))
TABLE4 = {"1e-4": (-3, -4, -3, -2, -2), "1e-6": (-2, -3, -2, -2, -2),
          "1e-8": (-1, -2, -2, -2, -2)}

# Table 5: Jain's algorithm beside GJK, by the divisor of C_m^Jain: % of failures, ratio of times.
TABLE5 = {10: (22, 2.0), 20: (13, 3.9), 40: (9, 7.4), 100: (5, 18), 200: (3, 35)}

# (4.6) and (4.7): the size of the array above which the mean number of iterations stays.
SIZE_THRESHOLD = 30

# Fig. F.26.
ERROR_QUERIES = 2_081_738

# Section 3.4.4: what it says of the convergence of the penalty method.
PENALTY_SAYS = {"Fig. 15, 1e-3 to 1e2": "all {count}", "Fig. 15, 1e-6": "not obtained",
                "Fig. 15, 1e3": "not obtained", "Fig. 16": "all {count}",
                "Fig. 17, eps_G 1e-2": "all {count}", "Fig. 17, eps_G 1e-3": "all {count}",
                "Fig. 17, eps_G 1e-5": "not", "Fig. 18, lambda 5e3": "all {count}",
                "Fig. 19": "all {count}"}
