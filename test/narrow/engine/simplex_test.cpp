// The sub-distance of GJK against the definition: the nearest point of a convex hull, found by
// trying every face in extended precision.
#include "talus/narrow/engine/simplex.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace talus::engine {
namespace {

using L = long double;

struct Point {
  L x, y, z;
};
Point minus(Point p, Point q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
L inner(Point p, Point q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
Point along(Point p, Point e, L t) { return {p.x + t * e.x, p.y + t * e.y, p.z + t * e.z}; }

// Distance of the origin from the hull of points p[0..count) by recursion on faces: the projection
// onto the affine hull if it lies inside, else the nearest of the faces.
L distance_to_hull(const Point* p, int count) {
  if (count == 1) return std::sqrt(inner(p[0], p[0]));
  // Gram system for the projection: sum_j (e_i . e_j) t_j = -e_i . p0, by Gaussian elimination.
  L m[3][4]{};
  const int n = count - 1;
  for (int i = 0; i < n; ++i) {
    const Point ei = minus(p[i + 1], p[0]);
    for (int j = 0; j < n; ++j) m[i][j] = inner(ei, minus(p[j + 1], p[0]));
    m[i][3] = -inner(ei, p[0]);
  }
  bool inside = true;
  for (int k = 0; k < n && inside; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::fabs(m[i][k]) > std::fabs(m[pivot][k])) pivot = i;
    }
    std::swap(m[k], m[pivot]);
    if (std::fabs(m[k][k]) < 1e-30L) {
      inside = false;
      break;
    }
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const L f = m[i][k] / m[k][k];
      for (int j = k; j < 4; ++j) m[i][j] -= f * m[k][j];
    }
  }
  if (inside) {
    Point projection = p[0];
    L rest = 1;
    for (int i = 0; i < n; ++i) {
      const L t = m[i][3] / m[i][i];
      rest -= t;
      inside = inside && t >= 0;
      projection = along(projection, minus(p[i + 1], p[0]), t);
    }
    if (inside && rest >= 0) return std::sqrt(inner(projection, projection));
  }
  L best = INFINITY;
  for (int skip = 0; skip < count; ++skip) {
    Point face[3];
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      if (i != skip) face[kept++] = p[i];
    }
    best = std::min(best, distance_to_hull(face, kept));
  }
  return best;
}

enum class Form { generic, flat, collinear, duplicate, tiny_gap };

Simplex<double> random_simplex(int count, Form form, std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  Simplex<double> s;
  s.count = count;
  const Vec3<double> shift =
      form == Form::tiny_gap ? Vec3<double>{} : Vec3<double>{normal(generator), 0, 0};
  for (int i = 0; i < count; ++i) {
    Vec3<double> c{normal(generator), normal(generator), normal(generator)};
    if (form == Form::flat) c.z = 0.25;
    if (form == Form::collinear) c = c.x * Vec3<double>{1, 2, 3} + Vec3<double>{0, 0, 0.5};
    if (form == Form::duplicate && i > 0 && i % 2 == 1) c = s.point[i - 1].c - shift;
    if (form == Form::tiny_gap) c.x = std::fabs(c.x) * (i == 0 ? 1e-9 : 1);
    s.point[i].c = c + shift;
  }
  return s;
}

TEST(simplex, nearest_point_is_that_of_the_convex_hull) {
  std::mt19937_64 generator(3);
  int enclosed = 0, tetrahedra = 0;
  double worst = 0;
  for (int trial = 0; trial < 60000; ++trial) {
    const int count = 1 + trial % 4;
    const Form form = static_cast<Form>(trial / 4 % 5);
    const Simplex<double> s = random_simplex(count, form, generator);
    Point p[4];
    for (int i = 0; i < count; ++i) p[i] = {s.point[i].c.x, s.point[i].c.y, s.point[i].c.z};
    const SubDistance<double> found = nearest_on(s);
    const double expected = static_cast<double>(distance_to_hull(p, count));
    const double distance = found.count == 4 ? 0.0 : std::sqrt(found.distance_squared);
    worst = std::max(worst, std::fabs(distance - expected));
    ASSERT_NEAR(distance, expected, 1e-12) << "trial " << trial;

    double sum = 0;
    for (int i = 0; i < found.count; ++i) {
      EXPECT_GE(found.weight[i], 0.0);
      sum += found.weight[i];
    }
    EXPECT_NEAR(sum, 1.0, 1e-14);
    if (form == Form::generic && count == 4) {
      ++tetrahedra;
      enclosed += found.count == 4 ? 1 : 0;
    }
  }
  RecordProperty("worst_error", std::to_string(worst));
  // The test tests something: some tetrahedra contain the origin, most do not.
  EXPECT_GT(enclosed, tetrahedra / 50);
  EXPECT_LT(enclosed, tetrahedra / 2);
}

TEST(simplex, reduction_keeps_the_points_that_carry_weight) {
  std::mt19937_64 generator(5);
  for (int trial = 0; trial < 4000; ++trial) {
    Simplex<double> s = random_simplex(1 + trial % 4, Form::generic, generator);
    const SubDistance<double> found = nearest_on(s);
    reduce(s, found);
    ASSERT_EQ(s.count, found.count);
    const double expected = found.count == 4 ? 0.0 : std::sqrt(found.distance_squared);
    EXPECT_NEAR(norm(s.nearest()), expected, 1e-13);
  }
}

}  // namespace
}  // namespace talus::engine
