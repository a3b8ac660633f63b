// The contact patch of a pair with a curved body: an ellipsoid or superquadric with one of these, a
// polyhedron or a half-space. The same quantities as those of two polyhedra, and for the same
// reason (polyhedron_polyhedron_manifold.h): the patch is the overlap K projected along the
// contact normal n, the force point is the centroid of K. So a block of exponent 20 that rests on
// its face has its force point in the middle of the face, although its deepest point wanders across
// the face under a tilt of 1e-9; as the block tilts further the force point moves to the lower
// side, and a normal force there rights the block.
//
// Bodies that overlap by less than the skin are pressed together along n, as polyhedra are. K is
// then never flat, and everything is found by rays from inside it (engine/overlap_patch.h): 40 rays
// to the rim and 72 lines along n, whatever the pose. Area, centroid, force point and mean depth
// are continuous functions of the pose wherever n is, apart from the error of the integrals; that
// is 1e-6 for rectangles and ellipses along the axes of the frame, and up to two percent where the
// outline has corners elsewhere. The corners of the patch are 24 points of its rim, so a polygon
// inside it, and area and centroid are those of the patch, not of the polygon.
//
// Known limits: no patch (found is false) where the bodies, pressed, have no overlap or only one
// that is much narrower than deep: slanted tips. The patch follows n: where n jumps, it does.
#pragma once

#include <type_traits>

#include "talus/math/pose.h"
#include "talus/narrow/engine/overlap_patch.h"
#include "talus/narrow/polyhedron_polyhedron/contact_feature.h"

