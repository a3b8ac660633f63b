// GJK with signed volumes: equations (3) to (5), its steps, and the failures of Figs. 6 to 8, which
// do not come from the sub-algorithm and so stay.
#include "talus/narrow/polyhedron_polyhedron/published/gjk_signed_volumes.h"

#include "narrow/polyhedron_polyhedron/gjk_family.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_johnson.h"

namespace gjk_family {
namespace {

using talus::polyhedron_polyhedron::trace_gjk_signed_volumes;
using talus::polyhedron_polyhedron::gjk::Johnson;
using talus::polyhedron_polyhedron::gjk::SignedVolumes;

Contact follow(const Posed& pair, Recorder& recorder) {
  return trace_gjk_signed_volumes(pair.a, pair.b, pair.b_in_a, talus::Settings<double>{}, recorder);
}

Contact evaluate(const PosedPair& posed_pair) {
  Recorder recorder;
  return follow(Posed(posed_pair), recorder);
}

// M of a tetrahedron: columns (OS_i, 1).
struct Matrix4 {
  double m[4][4];
};

Matrix4 matrix_of(const Simplex& tau) {
  Matrix4 r;
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k) r.m[k][i] = tau.point[i].c[k];
    r.m[3][i] = 1;
  }
  return r;
}

// The determinant without row and column.
double minor_of(const Matrix4& a, int row, int column) {
  double b[3][3];
  for (int i = 0, k = 0; i < 4; ++i) {
    if (i == row) continue;
    for (int j = 0, l = 0; j < 4; ++j) {
      if (j != column) b[k][l++] = a.m[i][j];
    }
    ++k;
  }
  return b[0][0] * (b[1][1] * b[2][2] - b[1][2] * b[2][1]) -
         b[0][1] * (b[1][0] * b[2][2] - b[1][2] * b[2][0]) +
         b[0][2] * (b[1][0] * b[2][1] - b[1][1] * b[2][0]);
}

double cofactor(const Matrix4& a, int row, int column) {
  return ((row + column) % 2 == 0 ? 1 : -1) * minor_of(a, row, column);
}

double determinant(const Matrix4& a) {
  double sum = 0;
  for (int j = 0; j < 4; ++j) sum += a.m[3][j] * cofactor(a, 3, j);
  return sum;
}

// Equation (5): P_0 in column i.
double lambda_5(const Matrix4& a, const double (&p0)[4], int i) {
  Matrix4 replaced = a;
  for (int k = 0; k < 4; ++k) replaced.m[k][i] = p0[k];
  return determinant(replaced) / determinant(a);
}

TEST(GjkSignedVolumes, Equation4IsRightAsSignedCofactorsAndWrongAsMinors) {
  Random random(1);
  int inside = 0, minors_wrong = 0;
  double worst_sum_of_minors = 0;
  for (int i = 0; i < 20000; ++i) {
    const Simplex tau = random_simplex(4, random);
    const auto face = SignedVolumes::nearest(tau);
    if (face.count < 4) continue;
    ++inside;
    const Matrix4 a = matrix_of(tau);
    const double det = determinant(a), noise = 1e-14 / std::abs(det);
    const double origin[4] = {0, 0, 0, 1};
    double sum_of_minors = 0;
    bool minors_agree = true;
    for (int k = 0; k < 4; ++k) {
      const double exact = lambda_5(a, origin, k);
      EXPECT_NEAR(face.lambda[k], exact, noise);
      EXPECT_NEAR(cofactor(a, 3, k) / det, exact, noise);  // (4), C_4,i as signed cofactors
      const double as_minor = minor_of(a, 3, k) / det;     // (4), C_4,i without their signs
      minors_agree = minors_agree && std::abs(as_minor - exact) < noise;
      sum_of_minors += as_minor;
    }
    minors_wrong += !minors_agree;
    worst_sum_of_minors = std::max(worst_sum_of_minors, std::abs(sum_of_minors - 1));
  }
  EXPECT_GT(inside, 200);
  EXPECT_EQ(minors_wrong, inside);  // two of the four signs are always lost
  EXPECT_GT(worst_sum_of_minors, 1);
}

// In absolute value over |det M| the minors are right for an origin inside, where all cofactors
// have the sign of det M, but not outside: there lambda_i has signs that they cannot have.
TEST(GjkSignedVolumes, Equation4InAbsoluteValueIsWrongOutside) {
  Random random(2);
  int outside = 0, wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const Simplex tau = random_simplex(4, random);
    const bool inside = SignedVolumes::nearest(tau).count == 4;
    const Matrix4 a = matrix_of(tau);
    const double origin[4] = {0, 0, 0, 1}, det = determinant(a);
    double worst = 0;
    for (int k = 0; k < 4; ++k) {
      const double absolute = std::abs(minor_of(a, 3, k) / det);
      worst = std::max(worst, std::abs(absolute - lambda_5(a, origin, k)));
    }
    EXPECT_TRUE(!inside || worst < 1e-14 / std::abs(det));
    outside += !inside;
    wrong += !inside && worst > 1e-3;
  }
  EXPECT_GT(outside, 1000);
  EXPECT_GT(wrong, 0.99 * outside);
}

