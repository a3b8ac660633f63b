// A pair of a smooth body and one with corners that was in contact before: the corners touched last
// time are taken to be touched again (foot/held.h), and the place of the smooth body is found from
// the last one (foot/find_foot.h). One support call over all corners then proves or refutes that.
// Separated and shallow contacts that keep their features end here, in two or three looks.
//
// The search is one source for one pair and for a pack of pairs; the support call is for one pair,
// because bodies have as many corners as they like.
#pragma once

#include "talus/narrow/closest_point/find_closest_point.h"
#include "talus/narrow/raw_contact.h"
#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"
#include "talus/shape/polyhedron_view.h"
#include "talus/shape/segment.h"

namespace talus::smooth_vertex_body {

// The other body in its own frame: its corners, and no coordinate of a turned corner is larger than
// the reach.
template <class T>
TALUS_HD int corner_count(const PolyhedronView<T>& b) {
  return b.vertex_count;
}
template <class T>
TALUS_HD Vec3<T> corner_of(const PolyhedronView<T>& b, int k) {
  return b.vertex(k);
}
template <class T>
TALUS_HD int farthest_corner(const PolyhedronView<T>& b, const Vec3<T>& along, int near) {
  return b.vertex_count > scan_vertex_limit ? climb(b, along, near) : support_vertex(b, along);
}
template <class T>
TALUS_HD T reach_of(const PolyhedronView<T>& b) {
  return T(2) * max_norm(b.bounds.centre) + b.bounds.radius;
}
template <class T>
TALUS_HD T radius_of(const PolyhedronView<T>& b) {
  return b.bounds.radius;
}
template <class T>
TALUS_HD int corner_count(const Segment<T>&) {
  return 2;
}
template <class T>
TALUS_HD Vec3<T> corner_of(const Segment<T>& b, int k) {
  return k == 0 ? b.from : b.to;
}
template <class T>
TALUS_HD int farthest_corner(const Segment<T>& b, const Vec3<T>& along, int) {
  return dot(along, b.to - b.from) > T(0) ? 1 : 0;
}
template <class T>
TALUS_HD T reach_of(const Segment<T>& b) {
  return T(2) * larger(max_norm(b.from), max_norm(b.to));
}
template <class T>
TALUS_HD T radius_of(const Segment<T>& b) {
  return T(0.5) * norm(b.to - b.from);
}

// Whether the cache, which may hold anything, has a place and corners to begin with.
template <class T>
TALUS_HD bool is_warm(const Cache<T>& cache, int corners) {
  if (cache.feature < 1 || cache.feature > 3) return false;
  for (int k = 0; k < cache.feature; ++k) {
    if (cache.vertex_b[k] < 0 || cache.vertex_b[k] >= corners) return false;
    for (int j = 0; j < k; ++j) {
      if (cache.vertex_b[j] == cache.vertex_b[k]) return false;
    }
  }
  return superquadric_superquadric::is_place(cache.surface_param_a);
}

// The question: the corners are in B's frame, the first one in place of those that do not hold.
template <class N>
struct Warm {
  Vec3<N> axes;
  N n1, n2;
  RelativePose<N> b_in_a;
  Vec3<N> corner[3];
  N count, reach;
  Vec3<N> guess, place;  // the last normal and the last place
};

template <class N>
struct WarmRawContact {
  RawContact<N> touch;  // as far as the corners that hold know
  Vec3<N> place;        // of the smooth body
  Vec3<N> along_b;      // in B's frame: the support call over all corners goes there
  N rounding;
};

template <class N>
TALUS_INLINE WarmRawContact<N> warm_raw_contact(const Warm<N>& w) {
  const RelativePose<N>& pose = w.b_in_a;
  const closest_point::Body<N> body =
      closest_point::body_of(w.axes, w.n1, w.n2, w.reach + max_norm(pose.translation));
  const closest_point::FixedVertices<N> held =
      closest_point::fixed_vertices(pose.point_to_a(w.corner[0]), pose.point_to_a(w.corner[1]),
                                    pose.point_to_a(w.corner[2]), w.count);
  Vec3<N> start = w.place;
  if (any(held.is_face)) {
    const Vec3<N> along = coordinates_along(body.form, held.face_normal(w.guess));
    start = select_vector<N>(held.is_face, along, start);
  }
  const closest_point::ClosestPoint<N> f = closest_point::find_closest_point(body, held, start);
  WarmRawContact<N> r;
  RawContact<N>& t = r.touch;
  t.normal = f.normal;
  t.distance = f.distance;
  t.lower = f.distance - body.rounding;
  t.upper = larger(f.upper, f.distance) + body.rounding;
  t.point_b = f.y;
  t.point_a = f.y - f.distance * f.normal;
  t.evaluations = f.evaluations;
  t.stationary = t.closed = f.closed;
  r.place = f.k;
  r.along_b = pose.direction_to_b(-f.n);
  r.rounding = body.rounding;
  return r;
}

// Whether no corner is lower than those that hold by more than rounding, by which the lower bound
// then comes down.
template <class T, class BodyB>
TALUS_HD bool holds(const BodyB& b, const Cache<T>& cache, const Vec3<T>& along_b, T rounding,
                    T& lower) {
  const Vec3<T> far = corner_of(b, farthest_corner(b, along_b, cache.vertex_b[0]));
  T gain = infinity_of<T>();
  for (int k = 0; k < cache.feature; ++k) {
    gain = smaller(gain, dot(along_b, far - corner_of(b, cache.vertex_b[k])));
  }
  if (!(gain < T(8) * rounding)) return false;
  lower = lower - larger(gain, T(0));
  return true;
}

// False where the last contact does not tell enough.
template <class T, class BodyB>
TALUS_HD bool warm_contact(const Superquadric<T>& s, const BodyB& b, const RelativePose<T>& b_in_a,
                           const Settings<T>& settings, Cache<T>& cache, Contact<T>& c) {
  if (!is_warm(cache, corner_count(b)) || !is_workable(s.n1) || !is_workable(s.n2)) return false;
  const auto corner = [&](int k) {
    return corner_of(b, cache.vertex_b[k < cache.feature ? k : 0]);
  };
  WarmRawContact<T> r = warm_raw_contact(Warm<T>{s.semi_axes,
                                                 s.n1,
                                                 s.n2,
                                                 b_in_a,
                                                 {corner(0), corner(1), corner(2)},
                                                 T(cache.feature),
                                                 reach_of(b),
                                                 cache.normal,
                                                 cache.surface_param_a});
  if (!r.touch.closed || !holds(b, cache, r.along_b, r.rounding, r.touch.lower)) return false;
  c = contact_of(r.touch, larger(max_norm(s.semi_axes), radius_of(b)), settings.tolerance);
  cache.normal = r.touch.normal;
  cache.surface_param_a = r.place;
  return true;
}

}  // namespace talus::smooth_vertex_body
