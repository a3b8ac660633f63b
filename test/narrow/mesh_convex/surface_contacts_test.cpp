// Contacts by points of the surfaces: areas and volumes of known overlaps, and forces that are the
// derivative of the energy.
#include "talus/narrow/surface_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "narrow/mesh_mesh/bodies.h"
#include "talus/shape.h"

namespace talus::test {
namespace {

Quat<double> product(const Quat<double>& p, const Quat<double>& q) {
  return {
      p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
      p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
}

Quat<double> random_orientation(std::mt19937& engine) {
  std::normal_distribution<> n;
  Quat<double> q{n(engine), n(engine), n(engine), n(engine)};
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

// A shape with its cloud.
struct Grain {
  explicit Grain(Shape of) : shape(std::move(of)), cloud(shape) {}
  SurfaceBody body() const { return {&shape, &cloud}; }
  Shape shape;
  SurfaceCloud cloud;
};

using Found = std::vector<SurfaceContact>;

Found contacts(const Grain& a, const Pose<double>& pose_a, const Grain& b,
               const Pose<double>& pose_b) {
  Found found;
  surface_contacts(a.body(), pose_a, b.body(), pose_b, found);
  return found;
}

double energy(const Found& found) {
  double sum = 0.0;
  for (const SurfaceContact& c : found) sum += 0.5 * c.area * c.depth * c.depth;
  return sum;
}

double overlap_volume(const Found& found) {
  double sum = 0.0;
  for (const SurfaceContact& c : found) sum += c.area * c.depth;
  return sum;
}

Grain mesh(const TriangleMesh& triangles, int cells) {
  return Grain(make_mesh(triangles, {.cells = cells}));
}

std::vector<Vec3<double>> cube_corners(double half) {
  std::vector<Vec3<double>> corner;
  for (int i = 0; i < 8; ++i) {
    corner.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
  }
  return corner;
}

std::vector<Grain> one_of_each_kind() {
  std::vector<Grain> kind;
  kind.emplace_back(make_sphere(0.8));
  kind.emplace_back(make_ellipsoid({0.9, 0.6, 0.5}));
  kind.emplace_back(make_superquadric({0.8, 0.7, 0.5}, 4.0, 3.0));
  kind.emplace_back(make_superquadric({0.8, 0.7, 0.5}, 1.6, 2.5));
  kind.emplace_back(make_polyhedron(cube_corners(0.6)));
  kind.emplace_back(make_half_space({0.1, 0.2, 1.0}, 0.3));
  kind.push_back(mesh(torus(0.7, 0.3, 48, 24), 24));
  return kind;
}

TEST(SurfaceCloud, AreasSumToTheSurface) {
  const double sphere_area = 4.0 * std::numbers::pi * 0.64;
  double sum = 0.0;
  const Grain ball(make_sphere(0.8));
  for (int i = 0; i < ball.cloud.size(); ++i) sum += ball.cloud.view().area[i];
  EXPECT_NEAR(sum, sphere_area, 0.02 * sphere_area);  // of its 648 facets
  for (const Grain& cube :
       {Grain(make_polyhedron(cube_corners(0.5))), mesh(box({0.5, 0.5, 0.5}), 16)}) {
    double area = 0.0;
    for (int i = 0; i < cube.cloud.size(); ++i) area += cube.cloud.view().area[i];
    EXPECT_NEAR(area, 6.0, 1e-12);
    EXPECT_GT(cube.cloud.size(), 100);
    EXPECT_LT(cube.cloud.size(), 2000);
  }
}

TEST(SurfaceCloud, EveryNodeHoldsItsPoints) {
  for (const Grain& grain : one_of_each_kind()) {
    const CloudView<double> cloud = grain.cloud.view();
    std::vector<int> in_leaf(static_cast<std::size_t>(cloud.size));
    for (int n = 0; n < cloud.node_count; ++n) {
      const CloudNode& node = cloud.node[n];
      for (int i = node.first; i < node.first + node.count; ++i) {
        const Vec3<double> centre{node.centre[0], node.centre[1], node.centre[2]};
        EXPECT_LE(norm(cloud.point(i) - centre), node.radius);
        in_leaf[static_cast<std::size_t>(i)] += node.skip == n + 1;
      }
    }
    EXPECT_TRUE(std::all_of(in_leaf.begin(), in_leaf.end(), [](int n) { return n == 1; }));
  }
}

TEST(SurfaceContacts, FindWhatASearchOverAllPointsFinds) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<> coordinate(-1.2, 1.2);
  const Grain ring = mesh(torus(0.7, 0.3, 48, 24), 16);
  int hits = 0, total = 0;
  for (const Grain& other : one_of_each_kind()) {
    for (int i = 0; i < 100; ++i) {
      const Pose<double> pose_a{{}, random_orientation(engine)};
      const Pose<double> pose_b{{coordinate(engine), coordinate(engine), coordinate(engine)},
                                random_orientation(engine)};
      const Found found = contacts(ring, pose_a, other, pose_b);
      // The same without the tree: one leaf with all points.
      std::size_t expected = 0;
      const auto count_inside = [&](const Grain& of, const Pose<double>& pose, const Grain& target,
                                    const Pose<double>& target_pose) {
        const RelativePose<double> own = relative_pose(target_pose, pose);
        for (int k = 0; k < of.cloud.size(); ++k) {
          const Vec3<double> p = own.point_to_a(of.cloud.view().point(k));
          double distance = 1.0;
          if (const Mesh* body = std::get_if<Mesh>(&target.shape)) {
            MeshSample<double> at;
            if (sample_distance(body->view(), p, at)) distance = at.distance;
          } else {
            distance = std::visit(
                [&](const auto& body) {
                  if constexpr (std::is_same_v<std::decay_t<decltype(body)>, Polyhedron>) {
                    return inside_outside(body.view(), p);
                  } else if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, Mesh>) {
                    return inside_outside(body, p);
                  } else {
                    return 1.0;
                  }
                },
                target.shape);
          }
          expected += distance < 0.0;
        }
      };
      count_inside(ring, pose_a, other, pose_b);
      count_inside(other, pose_b, ring, pose_a);
      EXPECT_EQ(found.size(), expected);
      EXPECT_TRUE(std::is_sorted(found.begin(), found.end(),
                                 [](const auto& p, const auto& q) { return p.key < q.key; }));
      hits += !found.empty();
      ++total;
    }
  }
  EXPECT_GT(hits, total * 3 / 10);
  EXPECT_LT(hits, total * 9 / 10);
}

// The work of the forces on B along a small motion is what the energy loses, for motions and turns
// of either body.
TEST(SurfaceContacts, ForcesAreTheDerivativeOfTheEnergy) {
  std::mt19937 engine(2);
  std::uniform_real_distribution<> coordinate(-0.9, 0.9);
  const Grain ring = mesh(torus(0.7, 0.3, 48, 24), 16);
  int compared = 0;
  for (const Grain& other : one_of_each_kind()) {
    double worst = 0.0;
    for (int i = 0; i < 60; ++i) {
      const Pose<double> pose_a{{}, random_orientation(engine)};
      const Pose<double> pose_b{{coordinate(engine), coordinate(engine), coordinate(engine)},
                                random_orientation(engine)};
      const Found found = contacts(ring, pose_a, other, pose_b);
      if (found.empty()) continue;
      Vec3<double> force{}, torque{}, torque_a{};
      double size = 0.0;
      for (const SurfaceContact& c : found) {
        ASSERT_GT(c.depth, 0.0);
        EXPECT_NEAR(norm(c.normal), 1.0, 1e-12);
        const Vec3<double> pressure_force = (c.area * c.depth * c.slope) * c.normal;
        force = force + pressure_force;
        torque = torque + cross(c.point - pose_b.position, pressure_force);
        torque_a = torque_a - cross(c.point - pose_a.position, pressure_force);
        size += norm(pressure_force);
      }
      const double step = 1e-7;
      const Vec3<double> along = random_direction(engine);
      const auto moved_b = [&](double by) {
        return energy(
            contacts(ring, pose_a, other, {pose_b.position + by * along, pose_b.orientation}));
      };
      const auto turned = [&](const Quat<double>& q, double by) {
        return product({1.0, 0.5 * by * along.x, 0.5 * by * along.y, 0.5 * by * along.z}, q);
      };
      const auto turned_b = [&](double by) {
        return energy(
            contacts(ring, pose_a, other, {pose_b.position, turned(pose_b.orientation, by)}));
      };
      const auto turned_a = [&](double by) {
        return energy(
            contacts(ring, {pose_a.position, turned(pose_a.orientation, by)}, other, pose_b));
      };
      const auto derivative = [&](const auto& e) { return (e(step) - e(-step)) / (2.0 * step); };
      worst = std::max(worst, std::abs(derivative(moved_b) + dot(force, along)) / size);
      worst = std::max(worst, std::abs(derivative(turned_b) + dot(torque, along)) / size);
      worst = std::max(worst, std::abs(derivative(turned_a) + dot(torque_a, along)) / size);
      ++compared;
    }
    // Where a point crosses from cell to cell or from face to face within the step the slope jumps.
    EXPECT_LT(worst, 1e-4) << name_of(kind_of(other.shape));
    RecordProperty("worst", std::to_string(worst));
  }
  EXPECT_GT(compared, 150);
}

TEST(SurfaceContacts, ACubeOnAHalfSpaceTellsItsVolume) {
  // Halving the spacing halves the error, which comes from the sides' share of the lower edges.
  const Grain floor(make_half_space({0.0, 0.0, 1.0}, 0.0));
  double error[2] = {};
  for (const int cells : {32, 64}) {
    const Grain cube = mesh(box({1.0, 1.0, 1.0}), cells);
    const Found found = contacts(cube, {{0.0, 0.0, 0.99}, {}}, floor, {});
    error[cells / 64] = std::abs(overlap_volume(found) - 0.04) / 0.04;
    for (const SurfaceContact& c : found) {
      EXPECT_EQ(c.normal, (Vec3<double>{0.0, 0.0, -1.0}));
      EXPECT_NEAR(c.depth, 0.01, 1e-12);
      EXPECT_EQ(c.slope, 1.0);
      EXPECT_NEAR(c.point.z, -0.01, 1e-12);
    }
  }
  EXPECT_LT(error[0], 0.15);
  EXPECT_LT(error[1], 0.6 * error[0]);
}

TEST(SurfaceContacts, ABallOnABallTellsTheVolumeOfTheLens) {
  // The lens of two unit balls at distance d; the points measure the depth along the other's
  // radius.
  const double d = 1.8, lens = std::numbers::pi * (4.0 + d) * (2.0 - d) * (2.0 - d) / 12.0;
  const Grain as_mesh = mesh(sphere(24), 32), ball(make_sphere(1.0));
  const Found found = contacts(as_mesh, {}, ball, {{0.0, 0.0, d}, {}});
  EXPECT_NEAR(overlap_volume(found), lens, 0.1 * lens);
  Vec3<double> pressure_force{};
  for (const SurfaceContact& c : found)
    pressure_force = pressure_force + (c.area * c.depth * c.slope) * c.normal;
  EXPECT_LT(std::hypot(pressure_force.x, pressure_force.y),
            1e-2 * pressure_force.z);  // the facets are not symmetric
  EXPECT_GT(pressure_force.z, 0.0);
}

TEST(SurfaceContacts, SwappingTurnsTheNormalsAround) {
  std::mt19937 engine(3);
  const Grain ring = mesh(torus(0.7, 0.3, 48, 24), 16);
  for (const Grain& other : one_of_each_kind()) {
    for (int i = 0; i < 20; ++i) {
      const Pose<double> pose_a{random_direction(engine), random_orientation(engine)};
      const Pose<double> pose_b{random_direction(engine), random_orientation(engine)};
      const Found found = contacts(ring, pose_a, other, pose_b);
      Found swapped = contacts(other, pose_b, ring, pose_a);
      for (SurfaceContact& c : swapped) c.key ^= surface_key_of_b;
      std::sort(swapped.begin(), swapped.end(),
                [](const auto& p, const auto& q) { return p.key < q.key; });
      ASSERT_EQ(found.size(), swapped.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].key, swapped[k].key);
        EXPECT_EQ(found[k].point, swapped[k].point);
        EXPECT_EQ(found[k].normal, -swapped[k].normal);
        EXPECT_EQ(found[k].depth, swapped[k].depth);
        EXPECT_EQ(found[k].slope, swapped[k].slope);
        EXPECT_EQ(found[k].area, swapped[k].area);
      }
    }
  }
}

