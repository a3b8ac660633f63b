// The manifold along motions: force point, area, centroid and mean depth are continuous from a face
// to an edge to a vertex, in overlap, at touching and apart, wherever the contact normal is.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "narrow/polyhedron_polyhedron/hulls.h"
#include "talus/narrow/manifold.h"

namespace {

using namespace hulls;
using talus::ContactFeature;
using talus::Manifold;
using talus::norm;

struct State {
  double t;
  talus::Contact<double> contact;
  Manifold manifold;
};

// Bisects every step along which something changes by more than `step`, down to 1e-13 of the path.
// A jump that is left must be one of the normal, at equal depths.
class Sweep {
 public:
  // B keeps its shape along the path.
  Sweep(const Spec& a, std::function<Spec(double)> b)
      : a_(laws::make_shape(a)),
        pose_a_(laws::make_pose(a)),
        b_(laws::make_shape(b(0))),
        path_(b) {}

  void run(int steps) {
    State last = at(0);
    count(last);
    for (int i = 1; i <= steps; ++i) {
      const State next = at(double(i) / steps);
      count(next);
      refine(last, next);
      last = next;
    }
  }

  int jumps = 0;
  int seen[3][3] = {};

 private:
  static constexpr double step = 2e-3;  // of bodies of about unit size

  State at(double t) const {
    const talus::Pose<double> pose_b = laws::make_pose(path_(t));
    const talus::Contact<double> c = talus::contact(a_, pose_a_, b_, pose_b);
    return {t, c, *talus::manifold(a_, pose_a_, b_, pose_b, c)};
  }
  void count(const State& s) {
    ++seen[int(s.manifold.feature_a)][int(s.manifold.feature_b)];
    EXPECT_TRUE(s.manifold.found);
  }
  static bool close(const State& p, const State& q) {
    const Manifold &m = p.manifold, &o = q.manifold;
    return norm(m.force_point - o.force_point) < step && norm(m.centroid - o.centroid) < step &&
           std::abs(m.area - o.area) < step && std::abs(m.mean_depth - o.mean_depth) < step;
  }
  void refine(const State& p, const State& q) {
    if (close(p, q)) return;
    if (q.t - p.t > 1e-13) {
      const State middle = at(0.5 * (p.t + q.t));
      refine(p, middle);
      refine(middle, q);
      return;
    }
    ++jumps;
    EXPECT_GT(norm(p.contact.normal - q.contact.normal), 1e-4) << "jump without cause at " << p.t;
    EXPECT_NEAR(p.contact.distance, q.contact.distance, 1e-11);
  }

  const talus::Shape a_;
  const talus::Pose<double> pose_a_;
  const talus::Shape b_;
  const std::function<Spec(double)> path_;
};

struct Corners {
  Vec middle, p0, p1, p2;
  double area;
};

Corners corners_of(const talus::PolyhedronView<double>& body, int f) {
  const int start = body.face_vertex_start[f];
  const Vec p0 = body.vertex(body.face_vertex[start]);
  const Vec p1 = body.vertex(body.face_vertex[start + 1]);
  const Vec p2 = body.vertex(body.face_vertex[start + 2]);
  return {(p0 + p1 + p2) / 3, p0, p1, p2, norm(talus::cross(p1 - p0, p2 - p0)) / 2};
}

int largest_face(const talus::PolyhedronView<double>& body) {
  int best = 0;
  for (int f = 1; f < body.face_count; ++f) {
    if (corners_of(body, f).area > corners_of(body, best).area) best = f;
  }
  return best;
}

// A's largest face is at z = 0, facing up; B's faces it, `depth` deep. B then turns about an
// edge of its face until only that edge touches, and on about a corner until only that touches.
struct FaceToVertex {
  Spec a, b;
  Vec pivot, edge;

  FaceToVertex(Random& random, int count, double depth)
      : a(random_hull(random, count)), b(random_hull(random, count)) {
    const talus::Shape shape_a = laws::make_shape(a), shape_b = laws::make_shape(b);
    const int fa = largest_face(view(shape_a)), fb = largest_face(view(shape_b));
    a.orientation = turn_between(view(shape_a).face_normal[fa], {0, 0, 1});
    a.position = laws::triple(-turned(a.orientation, corners_of(view(shape_a), fa).middle));
    b.orientation = turn_between(view(shape_b).face_normal[fb], {0, 0, -1});
    const Corners c = corners_of(view(shape_b), fb);
    const Vec aside{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), -depth};
    const Vec at = aside - turned(b.orientation, c.middle);
    b.position = laws::triple(at);
    pivot = at + turned(b.orientation, c.p0);
    edge = turned(b.orientation, c.p1 - c.p0) / norm(c.p1 - c.p0);
    // Turning lifts the rest of the face.
    const Vec third = turned(b.orientation, c.p2 - c.p0);
    if (talus::cross(edge, third).z < 0) edge = -edge;
  }

  Spec at(double t) const {
    constexpr double most = 0.08;  // radian
    const double first = most * std::min(2 * t, 1.0), second = most * std::max(2 * t - 1, 0.0);
    const Spec on_edge = turned_about(b, pivot, turn_about(edge, first));
    // Lifts the other end of the edge, or lowers it.
    return turned_about(on_edge, pivot, turn_about({edge.y, -edge.x, 0}, side() * second));
  }
  double side() const { return lifts ? 1 : -1; }
  bool lifts = true;
};

