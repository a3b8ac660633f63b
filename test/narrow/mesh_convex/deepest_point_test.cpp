// Ellipsoids, superquadrics and polyhedra in concave meshes of flat faces: no point of either
// surface is deeper in the other body than the answer, by brute force over samples.
#include <gtest/gtest.h>

#include "narrow/mesh_mesh/flat_shapes.h"
#include "oracle/polytope.h"
#include "talus/query.h"

namespace talus::test {
namespace {

using oracle::Point;
using oracle::Real;

// A convex body by its support function, and points of its surface by their normals.
struct ConvexBody {
  std::string name;
  Shape shape;
  std::function<Point(const Point&)> support;
  std::vector<Point> normals;  // of flat faces
};

// Of |x/a|^n + |y/b|^n + |z/c|^n = 1 the support function is the norm with 1/n + 1/q = 1.
ConvexBody powered(const std::string& name, const Shape& shape, const Point& a, double n) {
  const auto support = [a, n](const Point& u) {
    const double q = n / (n - 1.0), axis[3] = {double(a.x), double(a.y), double(a.z)},
                 v[3] = {double(u.x), double(u.y), double(u.z)};
    double sum = 0, x[3];
    for (int k = 0; k < 3; ++k) sum += std::pow(std::abs(axis[k] * v[k]), q);
    const double h = std::pow(sum, 1 / q);
    for (int k = 0; k < 3; ++k) {
      x[k] = std::copysign(axis[k] * std::pow(std::abs(axis[k] * v[k]) / h, q - 1), v[k]);
    }
    return Point{x[0], x[1], x[2]};
  };
  return {name, shape, support, {}};
}

const std::vector<ConvexBody>& convex_bodies() {
  static const std::vector<ConvexBody> list = [] {
    std::vector<ConvexBody> l;
    l.push_back(powered("ellipsoid", make_ellipsoid({0.7, 0.3, 0.15}), {0.7, 0.3, 0.15}, 2.0));
    l.push_back(powered("superquadric", make_superquadric({0.5, 0.3, 0.9}, 5.0, 5.0),
                        {0.5, 0.3, 0.9}, 5.0));
    std::vector<Vec3<double>> points;
    std::vector<Point> exact;
    std::mt19937 engine(9);
    std::normal_distribution<> n;
    for (int i = 0; i < 14; ++i) {
      const Vec3<double> u = normalized(Vec3<double>{n(engine), n(engine), n(engine)});
      points.push_back({0.8 * u.x, 0.4 * u.y, 0.3 * u.z});
      exact.push_back({points.back().x, points.back().y, points.back().z});
    }
    l.push_back({"polyhedron", make_polyhedron(points),
                 [points](const Point& u) {
                   Point best{};
                   Real most = -1e30L;
                   for (const Vec3<double>& p : points) {
                     const Real h = dot(u, Point{p.x, p.y, p.z});
                     if (h > most) most = h, best = {p.x, p.y, p.z};
                   }
                   return best;
                 },
                 oracle::make_polytope(exact).facet_normal});
    return l;
  }();
  return list;
}

std::vector<Point> sphere_points(int count) {
  std::vector<Point> list;
  for (int i = 0; i < count; ++i) {  // a spiral
    const Real z = 1 - (2 * i + 1) / Real(count), r = std::sqrt(1 - z * z),
               a = 2.399963229728653L * i;
    list.push_back({r * std::cos(a), r * std::sin(a), z});
  }
  return list;
}

// The depth of a point in the convex body: the least distance to its supporting planes, of all flat
// faces, or from the best of many directions on by ever smaller steps.
Real depth_in(const ConvexBody& body, const Point& x, const std::vector<Point>& directions) {
  const auto above = [&](const Point& u) { return dot(u, body.support(u) - x); };
  Real least = 1e30L;
  for (const Point& u : body.normals) least = std::min(least, above(u));
  if (!body.normals.empty()) return least;
  for (const Point& u : directions) least = std::min(least, above(u));
  Real depth = least;
  for (const Point& from : directions) {
    if (above(from) > least + 0.03L) continue;
    Point best = from;
    Real lowest = above(from);
    for (Real step = 0.1L; step > 1e-6L;) {
      bool moved = false;
      for (int k = 0; k < 6; ++k) {
        Point t{};
        (k / 2 == 0 ? t.x : k / 2 == 1 ? t.y : t.z) = k % 2 ? step : -step;
        const Point u = unit(best + t);
        if (above(u) < lowest) lowest = above(u), best = u, moved = true;
      }
      if (!moved) step /= 2;
    }
    depth = std::min(depth, lowest);
  }
  return depth;
}

bool is_inside(const FlatBody& body, const Point& x) {
  for (const oracle::ConvexPart& part : body.parts) {
    bool inside = true;
    for (const oracle::HalfSpaceOf& plane : part.planes) {
      inside = inside && dot(plane.normal, x) < plane.offset;
    }
    if (inside) return true;
  }
  return false;
}

TEST(MeshWithOthers, NoSampleOfEitherSurfaceIsDeeper) {
  std::mt19937 engine(6);
  std::normal_distribution<> n;
  const std::vector<Point> many = sphere_points(1000), some = sphere_points(150);
  int overlapping = 0, of_convex = 0;
  Real worst = 0;
  for (const FlatShape& mesh : flat_shapes()) {
    for (const ConvexBody& convex : convex_bodies()) {
      for (int trial = 0; trial < 3; ++trial) {
        SCOPED_TRACE(testing::Message() << mesh.name << " " << convex.name << " " << trial);
        const std::array<double, 4> q = random_turn(engine);
        const Vec3<double> at = 0.5 * Vec3<double>{n(engine), n(engine), n(engine)};
        const Contact<double> c =
            contact(convex.shape, {}, mesh.shape, {at, {q[0], q[1], q[2], q[3]}});
        const FlatBody body = place(mesh, q, at).body;
        Real in_mesh = 0, in_convex = 0;
        for (const Point& u : many) {
          const Point x = convex.support(u);
          if (is_inside(body, x)) {
            in_mesh = std::max(in_mesh, oracle::distance_to_surface(body, x));
          }
        }
        // The samples of each triangle, the deepest of them by few directions exactly.
        Point deepest{};
        Real most = 0;
        for (const auto& [i, j, k] : body.triangles) {
          constexpr int steps = 6;
          for (int s = 0; s <= steps; ++s) {
            for (int t = 0; s + t <= steps; ++t) {
              const Point x = body.vertices[i] +
                              (Real(s) / steps) * (body.vertices[j] - body.vertices[i]) +
                              (Real(t) / steps) * (body.vertices[k] - body.vertices[i]);
              if (dot(x, x) > 1) continue;  // beyond every body here
              Real least = 1e30L;
              for (const Point& u : some) {
                least = std::min(least, dot(u, convex.support(u) - x));
                if (least < most) break;
              }
              if (least > most) most = least, deepest = x;
            }
          }
        }
        if (most > 0) in_convex = std::max<Real>(0, depth_in(convex, deepest, some));
        const Real depth = std::max(in_mesh, in_convex);
        if (!(depth > 0)) continue;
        ++overlapping;
        of_convex += in_mesh > in_convex;
        EXPECT_EQ(c.status, Status::overlapping);
        EXPECT_GT(-c.distance, 0.998L * depth);
        worst = std::max(worst, 1 + c.distance / depth);
        // It is attained.
        const Point on_a{c.point_a.x, c.point_a.y, c.point_a.z},
            on_b{c.point_b.x, c.point_b.y, c.point_b.z};
        EXPECT_LT(-c.distance,
                  std::max(oracle::distance_to_surface(body, on_a), depth_in(convex, on_b, some)) +
                      1e-6L);
      }
    }
  }
  std::printf("overlapping %d, deepest on the convex body %d, worst %.1e short\n", overlapping,
              of_convex, double(worst));
  EXPECT_GT(overlapping, 50);
}

// Pushed from where they touch by thousandths of a cell.
TEST(MeshWithOthers, NoneIsMissedHoweverThin) {
  std::mt19937 engine(8);
  std::normal_distribution<> n;
  int overlapping = 0;
  for (const FlatShape& mesh : flat_shapes()) {
    for (const ConvexBody& convex : convex_bodies()) {
      for (int trial = 0; trial < 8; ++trial) {
        SCOPED_TRACE(testing::Message() << mesh.name << " " << convex.name << " " << trial);
        const std::array<double, 4> q = random_turn(engine);
        const Vec3<double> u = normalized(Vec3<double>{n(engine), n(engine), n(engine)}),
                           beside = 0.3 * Vec3<double>{n(engine), n(engine), n(engine)};
        const auto at = [&](double s) {
          return contact(convex.shape, {}, mesh.shape, {s * u + beside, {q[0], q[1], q[2], q[3]}});
        };
        double inside = -1.0, outside = 4.0;
        for (double s = 3.9; s > 0.0 && inside < 0.0; s -= 0.05) {
          (at(s).status == Status::overlapping ? inside : outside) = s;
        }
        if (inside < 0.0) continue;
        for (int k = 0; k < 44; ++k) {
          const double middle = 0.5 * (inside + outside);
          (at(middle).distance > 0.0 ? outside : inside) = middle;
        }
        EXPECT_LT(at(outside).distance, 1e-9);  // the gap closes: no overlap appears from nowhere
        ++overlapping;
        for (const double cells : {0.001, 0.01, 0.1}) {
          const Contact<double> c = at(inside - cells * mesh.cell);
          EXPECT_EQ(c.status, Status::overlapping) << cells;
          EXPECT_GT(-c.distance, 0.0);
          EXPECT_LT(-c.distance, cells * mesh.cell + 1e-9);
        }
      }
    }
  }
  EXPECT_GT(overlapping, 100);
}

}  // namespace
}  // namespace talus::test
