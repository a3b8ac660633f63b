"""The algebraic way to the distance of two ellipsoids that P1 leaves out (Uteshev & Yashina 2008), by an
elimination in whole numbers.

With M_m = A_m^-1, c the vector between the centres and s, t the inverse Lagrange multipliers, the vector v
between the nearest points solves K v = c, K = I + s M_1 + t M_2, and the points lie on the surfaces:

    s^2 v.M_1 v = 1,  t^2 v.M_2 v = 1;  times (det K)^2: two polynomials of degree 6 in s and t.

Their resultant in s has degree 36 in t. It contains the fourth power of a cubic, the spurious points where
det K = 0 and adj(K) c = 0; what is left, F, has degree 24: one root per pair of points at which the
connecting line is normal to both surfaces. The nearest points are the only root with s > 0 and t > 0.
The paper prints no formula of the method; this is the elimination on which it rests, not its text.
"""
import time
from decimal import Decimal, localcontext
from fractions import Fraction

# Polynomials in s and t: {(power of s, power of t): coefficient}.


def plus(p, q, factor=1):
    r = dict(p)
    for k, v in q.items():
        r[k] = r.get(k, 0) + factor * v
    return r


def times(p, q):
    r = {}
    for (i, j), v in p.items():
        for (k, m), w in q.items():
            r[i + k, j + m] = r.get((i + k, j + m), 0) + v * w
    return r


def shifted(p, i, j, factor=1):
    return {(k + i, m + j): factor * v for (k, m), v in p.items()}


def adjugate_and_determinant(k):
    def minor(i, j):
        rows, columns = [x for x in range(3) if x != i], [y for y in range(3) if y != j]
        a = times(k[rows[0]][columns[0]], k[rows[1]][columns[1]])
        return plus(a, times(k[rows[0]][columns[1]], k[rows[1]][columns[0]]), -1)
    adjugate = [[shifted(minor(j, i), 0, 0, (-1) ** (i + j)) for j in range(3)] for i in range(3)]
    determinant = {}
    for j in range(3):
        determinant = plus(determinant, times(k[0][j], adjugate[j][0]))
    return adjugate, determinant


class Pair:
    """Coordinates in thousandths; t is counted in units of 1/N^2, N the square of the quaternion's length,
    so that all is whole."""

    def __init__(self, pair):
        w, x, y, z = pair["turn"]
        turn = [[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z]]
        self.n = w * w + x * x + y * y + z * z
        self.c = pair["centre"]
        self.m_1 = [[pair["axes_a"][i] ** 2 * (i == j) for j in range(3)] for i in range(3)]
        self.m_2 = [[sum(turn[i][k] * pair["axes_b"][k] ** 2 * turn[j][k] for k in range(3))
                     for j in range(3)] for i in range(3)]
        self.k = [[{(0, 0): int(i == j), (1, 0): self.m_1[i][j], (0, 1): self.m_2[i][j]}
                   for j in range(3)] for i in range(3)]

    def sextics(self):
        adjugate, determinant = adjugate_and_determinant(self.k)
        w = []
        for row in adjugate:
            total = {}
            for entry, c in zip(row, self.c):
                total = plus(total, entry, c)
            w.append(total)
        square = times(determinant, determinant)

        def form(m):
            total = {}
            for i in range(3):
                for j in range(3):
                    total = plus(total, times(w[i], w[j]), m[i][j])
            return total
        return (plus(shifted(form(self.m_1), 2, 0), square, -1),
                plus(shifted(form(self.m_2), 0, 2, self.n ** 2), square, -1))

    def spurious(self):
        """The cubic in t of the points with K u = 0 for a vector u at right angles to c."""
        c_x, c_y, c_z = self.c
        p = (-c_y, c_x, 0)
        q = (-c_x * c_z, -c_y * c_z, c_x * c_x + c_y * c_y)

        def applied(u):
            rows = []
            for i in range(3):
                total = {}
                for j in range(3):
                    total = plus(total, self.k[i][j], u[j])
                rows.append(total)
            return rows
        a, b = applied(p), applied(q)
        minors = [plus(times(a[0], b[i]), times(a[i], b[0]), -1) for i in (1, 2)]
        quartic = interpolated([determinant_of(sylvester(minors[0], minors[1], 2, t)) for t in range(5)])
        # Where the first row vanishes both minors do, though the others need not.
        one, two = a[0], b[0]
        root = determinant_t([one, two])
        return divided(quartic, root)[0]


