// The contact of a smooth body and a body with vertices from the last contact:
//  1. Assume that the vertices in contact are those of the last contact
//  (closest_point/fixed_feature.h).
//  2. Find the closest point of the smooth body to that feature, from the last surface parameter
//     (closest_point/find_closest_point.h).
//  3. Confirm or refute the assumption by one support call over all vertices.
// Separated and shallow contacts that keep their feature end here, after two or three evaluations.
//
// Steps 1 and 2 are one source for one pair and for a pack of pairs; step 3 is for one pair, as
// bodies have any number of vertices.
#pragma once

#include "talus/narrow/closest_point/find_closest_point.h"
#include "talus/narrow/raw_contact.h"
#include "talus/narrow/smooth_vertex_body/vertex_body.h"

namespace talus::smooth_vertex_body {

// Whether the cache, which may hold any numbers, has a usable surface parameter and vertices.
template <class T>
TALUS_HD bool is_warm(const Cache<T>& cache, int vertices) {
  if (cache.feature < 1 || cache.feature > 3) return false;
  for (int k = 0; k < cache.feature; ++k) {
    if (cache.vertex_b[k] < 0 || cache.vertex_b[k] >= vertices) return false;
    for (int j = 0; j < k; ++j) {
      if (cache.vertex_b[j] == cache.vertex_b[k]) return false;
    }
  }
  return is_usable(cache.surface_param_a);
}

// Vertices are in B's frame; the first one is repeated in place of those beyond `count`.
template <class N>
struct WarmQuery {
  Vec3<N> axes;
  N n1, n2;
  RelativePose<N> b_in_a;
  Vec3<N> vertex[3];
  N count, reach;
  Vec3<N> normal;         // of the last contact
  SurfaceParam<N> param;  // of the last contact
};

template <class N>
struct WarmContact {
  RawContact<N> contact;  // valid if the feature is the right one
  SurfaceParam<N> param;
  Vec3<N> along_b;  // direction of the support call over all vertices, in B's frame
  N rounding;
};

template <class N>
TALUS_INLINE WarmContact<N> solve_warm(const WarmQuery<N>& w) {
  const RelativePose<N>& pose = w.b_in_a;
  const closest_point::Body<N> body =
      closest_point::body_of(w.axes, w.n1, w.n2, w.reach + max_norm(pose.translation));
  const closest_point::FixedVertices<N> feature =
      closest_point::fixed_vertices(pose.point_to_a(w.vertex[0]), pose.point_to_a(w.vertex[1]),
                                    pose.point_to_a(w.vertex[2]), w.count);
  SurfaceParam<N> start = w.param;
  if (any(feature.is_face)) {
    const SurfaceParam<N> along = param_along(body.form, feature.face_normal(w.normal));
    start = select_vector<N>(feature.is_face, along, start);
  }
  const closest_point::ClosestPoint<N> f = closest_point::find_closest_point(body, feature, start);
  WarmContact<N> r;
  RawContact<N>& t = r.contact;
  t.normal = f.normal;
  t.distance = f.distance;
  t.lower = f.distance - body.rounding;
  t.upper = larger(f.upper, f.distance) + body.rounding;
  t.point_b = f.y;
  t.point_a = f.y - f.distance * f.normal;
  t.evaluations = f.evaluations;
  t.stationary = t.closed = f.closed;
  r.param = f.k;
  r.along_b = pose.direction_to_b(-f.n);
  r.rounding = body.rounding;
  return r;
}

// Step 3: whether no vertex is lower than those of the feature by more than 8 roundings. The lower
// bound decreases by the difference.
template <class T, class BodyB>
TALUS_HD bool confirm_feature(const BodyB& b, const Cache<T>& cache, const Vec3<T>& along_b,
                              T rounding, T& lower) {
  const Vec3<T> far = vertex_of(b, farthest_vertex(b, along_b, cache.vertex_b[0]));
  T gain = infinity_of<T>();
  for (int k = 0; k < cache.feature; ++k) {
    gain = smaller(gain, dot(along_b, far - vertex_of(b, cache.vertex_b[k])));
  }
  if (!(gain < T(8) * rounding)) return false;
  lower = lower - larger(gain, T(0));
  return true;
}

// False if the last contact is not enough.
template <class T, class BodyB>
TALUS_HD bool warm_contact(const Superquadric<T>& s, const BodyB& b, const RelativePose<T>& b_in_a,
                           const Settings<T>& settings, Cache<T>& cache, Contact<T>& c) {
  if (!is_warm(cache, vertex_count(b)) || !is_workable(s.n1) || !is_workable(s.n2)) return false;
  const auto vertex = [&](int k) {
    return vertex_of(b, cache.vertex_b[k < cache.feature ? k : 0]);
  };
  WarmContact<T> r = solve_warm(WarmQuery<T>{s.semi_axes,
                                             s.n1,
                                             s.n2,
                                             b_in_a,
                                             {vertex(0), vertex(1), vertex(2)},
                                             T(cache.feature),
                                             reach_of(b),
                                             cache.normal,
                                             cache.surface_param_a});
  if (!r.contact.closed || !confirm_feature(b, cache, r.along_b, r.rounding, r.contact.lower))
    return false;
  c = contact_of(r.contact, larger(max_norm(s.semi_axes), radius_of(b)), settings.tolerance);
  cache.normal = r.contact.normal;
  cache.surface_param_a = r.param;
  return true;
}

}  // namespace talus::smooth_vertex_body
