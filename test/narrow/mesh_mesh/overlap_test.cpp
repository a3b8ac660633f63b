// Overlaps of concave bodies of flat faces against brute force over their convex parts
// (test/oracle/flat_bodies.h): none is missed, however thin; volume, area, number of connected
// parts and depth.
#include <gtest/gtest.h>

#include <algorithm>

#include "narrow/mesh_mesh/flat_shapes.h"
#include "shape/mesh/grains.h"
#include "talus/manifold.h"
#include "talus/query.h"
#include "talus/shape.h"

namespace talus::test {
namespace {

struct Total {
  double volume{}, area{}, depth{};
  int count{};
};

Total total_of(const std::vector<ContactPatch<double>>& patches) {
  Total total;
  for (const ContactPatch<double>& p : patches) {
    EXPECT_GT(p.volume, 0.0);
    EXPECT_GT(p.area, 0.0);
    EXPECT_GT(p.depth, 0.0);
    total.volume += p.volume;
    total.area += 2.0 * p.area;
    total.depth = std::max(total.depth, p.depth);
    ++total.count;
  }
  return total;
}

struct Tally {
  int overlapping = 0, without_vertex = 0, several = 0;
  double worst_volume = 0.0, worst_area = 0.0, worst_depth = 0.0;
};

void check(const FlatShape& a, const Placed& at_a, const FlatShape& b, const Placed& at_b,
           int samples, Tally& tally) {
  const FlatOverlap exact = oracle::overlap_of(at_a.body, at_b.body, samples);
  const Contact<double> c = contact(a.shape, at_a.pose, b.shape, at_b.pose);
  const auto patches = *mesh_patches(a.shape, at_a.pose, b.shape, at_b.pose);
  if (!(exact.volume > 1e-14L)) return;  // less than rounding of the poses
  ++tally.overlapping;
  EXPECT_EQ(c.status, Status::overlapping);
  const Total total = total_of(patches);
  EXPECT_EQ(total.count, exact.components);
  tally.several += exact.components > 1;
  const double volume = std::abs(total.volume / double(exact.volume) - 1.0);
  const double area = std::abs(total.area / double(exact.area) - 1.0);
  EXPECT_LT(volume, 1e-6) << total.volume << " for " << double(exact.volume);
  EXPECT_LT(area, 1e-6) << total.area << " for " << double(exact.area);
  tally.worst_volume = std::max(tally.worst_volume, volume);
  tally.worst_area = std::max(tally.worst_area, area);
  // The depth is attained, and not less than that of any sample.
  const Vec3<double>& on_a = c.point_a;
  const Vec3<double>& on_b = c.point_b;
  const double attained =
      std::max(double(oracle::distance_to_surface(at_b.body, {on_a.x, on_a.y, on_a.z})),
               double(oracle::distance_to_surface(at_a.body, {on_b.x, on_b.y, on_b.z})));
  EXPECT_LT(-c.distance, attained + 1e-12);
  EXPECT_GT(-c.distance, 0.999 * double(exact.depth));
  EXPECT_GT(total.depth, 0.99 * double(exact.depth));
  tally.worst_depth = std::max(tally.worst_depth, 1.0 - (-c.distance) / double(exact.depth));
}

void report(const Tally& tally) {
  std::printf("overlapping %d, several parts %d; worst volume %.1e, area %.1e, depth %.1e short\n",
              tally.overlapping, tally.several, tally.worst_volume, tally.worst_area,
              tally.worst_depth);
}

TEST(MeshOverlap, RandomPosesDeepInEachOther) {
  std::mt19937 engine(1);
  std::normal_distribution<> n;
  Tally tally;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t i = 0; i < flat_shapes().size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const FlatShape &a = flat_shapes()[i], &b = flat_shapes()[j];
        SCOPED_TRACE(testing::Message() << a.name << " " << b.name << " " << round);
        const Placed at_a = place(a, {1, 0, 0, 0}, {}),
                     at_b = place(b, random_turn(engine),
                                  0.6 * Vec3<double>{n(engine), n(engine), n(engine)});
        check(a, at_a, b, at_b, 4, tally);
      }
    }
  }
  report(tally);
  EXPECT_GT(tally.overlapping, 80);
  EXPECT_GT(tally.several, 20);
}

