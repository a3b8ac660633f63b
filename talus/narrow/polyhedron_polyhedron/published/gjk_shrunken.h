// GJK on shrunken bodies, as P0 section 4.2 cites it from Wachs et al. 2012 (Grains3D): overlapping
// bodies are "reduced through a homothety, so that they are no more in contact", GJK finds their
// closest points, and the contact is reconstructed from these.
//
//   k        number of reductions: the least for which the reduced bodies are apart
//   s        ratio of the homothety about the mean of each body's vertices, 0.9^k. P0 gives no
//            ratio; Grains3D leaves its crust to the user; here one reduction takes a tenth
//   V'       nearest point of the reduced Minkowski difference; the normal is n = -V' / |V'|
//   P_A, P_B closest points of the reduced bodies, put back by the inverse homothety: extreme
//            points of the bodies along n and -n, so that n . (P_B - P_A) = sigma(n) is the depth
//
// GJK on the whole bodies comes first: it answers separated pairs, and decides which pairs to
// shrink.
//
// Known failures: n is the normal of the reduced bodies, not of the shortest translation, so that
// the depth is an overestimate where the two differ, the more the deeper the overlap: bodies
// reduced to points have the line of their centres as normal. Bodies whose centres coincide stay in
// contact at any ratio: not_supported, with the depth along the last direction as the best known.
// P_A and P_B lie beside each other where the line of the centres is oblique to n; each is moved by
// half of that, so that they are linked by the normal but may leave the surfaces. There is no
// certified bound of the overlap from above but a ball in GJK's tetrahedron, which can be empty.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/gjk_signed_volumes.h"

namespace talus::polyhedron_polyhedron {
namespace gjk {

template <class T>
TALUS_HD Vec3<T> mean_of_vertices(const PolyhedronView<T>& p) {
  Vec3<T> sum{};
  for (int i = 0; i < p.vertex_count; ++i) sum = sum + p.vertex(i);
  return sum / T(p.vertex_count);
}

// The Minkowski difference of the reduced bodies. The points a and b of its support pairs are those
// of the whole bodies, so that barycentric combinations of them are already put back.
template <class T>
class ShrunkenDifference {
 public:
  TALUS_HD ShrunkenDifference(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                              const RelativePose<T>& b_in_a)
      : whole_(a, b, b_in_a),
        centre_a_(mean_of_vertices(a)),
        centre_b_(b_in_a.point_to_a(mean_of_vertices(b))) {}

  TALUS_HD engine::SupportPair<T> support(const Vec3<T>& n) {
    engine::SupportPair<T> w = whole_.support(n);
    w.c = ratio_ * ((w.a - centre_a_) - (w.b - centre_b_)) + (centre_a_ - centre_b_);
    return w;
  }

  TALUS_HD void reduce() { ratio_ = ratio_ * T(0.9); }
  // Beyond this the centres coincide to a millionth of the size.
  TALUS_HD bool can_be_reduced() const { return ratio_ > T(1e-6); }
  TALUS_HD T ratio() const { return ratio_; }

  TALUS_HD PolyhedronDifference<T>& whole() { return whole_; }

 private:
  PolyhedronDifference<T> whole_;
  Vec3<T> centre_a_, centre_b_;
  T ratio_ = T(1);
};

// What a follower sees after each reduction.
template <class T>
struct Reduction {
  T ratio;  // s
  bool apart;
};

template <class T>
TALUS_HD Contact<T> reconstructed_contact(ShrunkenDifference<T>& shrunken,
                                          const Settings<T>& settings, const GjkOutcome<T>& closest,
                                          T inner_radius) {
  PolyhedronDifference<T>& difference = shrunken.whole();
  const T rounding = difference.rounding();
  const Vec3<T> point_a = closest.simplex.point_a(), point_b = closest.simplex.point_b();
  Contact<T> r;
  r.normal = closest.v / -norm(closest.v);
  r.distance = dot(r.normal, point_b - point_a);
  r.lower = certified_lower(difference, r.normal);
  r.upper = rounding - inner_radius;
  set_points(r, point_a, point_b);
  close_bracket(r, difference, settings);
  // Its own verdict: the tetrahedron of the whole bodies may have the origin on a face.
  const bool deep = r.distance < -touching_width<T> * difference.radius();
  r.status = deep || r.upper < T(0) ? Status::overlapping : Status::touching;
  return r;
}

}  // namespace gjk

template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk_shrunken(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                       const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                       Trace& trace) {
  using namespace gjk;
  ShrunkenDifference<T> shrunken(a, b, b_in_a);
  PolyhedronDifference<T>& difference = shrunken.whole();
  const Vec3<T> v1 = first_direction(difference);
  const T rounding = difference.rounding();
  const GjkOutcome<T> whole =
      gjk_loop<SignedVolumes>(difference, v1, rounding, settings.max_iterations, trace);
  if (whole.verdict == GjkVerdict::outside || whole.verdict == GjkVerdict::limit) {
    return gjk_answer<SignedVolumes>(difference, settings, whole);
  }
  T inner_radius = T(0);
  if (whole.verdict == GjkVerdict::enclosed) {
    inner_radius = norm(nearest_face_of<SignedVolumes>(whole.simplex).v);
  }
  GjkOutcome<T> closest = whole;
  int iterations = whole.iterations;
  while (closest.verdict != GjkVerdict::outside && closest.verdict != GjkVerdict::limit &&
         shrunken.can_be_reduced()) {
    shrunken.reduce();
    closest = gjk_loop<SignedVolumes>(shrunken, v1, rounding, settings.max_iterations, trace);
    iterations += closest.iterations;
    trace(Reduction<T>{shrunken.ratio(), closest.verdict == GjkVerdict::outside});
  }
  Contact<T> r;
  if (closest.verdict == GjkVerdict::outside) {
    r = reconstructed_contact(shrunken, settings, closest, inner_radius);
  } else {
    r = unknown_contact(difference, closest.direction);
    if (closest.verdict != GjkVerdict::limit) r.status = Status::not_supported;
  }
  r.iterations = iterations;
  return r;
}

template <class T>
TALUS_HD Contact<T> gjk_shrunken(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Cache<T>&) {
  Silent silent;
  return trace_gjk_shrunken(a, b, b_in_a, settings, silent);
}

}  // namespace talus::polyhedron_polyhedron
