#include "talus/sim/loop/mesh_overlap.h"

#include <fmt/format.h>

#include <algorithm>

#include "talus/error.h"
#include "talus/narrow/mesh_convex/point_depth.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape/mesh/inside_outside.h"
#include "talus/sim/loop/chunk_contacts.h"

namespace talus {
namespace {

struct InnerBall {
  Vec3<double> centre;  // in the frame of the shape
  double radius;
};

// Points per side of the lattice on which balls are looked for, and balls that are kept: the
// largest ones whose centres are outside of larger ones. Twelve points per side find a ball in
// every part that is thicker than a tenth of the body.
constexpr int lattice = 12;
constexpr std::size_t most_balls = 16;

std::vector<InnerBall> inner_balls(const MeshView<double>& body) {
  const BoundingBox<double> box = bounding_box(body);
  const Vec3<double> size = box.upper - box.lower;
  std::vector<InnerBall> all, kept;
  for (int i = 0; i < lattice; ++i) {
    for (int j = 0; j < lattice; ++j) {
      for (int k = 0; k < lattice; ++k) {
        const Vec3<double> at{(i + 0.5) / lattice, (j + 0.5) / lattice, (k + 0.5) / lattice};
        const Vec3<double> centre = box.lower + multiply_componentwise(at, size);
        const double depth = -inside_outside(body, centre);
        if (depth > 0.0) all.push_back({centre, depth});
      }
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const InnerBall& p, const InnerBall& q) { return p.radius > q.radius; });
  for (const InnerBall& ball : all) {
    const bool covered = std::any_of(kept.begin(), kept.end(), [&](const InnerBall& other) {
      return norm_squared(ball.centre - other.centre) < square(other.radius);
    });
    if (!covered) kept.push_back(ball);
    if (kept.size() == most_balls) break;
  }
  return kept;
}

// Radius of a ball around the point that is inside the body; 0: the point is not, or not known.
double depth_of(const Shape& shape, const Vec3<double>& point) {
  if (const auto* mesh = std::get_if<Mesh>(&shape)) {
    const BoundingSphere<double> sphere = bounding_sphere(mesh->view());
    if (norm_squared(point - sphere.centre) > square(sphere.radius)) return 0.0;
    return std::max(0.0, -inside_outside(mesh->view(), point));
  }
  mesh_convex::PointDepth<double> at;
  bool inside = false;
  if (const auto* body = std::get_if<Polyhedron>(&shape)) {
    inside = mesh_convex::depth_in(body->view(), point, at);
  } else if (const auto* ball = std::get_if<Sphere<double>>(&shape)) {
    inside = mesh_convex::depth_in(*ball, point, at);
  }
  return inside ? at.depth : 0.0;
}

// Lower bound of the overlap of two bodies, from the balls inside the first.
double least_overlap(const std::vector<InnerBall>& balls, const Pose<double>& pose_a,
                     const Shape& b, const Pose<double>& pose_b) {
  const RelativePose<double> b_in_a =
      relative_pose(pose_a, rotation_of(pose_a.orientation), pose_b);
  double most = 0.0;
  for (const InnerBall& ball : balls) {
    const double depth =
        depth_of(b, transpose_times(b_in_a.rotation, ball.centre - b_in_a.translation));
    if (depth > 0.0) most = std::max(most, ball.radius + depth);
  }
  return most;
}

}  // namespace

void refuse_deep_meshes(const Loop& loop, double largest) {
  const BodyTable& bodies = loop.bodies;
  const std::vector<Shape>& shapes = loop.user.bodies.shapes;
  std::vector<std::vector<InnerBall>> balls(shapes.size());
  parallel_for(static_cast<std::int64_t>(shapes.size()), loop.threads, [&](std::int64_t item) {
    const auto i = static_cast<std::size_t>(item);
    if (const auto* mesh = std::get_if<Mesh>(&shapes[i])) balls[i] = inner_balls(mesh->view());
  });
  for (const PairBlock& block : loop.neighbours.blocks) {
    if (block.walls || (block.kind_a != Kind::mesh && block.kind_b != Kind::mesh)) continue;
    parallel_for(static_cast<std::int64_t>(block.size()), loop.threads, [&](std::int64_t item) {
      const PairBodies p =
          pair_bodies(block, loop.neighbours.shift, static_cast<std::size_t>(item));
      Pose<double> pose_b = bodies.pose(p.b);
      pose_b.position = pose_b.position + p.shift;
      double limit = largest / bodies.inverse_size(p.a, p.b), overlap = 0.0;
      for (const bool swapped : {false, true}) {
        const std::size_t first = swapped ? p.b : p.a, second = swapped ? p.a : p.b;
        const auto& own = balls[static_cast<std::size_t>(bodies.type(first).shape)];
        if (own.empty()) continue;
        limit = std::min(limit, own.front().radius);
        overlap = std::max(
            overlap, least_overlap(own, swapped ? pose_b : bodies.pose(p.a), bodies.shape(second),
                                   swapped ? bodies.pose(p.a) : pose_b));
      }
      if (!(overlap > limit)) return;
      const std::vector<std::string>& name = loop.model.setup.name;
      throw SimulationError(fmt::format(
          "{} and {} overlap by at least {:.3g} m at the start; at most a tenth of the smaller "
          "one's size is allowed",
          name[bodies.number_of(p.a)], name[bodies.number_of(p.b)], overlap));
    });
  }
}

}  // namespace talus
