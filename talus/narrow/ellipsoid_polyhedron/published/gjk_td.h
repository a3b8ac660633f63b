// GJK-TD for an ellipsoid and a polyhedron: P0 expects that its Algorithm 3 "may easily be
// customized to detect contact between convex polyhedra and spheroid particles" (abstract and
// conclusion). The algorithm is that of polyhedron_polyhedron/published/gjk_td.h, with the support
// point of the ellipsoid instead of a vertex.
//
// Differences for a smooth body:
// - Support points have no index; each is a new vertex of A - B and is numbered consecutively.
// - No face ever lies on the hull. The face location condition holds when E_q is beyond the face by
//   no more than a tolerance, a length: settings.distance_error, or tolerance * the larger radius.
//   The nearest face's distance and that of E_q's plane bracket the depth, so the error is no
//   larger; GJK's loop stops by the same length.
//
// Known failure: it finds separation and overlap, but hardly ever a depth. Faces are split, edges
// never are: every edge of the first tetrahedron stays the edge of some face of Sigma. Between two
// points of a smooth surface it runs inside the body, where it is nearer to O than the depth unless
// the contact happens to be elsewhere, so the faces through it are nearest for ever, and tilt about
// it with each new E_q. For polyhedra the vertices run out and with them the new faces; here the
// scratch space does: iteration_limit, with a bracket that holds. Where the polyhedron's own edges
// and vertices make the first tetrahedron the depth is found.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"
#include "talus/shape/ellipsoid.h"

namespace talus::ellipsoid_polyhedron {

// A - B with every support point of A a vertex of its own.
template <class T>
class NumberedDifference : public Difference<T, Ellipsoid<T>, PolyhedronView<T>> {
 public:
  using Base = Difference<T, Ellipsoid<T>, PolyhedronView<T>>;
  using Base::Base;

  TALUS_HD engine::SupportPair<T> support(const Vec3<T>& n) {
    engine::SupportPair<T> pair = Base::support(n);
    pair.index_a = ++count_;
    return pair;
  }

 private:
  int count_{};
};

template <class T, class Trace>
TALUS_HD Contact<T> trace_gjk_td(const Ellipsoid<T>& a, const PolyhedronView<T>& b,
                                 const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                 Trace& trace) {
  NumberedDifference<T> difference(a, b, b_in_a);
  const T rounding = difference.rounding();
  const T error = settings.distance_error > T(0) ? settings.distance_error
                                                 : settings.tolerance * difference.radius();
  const Vec3<T> between = difference.between_centres();
  const Vec3<T> v1 = max_norm(between) > rounding ? between : Vec3<T>{T(1), T(0), T(0)};
  polyhedron_polyhedron::gjk::TdFaces<T> sigma;
  return polyhedron_polyhedron::gjk::td_answer(difference, settings, v1, larger(error, rounding),
                                               sigma, trace);
}

template <class T>
TALUS_HD Contact<T> gjk_td(const Ellipsoid<T>& a, const PolyhedronView<T>& b,
                           const RelativePose<T>& b_in_a, const Settings<T>& settings, Cache<T>&) {
  Silent silent;
  return trace_gjk_td(a, b, b_in_a, settings, silent);
}

}  // namespace talus::ellipsoid_polyhedron
