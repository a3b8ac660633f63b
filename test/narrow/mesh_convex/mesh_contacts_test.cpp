// Contacts of meshes with convex bodies: those of the polyhedron that a convex mesh is, an energy
// whose derivative is the push for concave meshes, and the same with and without a cache.
#include "talus/narrow/mesh_contacts.h"

#include <gtest/gtest.h>

#include <random>

#include "narrow/nudged.h"
#include "shape/mesh/grains.h"
#include "talus/query.h"
#include "talus/shape.h"

namespace talus::test {
namespace {

constexpr double hertz = hertz_energy_power;

Quat<double> random_turn(std::mt19937& engine) {
  std::normal_distribution<> n;
  const Quat<double> q{n(engine), n(engine), n(engine), n(engine)};
  const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / length, q.x / length, q.y / length, q.z / length};
}

Vec3<double> random_direction(std::mt19937& engine) {
  std::normal_distribution<> n;
  return normalized(Vec3<double>{n(engine), n(engine), n(engine)});
}

struct Body {
  explicit Body(const TriangleMesh& triangles)
      : mesh(make_mesh(triangles, {.cells = 16, .surface = MeshSurface::source})),
        solid(mesh.view()) {}
  Mesh mesh;
  MeshSolid solid;
};

// Two legs of a square section, the corner between them at the origin.
TriangleMesh angle_bracket() {
  const double x[] = {-1, 1, 1, 0, 0, -1}, z[] = {-1, -1, 0, 0, 1, 1};
  TriangleMesh mesh;
  for (const double y : {-0.8, 0.8}) {
    for (int i = 0; i < 6; ++i) mesh.vertices.push_back({x[i], y, z[i]});
  }
  for (int k = 1; k < 5; ++k) {
    mesh.triangles.push_back({0, k, k + 1});
    mesh.triangles.push_back({6, k + 7, k + 6});
  }
  for (int i = 0; i < 6; ++i) {
    const int k = (i + 1) % 6;
    mesh.triangles.push_back({i, i + 6, k + 6});
    mesh.triangles.push_back({i, k + 6, k});
  }
  return mesh;
}

std::vector<Shape> round_bodies() {
  return {make_sphere(0.5), make_sphere(20.0), make_ellipsoid({0.6, 0.45, 0.4}),
          make_superquadric({0.5, 0.5, 0.4}, 2.5, 2.2)};
}

std::vector<WallContact> touch(const Body& body, const Shape& shape, const Pose<double>& pose) {
  WallScratch scratch;
  std::vector<WallContact> found;
  SurfaceCache cache;
  FeatureCache features;
  mesh_contacts(body.mesh.view(), body.solid, {}, shape, pose, scratch, found, cache, features);
  return found;
}

double energy_of(const std::vector<WallContact>& found) {
  double sum = 0.0;
  for (const WallContact& c : found) sum += c.energy_share * std::pow(c.rounded, hertz) / hertz;
  return sum;
}

double deepest_of(const std::vector<WallContact>& found) {
  double deepest = 0.0;
  for (const WallContact& c : found) deepest = std::max(deepest, c.depth);
  return deepest;
}

// A random pose beside the mesh with an overlap of `depth` or a little more; false if there is
// none.
bool find_shallow(const Body& body, const Shape& shape, double depth, std::mt19937& engine,
                  Pose<double>& pose) {
  const double reach = bounding_sphere(shape)->radius + body.mesh.view().sphere.radius;
  // From anywhere, into the corner of the bracket, or into the hole of the ring.
  const Vec3<double> random = random_direction(engine), across = random_direction(engine);
  const unsigned from = engine() % 3;
  const Vec3<double> u = from == 0 ? random : normalized(Vec3<double>{from == 1 ? 1.0 : 0.0, 0, 1});
  pose.orientation = random_turn(engine);
  const auto at = [&](double s) { return s * u + (from == 0 ? 0.5 : 0.01) * across; };
  // The farthest place where they touch, by steps and bisection.
  double outside = reach + 0.6, inside = outside;
  do {
    outside = inside;
    inside -= 0.05;
    pose.position = at(inside);
    if (inside < 0.1) return false;
  } while (touch(body, shape, pose).empty());
  while (outside - inside > 1e-3 * depth) {
    const double middle = 0.5 * (inside + outside);
    pose.position = at(middle);
    (touch(body, shape, pose).empty() ? outside : inside) = middle;
  }
  pose.position = at(inside - depth);
  const double deepest = deepest_of(touch(body, shape, pose));
  return deepest > 0.05 * depth && deepest < 2.0 * depth;
}

TEST(MeshContacts, ConvexMeshesAreKnown) {
  EXPECT_TRUE(Body(box({1, 0.7, 0.4})).solid.is_convex);
  EXPECT_TRUE(Body(sphere(12)).solid.is_convex);
  EXPECT_FALSE(Body(angle_bracket()).solid.is_convex);
  EXPECT_FALSE(Body(torus(0.7, 0.3, 24, 12)).solid.is_convex);
}

// The energy of all contacts is that of the one contact with the polyhedron.
TEST(MeshContacts, ConvexMeshesTouchRoundBodiesAsPolyhedraDo) {
  std::mt19937 engine(3);
  for (const Body& body : {Body(box({1, 0.7, 0.4})), Body(sphere(8))}) {
    for (const Shape& shape : round_bodies()) {
      int compared = 0;
      for (int i = 0; i < 40; ++i) {
        for (const double depth : {1e-5, 1e-3, 1e-2}) {
          Pose<double> pose;
          if (!find_shallow(body, shape, depth, engine, pose)) continue;
          const Contact<double> c = contact(shape, pose, *body.solid.hull, {});
          const double energy = std::pow(-c.distance, hertz) / hertz;
          EXPECT_NEAR(energy_of(touch(body, shape, pose)) / energy, 1.0, 1e-5)
              << name_of(kind_of(shape)) << " of depth " << depth;
          ++compared;
        }
      }
      EXPECT_GT(compared, 60);
    }
  }
}

// Differences of the energy by the pose of the body, on bodies with ridges, valleys and saddles.
TEST(MeshContacts, ForcesOfRoundBodiesAreTheDerivativeOfAnEnergy) {
  std::mt19937 engine(4);
  int several = 0;
  for (const Body& body : {Body(angle_bracket()), Body(torus(0.9, 0.4, 12, 8))}) {
    for (const Shape& shape : round_bodies()) {
      int compared = 0;
      for (int i = 0; i < 100; ++i) {
        Pose<double> pose;
        if (!find_shallow(body, shape, 0.01, engine, pose)) continue;
        const std::vector<WallContact> found = touch(body, shape, pose);
        const Vec3<double> u = random_direction(engine);
        for (const bool turns : {false, true}) {
          double along = 0.0;
          for (const WallContact& c : found) {
            const Vec3<double> force =
                (c.energy_share * c.slope * std::pow(c.rounded, hertz - 1.0)) * c.normal;
            along +=
                dot(u, turns ? cross(c.point - pose.position, force) + c.twist * force : force);
          }
          constexpr double step = 1e-7;
          const double slope = (energy_of(touch(body, shape, nudged(pose, u, step, turns))) -
                                energy_of(touch(body, shape, nudged(pose, u, -step, turns)))) /
                               (2.0 * step);
          const double arm = turns ? bounding_sphere(shape)->radius : 1.0;
          EXPECT_NEAR((slope + along) / (arm * std::pow(0.01, hertz - 1.0)), 0.0, 1e-5)
              << name_of(kind_of(shape));
        }
        ++compared;
        several += found.size() > 1;
      }
      EXPECT_GT(compared, 40);
    }
  }
  EXPECT_GT(several, 50);
}

// A body that moves over the mesh, turned as well, by steps of all sizes.
TEST(MeshContacts, ACacheDoesNotChangeThem) {
  std::mt19937 engine(5);
  const Body body(torus(0.7, 0.3, 48, 24));
  std::vector<Shape> shapes = round_bodies();
  shapes.push_back(make_polyhedron(body.solid.surface.vertices()));
  WallScratch scratch;
  for (const Shape& shape : shapes) {
    SurfaceCache cache;
    FeatureCache features;
    Pose<double> pose;
    ASSERT_TRUE(find_shallow(body, shape, 0.01, engine, pose));
    std::uniform_real_distribution<> exponent(-5.0, -1.5);
    int touching = 0;
    for (int i = 0; i < 150; ++i) {
      const Vec3<double> u = random_direction(engine);
      Pose<double> next = nudged(pose, u, std::pow(10.0, exponent(engine)), i % 2 == 1);
      const Quat<double>& q = next.orientation;
      const double length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
      next.orientation = {q.w / length, q.x / length, q.y / length, q.z / length};
      std::vector<WallContact> found;
      mesh_contacts(body.mesh.view(), body.solid, {}, shape, next, scratch, found, cache, features);
      const std::vector<WallContact> fresh = touch(body, shape, next);
      ASSERT_EQ(found.size(), fresh.size());
      for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_EQ(found[k].key, fresh[k].key);
        EXPECT_EQ(found[k].rounded, fresh[k].rounded);
        EXPECT_EQ(found[k].energy_share, fresh[k].energy_share);
      }
      touching += !found.empty();
      if (!found.empty() && deepest_of(found) < 0.05) pose = next;
    }
    EXPECT_GT(touching, 30) << name_of(kind_of(shape));
  }
}

// A ball on the axis of a ring touches nothing, and rests in its hole on all sides.
TEST(MeshContacts, ARingHasAHole) {
  const Body body(torus(0.7, 0.3, 48, 24));
  EXPECT_TRUE(touch(body, make_sphere(0.38), {}).empty());
  const std::vector<WallContact> found = touch(body, make_sphere(0.42), {});
  Vec3<double> sum{};
  for (const WallContact& c : found) {
    EXPECT_LT(dot(c.normal, c.point), 0.0);
    sum = sum + c.energy_share * c.normal;
  }
  EXPECT_GE(found.size(), 3u);
}

}  // namespace
}  // namespace talus::test