TEST(GjkSignedVolumes, NearestPointFulfilsEquations1And3) {
  Random random(3);
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    worst = std::max(worst, worst_of_nearest<SignedVolumes>(random_simplex(1 + i % 4, random)));
  }
  EXPECT_LT(worst, 1e-11);
}

// Four vertices of one plane, as of a flat side of A - B: Johnson's cofactors, differences of dot
// products, lose all digits and may see the origin inside.
TEST(GjkSignedVolumes, KeepsItsHeadWhereJohnsonLosesDigits) {
  Random random(4);
  int wrong = 0, wrong_johnson = 0;
  for (int i = 0; i < 100000; ++i) {
    const Vec n = laws::vec(random.direction()), t = any_orthogonal(n), u = cross(n, t);
    Simplex tau = random_simplex(4, random);
    for (int k = 0; k < 4; ++k) {
      const Triple p = random.in_box(1);
      tau.point[k].c = 0.5 * n + p[1] * t + p[2] * u;
    }
    wrong += SignedVolumes::nearest(tau).count == 4;
    wrong_johnson += Johnson::nearest(tau).count == 4;
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(wrong_johnson, 20);
}

TEST(GjkSignedVolumes, FiguresFailAsPublished) {
  const auto right = situations::situation("fig5f");
  EXPECT_NEAR(evaluate(right.pair).distance, right.distance, 1e-15);
  for (const char* id : {"fig7", "fig8a"}) {
    const auto figure = situations::situation(id);
    const Contact c = evaluate(figure.pair);
    EXPECT_LT(-c.distance, 0.5 * -figure.distance) << id;
    EXPECT_FALSE(c.proven) << id;
    EXPECT_LE(c.lower, figure.distance) << id;
  }
  EXPECT_EQ(evaluate(situations::situation("fig8a").pair).status, Status::touching);
}

TEST(GjkSignedVolumes, Table1IsAnUpperBoundOnly) {
  for (const auto& figure : situations::all_situations()) {
    EXPECT_GE(evaluate(figure.pair).distance, figure.distance - 1e-14) << figure.id;
  }
}

TEST(GjkSignedVolumes, RandomPairs) {
  const Tally boxes = tally(Bodies::boxes, 8, 2000, 1, follow);
  const Tally hulls = tally(Bodies::hulls, 20, 500, 2, follow);
  for (const Tally& t : {boxes, hulls}) {
    EXPECT_GT(t.separated, 100);
    EXPECT_GT(t.overlapping, 100);
    EXPECT_LT(t.worst_separated, 1e-14);
    EXPECT_LT(t.worst_bracket, 1e-14);
    EXPECT_LT(t.worst_excess, 1e-14);
    EXPECT_GT(t.wrong_depth, 0.5 * t.overlapping);
    EXPECT_EQ(t.failed, 0);
    std::printf(
        "gjk-signed-volumes: %d separated (worst %.1e), %d overlapping: wrong depth %d, failed "
        "%d\n",
        t.separated, t.worst_separated, t.overlapping, t.wrong_depth, t.failed);
  }
}

TEST(GjkSignedVolumes, TouchingAndDegenerateInput) {
  const Contact face = evaluate(two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {1.5, 0.25, 0.125}));
  EXPECT_EQ(face.status, Status::touching);
  EXPECT_EQ(std::abs(face.normal.x), 1);
  for (const PosedPair& posed_pair : {two_boxes({1, 1, 1}, {1, 1, 1}, {0, 0, 0}),
                                      two_boxes({1, 1, 1}, {0.5, 0.5, 0.5}, {0, 0, 0}),
                                      two_boxes({1, 1, 1e-6}, {1, 1, 1e-6}, {0.5, 0.5, 0}),
                                      two_boxes({1, 1, 1}, {1e-6, 1e-6, 1e-6}, {0.5, 0, 0})}) {
    const Contact c = evaluate(posed_pair);
    const double exact = exact_distance(posed_pair.spec);
    EXPECT_NEAR(norm(c.normal), 1, 2e-15);
    EXPECT_NE(c.status, Status::separated);
    EXPECT_LE(c.lower, exact + 1e-14);
    EXPECT_GE(c.upper, exact - 1e-14);
  }
}

}  // namespace
}  // namespace gjk_family