// A key names the point: moved a little, the same keys are found at points of the same position in
// the body.
TEST(SurfaceContacts, KeysStayWithTheirPoints) {
  const Grain ring = mesh(torus(0.7, 0.3, 48, 24), 16);
  const Pose<double> before{{1.85, 0.1, 0.0}, {}}, after{{1.85 - 1e-3, 0.1, 0.0}, {}};
  const Found first = contacts(ring, {}, ring, before), second = contacts(ring, {}, ring, after);
  ASSERT_FALSE(first.empty());
  for (const SurfaceContact& c : first) {
    const auto same = std::find_if(second.begin(), second.end(),
                                   [&](const SurfaceContact& d) { return d.key == c.key; });
    ASSERT_NE(same, second.end());
    const double shift = c.key >= surface_key_of_b ? 1e-3 : 0.0;
    EXPECT_LT(norm(same->point - c.point), shift + 1e-12);
  }
}

TEST(SurfaceContacts, ARingThroughARingTouchesOnBothSides) {
  // Two rings of 0.7 with tubes of 0.36 whose planes cross at right angles: each tube fills more
  // than the hole of the other.
  const Grain ring = mesh(torus(0.7, 0.36, 64, 32), 24);
  const Pose<double> turned{{0.7, 0.0, 0.0}, {std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0}};
  const Found found = contacts(ring, {}, ring, turned);
  int to_left = 0, to_right = 0;
  for (const SurfaceContact& c : found) (c.normal.x < 0.0 ? to_left : to_right) += 1;
  EXPECT_GT(to_left, 4);
  EXPECT_GT(to_right, 4);
}