def determinant_t(rows):
    """Of two lines in s and t, the polynomial in t of their crossing."""
    (a, b) = rows
    return [a.get((1, 0), 0) * b.get((0, 0), 0) - b.get((1, 0), 0) * a.get((0, 0), 0),
            a.get((1, 0), 0) * b.get((0, 1), 0) - b.get((1, 0), 0) * a.get((0, 1), 0)]


def sylvester(p, q, degree, t):
    def in_s(f):
        coefficients = [0] * (degree + 1)
        for (i, j), v in f.items():
            coefficients[degree - i] += v * t ** j
        return coefficients
    a, b, rows = in_s(p), in_s(q), []
    for f in (a, b):
        for k in range(degree):
            rows.append([0] * k + f + [0] * (degree - 1 - k))
    return rows


def determinant_of(rows):
    """Bareiss: all divisions are exact in whole numbers; other numbers are divided as they are."""
    rows, sign, before = [list(r) for r in rows], 1, 1
    n = len(rows)
    for k in range(n - 1):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            return 0
        if pivot != k:
            rows[k], rows[pivot], sign = rows[pivot], rows[k], -sign
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                value = rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]
                rows[i][j] = value // before if isinstance(value, int) else value / before
        before = rows[k][k]
    return sign * rows[-1][-1]


def interpolated(values, nodes=None, one=Fraction(1)):
    """Coefficients, lowest first, of the polynomial with these values, by divided differences."""
    nodes = nodes or range(len(values))
    table = [v * one for v in values]
    for k in range(1, len(values)):
        for i in range(len(values) - 1, k - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (nodes[i] - nodes[i - k])
    result = [0 * one]
    for value, node in zip(reversed(table), reversed(nodes)):
        result = [0 * one] + result
        for i in range(len(result) - 1):
            result[i] = result[i] - node * result[i + 1]
        result[0] += value
    while len(result) > 1 and result[-1] == 0:
        result.pop()
    return result


def divided(p, q):
    """Quotient and remainder."""
    p, quotient = [Fraction(x) for x in p], []
    while len(p) >= len(q):
        factor = p[-1] / q[-1]
        quotient.append(factor)
        for i in range(len(q)):
            p[len(p) - len(q) + i] -= factor * q[i]
        p.pop()
    return quotient[::-1], p


def value_of(p, x):
    total = 0 * x
    for c in reversed(p):
        total = total * x + c
    return total


def real_roots(p):
    """How many real roots, and how many positive ones: by Sturm's chain."""
    def whole(f):
        from math import gcd, lcm
        scale = lcm(*(Fraction(c).denominator for c in f))
        f = [int(c * scale) for c in f]
        content = gcd(*f)
        return [c // content for c in f]
    chain = [whole(p), whole([i * c for i, c in enumerate(p)][1:])]
    while len(chain[-1]) > 1:
        rest = divided(chain[-2], chain[-1])[1]
        while rest and rest[-1] == 0:
            rest.pop()
        if not rest:
            break
        chain.append(whole([-c for c in rest]))

    def changes(signs):
        signs = [s for s in signs if s]
        return sum(a * b < 0 for a, b in zip(signs, signs[1:]))

    def sign(x):
        return (x > 0) - (x < 0)
    low = changes([sign(f[-1]) * (-1) ** (len(f) - 1) for f in chain])
    zero, high = changes([sign(f[0]) for f in chain]), changes([sign(f[-1]) for f in chain])
    return low - high, zero - high


def solved_3(m, c):
    """m x = c by Cramer's rule."""
    def det(a):
        return (a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
                - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
                + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]))
    whole = det(m)
    return [det([[c[i] if j == k else m[i][j] for j in range(3)] for i in range(3)]) / whole
            for k in range(3)]


