// The laws of contacts for patches with curved bodies: swapping, scaling, moving both bodies, a
// distant origin, and continuity along sweeps through touching; over random and degenerate pairs.
#include <algorithm>
#include <vector>

#include "narrow/convex_convex/patches.h"

namespace {

using namespace patches;
using talus::norm;

const std::vector<std::pair<Type, Type>> kinds = {
    {Type::sphere, Type::sphere},           {Type::sphere, Type::superquadric},
    {Type::ellipsoid, Type::ellipsoid},     {Type::ellipsoid, Type::superquadric},
    {Type::ellipsoid, Type::polyhedron},    {Type::ellipsoid, Type::half_space},
    {Type::superquadric, Type::polyhedron}, {Type::superquadric, Type::superquadric},
    {Type::superquadric, Type::half_space}, {Type::sphere, Type::polyhedron}};

TEST(CurvedPatchLaws, SwappingMirrorsBitForBit) {
  Random random(81);
  for (const auto& [first, second] : kinds) {
    for (int i = 0; i < 20; ++i) {
      const PosedPair s(laws::random_pair(first, second, random));
      const auto c = s.evaluate(nullptr);
      const auto m = talus::manifold(s.a, s.pose_a, s.b, s.pose_b, c);
      talus::Contact<double> mirrored = c;
      mirrored.normal = -c.normal;
      std::swap(mirrored.point_a, mirrored.point_b);
      const auto w = talus::manifold(s.b, s.pose_b, s.a, s.pose_a, mirrored);
      ASSERT_TRUE(m && w);
      EXPECT_EQ(m->found, w->found);
      EXPECT_EQ(m->area, w->area);
      EXPECT_EQ(m->mean_depth, w->mean_depth);
      EXPECT_EQ(m->equivalent_radius, w->equivalent_radius);
      EXPECT_TRUE(m->force_point == w->force_point && m->centroid == w->centroid);
      EXPECT_EQ(m->feature_a, w->feature_b);
      ASSERT_EQ(m->polygon.size(), w->polygon.size());
      for (std::size_t k = 0; k < m->polygon.size(); ++k) {
        EXPECT_TRUE(m->polygon[k].point == w->polygon[w->polygon.size() - 1 - k].point);
      }
    }
  }
}

Spec scaled(Spec s, double by) {
  for (double& x : s.semi_axes) x *= by;
  for (double& x : s.position) x *= by;
  for (auto& p : s.points) {
    for (double& x : p) x *= by;
  }
  s.offset *= by;
  return s;
}

TEST(CurvedPatchLaws, ScalesByPowersOfTwoBitForBit) {
  Random random(82);
  for (const auto& [first, second] : kinds) {
    for (int i = 0; i < 10; ++i) {
      const PairSpec pair = laws::random_pair(first, second, random);
      const Manifold m = evaluate(PosedPair(pair)).manifold;
      for (const double by : {0x1p-20, 0x1p20}) {
        const Manifold w = evaluate(PosedPair({scaled(pair.a, by), scaled(pair.b, by)})).manifold;
        EXPECT_EQ(m.found, w.found);
        EXPECT_EQ(m.area * by * by, w.area);
        EXPECT_EQ(m.mean_depth * by, w.mean_depth);
        EXPECT_TRUE(by * m.force_point == w.force_point);
      }
    }
  }
}

// Every pair has a patch around its contact point; nothing is infinite or not a number.
TEST(CurvedPatchLaws, EveryPairHasAPatch) {
  Random random(83);
  int queries = 0, missing = 0, overlapping = 0;
  for (const auto& [first, second] : kinds) {
    for (int i = 0; i < 60; ++i) {
      PosedPair s(laws::random_pair(first, second, random));
      const auto c = s.evaluate(nullptr);
      if (i % 3 == 0) s.move_b(-c.distance * c.normal);  // touching
      const Answer r = evaluate(s);
      const Manifold& m = r.manifold;
      ++queries;
      if (!m.found) {
        ++missing;
        continue;
      }
      if (r.contact.distance < 0) ++overlapping;
      EXPECT_GT(m.area, 0);
      EXPECT_TRUE(std::isfinite(m.area) && std::isfinite(m.mean_depth));
      EXPECT_TRUE(std::isfinite(norm(m.force_point)) && std::isfinite(norm(m.centroid)));
      EXPECT_LE(m.mean_depth, -r.contact.distance + 1e-6 * (1 + std::abs(r.contact.distance)));
      for (const auto& corner : m.polygon) {
        EXPECT_TRUE(std::isfinite(norm(corner.point)) && std::isfinite(corner.depth));
      }
    }
  }
  EXPECT_LE(missing, queries / 100);
  EXPECT_GT(overlapping, queries / 4);
  RecordProperty("missing", missing);
}

TEST(CurvedPatchLaws, NeedlesPlatesAndExtremeExponents) {
  int missing = 0, queries = 0;  // with exponents near 1: slanted tips
  for (const double n : {1.0, 1.05, 1.5, 2.0, 8.0, 50.0, 200.0}) {
    for (const auto& axes :
         {laws::Triple{1, 1e-2, 1e-2}, {1, 1, 1e-2}, {1e-4, 1e-4, 1}, {1, 1, 1}}) {
      for (const double tilt : {0.0, 1e-9, 0.3, 0.785398, 1.2}) {
        for (const double depth : {-0.1, 0.0, 1e-3, 0.3}) {
          const Spec body = superquadric(axes, n, n, {0, 0, 0}, turn_about({1, 0.3, 0.2}, tilt));
          for (const Spec& other : {ground(), box({1, 1, 1}, {0, 0, -3}),
                                    superquadric({1, 1, 1}, 8, 8, {0.1, 0.2, -3})}) {
            PosedPair s({body, other});
            const auto c = s.evaluate(nullptr);
            const double least = std::min({axes[0], axes[1], axes[2]});
            s.move_b((-c.distance - depth * least) * c.normal);
            const Answer r = evaluate(s);
            if (n < 1.1) ++queries;
            if (n < 1.1 && !r.manifold.found) ++missing;
            EXPECT_TRUE(n < 1.1 || r.manifold.found) << n << " " << tilt << " " << depth;
            EXPECT_TRUE(std::isfinite(r.manifold.mean_depth));
            EXPECT_TRUE(std::isfinite(norm(r.manifold.force_point)));
            EXPECT_TRUE(std::isfinite(r.manifold.area) && r.manifold.area >= 0);
          }
        }
      }
    }
  }
  RecordProperty("queries", queries);
  RecordProperty("missing", missing);
  EXPECT_LE(missing, queries / 3);
}

TEST(CurvedPatchLaws, MovingBothBodiesMovesThePatch) {
  Random random(84);
  double worst = 0;
  for (int i = 0; i < 40; ++i) {
    PairSpec pair = laws::random_pair(Type::superquadric, Type::superquadric, random);
    PosedPair near(pair);
    const auto c = near.evaluate(nullptr);
    near.move_b((-c.distance - 0.01) * c.normal);
    PosedPair far = near;
    const Vec away{1e6, -2e6, 5e5};
    far.pose_a.position = far.pose_a.position + away;
    far.pose_b.position = far.pose_b.position + away;
    const Manifold m = evaluate(near).manifold, w = evaluate(far).manifold;
    ASSERT_EQ(m.found, w.found);
    worst = std::max(worst, std::abs(w.area / m.area - 1));
    worst = std::max(worst, norm(w.force_point - away - m.force_point) / std::sqrt(m.area));
  }
  // Positions are rounded to 2e-10; an exponent of 1 has corners, whose share of the error of the
  // integrals depends on where the rays start.
  EXPECT_LT(worst, 1e-3);
}

// Along sweeps from an overlap of 0.02 through touching to a gap of 0.01 while A turns by 0.4:
// poses that are a millionth of the sweep apart have nearly the same patch.
TEST(CurvedPatchLaws, IsContinuousAlongSweeps) {
  Random random(85);
  double worst_point = 0, worst_area = 0;
  for (int sweep = 0; sweep < 12; ++sweep) {
    const auto exponent = [&] { return random.log_uniform(2, 20); };
    Spec a = superquadric({1, 1.4, 0.7}, exponent(), exponent(), {0.1, 0.2, 4});
    Spec b = superquadric({0.9, 0.6, 1.2}, exponent(), exponent());
    if (sweep % 3 == 1) b = ground();
    const Vec axis{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const PosedPair start({a, b});
    const auto at = [&](double t) {
      PosedPair s = start;
      const auto q = turn_about(axis, 0.4 * t);
      s.pose_a.orientation = {q[0], q[1], q[2], q[3]};
      const auto c = s.evaluate(nullptr);
      s.move_b((-c.distance - 0.02 + 0.03 * t) * c.normal);
      return evaluate(s);
    };
    for (int i = 0; i < 200; ++i) {
      const Answer here = at(i / 200.0), there = at(i / 200.0 + 1e-6);
      ASSERT_TRUE(here.manifold.found && there.manifold.found);
      if (norm(here.contact.normal - there.contact.normal) > 1e-4) continue;  // n jumps, or nearly
      const double area = here.manifold.area, width = std::sqrt(area);
      const Vec moved = there.manifold.force_point - here.manifold.force_point;
      worst_point = std::max(worst_point, norm(moved) / (width + 0.02));
      worst_area = std::max(worst_area, std::abs(there.manifold.area / area - 1));
    }
  }
  EXPECT_LT(worst_point, 1e-3);
  EXPECT_LT(worst_area, 2e-3);
  RecordProperty("point", std::to_string(worst_point));
  RecordProperty("area", std::to_string(worst_area));
}

}  // namespace
