// The facets of a mesh that a convex body touches or may touch soon: down the tree of boxes
// (shape/mesh/view.h), each as the ball around it.
#pragma once

#include <initializer_list>

#include "talus/math/pose.h"
#include "talus/narrow/mesh_convex/point_depth.h"
#include "talus/shape/mesh/triangle.h"

namespace talus::mesh_convex {

// Outward at the surface of the body towards a point outside; of any length.
inline Vec3<double> outward_at(const Sphere<double>&, const Vec3<double>& p) { return p; }
template <class Body>
Vec3<double> outward_at(const Body& body, const Vec3<double>& p) {
  return level_at_point(body, p).gradient;
}

// Planes that have a body on one side; the last few are kept, since one of them mostly has the next
// facet or edge on its other side as well.
class SeparatingPlanes {
 public:
  using Points = std::initializer_list<Vec3<double>>;

  // Whether a known plane has all points on its other side, more than `margin` away.
  bool separate(Points points, double margin) const {
    for (int k = 0; k < count_; ++k) {
      if (is_beyond(plane_[k], points, margin)) return true;
    }
    return false;
  }

  // The same for the plane with the outward direction at `guide`, which is then known.
  template <class Body>
  bool separate_at(const Body& body, const Vec3<double>& guide, Points points, double margin) {
    const Vec3<double> out = outward_at(body, guide);
    const double length = norm(out);
    if (!(length > 0.0)) return false;
    const Vec3<double> n = out / length;
    Plane& plane = plane_[next_];
    plane = {n, support_value(body, n)};
    next_ = (next_ + 1) % capacity;
    if (count_ < capacity) ++count_;
    return is_beyond(plane, points, margin);
  }

 private:
  struct Plane {
    Vec3<double> normal{};
    double offset{};
  };
  static bool is_beyond(const Plane& plane, Points points, double margin) {
    for (const Vec3<double>& p : points) {
      if (!(dot(plane.normal, p) > plane.offset + margin)) return false;
    }
    return true;
  }

  static constexpr int capacity = 4;  // a choice
  Plane plane_[capacity];
  int count_{}, next_{};
};

// Whether a facet can have a point in the body after a motion of at most `margin`; false is
// certain.
template <class Body>
bool may_touch(const MeshView<double>& mesh, std::int32_t facet, const Body& body,
               const RelativePose<double>& mesh_in_body, double margin, SeparatingPlanes& planes) {
  const Vec3<double> p = mesh_in_body.point_to_a(mesh.corner(facet, 0));
  const Vec3<double> q = mesh_in_body.point_to_a(mesh.corner(facet, 1));
  const Vec3<double> r = mesh_in_body.point_to_a(mesh.corner(facet, 2));
  if (planes.separate({p, q, r}, margin)) return false;
  const Vec3<double> middle = (1.0 / 3.0) * (p + q + r);
  const double squared =
      larger(norm_squared(p - middle), larger(norm_squared(q - middle), norm_squared(r - middle)));
  return may_contain(body, middle, square_root(squared) + margin) &&
         !planes.separate_at(body, middle, {p, q, r}, margin);
}

// Lower bound on the distance of a triangle from the body, in its frame: the gap along directions
// from the body to the triangle that approach that of the nearest points; negative if it is not
// positive along any of them.
template <class Body>
double distance_bound(const Body& body, const Vec3<double>& p, const Vec3<double>& q,
                      const Vec3<double>& r) {
  constexpr int most_passes = 4;     // a choice: the bound is mostly exact then
  constexpr double is_close = 0.95;  // likewise
  const Vec3<double> centre = bounding_sphere(body).centre;
  Vec3<double> on_facet = nearest_on_triangle(p, q, r, centre).point;
  Vec3<double> out = outward_at(body, on_facet);
  double bound = -infinity_of<double>();
  for (int pass = 0; pass < most_passes; ++pass) {
    const double length = norm(out);
    if (!(length > 0.0)) break;
    const Vec3<double> n = out / length, on_body = support_point(body, n);
    const double lowest = smaller(dot(n, p), smaller(dot(n, q), dot(n, r)));
    bound = larger(bound, lowest - support_value(body, n));
    on_facet = nearest_on_triangle(p, q, r, on_body).point;
    out = on_facet - on_body;
    if (bound > is_close * norm(out)) break;
  }
  return bound;
}

// Calls visit(facet) for every facet that has a point in the body after a motion of at most
// `margin`, and for some others nearby.
template <class Body, class Visit>
void for_facets_near(const MeshView<double>& mesh, const Body& body,
                     const RelativePose<double>& mesh_in_body, double margin, Visit visit) {
  SeparatingPlanes planes;
  struct Entry {
    std::int32_t level, node;
  };
  const MeshTree& tree = mesh.tree;
  Entry stack[3 * mesh_tree_levels + 1];
  int count = 0;
  stack[count++] = {tree.height - 1, 0};
  while (count > 0) {
    const Entry entry = stack[--count];
    const MeshTreeNode& node = tree.node[tree.level[entry.level] + entry.node];
    for (int c = 3; c >= 0; --c) {
      const Vec3<double> lower{node.lower[0][c], node.lower[1][c], node.lower[2][c]};
      const Vec3<double> upper{node.upper[0][c], node.upper[1][c], node.upper[2][c]};
      if (!(lower.x <= upper.x)) continue;  // no child
      const Vec3<double> centre = mesh_in_body.point_to_a(0.5 * (lower + upper));
      if (!may_contain(body, centre, 0.5 * norm(upper - lower) + margin)) continue;
      const std::int32_t child = 4 * entry.node + c;
      if (entry.level > 0) {
        stack[count++] = {entry.level - 1, child};
      } else if (child < tree.facet_count &&
                 may_touch(mesh, child, body, mesh_in_body, margin, planes)) {
        visit(child);
      }
    }
  }
}

}  // namespace talus::mesh_convex