TEST(SurfaceContacts, ABodyWhollyInsideIsFound) {
  const Grain large = mesh(sphere(24), 24), small = mesh(moved(sphere(12), {}, 0.2), 16);
  const Found found = contacts(large, {}, small, {{0.3, 0.0, 0.0}, {}});
  EXPECT_EQ(static_cast<int>(found.size()), small.cloud.size());
  double pressure_force = 0.0;
  for (const SurfaceContact& c : found) pressure_force += c.area * c.depth * c.slope * c.normal.x;
  EXPECT_GT(pressure_force, 0.0);  // out of the nearer side
}

// Small and large steps of either body, at poses at which they touch and at which they do not.
TEST(SurfaceContacts, TheCacheChangesNothing) {
  std::mt19937 engine(4);
  std::normal_distribution<> normal;
  const Grain ring = mesh(torus(0.7, 0.3, 48, 24), 24);
  int touching = 0, queries = 0, kept = 0;
  for (const Grain& other : one_of_each_kind()) {
    Pose<double> pose[2] = {{{}, random_orientation(engine)},
                            {{1.4, 0.3, 0.4}, random_orientation(engine)}};
    SurfaceCache cache;
    for (int i = 0; i < 1000; ++i) {
      const double step = i % 200 == 0 ? 0.1 : 3e-4;
      Pose<double>& moving = pose[i % 2];
      const Vec3<double> home{i % 2 == 0 ? 0.0 : 1.4, 0.0, 0.0};
      moving.position = moving.position + 1e-3 * (home - moving.position) +
                        step * Vec3<double>{normal(engine), normal(engine), normal(engine)};
      moving.orientation =
          product({1.0, step * normal(engine), step * normal(engine), 0.0}, moving.orientation);
      const RelativePose<double> before = cache.listed_at;
      Found warm;
      surface_contacts(ring.body(), pose[0], other.body(), pose[1], warm, &cache);
      kept += before.translation == cache.listed_at.translation && cache.margin > 0.0;
      const Found cold = contacts(ring, pose[0], other, pose[1]);
      ASSERT_EQ(warm.size(), cold.size());
      for (std::size_t k = 0; k < cold.size(); ++k) {
        EXPECT_EQ(warm[k].key, cold[k].key);
        EXPECT_EQ(warm[k].depth, cold[k].depth);
        EXPECT_EQ(warm[k].normal, cold[k].normal);
      }
      touching += !cold.empty();
      ++queries;
    }
  }
  EXPECT_GT(touching, queries * 3 / 10);
  EXPECT_GT(kept, queries * 3 / 10);
}

}  // namespace
}  // namespace talus::test
