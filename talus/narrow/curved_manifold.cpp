#include "talus/narrow/curved_manifold.h"

#include <algorithm>
#include <utility>

#include "talus/narrow/canonical_order.h"
#include "talus/narrow/convex_convex/convex_contact_patch.h"

namespace talus {
namespace {

// What the kernel takes a shape as.
const Superquadric<double>& kernel_body(const Superquadric<double>& body) { return body; }
const Ellipsoid<double>& kernel_body(const Ellipsoid<double>& body) { return body; }
const HalfSpace<double>& kernel_body(const HalfSpace<double>& body) { return body; }
const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
Ellipsoid<double> kernel_body(const Sphere<double>& ball) {
  return {{ball.radius, ball.radius, ball.radius}};
}

// Whether there is such a body; segments and concave bodies have none.
template <class ShapeOfAKind>
concept HasKernelBody = requires(const ShapeOfAKind& shape) {
  kernel_body(shape);
};

template <class Body>
constexpr bool is_curved =
    std::is_same_v<Body, Ellipsoid<double>> || std::is_same_v<Body, Superquadric<double>>;

// Kinds are in canonical order: curved bodies come before polyhedra and half-spaces.
std::optional<Patch<double>> patch_of(const Shape& first, const Shape& second,
                                      const RelativePose<double>& second_in_first,
                                      const convex_convex::PatchQuery<double>& query,
                                      const ManifoldSettings<double>& settings,
                                      PatchCorner<double>* corner) {
  const auto with = [&](const auto& p, const auto& q) -> std::optional<Patch<double>> {
    using P = std::decay_t<decltype(p)>;
    using Q = std::decay_t<decltype(q)>;
    if constexpr (HasKernelBody<P> && HasKernelBody<Q>) {
      const auto& body_p = kernel_body(p);
      const auto& body_q = kernel_body(q);
      if constexpr (is_curved<std::decay_t<decltype(body_p)>>) {
        return convex_convex::patch_of(body_p, body_q, second_in_first, query, settings, corner);
      }
    }
    return std::nullopt;
  };
  return std::visit(with, first, second);
}

}  // namespace

std::optional<Manifold> curved_manifold(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                                        const Pose<double>& pose_b, const Contact<double>& contact,
                                        const ManifoldSettings<double>& settings) {
  const bool swapped = !in_canonical_order(a, pose_a, b, pose_b);
  const Shape &first = swapped ? b : a, &second = swapped ? a : b;
  const Pose<double>&pose_1 = swapped ? pose_b : pose_a, &pose_2 = swapped ? pose_a : pose_b;
  const Mat3<double> rotation = rotation_of(pose_1.orientation);
  const auto direction = [&](const Vec3<double>& v) { return transpose_times(rotation, v); };
  const Vec3<double> normal = direction(swapped ? -contact.normal : contact.normal);
  const Vec3<double> point = swapped ? contact.point_b : contact.point_a;
  PatchCorner<double> corner[patch_ray_count];
  const std::optional<Patch<double>> patch = patch_of(
      first, second, relative_pose(pose_1, rotation, pose_2),
      {normalized(normal), contact.distance, direction(point - pose_1.position)}, settings, corner);
  if (!patch) return std::nullopt;
  Manifold result;
  result.found = patch->found;
  result.normal = contact.normal;
  result.feature_a = swapped ? patch->feature_b : patch->feature_a;
  result.feature_b = swapped ? patch->feature_a : patch->feature_b;
  if (!patch->found) return result;
  const auto to_world = [&](const Vec3<double>& x) { return rotation * x + pose_1.position; };
  for (int i = 0; i < patch->corner_count; ++i) {
    result.polygon.push_back({to_world(corner[i].point), corner[i].depth});
  }
  if (swapped) std::reverse(result.polygon.begin(), result.polygon.end());
  result.area = patch->area;
  result.centroid = to_world(patch->centroid);
  result.force_point = to_world(patch->force_point);
  result.mean_depth = patch->mean_depth;
  result.equivalent_radius = equivalent_radius(*patch);
  return result;
}

}  // namespace talus