namespace talus::convex_convex {

template <class T, class Body>
TALUS_HD ContactFeature feature_of(const Body&, const Vec3<T>&, const T&) {
  return std::is_same_v<Body, HalfSpace<T>> ? ContactFeature::face : ContactFeature::curved;
}

template <class T>
TALUS_HD ContactFeature feature_of(const PolyhedronView<T>& body, const Vec3<T>& n, const T& flat) {
  return polyhedron_polyhedron::feature_facing(body, n, flat);
}

// Infinite for a half-space, which sets no scale.
template <class T, class Body>
TALUS_HD T radius_of(const Body& body) {
  if constexpr (std::is_same_v<Body, HalfSpace<T>>) {
    return infinity_of<T>();
  } else {
    return bounding_sphere(body).radius;
  }
}

// The contact in the frame of A.
template <class T>
struct PatchQuery {
  Vec3<T> n;  // unit, from A to B
  T distance;
  Vec3<T> point;  // the contact point of A
};

// The least n.x of a body. A plane is taken as being across n, as contacts with one have it.
template <class T, class Body>
TALUS_HD T lowest_along(const Body& body, const PosedBody<T, Body>& placed, const Vec3<T>& n) {
  if constexpr (std::is_same_v<Body, HalfSpace<T>>) {
    return dot(n, placed.position) - body.offset;
  } else {
    return dot(n, placed.position) - support_value(body, transpose_times(placed.rotation, -n));
  }
}

// The margins of drawn_inside: depth / 8, then a quarter of the last, four times; 24 steps each.
// A choice.
struct RelaxationLimits {
  static constexpr double first_margin = 0.125, margin_factor = 0.25;
  static constexpr int rounds = 4, steps = 24;
};

// A point of the overlap near x by the relaxation method for linear inequalities: steps through the
// tangent plane of the body that x is farthest outside of, to a margin beyond. While a ball of the
// margin's radius fits into the overlap, every step comes nearer to its centre; narrow overlaps
// need small margins.
template <class T, class A, class B>
TALUS_HD Vec3<T> drawn_inside(const Overlap<T, A, B>& k, Vec3<T> x, const T& depth) {
  T margin = T(RelaxationLimits::first_margin) * depth;
  for (int round = 0; round < RelaxationLimits::rounds;
       ++round, margin = T(RelaxationLimits::margin_factor) * margin) {
    for (int step = 0; step < RelaxationLimits::steps; ++step) {
      const LevelAt<T> a = k.a.level(x), b = k.b.level(x);
      const T length_a = norm(a.gradient), length_b = norm(b.gradient);
      if (!(length_a > T(0)) || !(length_b > T(0))) return x;
      const T out_a = a.value / length_a, out_b = b.value / length_b;
      if (out_a < T(0) && out_b < T(0)) return x;
      const bool by_b = out_b > out_a;
      const Vec3<T> normal = by_b ? b.gradient / length_b : a.gradient / length_a;
      x = x - (larger(out_a, out_b) + margin) * normal;
    }
  }
  return x;
}

// A point of the overlap: halfway between the contact points. If that is not one, because a distant
// origin has cost the last digits of the points or the depth is more than the thickness of a body,
// the middle of what both bodies have of the line through the points, in A's tangent plane and B's;
// and if -n leads out of a body at its contact point, a point beside.
template <class T, class A, class B>
TALUS_HD Vec3<T> point_inside(const Overlap<T, A, B>& k, const PatchQuery<T>& query,
                              const T& depth) {
  const Vec3<T>& n = query.n;
  const auto is_inside = [&](const Vec3<T>& x) {
    return k.a.contains(x, T(0)) && k.b.contains(x, T(0));
  };
  const Vec3<T> halfway = query.point - (T(0.5) * depth) * n;
  if (is_inside(halfway)) return halfway;
  const T lift = k.top - dot(n, query.point);
  const Vec3<T> top = query.point + lift * n, bottom = top - (k.top - k.bottom) * n;
  const T down = k.a.exit(top, -n, infinity_of<T>()).length;
  const T up = k.b.exit(bottom, n, infinity_of<T>()).length;
  const T low = larger(k.top - k.bottom - down, T(0)), high = smaller(up, k.top - k.bottom);
  const Vec3<T> middle = bottom + (T(0.5) * (low + high)) * n;
  return is_inside(middle) ? middle : drawn_inside(k, halfway, depth);
}

// At most patch_ray_count corners, counter-clockwise about n, go to `corner`. A is an ellipsoid or
// a superquadric.
template <class T, class A, class B>
TALUS_HD Patch<T> patch_of(const A& a, const B& b, const RelativePose<T>& b_in_a,
                           const PatchQuery<T>& query, const ManifoldSettings<T>& settings,
                           PatchCorner<T>* corner) {
  const Vec3<T>& n = query.n;
  Patch<T> patch;
  patch.feature_a = feature_of<T>(a, n, settings.flat);
  patch.feature_b = feature_of<T>(b, b_in_a.direction_to_b(-n), settings.flat);
  const T radius_a = radius_of<T>(a), radius_b = radius_of<T>(b);
  const T skin = settings.skin * smaller(radius_a, radius_b);
  const T pressed = larger(T(0), skin + query.distance);
  patch.depth = larger(skin, -query.distance);
  const Vec3<T> origin{};
  const PosedBody<T, A> placed_a{a, identity_matrix<T>(), origin};
  const PosedBody<T, B> placed_b{b, b_in_a.rotation, b_in_a.translation - pressed * n};
  const T top = support_value(a, n);
  const Overlap<T, PosedBody<T, A>, PosedBody<T, B>> overlap{
      placed_a, placed_b,
      n,        lowest_along(b, placed_b, n),
      top,      T(4) * epsilon_of<T>() * smaller(radius_a, radius_b)};
  // The frame follows the superquadric, whose axes are those of the sides of a block.
  const bool by_b = !std::is_same_v<A, Superquadric<T>> && std::is_same_v<B, Superquadric<T>>;
  const TangentFrame<T> frame = frame_by_axes(by_b ? b_in_a.rotation : identity_matrix<T>(), n);
  const RayPatch<T> seen = ray_patch(overlap, frame, point_inside(overlap, query, patch.depth),
                                     std::is_same_v<B, PolyhedronView<T>>);
  patch.found = seen.found;
  if (!seen.found) return patch;
  // Each body was pressed by half.
  const Vec3<T> back = (T(0.5) * pressed) * n;
  patch.corner_count = patch_ray_count;
  for (int i = 0; i < patch_ray_count; ++i) {
    corner[i] = {seen.rim[i] + back, seen.rim_length[i] - pressed};
  }
  patch.area = seen.area;
  patch.centroid = seen.centroid + back;
  patch.force_point = seen.force_point + back;
  patch.mean_depth = seen.volume / seen.area - pressed;
  return patch;
}

}  // namespace talus::convex_convex