void run_sweeps(double depth, std::uint64_t seed, int sweeps, int& jumps, int (&seen)[3][3]) {
  Random random(seed);
  for (int i = 0; i < sweeps; ++i) {
    FaceToVertex motion(random, 50, depth);
    motion.lifts = i % 2 == 0;
    Sweep sweep(motion.a, [&](double t) { return motion.at(t); });
    sweep.run(40);
    jumps += sweep.jumps;
    for (int p = 0; p < 3; ++p) {
      for (int q = 0; q < 3; ++q) seen[p][q] += sweep.seen[p][q];
    }
  }
}

class ManifoldSweep : public testing::TestWithParam<double> {};

TEST_P(ManifoldSweep, FaceToEdgeToVertexOfHullsOf50) {
  constexpr int face = int(ContactFeature::face), edge = int(ContactFeature::edge),
                vertex = int(ContactFeature::vertex);
  int jumps = 0, seen[3][3] = {};
  constexpr int sweeps = 12;
  run_sweeps(GetParam(), 41, sweeps, jumps, seen);
  std::printf("%d jumps of the normal in %d sweeps; face-face %d, edges %d, vertices %d\n", jumps,
              sweeps, seen[face][face], seen[face][edge] + seen[edge][face],
              seen[face][vertex] + seen[vertex][face]);
  EXPECT_GT(seen[face][face], 0);
  EXPECT_GT(seen[face][vertex] + seen[vertex][face] + seen[edge][edge], 0);
  // The direction between nearest points never jumps.
  if (GetParam() < 0) {
    EXPECT_EQ(jumps, 0);
  }
  EXPECT_LT(jumps, 3 * sweeps);
}

INSTANTIATE_TEST_SUITE_P(Depths, ManifoldSweep,
                         testing::Values(0.02, 1e-3, 1e-5, 0.0, -1e-5, -0.01));

// A box that rocks on another, to both sides, at every depth: the force point passes from one edge
// over the middle to the other.
TEST(ManifoldSweep, ARockingBox) {
  for (const double depth : {0.05, 1e-3, 1e-6, 0.0}) {
    const auto at = [&](double t) {
      const double angle = 0.2 * (t - 0.5);
      const Vec low = turned(turn_about({1, 0, 0}, angle), {0, angle < 0 ? 0.5 : -0.5, -0.5});
      return box({0.5, 0.5, 0.5}, {0, 0, 1 - depth - low.z}, turn_about({1, 0, 0}, angle));
    };
    Sweep sweep(box({2, 2, 1}), at);
    sweep.run(200);
    EXPECT_EQ(sweep.jumps, 0);
    // The point of the contact, on the other hand, jumps across the box.
    const auto deepest_point = [&](double t) {
      return PosedPair({box({2, 2, 1}), at(t)}).evaluate(nullptr).point_b;
    };
    EXPECT_GT(norm(deepest_point(0.5 + 1e-9) - deepest_point(0.5 - 1e-9)), 0.9);
    const auto force_point = [&](double t) {
      const PosedPair s({box({2, 2, 1}), at(t)});
      return talus::manifold(s.a, s.pose_a, s.b, s.pose_b, s.evaluate(nullptr))->force_point;
    };
    EXPECT_NEAR(force_point(0.5).y, 0, 1e-9);
    EXPECT_GT(force_point(0).y, 0.25);
    EXPECT_LT(force_point(1).y, -0.25);
  }
}

// Deep overlap, where the direction of least depth often changes: every jump has that cause.
TEST(ManifoldSweep, DeepMotion) {
  Random random(42);
  int jumps = 0;
  for (int i = 0; i < 10; ++i) {
    const Spec a = random_hull(random, 50);
    Spec b = random_hull(random, 50);
    b.position = random.in_box(0.7);
    const Vec axis = laws::vec(random.direction()), direction = laws::vec(random.direction());
    Sweep sweep(a, [&](double t) {
      return shifted(turned_about(b, laws::vec(b.position), turn_about(axis, t)),
                     0.3 * t * direction);
    });
    sweep.run(40);
    jumps += sweep.jumps;
  }
  std::printf("%d jumps of the normal in 10 sweeps\n", jumps);
  EXPECT_GT(jumps, 0);
}

// Sharp tips that pass each other apart, with no jump at all.
TEST(ManifoldSweep, SharpTipsApart) {
  Random random(44);
  for (int i = 0; i < 30; ++i) {
    const auto sliver = [&] {
      Spec spec = random_hull(random, 4);
      for (Triple& p : spec.points) p[2] *= 0.1;
      return spec;
    };
    const Spec a = sliver(), b = sliver();
    const Vec axis = laws::vec(random.direction()), from = laws::vec(random.direction());
    Sweep sweep(a, [&](double t) {
      Spec body = turned_about(b, {0, 0, 0}, turn_about(axis, t));
      body.position = laws::triple(2.5 * turned(turn_about(axis, 0.5 * t), from));
      return body;
    });
    sweep.run(20);
    EXPECT_EQ(sweep.jumps, 0);
  }
}

// Through touching: B comes down on A along a slanted path.
TEST(ManifoldSweep, ThroughTouching) {
  Random random(43);
  int jumps = 0;
  for (int i = 0; i < 20; ++i) {
    const Spec a = random_hull(random, 50), b = random_hull(random, 50);
    const talus::Contact<double> c = PosedPair({a, b}).evaluate(nullptr);
    const Vec direction = talus::normalized(c.normal + 0.3 * laws::vec(random.direction()));
    const Spec touching = shifted(b, -c.distance * c.normal);
    Sweep sweep(a, [&](double t) { return shifted(touching, (t - 0.5) * 0.02 * direction); });
    sweep.run(20);
    jumps += sweep.jumps;
  }
  EXPECT_LT(jumps, 10);
}

}  // namespace
