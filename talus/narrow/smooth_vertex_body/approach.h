// Finds the direction of least depth near a guess, or the direction of the distance of bodies that
// are apart, with a proof of the latter.
//
// Apart, f(n) <= 0 has one minimum on the sphere (f is convex and homogeneous, so -f is concave on
// the unit ball), and GJK finds it from anywhere. So where Newton's method (descent.h) gets stuck,
// on sides so flat that they are corners to all purposes, GJK comes nearer first, and gives it not
// only its direction but the point too, which on a flat side the direction does not tell. The
// rounds go on with ever finer brackets of GJK; each ends at the answer or is followed by a finer
// one.
#pragma once

#include "talus/narrow/engine/gjk.h"
#include "talus/narrow/smooth_vertex_body/descent.h"

namespace talus::smooth_vertex_body {

// C = S - V as GJK sees it.
template <class T, class VertexBody>
struct CornersAndSurface {
  const Superquadric<T>& s;
  const VertexBody& body;
  int last{};  // the corner of the last call

  TALUS_HD engine::SupportPair<T> support(const Vec3<T>& n) {
    engine::SupportPair<T> pair;
    pair.a = support_point(s, n);
    pair.index_a = 0;
    pair.index_b = last = body.farthest(-n, last);
    pair.b = body.corner(pair.index_b);
    pair.c = pair.a - pair.b;
    return pair;
  }
};

// The better of the two places that a direction and a point tell.
template <class T, class VertexBody>
TALUS_HD void start_from(const Superquadric<T>& s, const VertexBody& body, const Vec3<T>& x,
                         const Vec3<T>& n, Descent<T>& d) {
  d.place = place_with_normal(s, n, x);
  look(body, d);
  const T by_normal = d.depth;
  const Place<T> by_point = place_near(s, x, n);
  const int corner = body.farthest(-by_point.normal, d.corner);
  if (dot(by_point.point - body.corner(corner), by_point.normal) < by_normal) d.place = by_point;
  ++d.evaluations;
}

template <class T>
TALUS_HD bool is_stationary(const Descent<T>& d, const Sizes<T>& sizes) {
  return d.residual <= larger(T(4) * sizes.rounding, joined(sizes));
}

// `around` holds a tetrahedron of points of C around the origin where GJK found one (enclosed).
enum class Approach { settled, enclosed, lost };

template <class T, class VertexBody>
TALUS_HD Approach approach(const Superquadric<T>& s, const VertexBody& body, const Sizes<T>& sizes,
                           int max_iterations, Descent<T>& d, engine::Simplex<T>& around) {
  descend(s, body, sizes, d);
  if (is_stationary(d, sizes)) return Approach::settled;
  CornersAndSurface<T, VertexBody> difference{s, body};
  T gap = T(1e-2);
  for (int round = 0; round < 4; ++round, gap = T(1e-2) * gap) {
    const engine::GjkResult<T> found =
        engine::gjk(difference, d.place.normal, sizes.radius, gap, sizes.rounding, max_iterations);
    d.evaluations += found.iterations;
    around = found.simplex;
    if (found.end == engine::GjkEnd::enclosed) return Approach::enclosed;
    start_from(s, body, found.simplex.point_a(), found.direction, d);
    d.touched.count = 0;
    descend(s, body, sizes, d);
    if (is_stationary(d, sizes)) return Approach::settled;
  }
  return Approach::lost;
}

}  // namespace talus::smooth_vertex_body
