// Contacts of DFR bodies against geometry that is known: spheres, cubes, tori; and against a search
// over all facets that uses neither cells nor trees.
#include <gtest/gtest.h>

#include <algorithm>

#include "narrow/mesh_mesh/bodies.h"

namespace talus::test {
namespace {

RelativePose<double> at(const Vec3<double>& translation) {
  return {identity_matrix<double>(), translation};
}

// The rotation by an angle about an axis of the frame.
Mat3<double> turned(int axis, double angle) {
  Quat<double> q{std::cos(0.5 * angle), 0.0, 0.0, 0.0};
  (axis == 0 ? q.x : axis == 1 ? q.y : q.z) = std::sin(0.5 * angle);
  return rotation_of(q);
}

// The contract: unit normal, points connected by it, the bracket in order.
void expect_contract(const Contact<double>& c) {
  EXPECT_FALSE(is_failure(c.status));
  EXPECT_NEAR(norm(c.normal), 1.0, 1e-12);
  EXPECT_LT(norm(c.point_b - c.point_a - c.distance * c.normal), 1e-12);
  EXPECT_LE(c.lower, c.distance);
  EXPECT_LE(c.distance, c.upper);
  EXPECT_EQ(c.definition, Definition::deepest_contact);
}

TEST(MeshContact, TwoCrossedEdgesWithNoVertexInside) {
  // Two bars, one along x and one along y, turned on an edge: their edges cross in the middle.
  const Mesh bar = make_mesh(box({1.0, 0.25, 0.25}), {.cells = 24, .surface = MeshSurface::source});
  const double edge = 0.25 * std::sqrt(2.0), depth = 0.02;
  const Mat3<double> on_edge = turned(0, 0.25 * std::numbers::pi);
  // In the frame of A, which stands on its edge as well: turn back, across, and on edge.
  const Mat3<double> across = turned(2, 0.5 * std::numbers::pi);
  const RelativePose<double> pose{
      transpose(on_edge) * (across * on_edge),
      transpose_times(on_edge, Vec3<double>{0.0, 0.0, 2.0 * edge - depth})};
  for (int i = 0; i < bar.view().vertex_count; ++i) {
    ASSERT_FALSE(contains(bar.view(), pose.point_to_a(bar.view().vertex(i))));
  }
  PatchStorage storage;
  const auto patches = storage.patches(bar.view(), bar.view(), pose);
  ASSERT_EQ(patches.size(), 1u);
  int edges = 0;
  for (int i = 0; i < storage.set().count(); ++i) edges += storage.set().piece[i].is_edge;
  EXPECT_EQ(edges, 2);  // the edge of either body
  // The deepest point of an edge is depth / sqrt(2) from the other's two faces beside its edge.
  const Contact<double> c = deepest(bar.view(), bar.view(), pose);
  expect_contract(c);
  EXPECT_EQ(c.status, Status::overlapping);
  EXPECT_NEAR(-c.distance, depth / std::sqrt(2.0), 0.1 * depth);
  // Just apart, the edges are the closest approach, exactly.
  RelativePose<double> apart = pose;
  apart.translation = transpose_times(on_edge, Vec3<double>{0.0, 0.0, 2.0 * edge + depth});
  const Contact<double> gap = deepest(bar.view(), bar.view(), apart);
  expect_contract(gap);
  EXPECT_EQ(gap.status, Status::separated);
  EXPECT_NEAR(gap.distance, depth, 1e-12);
  EXPECT_NEAR(gap.lower, depth, 1e-12);
}

TEST(MeshContact, CubeOnCubeHasTheAreaDepthAndVolumeOfTheOverlap) {
  const Mesh cube = make_mesh(box({1.0, 1.0, 1.0}), {.cells = 20, .surface = MeshSurface::source});
  const Mesh small = make_mesh(box({0.5, 0.5, 0.5}), {.cells = 12, .surface = MeshSurface::source});
  const double depth = 0.03;
  PatchStorage storage;
  const RelativePose<double> pose = at({0.13, -0.21, 1.5 - depth});
  const auto patches = storage.patches(cube.view(), small.view(), pose);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_NEAR(patches[0].depth, depth, 1e-6);
  EXPECT_NEAR(patches[0].volume, depth, 0.02 * depth);  // area 1
  // One side is the face of the small cube and strips of its sides; the other the face that it
  // dents. Interpolation across the sharp edges costs an order, so a few per cent.
  EXPECT_NEAR(patches[0].area, 1.0, 0.1);
  EXPECT_LT(norm(patches[0].normal - Vec3<double>{0.0, 0.0, 1.0}), 0.05);
  const Contact<double> c = deepest(cube.view(), small.view(), pose);
  expect_contract(c);
  EXPECT_NEAR(c.distance, -depth, 1e-12);
  EXPECT_NEAR(c.lower, -depth, 1e-12);
  EXPECT_TRUE(c.proven);
}

TEST(MeshContact, ABodyWhollyInsideIsFound) {
  const Mesh cube = make_mesh(box({1.0, 1.0, 1.0}), {.cells = 32});
  const Mesh pebble = make_mesh(moved(rough_stone(8, 1), {}, 0.1), {.cells = 8});
  const RelativePose<double> pose = at({0.2, -0.1, 0.3});
  PatchStorage storage;
  const auto patches = storage.patches(cube.view(), pebble.view(), pose);
  ASSERT_EQ(patches.size(), 1u);
  EXPECT_NEAR(patches[0].volume, mass_properties(pebble).volume, 1e-9);
  const Contact<double> c = deepest(cube.view(), pebble.view(), pose);
  expect_contract(c);
  EXPECT_EQ(c.status, Status::overlapping);
  // The vertex nearest to the middle of the cube, by the largest coordinate.
  double deepest_vertex = 0.0;
  for (int i = 0; i < pebble.view().vertex_count; ++i) {
    deepest_vertex =
        std::max(deepest_vertex, 1.0 - max_norm(pose.point_to_a(pebble.view().vertex(i))));
  }
  // Deep inside, where the distance has kinks, the candidates are distinguished to a part of a
  // cell.
  EXPECT_LE(-c.distance, deepest_vertex + 1e-12);
  EXPECT_GE(-c.distance, deepest_vertex - 0.1 * cube.view().cell_size.x);
}

TEST(MeshContact, ATorusThroughATorusTouchesNothing) {
  const Mesh ring = make_mesh(torus(0.75, 0.2, 96, 32), {.cells = 32});
  // Linked: the second ring's tube passes through the middle of the first one's hole.
  const RelativePose<double> linked{turned(0, 0.5 * std::numbers::pi), {0.75, 0.0, 0.0}};
  const Contact<double> c = deepest(ring.view(), ring.view(), linked);
  expect_contract(c);
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_NEAR(c.distance, 0.75 - 0.4, 0.005);  // facets of the tubes lie inside them
  EXPECT_LT(c.lower, 0.0);                     // the hulls overlap: nothing is proven
  // Pulled until the tubes press on each other.
  const RelativePose<double> pulled{turned(0, 0.5 * std::numbers::pi), {1.12, 0.0, 0.0}};
  PatchStorage storage;
  EXPECT_EQ(storage.patches(ring.view(), ring.view(), pulled).size(), 1u);
  const Contact<double> pressed = deepest(ring.view(), ring.view(), pulled);
  expect_contract(pressed);
  EXPECT_EQ(pressed.status, Status::overlapping);
  EXPECT_NEAR(pressed.distance, -0.02, 0.006);
}

// All facets against all facets.
double closest_of_all(const MeshView<double>& a, const MeshView<double>& b,
                      const RelativePose<double>& pose) {
  mesh_mesh::ClosestFacets<double> best;
  for (int f = 0; f < a.facet_count; ++f) {
    for (int g = 0; g < b.facet_count; ++g) mesh_mesh::consider_facets(a, b, pose, f, g, best);
  }
  return std::sqrt(best.points.distance_squared);
}

TEST(MeshContact, RandomStonesAgreeWithASearchOverAllFacets) {
  std::mt19937 engine(7);
  const Mesh a = make_mesh(rough_stone(4, 1), {.cells = 16, .surface = MeshSurface::source});
  const Mesh b = make_mesh(torus(0.7, 0.25, 14, 8), {.cells = 16, .surface = MeshSurface::source});
  int overlapping = 0;
  constexpr int count = 60;
  for (int i = 0; i < count; ++i) {
    const RelativePose<double> pose{random_rotation(engine),
                                    (0.8 + 0.03 * i) * random_direction(engine)};
    const Contact<double> c = deepest(a.view(), b.view(), pose);
    expect_contract(c);
    // The depth of the deepest vertex, by exact projections: a lower bound of the depth.
    double depth = 0.0;
    for (int k = 0; k < b.view().vertex_count; ++k) {
      const auto p = project_to_surface(a.view(), pose.point_to_a(b.view().vertex(k)), 10.0);
      depth = std::max(depth, -p.distance);
    }
    const RelativePose<double> back = mesh_mesh::inverse(pose);
    for (int k = 0; k < a.view().vertex_count; ++k) {
      const auto p = project_to_surface(b.view(), back.point_to_a(a.view().vertex(k)), 10.0);
      depth = std::max(depth, -p.distance);
    }
    const double apart = closest_of_all(a.view(), b.view(), pose);
    if (depth > 0.0) {
      ++overlapping;
      EXPECT_EQ(c.status, Status::overlapping) << i;
      EXPECT_LE(c.distance, -depth + 0.004) << i;  // h^2 / 4
    } else if (apart > 0.0) {
      EXPECT_EQ(c.status, Status::separated) << i;
      EXPECT_NEAR(c.distance, apart, 1e-12) << i;
    }
  }
  EXPECT_GT(overlapping, count / 4);
  EXPECT_LT(overlapping, 3 * count / 4);
}

TEST(MeshContact, WarmPointsAreTheColdOnes) {
  std::mt19937 engine(3);
  const Mesh stone = make_mesh(rough_stone(30, 2), {.cells = 32, .surface = MeshSurface::source});
  const MeshView<double>& v = stone.view();
  std::vector<std::int32_t> list[2] = {std::vector<std::int32_t>(v.vertex_count),
                                       std::vector<std::int32_t>(v.vertex_count)};
  mesh_mesh::NearVertices<double> near;
  near.vertex[0] = list[0].data(), near.vertex[1] = list[1].data();
  near.capacity = v.vertex_count;
  std::vector<Piece<double>> cold_piece(v.vertex_count * 2), warm_piece(v.vertex_count * 2);
  const Mat3<double> rotation = random_rotation(engine);
  int hits = 0;
  for (int step = 0; step < 200; ++step) {
    const RelativePose<double> pose{rotation * turned(step % 3, 0.002 * step),
                                    {1.75 - 0.002 * step, 0.001 * step, 0.1}};
    ContactSet<double> cold{cold_piece.data(), 2 * v.vertex_count},
        warm{warm_piece.data(), 2 * v.vertex_count};
    mesh_mesh::find_contact_points(v, v, pose, cold);
    mesh_mesh::find_contact_points(v, v, pose, near, warm);
    ASSERT_EQ(cold.found, warm.found) << step;
    hits += cold.found > 0;
    for (int i = 0; i < cold.count(); ++i) {
      ASSERT_EQ(cold.piece[i].depth, warm.piece[i].depth);
      ASSERT_EQ(cold.piece[i].facet, warm.piece[i].facet);
    }
  }
  EXPECT_GT(hits, 50);
}

// What the regions leave out cannot overlap: the points are those of a search over all vertices,
// for stones beside each other, rings through each other and bodies with one centre.
TEST(MeshContact, PointsAreThoseOfASearchOverAllVertices) {
  std::mt19937 engine(13);
  const Mesh stone = make_mesh(rough_stone(12, 2), {.cells = 20, .surface = MeshSurface::source});
  const Mesh ring =
      make_mesh(torus(0.75, 0.2, 40, 16), {.cells = 24, .surface = MeshSurface::source});
  std::vector<Piece<double>> storage(1 << 14);
  int with_points = 0, count = 0;
  for (int i = 0; i < 200; ++i) {
    const MeshView<double>&a = i % 3 == 0 ? ring.view() : stone.view(),
          &b = i % 2 == 0 ? ring.view() : stone.view();
    const RelativePose<double> pose{
        random_rotation(engine), i < 3 ? a.sphere.centre : (0.01 * i) * random_direction(engine)};
    ContactSet<double> set{storage.data(), static_cast<int>(storage.size())};
    mesh_mesh::find_contact_points(a, b, pose, set);
    std::vector<std::int32_t> found[2], all[2];
    for (int k = 0; k < set.count(); ++k) found[set.piece[k].of_b].push_back(set.piece[k].facet);
    const auto list_inside = [&](const MeshView<double>& source, const MeshView<double>& target,
                                 const RelativePose<double>& in_target,
                                 std::vector<std::int32_t>& list) {
      for (int v = 0; v < source.vertex_count; ++v) {
        const Vec3<double> p = in_target.point_to_a(source.vertex(v));
        MeshSample<double> at;
        if (classify_cell(target, p) == MeshCell::external) continue;
        if (sample_distance(target, p, at) && at.distance < 0.0) list.push_back(v);
      }
    };
    list_inside(a, b, mesh_mesh::inverse(pose), all[0]);
    list_inside(b, a, pose, all[1]);
    for (int side = 0; side < 2; ++side) {
      std::ranges::sort(found[side]);
      ASSERT_EQ(found[side], all[side]) << i;
    }
    ++count;
    with_points += set.count() > 0;
  }
  EXPECT_GT(with_points, count / 3);
  EXPECT_LT(with_points, count);
}

}  // namespace
}  // namespace talus::test