// Moved along a line until they just touch, and from there by thousandths of a cell: mostly edges
// that cross edges, without a vertex inside.
TEST(MeshOverlap, NoneIsMissedHoweverThin) {
  std::mt19937 engine(2);
  std::normal_distribution<> n;
  Tally tally;
  for (std::size_t i = 0; i < flat_shapes().size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const FlatShape &a = flat_shapes()[i], &b = flat_shapes()[j];
      const std::array<double, 4> turn = random_turn(engine);
      const Vec3<double> u = normalized(Vec3<double>{n(engine), n(engine), n(engine)});
      // Interlocked bodies are pulled apart from where they do not overlap, others pushed together.
      const Placed at_a = place(a, {1, 0, 0, 0}, {});
      double inside = -1.0, outside = 4.0;
      for (double s = 3.9; s > 0.0 && inside < 0.0; s -= 0.1) {
        const Contact<double> c = contact(a.shape, at_a.pose, b.shape, place(b, turn, s * u).pose);
        (c.status == Status::overlapping ? inside : outside) = s;
      }
      ASSERT_GT(inside, 0.0);
      const auto volume = [&](double s) {
        return oracle::overlap_of(at_a.body, place(b, turn, s * u).body, 0).volume;
      };
      for (int k = 0; k < 36; ++k) {
        const double middle = 0.5 * (inside + outside);
        (volume(middle) > 0 ? inside : outside) = middle;
      }
      for (const double cells : {0.001, 0.01, 0.05, 0.13}) {
        SCOPED_TRACE(testing::Message() << a.name << " " << b.name << " " << cells << " cells");
        const double s = inside - cells * std::min(a.cell, b.cell);
        check(a, at_a, b, place(b, turn, s * u), 8, tally);
      }
      SCOPED_TRACE(testing::Message() << a.name << " " << b.name << " apart");
      const Placed apart = place(b, turn, (outside + 1e-9) * u);
      EXPECT_EQ(contact(a.shape, at_a.pose, b.shape, apart.pose).status, Status::separated);
      EXPECT_TRUE(mesh_patches(a.shape, at_a.pose, b.shape, apart.pose)->empty());
    }
  }
  report(tally);
  EXPECT_GT(tally.overlapping, 120);
}

// Along the axes, on a lattice: faces in one plane, edges on edges, vertices on vertices. The
// volume is that of boxes; without a volume there is no overlap.
TEST(MeshOverlap, FacesEdgesAndVerticesThatCoincide) {
  const std::vector<double> quarters{-1.0, -0.5, 0.0, 0.5, 1.0};
  std::mt19937 engine(3);
  std::uniform_int_distribution<> coin(0, 1), step(-6, 6), quarter_turn(0, 3);
  const auto lattice_body = [&](int kind) {
    return oracle::boxes_of({quarters, quarters, quarters}, [kind](int i, int j, int k) {
      const bool edge_i = i % 3 == 0, edge_j = j % 3 == 0, edge_k = k % 3 == 0;
      switch (kind) {
        case 0:
          return true;
        case 1:  // a crate
          return edge_i + edge_j + edge_k >= 2;
        case 2:  // a shell
          return edge_i || edge_j || edge_k;
        case 3:  // a table
          return k == 3 || (edge_i && edge_j);
        default:  // a staircase
          return k <= i;
      }
    });
  };
  std::vector<FlatShape> bodies;
  for (int kind = 0; kind < 5; ++kind) {
    bodies.push_back(flat_shape(std::to_string(kind), lattice_body(kind), 6 + kind));
  }
  int overlapping = 0, touching = 0;
  double worst = 0.0;
  for (int trial = 0; trial < 600; ++trial) {
    const FlatShape &a = bodies[trial % 5], &b = bodies[trial / 5 % 5];
    const double h = std::sqrt(0.5);
    const std::array<double, 4> turns[4] = {{1, 0, 0, 0}, {h, 0, 0, h}, {h, h, 0, 0}, {0, 0, 1, 0}};
    // Steps of a quarter: half of the boxes' sides.
    const Vec3<double> by =
        0.25 * Vec3<double>{double(step(engine)), double(step(engine)), double(step(engine))};
    const Placed at_a = place(a, {1, 0, 0, 0}, {}),
                 at_b = place(b, turns[quarter_turn(engine)], by);
    SCOPED_TRACE(testing::Message() << trial << ": " << a.name << " " << b.name << " at " << by.x
                                    << " " << by.y << " " << by.z);
    const auto box_of = [](const oracle::ConvexPart& part) {
      std::array<std::array<oracle::Real, 2>, 3> box;
      box.fill({1e30L, -1e30L});
      for (const oracle::Polygon& face : part.faces) {
        for (const oracle::Point& p : face) {
          const oracle::Real x[3] = {p.x, p.y, p.z};
          for (int k = 0; k < 3; ++k) {
            box[k] = {std::min(box[k][0], x[k]), std::max(box[k][1], x[k])};
          }
        }
      }
      return box;
    };
    oracle::Real volume = 0;
    for (const oracle::ConvexPart& p : at_a.body.parts) {
      for (const oracle::ConvexPart& q : at_b.body.parts) {
        const auto u = box_of(p), v = box_of(q);
        oracle::Real common = 1;
        for (int k = 0; k < 3; ++k) {
          common *=
              std::max<oracle::Real>(0, std::min(u[k][1], v[k][1]) - std::max(u[k][0], v[k][0]));
        }
        volume += common;
      }
    }
    const Contact<double> c = contact(a.shape, at_a.pose, b.shape, at_b.pose);
    const auto patches = *mesh_patches(a.shape, at_a.pose, b.shape, at_b.pose);
    double sum = 0.0;
    for (const ContactPatch<double>& p : patches) sum += p.volume;
    if (volume > 1e-12L) {
      ++overlapping;
      EXPECT_EQ(c.status, Status::overlapping);
      EXPECT_GT(-c.distance, 0.05);
      worst = std::max(worst, std::abs(sum / double(volume) - 1.0));
      EXPECT_NEAR(sum, double(volume), 1e-9 * double(volume));
    } else {
      touching += c.status == Status::touching;
      EXPECT_NE(c.status, Status::overlapping);
      EXPECT_TRUE(patches.empty());
    }
  }
  std::printf("overlapping %d, touching %d, worst volume %.1e\n", overlapping, touching, worst);
  EXPECT_GT(overlapping, 200);
  EXPECT_GT(touching, 20);
}

