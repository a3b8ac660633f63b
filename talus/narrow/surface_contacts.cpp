#include "talus/narrow/surface_contacts.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "talus/narrow/mesh_convex/cloud_points.h"

namespace talus {
namespace {

using Found = std::vector<SurfaceContact>;

// The points of one body and the other as their target.
struct Side {
  const SurfaceBody &own, &target;
  const Pose<double>&pose, &target_pose;
  Mat3<double> rotation, target_rotation;
  RelativePose<double> own_in_target;
  double share;  // of the areas
  double sign;   // of the normal, against the depth's gradient: 1 if the points are B's
  std::int32_t first_key;
};

Side side_of(const SurfaceBody& own, const Pose<double>& pose, const SurfaceBody& target,
             const Pose<double>& target_pose, bool is_b) {
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Mat3<double> target_rotation = rotation_of(target_pose.orientation);
  const bool both = own.cloud->size() > 0 && target.cloud->size() > 0;
  return {own,
          target,
          pose,
          target_pose,
          rotation,
          target_rotation,
          {transpose(target_rotation) * rotation,
           transpose_times(target_rotation, pose.position - target_pose.position)},
          both ? 0.5 : 1.0,
          is_b ? 1.0 : -1.0,
          is_b ? surface_key_of_b : 0};
}

const MeshView<double>& kernel_body(const Mesh& body) { return body.view(); }
const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
template <class Body>
const Body& kernel_body(const Body& body) {
  return body;
}

// Calls visit(the target as kernels see it), unless it has no inside.
template <class Visit>
void with_target(const Side& side, Visit visit) {
  std::visit(
      [&](const auto& body) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, Segment<double>>) {
          visit(kernel_body(body));
        }
      },
      *side.target.shape);
}

template <class Body>
void add_if_inside(const Side& side, const Body& target, const CloudView<double>& cloud, int i,
                   const Vec3<double>& in_target, Found& found) {
  mesh_convex::PointDepth<double> at;
  if (!mesh_convex::depth_in(target, in_target, at)) return;
  const double slope = norm(at.gradient);
  // At the centre of a round body the gradient is zero, and so is the force; any normal will do.
  const Vec3<double> inward = slope > 0.0 ? at.gradient / slope : Vec3<double>{0, 0, 1};
  found.push_back({side.first_key + i, side.rotation * cloud.point(i) + side.pose.position,
                   -side.sign * (side.target_rotation * inward), at.depth, slope,
                   side.share * cloud.area[i]});
}

void add_points(const Side& side, Found& found) {
  const CloudView<double> cloud = side.own.cloud->view();
  with_target(side, [&](const auto& target) {
    mesh_convex::for_points_near(cloud, target, side.own_in_target, 0.0,
                                 [&](int i, const Vec3<double>& in_target) {
                                   add_if_inside(side, target, cloud, i, in_target, found);
                                 });
  });
}

void add_listed(const Side& side, std::span<const std::int32_t> list, Found& found) {
  const CloudView<double> cloud = side.own.cloud->view();
  with_target(side, [&](const auto& target) {
    for (const std::int32_t i : list) {
      const Vec3<double> in_target = side.own_in_target.point_to_a(cloud.point(i));
      add_if_inside(side, target, cloud, i, in_target, found);
    }
  });
}

// Adds to the list from `count` on what can get inside; false if it is full.
bool list_near(const Side& side, double margin, SurfaceCache& cache, int& count) {
  bool fits = true;
  with_target(side, [&](const auto& target) {
    mesh_convex::for_points_near(side.own.cloud->view(), target, side.own_in_target, margin,
                                 [&](int i, const Vec3<double>& in_target) {
                                   if (!mesh_convex::may_get_inside(target, in_target, margin))
                                     return;
                                   fits = fits && count < SurfaceCache::capacity;
                                   if (fits) cache.point[count++] = i;
                                 });
  });
  return fits;
}

// Divisors of the smaller body's reach and of a mesh's cells: the smaller quotient is the motion
// for which a list of near points stays valid. mesh_convex::may_get_inside requires at most half a
// cell, and the list grows with the margin. Chosen by measurement; no derivation.
struct ListMargin {
  static constexpr double per_body = 32.0, per_cell = 6.0;
};

double margin_between(const SurfaceBody& a, const SurfaceBody& b) {
  double margin = std::min(a.cloud->size() > 0 ? a.cloud->reach() : INFINITY,
                           b.cloud->size() > 0 ? b.cloud->reach() : INFINITY) /
                  ListMargin::per_body;
  for (const Shape* shape : {a.shape, b.shape}) {
    if (const auto* mesh = std::get_if<Mesh>(shape)) {
      const Vec3<double>& h = mesh->view().cell_size;
      margin = std::min(margin, std::min({h.x, h.y, h.z}) / ListMargin::per_cell);
    }
  }
  return margin;
}

bool list_both(const Side& of_a, const Side& of_b, const RelativePose<double>& now,
               SurfaceCache& cache) {
  const double margin = margin_between(of_a.own, of_b.own);
  int count = 0;
  bool fits = list_near(of_a, margin, cache, count);
  cache.count[0] = count;
  fits = fits && list_near(of_b, margin, cache, count);
  cache.count[1] = count - cache.count[0];
  cache.listed_at = now;
  cache.margin = fits ? margin : 0.0;
  return fits;
}

}  // namespace

void surface_contacts(const SurfaceBody& a, const Pose<double>& pose_a, const SurfaceBody& b,
                      const Pose<double>& pose_b, std::vector<SurfaceContact>& found,
                      SurfaceCache* cache) {
  const Side of_a = side_of(a, pose_a, b, pose_b, false),
             of_b = side_of(b, pose_b, a, pose_a, true);
  if (cache != nullptr) {
    // In the frame of the body that may be a half-space, so that the reach of the other body bounds
    // the motion.
    const bool moves_a = b.cloud->size() == 0;
    const RelativePose<double>& now = moves_a ? of_a.own_in_target : of_b.own_in_target;
    const double reach = (moves_a ? a : b).cloud->reach();
    if (mesh_convex::largest_motion(cache->listed_at, now, reach) < cache->margin ||
        list_both(of_a, of_b, now, *cache)) {
      const std::span<const std::int32_t> list(cache->point);
      add_listed(of_a, list.subspan(0, static_cast<std::size_t>(cache->count[0])), found);
      add_listed(of_b,
                 list.subspan(static_cast<std::size_t>(cache->count[0]),
                              static_cast<std::size_t>(cache->count[1])),
                 found);
      return;
    }
  }
  add_points(of_a, found);
  add_points(of_b, found);
}

}  // namespace talus
