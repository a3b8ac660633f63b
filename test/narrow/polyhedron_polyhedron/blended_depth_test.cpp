// The energy of two polyhedra is one smooth function of their pose: the force is its derivative
// also where another pair of features takes over.
#include "talus/narrow/polyhedron_polyhedron/blended_depth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "talus/narrow/contact.h"
#include "talus/narrow/force_point.h"

namespace talus::polyhedron_polyhedron {
namespace {

using Vec = Vec3<double>;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  Vec vector() { return {normal_(engine_), normal_(engine_), normal_(engine_)}; }
  double normal() { return normal_(engine_); }
  // Of about the size of a unit sphere: a cube, a tetrahedron, any hull or a ball of 642 vertices,
  // of which more are near a contact than the search for minima has space for.
  Shape polyhedron(int kind) {
    std::vector<Vec> points{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    if (kind == 0) points.insert(points.end(), {{-1, -1, -1}, {-1, 1, 1}, {1, -1, 1}, {1, 1, -1}});
    if (kind == 2) {
      for (Vec& p : points) p = vector();
      for (int i = 0; i < 10; ++i) points.push_back(vector());
    }
    if (kind == 3) {
      constexpr int count = 642;
      points.clear();
      for (int i = 0; i < count; ++i) {
        const double z = 1.0 - (2.0 * i + 1.0) / count, r = std::sqrt(1.0 - z * z);
        const double azimuth = 2.399963229728653 * i;  // the golden angle
        points.push_back({r * std::cos(azimuth), r * std::sin(azimuth), z});
      }
    }
    return make_polyhedron(points);
  }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

Quat<double> unit(const Quat<double>& q) {
  const double s = 1.0 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

Quat<double> product(const Quat<double>& p, const Quat<double>& q) {
  return {
      p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z, p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x};
}

// Body b goes into body a by `depth` and out again, with as much motion aside and some rotation.
struct Impact {
  Shape a, b;
  Pose<double> pose_a, touching;
  Vec towards, aside, spin;
  double depth;

  Impact(Random& random, int kind, double how_deep)
      : a(random.polyhedron(kind)), b(random.polyhedron(kind)), depth(how_deep) {
    pose_a.orientation = unit({random.normal(), random.normal(), random.normal(), random.normal()});
    touching.orientation =
        unit({random.normal(), random.normal(), random.normal(), random.normal()});
    towards = normalized(random.vector());
    aside = random.vector();
    spin = random.vector();
    const Vec offset = 0.5 * random.vector();
    double inside = 0.0, outside = 20.0;
    for (int i = 0; i < 50; ++i) {
      const double middle = 0.5 * (inside + outside);
      touching.position = middle * towards + offset;
      (contact(a, pose_a, b, touching).distance > 0.0 ? outside : inside) = middle;
    }
  }
  // t from 0 to 1.
  Pose<double> at(double t) const {
    const Vec turn = (0.5 * depth * (t - 0.5)) * spin;
    return {
        touching.position - (4.0 * depth * t * (1.0 - t)) * towards + (depth * (t - 0.5)) * aside,
        unit(product({1.0, turn.x, turn.y, turn.z}, touching.orientation))};
  }
  ForcePoint force(const Pose<double>& pose) const {
    return force_point(a, pose_a, b, pose, contact(a, pose_a, b, pose));
  }
  RoundedQuery<double> query(const Pose<double>& pose) const {
    const Contact<double> c = contact(a, pose_a, b, pose);
    return {&std::get<Polyhedron>(a).view(),
            &std::get<Polyhedron>(b).view(),
            pose_a,
            pose,
            {0.5 * (c.point_a + c.point_b), c.normal, tangent_frame(c.normal), -c.distance}};
  }
};

// The work of the force of energy depth^2.5 as b moves from one pose to the next, by both ends.
double work(const ForcePoint& from, const ForcePoint& to, const Pose<double>& pose,
            const Pose<double>& next) {
  const Quat<double>& q = pose.orientation;
  const Quat<double> turned = product(next.orientation, {q.w, -q.x, -q.y, -q.z});
  const Vec turn{2.0 * turned.x, 2.0 * turned.y, 2.0 * turned.z};
  const auto of = [&](const ForcePoint& f) {
    const Vec motion = next.position - pose.position + cross(turn, f.point - pose.position);
    return -2.5 * std::pow(f.depth, 1.5) * f.slope *
           (dot(f.normal, motion) + f.twist * dot(f.normal, turn));
  };
  return 0.5 * (of(from) + of(to));
}

struct WorkError {
  double worst{};  // difference of energy and work in a step, of the largest energy
  int turned{};    // impacts in which the force turned by more than 5 degrees
};

void follow(const Impact& impact, int steps, WorkError& error) {
  const double scale = std::pow(impact.depth, 2.5);
  Pose<double> pose;
  ForcePoint before, first;
  bool touched = false, turns = false;
  for (int k = 1; k < steps; ++k) {
    const Pose<double> next = impact.at(static_cast<double>(k) / steps);
    if (!(contact(impact.a, impact.pose_a, impact.b, next).distance < -0.05 * impact.depth)) {
      touched = false;
      continue;
    }
    const ForcePoint f = impact.force(next);
    if (touched) {
      const double gain = std::pow(f.depth, 2.5) - std::pow(before.depth, 2.5);
      error.worst = std::max(error.worst, std::abs(gain - work(before, f, pose, next)) / scale);
      turns = turns || dot(first.normal, f.normal) < std::cos(0.087);
    } else {
      first = f;
    }
    touched = true;
    before = f;
    pose = next;
  }
  error.turned += turns;
}

TEST(BlendedDepth, ForceIsTheDerivativeOfTheEnergyWhereFeaturesChange) {
  Random random(5);
  WorkError error;
  for (int i = 0; i < 60; ++i) {
    follow(Impact(random, i % 3, 0.1 / (1 << (i / 3 % 4))), 1000, error);
  }
  EXPECT_GT(error.turned, 3);
  EXPECT_LT(error.worst, 1e-4);  // with jumps 1e-2
}

// Of more vertices near the plane than there is space for those without a weight are left out.
TEST(BlendedDepth, OfBallsOfManyVerticesHasNoJumps) {
  Random random(8);
  for (const double depth : {0.05, 0.1, 0.16}) {
    WorkError error;
    for (int i = 0; i < 3; ++i) follow(Impact(random, 3, depth), 500, error);
    EXPECT_LT(error.worst, 1e-4) << depth;  // 0.3 and 0.9 if every second vertex is taken
  }
}

// All vertices within the reach are listed, however many the body has; the reach is the one that
// was asked for if they fit.
TEST(TopVertices, ListsAllVerticesWithinItsReach) {
  Random random(6);
  const Shape shape = random.polyhedron(3);
  const PolyhedronView<double>& view = std::get<Polyhedron>(shape).view();
  int shortened = 0, complete = 0;
  for (int i = 0; i < 500; ++i) {
    const Pose<double> pose{random.vector(), unit({random.normal(), random.normal(),
                                                   random.normal(), random.normal()})};
    const WorldPolyhedron<double> body(view, pose);
    const Vec up = normalized(random.vector());
    const double within = 0.002 * std::pow(1.01, i);
    const TopVertices<double> top(body, up, within);
    double highest = -10.0;
    for (int k = 0; k < view.vertex_count; ++k) {
      highest = std::max(highest, dot(up, body.rotation * view.vertex(k)));
    }
    int near = 0;
    for (int k = 0; k < view.vertex_count; ++k) {
      const double height = dot(up, body.rotation * view.vertex(k));
      near += height > highest - within;
      if (height > highest - top.reach + 1e-12) {
        EXPECT_TRUE(top.contains(k)) << i;
      }
    }
    EXPECT_LE(top.reach, within);
    const bool fits = near <= TopVertices<double>::capacity;
    if (fits) {
      EXPECT_EQ(top.reach, within);
      EXPECT_EQ(top.count, near);
    }
    ++(fits ? complete : shortened);
  }
  EXPECT_GT(shortened, 50);
  EXPECT_GT(complete, 50);
}

TEST(BlendedDepth, IsTheSameFromBothBodies) {
  Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Impact impact(random, i % 3, 0.1);
    const Pose<double> pose = impact.at(0.5);
    const ForcePoint f = impact.force(pose);
    const ForcePoint g = force_point(impact.b, pose, impact.a, impact.pose_a,
                                     contact(impact.b, pose, impact.a, impact.pose_a));
    EXPECT_NEAR(f.depth, g.depth, 1e-7 * f.depth) << i;
    EXPECT_NEAR(f.slope, g.slope, 1e-4);
    EXPECT_LT(norm(f.normal + g.normal), 1e-4);
    EXPECT_NEAR(f.twist, g.twist, 1e-4);
  }
}

TEST(BlendedDepth, IsSingleOnlyWithoutAnotherMinimum) {
  Random random(11);
  int single = 0, several = 0;
  for (int i = 0; i < 3000; ++i) {
    const Impact impact(random, i % 3, i % 2 == 0 ? 0.1 : 0.01);
    const RoundedQuery<double> query = impact.query(impact.at(0.3));
    if (!(query.plane.depth > 0.0)) continue;
    const WorldPair<double> pair{{*query.a, query.pose_a}, {*query.b, query.pose_b}};
    NearVertices<double> a, b;
    find_near(pair.a, query.plane, query.plane.normal, a);
    find_near(pair.b, query.plane, -query.plane.normal, b);
    const double limit = 1.6 * query.plane.depth;
    int others = 0;
    bool least = false;
    LocalMinima<double>(pair.a, pair.b, query.plane, limit)
        .visit_all([&](const ContactPlane<double>& plane) {
          const bool same = norm(plane.normal - query.plane.normal) < 1e-6;
          least = least || same;
          others += !same;
          EXPECT_GE(plane.depth, query.plane.depth * (1 - 1e-9));
        });
    EXPECT_TRUE(least) << i;
    const bool proven = is_single(pair.a, pair.b, query.plane, a, b, limit);
    EXPECT_FALSE(proven && others > 0) << i;
    single += proven;
    several += others > 0;
  }
  EXPECT_GT(single, 1500);
  EXPECT_GT(several, 50);
}

TEST(JoinedDepth, DerivativesAreThoseOfTheValue) {
  const double h = 1e-6;
  for (const double m2 : {0.9, 0.97, 1.0, 1.02, 1.1, 1.4}) {
    for (const double saddle : {1.401, 1.5, 1.8}) {
      const JoinedDepth<double> r = join_depths(1.0, m2, saddle);
      const auto slope = [&](double d1, double d2, double ds) {
        return (join_depths(1.0 + h * d1, m2 + h * d2, saddle + h * ds).value -
                join_depths(1.0 - h * d1, m2 - h * d2, saddle - h * ds).value) /
               (2.0 * h);
      };
      EXPECT_NEAR(r.of_1, slope(1, 0, 0), 1e-8);
      EXPECT_NEAR(r.of_2, slope(0, 1, 0), 1e-8);
      EXPECT_NEAR(r.of_saddle, slope(0, 0, 1), 1e-8);
      EXPECT_NEAR(r.of_1 + r.of_2 * m2 + r.of_saddle * saddle, r.value, 1e-12);
      EXPECT_LE(r.value, std::min(1.0, m2));
    }
  }
  EXPECT_EQ(join_depths(1.0, 1.2, 1.2).value, 1.0);
}

}  // namespace
}  // namespace talus::polyhedron_polyhedron
