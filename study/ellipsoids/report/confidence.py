"""Intervals of 95 % for what was counted."""
from math import sqrt

Z = 1.96


def of_part(failed, queries):
    """Wilson's interval of a probability, in percent."""
    p, n = failed / queries, queries
    middle, spread = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    scale = 100 / (1 + Z * Z / n)
    return max(0.0, scale * (middle - spread)), scale * (middle + spread)


def of_arrays(failed, queries):
    """The part that fails, in percent, and the half width of its interval from how the arrays differ:
    the queries of one array are not independent."""
    n, total = len(failed), sum(queries)
    part = sum(failed) / total
    squares = sum((f - part * q) ** 2 for f, q in zip(failed, queries))
    error = sqrt(n / (n - 1) * squares) / total if n > 1 else 0.0
    return 100 * part, 100 * Z * error


def text(low, high):
    return f"{low:.2g} to {high:.2g}"
