// The deepest point of a mesh's surface in a convex body.
//
// The depth in a convex body is concave: it is at most linear beyond any plane that has the body on
// one side, the tangents of a convex function that is zero on the surface (level_at_point), and the
// supporting planes that a projection gives. So a plane at the centre of a box bounds the depth in
// the whole box, and the tree of boxes is descended, the greatest bound first; on a facet, planes
// are added where the bound by those before is attained (J. E. Kelley, The cutting-plane method for
// solving convex programs, 1960) until it is the depth. A facet that reaches into the body at all
// has such a point.
#pragma once

#include "talus/narrow/mesh_convex/convex_closest.h"
#include "talus/narrow/mesh_mesh/least_mean.h"
#include "talus/shape/ray_exit.h"

namespace talus::mesh_convex {

// Nothing that is deeper by less than this, relative, is searched for.
template <class T>
inline constexpr T depth_tolerance = T(1e-3);

// The depth is at most -(value + normal . (x - at)).
template <class T>
struct DepthPlane {
  Vec3<T> at{}, normal{};
  T value{};

  TALUS_HD T depth_at(const Vec3<T>& x) const { return -(value + dot(normal, x - at)); }
};

// False where the level function has no direction, at the centre.
template <class T, class Convex>
TALUS_HD bool tangent_plane(const Convex& a, const Vec3<T>& p, DepthPlane<T>& plane) {
  const LevelAt<T> level = level_at_point(a, p);
  const T slope = norm(level.gradient);
  if (!(slope > T(0))) return false;
  plane = {p, level.gradient / slope, level.value / slope};
  return true;
}

struct FacetDepthLimits {
  // Planes that are kept: in two dimensions three determine a point; more of them save steps.
  static constexpr int most_planes = 8;
  static constexpr int most_steps = 64;  // safety cap
  // A tangent, which costs little, replaces the projection as long as it lowers the bound below
  // this part of it. A choice.
  static constexpr double tangent_gain = 0.9;
};

// Updates `best` by the deepest point of facet f, if it is deeper than `least`.
template <class T, class Convex>
TALUS_HD void consider_facet_inside(const Convex& a, const MeshView<T>& b,
                                    const RelativePose<T>& b_in_a, int f, const T& least,
                                    const Settings<T>& settings, Contact<T>& best) {
  constexpr int most_planes = FacetDepthLimits::most_planes;
  Vec3<T> corner[3];
  for (int k = 0; k < 3; ++k) corner[k] = b_in_a.point_to_a(b.corner(f, k));
  DepthPlane<T> plane[most_planes];
  T value[3 * most_planes];
  int planes = 0;
  mesh_mesh::LeastMean<T, most_planes, 3> mean;
  Vec3<T> p = (corner[0] + corner[1] + corner[2]) / T(3);
  T bound = infinity_of<T>();
  for (int step = 0; step < FacetDepthLimits::most_steps; ++step) {
    if (planes > 0) {
      bound = mean.solve(value, planes, 3);
      p = mean.weight[0] * corner[0] + mean.weight[1] * corner[1] + mean.weight[2] * corner[2];
    }
    if (!(bound > larger(least, -best.distance * (T(1) + depth_tolerance<T>)))) return;
    DepthPlane<T> next;
    if (!tangent_plane(a, p, next) ||
        !(next.depth_at(p) < T(FacetDepthLimits::tangent_gain) * bound)) {
      const Contact<T> c = point_contact(a, p, settings);
      ++best.iterations;
      if (c.distance < best.distance) {
        best.distance = c.distance;
        best.normal = -c.normal;
        best.point_b = p;
        best.point_a = p - best.distance * best.normal;
      }
      next = {p, -c.normal, c.distance};
    }
    // A full list drops the plane that is highest at this point.
    int slot = planes;
    if (planes == most_planes) {
      slot = 0;
      for (int k = 1; k < planes; ++k) {
        if (plane[k].depth_at(p) > plane[slot].depth_at(p)) slot = k;
      }
    } else {
      ++planes;
    }
    plane[slot] = next;
    for (int i = 0; i < 3; ++i) value[3 * slot + i] = next.depth_at(corner[i]);
  }
}

// Of all facets; depths of `least` or less do not count.
template <class T, class Convex>
TALUS_HD void find_deepest_facet_point(const Convex& a, const MeshView<T>& b,
                                       const RelativePose<T>& b_in_a, const T& least,
                                       const Settings<T>& settings, Contact<T>& best) {
  const auto can_be_deeper = [&](const T& bound) {
    return bound > larger(least, -best.distance * (T(1) + depth_tolerance<T>));
  };
  struct Entry {
    T bound;
    std::int32_t level, number;  // level -1: a facet
  };
  Entry stack[3 * mesh_tree_levels + 4];
  int count = 0;
  stack[count++] = {infinity_of<T>(), b.tree.height - 1, 0};
  while (count > 0) {
    const Entry entry = stack[--count];
    if (!can_be_deeper(entry.bound)) continue;
    if (entry.level < 0) {
      consider_facet_inside(a, b, b_in_a, entry.number, least, settings, best);
      continue;
    }
    const MeshTreeNode& node = b.tree.node[b.tree.level[entry.level] + entry.number];
    const int first = count;
    for (int c = 0; c < 4; ++c) {
      if (!(node.lower[0][c] <= node.upper[0][c])) continue;
      if (entry.level == 0 && 4 * entry.number + c >= b.tree.facet_count) continue;
      const Vec3<T> lower{T(node.lower[0][c]), T(node.lower[1][c]), T(node.lower[2][c])},
          upper{T(node.upper[0][c]), T(node.upper[1][c]), T(node.upper[2][c])};
      DepthPlane<T> plane;
      T bound = entry.bound;
      if (tangent_plane(a, b_in_a.point_to_a(T(0.5) * (lower + upper)), plane)) {
        const Vec3<T> n = b_in_a.direction_to_b(plane.normal), half = T(0.5) * (upper - lower);
        bound = smaller(bound, -plane.value + absolute(n.x) * half.x + absolute(n.y) * half.y +
                                   absolute(n.z) * half.z);
      }
      if (!can_be_deeper(bound)) continue;
      int slot = count++;
      for (; slot > first && stack[slot - 1].bound > bound; --slot) stack[slot] = stack[slot - 1];
      stack[slot] = {bound, entry.level - 1, 4 * entry.number + c};
    }
  }
}

}  // namespace talus::mesh_convex