class Nearest:
    """The root with s > 0 and t > 0, in the current precision: for given t the first condition grows with
    s, and one bisection is nested in the other."""

    def __init__(self, pair):
        self.m_1 = [[Decimal(x) for x in row] for row in pair.m_1]
        self.m_2 = [[Decimal(x) for x in row] for row in pair.m_2]
        self.c, self.n = [Decimal(x) for x in pair.c], pair.n

    def v(self, s, t):
        k = [[(i == j) + s * self.m_1[i][j] + t * self.m_2[i][j] for j in range(3)] for i in range(3)]
        return solved_3(k, self.c)

    @staticmethod
    def form(m, v):
        return sum(v[i] * m[i][j] * v[j] for i in range(3) for j in range(3))

    def s_of(self, t, steps):
        return root(lambda s: s * s * self.form(self.m_1, self.v(s, t)) - 1, Decimal("1e-5"), steps)

    def t(self, steps=130):
        def second(t):
            v = self.v(self.s_of(t, steps), t)
            return (self.n * t) ** 2 * self.form(self.m_2, v) - 1
        return root(second, Decimal("1e-5") / self.n ** 2, steps)

    def distance(self, t, steps=130):
        return sum(x * x for x in self.v(self.s_of(t, steps), t)).sqrt() / 1000


def root(f, start, steps):
    """Of a function that changes its sign from - to + on the positive numbers."""
    low = high = start
    while f(high) < 0:
        low, high = high, 16 * high
    while f(low) > 0:
        low, high = low / 16, low
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


def determinant_by_elimination(rows):
    """Of numbers with a fixed count of digits."""
    rows, result = [list(r) for r in rows], Decimal(1)
    for k in range(len(rows)):
        pivot = max(range(k, len(rows)), key=lambda i: abs(rows[i][k]))
        if rows[pivot][k] == 0:
            return Decimal(0)
        if pivot != k:
            rows[k], rows[pivot], result = rows[pivot], rows[k], -result
        result *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, len(rows)):
                rows[i][j] -= factor * rows[k][j]
    return result


def digits_needed(pair, s, t, distance, wanted):
    """With how many digits the resultant, in units of the solution and interpolated at 37 nodes around
    it, still has a root by Newton's method that gives the distance to within `wanted`."""
    for digits in (16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 80):
        with localcontext() as context:
            context.prec = digits
            first, second = ({(i, j): Decimal(v) * s ** i * t ** j for (i, j), v in p.items()}
                             for p in pair.sextics())
            nodes = [Decimal(k + 1) / 18 for k in range(37)]
            values = [determinant_by_elimination(sylvester(first, second, 6, x)) for x in nodes]
            polynomial = interpolated(values, nodes, Decimal(1))
            slope = [i * c for i, c in enumerate(polynomial)][1:]
            x = Decimal(1)
            for _ in range(60):
                tangent = value_of(slope, x)
                if not tangent:
                    break
                x -= value_of(polynomial, x) / tangent
        if not Decimal("0.1") < x < 10:
            continue
        with localcontext() as context:
            context.prec = 60
            if abs(Nearest(pair).distance(x * t, 60) - distance) <= wanted:
                return digits
    return None


def eliminate(printed):
    """All that is reported of one pair."""
    start = time.process_time()
    pair = Pair(printed)
    first, second = pair.sextics()
    resultant = interpolated([determinant_of(sylvester(first, second, 6, t)) for t in range(38)])
    cubic = pair.spurious()
    f, rest = resultant, []
    for _ in range(4):
        f, remainder = divided(f, cubic)
        rest += [c for c in remainder if c]
    real, positive = real_roots(f)
    with localcontext() as context:
        context.prec = 60
        nearest = Nearest(pair)
        t = nearest.t()
        distance = nearest.distance(t)
        near = [value_of(f, Fraction(t) * (1 + Fraction(k, 10 ** 25))) for k in (-1, 1)]
    seconds = time.process_time() - start
    return {"degree": len(resultant) - 1, "degree_left": len(f) - 1, "cubic_degree": len(cubic) - 1,
            "divides": not rest, "real": real, "positive": positive,
            "is_root": near[0] * near[1] < 0, "distance": float(distance), "seconds": seconds,
            "difference": abs(float(distance - Decimal(printed["distance"]))),
            "coefficient_digits": max(len(str(abs(Fraction(c).numerator))) for c in f),
            "digits_needed": digits_needed(pair, nearest.s_of(t, 130), t, distance,
                                           Decimal("1e-5") * min(printed["axes_a"]) / 1000)}


def main(folder):
    """Writes elimination.json, unless the one there is of the same pairs."""
    import json
    file, pairs = folder / "elimination.json", json.loads((folder / "steps.json").read_text())["printed_pairs"]
    if file.exists() and json.loads(file.read_text()).get("pairs") == pairs:
        return
    rows = [eliminate(p) for p in pairs]
    file.write_text(json.dumps({"pairs": pairs, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    import sys
    from pathlib import Path
    main(Path(sys.argv[1]))
