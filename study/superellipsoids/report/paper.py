"""What the paper prints: Wellmann, Lillie, Wriggers 2008, text of the validation and Table II.

By interval of the squareness parameters: 1, 2, 3 as in Table I. A million pairs each.
"""
INTERVALS = {1: "1", 2: "0.7 to 1.3", 3: "0.3 to 1.7"}
PAIRS = 1_000_000

# First series: % excluded after 0 iterations, % with five or more, pairs not excluded within 50, and
# the most new starts of one pair (of all intervals).
AT_ONCE = {1: 88.1, 2: 85.2, 3: 78.2}
FIVE_OR_MORE = {1: 1.1, 2: 1.1, 3: 3.7}
NOT_EXCLUDED = {1: 28, 2: 24, 3: 456}
STARTS_1 = 3

# Second series: % with 20 iterations or more, pairs at a local minimum or not converged within 50, and the
# most new starts of one pair.
TWENTY_OR_MORE = {1: 0.4, 2: 0.4, 3: 4.5}
NOT_FOUND = {1: 193, 2: 198, 3: 9219}
STARTS_2 = {1: 2, 2: 2, 3: 15}

# Table II: mean relative error of the distance, of the points, and of the direction in degrees.
ERRORS = {1: (2.34e-6, 4.34e-8, 4.21e-3), 2: (2.40e-6, 4.40e-8, 5.05e-3),
          3: (3.21e-5, 3.72e-7, 1.82e-2)}