// A body at the place of another: no point of either surface is inside, but all of the volume is.
TEST(MeshOverlap, BodiesThatCoincide) {
  const TriangleMesh source = rough_stone(6, 1);
  const Shape stone = make_mesh(source, {.cells = 16, .surface = MeshSurface::source});
  for (const double offset : {0.0, 1e-16, 1e-14, 1e-9}) {
    SCOPED_TRACE(offset);
    const Pose<double> pose{{offset, 0.0, 0.0}, {}};
    EXPECT_EQ(contact(stone, {}, stone, pose).status, Status::overlapping);
    const auto patches = *mesh_patches(stone, {}, stone, pose);
    double volume = 0.0;
    for (const ContactPatch<double>& p : patches) volume += p.volume;
    EXPECT_NEAR(volume / enclosed_volume(source), 1.0, 1e-8);
  }
}

// Where lines along z enter and leave a closed surface, in order.
std::vector<double> crossings_of_line(const TriangleMesh& mesh, double x, double y) {
  std::vector<double> z;
  for (const std::array<int, 3>& t : mesh.triangles) {
    const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    if (std::max({a.x, b.x, c.x}) < x || std::min({a.x, b.x, c.x}) > x) continue;
    const double u = (b.x - x) * (c.y - y) - (c.x - x) * (b.y - y),
                 v = (c.x - x) * (a.y - y) - (a.x - x) * (c.y - y),
                 w = (a.x - x) * (b.y - y) - (b.x - x) * (a.y - y);
    if ((u > 0) != (v > 0) || (v > 0) != (w > 0)) continue;
    z.push_back((u * a.z + v * b.z + w * c.z) / (u + v + w));
  }
  std::ranges::sort(z);
  return z;
}

// Stones, rings and knots: the volume by the lengths that lines have in both.
TEST(MeshOverlap, CurvedBodiesAgainstScanLines) {
  const std::vector<TriangleMesh> sources = {rough_stone(8, 1), torus(0.7, 0.25, 32, 12),
                                             trefoil(0.14, 96, 10)};
  std::vector<Shape> meshes;
  for (const TriangleMesh& source : sources) {
    meshes.push_back(make_mesh(source, {.cells = 20, .surface = MeshSurface::source}));
  }
  std::mt19937 engine(5);
  std::normal_distribution<> n;
  int overlapping = 0;
  double worst = 0.0;
  for (int trial = 0; trial < 24; ++trial) {
    const std::size_t i = trial % 3, j = trial / 3 % 3;
    const std::array<double, 4> q = random_turn(engine);
    const Pose<double> pose{0.5 * Vec3<double>{n(engine), n(engine), n(engine)},
                            {q[0], q[1], q[2], q[3]}};
    TriangleMesh other = sources[j];
    for (Vec3<double>& v : other.vertices) v = rotation_of(pose.orientation) * v + pose.position;
    constexpr int lines = 240;
    constexpr double width = 2.6 / lines;  // across the largest body
    double volume = 0.0;
    for (int k = 0; k < lines * lines; ++k) {
      const double x = -1.3 + (k % lines + 0.4142) * width, y = -1.3 + (k / lines + 0.7321) * width;
      const std::vector<double> a = crossings_of_line(sources[i], x, y);
      if (a.empty()) continue;
      const std::vector<double> b = crossings_of_line(other, x, y);
      for (std::size_t s = 0; s + 1 < a.size(); s += 2) {
        for (std::size_t t = 0; t + 1 < b.size(); t += 2) {
          volume += std::max(0.0, std::min(a[s + 1], b[t + 1]) - std::max(a[s], b[t]));
        }
      }
    }
    volume *= width * width;
    if (volume < 0.005) continue;  // too few lines
    ++overlapping;
    SCOPED_TRACE(testing::Message() << trial);
    const Total total = total_of(*mesh_patches(meshes[i], {}, meshes[j], pose));
    EXPECT_NEAR(total.volume / volume, 1.0, 0.01);
    worst = std::max(worst, std::abs(total.volume / volume - 1.0));
  }
  std::printf("overlapping %d, worst volume %.1e\n", overlapping, worst);
  EXPECT_GT(overlapping, 10);
}

}  // namespace
}  // namespace talus::test
