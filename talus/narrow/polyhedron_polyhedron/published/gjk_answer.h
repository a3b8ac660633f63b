// From the end of the GJK loop to a contact, as P0 section 2 has it: outside, V is the shortest
// connection; inside, V is the nearest point of the final tetrahedron's faces, and -|OV| the depth.
// The faces need not lie on the hull of A - B: that is the published failure (section 3.1).
//
// The bracket is certified all the same: sigma(normal) from below; from above |OV| outside, and
// inside -|OV|, since a ball of that radius fits into the tetrahedron and so into A - B.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/gjk_loop.h"
#include "talus/narrow/trace.h"

namespace talus::polyhedron_polyhedron::gjk {

// The face of the final tetrahedron nearest to the origin, with the projection V of the origin.
template <class T>
struct FinalFace {
  engine::Simplex<T> face;  // with lambda as weights
  Vec3<T> v;
};

// A contact with the given normal and distance; point_a is corrected by half of what the link of
// the two given points misses, so that the points lie on both bodies as well as on the normal.
template <class T>
TALUS_HD void set_points(Contact<T>& r, const Vec3<T>& point_a, const Vec3<T>& point_b) {
  const Vec3<T> link = r.distance * r.normal;
  r.point_a = point_a + T(0.5) * (point_b - point_a - link);
  r.point_b = r.point_a + link;
}

template <class T, class Body>
TALUS_HD T size_of_pair(const Body& difference, T distance) {
  return larger(difference.radius(), absolute(distance));
}

// lower = sigma(normal), less its rounding.
template <class T, class Body>
TALUS_HD T certified_lower(Body& difference, const Vec3<T>& normal) {
  return -dot(normal, difference.support(normal).c) - difference.rounding();
}

template <class T, class Body>
TALUS_HD void close_bracket(Contact<T>& r, const Body& difference, const Settings<T>& settings) {
  r.lower = smaller(r.lower, r.distance);
  r.upper = larger(r.upper, r.distance);
  r.proven = r.upper - r.lower <= settings.tolerance * size_of_pair(difference, r.distance);
}

// Separated, or a bracket around zero that is judged by its width: never a guess.
template <class T, class Body>
TALUS_HD Contact<T> outside_contact(Body& difference, const Settings<T>& settings,
                                    const GjkOutcome<T>& outcome) {
  Contact<T> r;
  const Vec3<T> point_a = outcome.simplex.point_a(), point_b = outcome.simplex.point_b();
  r.distance = norm(outcome.v);
  r.normal = outcome.v / -r.distance;
  r.lower = certified_lower(difference, r.normal);
  r.upper = norm(point_b - point_a) + difference.rounding();
  set_points(r, point_a, point_b);
  close_bracket(r, difference, settings);
  r.status = status_of(r, touching_width<T> * size_of_pair(difference, r.distance));
  return r;
}

// V = O: the method sees neither gap nor overlap. The normal is that of the triangle which holds O,
// or else the last search direction, on the side where the bodies reach less far.
template <class T, class Body>
TALUS_HD Contact<T> touching_contact(Body& difference, const Settings<T>& settings,
                                     const engine::Simplex<T>& tau, const Vec3<T>& direction) {
  Vec3<T> n = direction;
  if (tau.count == 3) {
    const Vec3<T> area = cross(tau.point[1].c - tau.point[0].c, tau.point[2].c - tau.point[0].c);
    if (max_norm(area) > difference.rounding() * difference.radius()) n = area;
  }
  n = normalized(n / max_norm(n));
  const T ahead = certified_lower(difference, n), behind = certified_lower(difference, -n);
  Contact<T> r;
  r.normal = behind > ahead ? -n : n;
  r.distance = T(0);
  r.lower = larger(ahead, behind);
  r.upper = norm(tau.nearest()) + difference.rounding();
  set_points(r, tau.point_a(), tau.point_b());
  close_bracket(r, difference, settings);
  r.status = Status::touching;
  return r;
}

// Only the support value of one direction is known.
template <class T, class Body>
TALUS_HD Contact<T> unknown_contact(Body& difference, const Vec3<T>& direction) {
  Contact<T> r;
  r.normal = normalized(direction / max_norm(direction));
  const engine::SupportPair<T> w = difference.support(r.normal);
  r.distance = -dot(r.normal, w.c);
  r.lower = r.distance - difference.rounding();
  r.upper = larger(norm(w.c) + difference.rounding(), r.distance);
  r.point_a = w.a;
  r.point_b = w.a + r.distance * r.normal;
  r.status = Status::iteration_limit;
  return r;
}

template <class Sub, class T>
TALUS_HD FinalFace<T> nearest_face_of(const engine::Simplex<T>& tetrahedron) {
  FinalFace<T> best;
  best.v = {infinity_of<T>(), T(0), T(0)};
  for (int skip = 0; skip < 4; ++skip) {
    engine::Simplex<T> face;
    for (int i = 0; i < 4; ++i) {
      if (i != skip) face.point[face.count++] = tetrahedron.point[i];
    }
    const NearestFace<T> nearest = Sub::nearest(face);
    if (!(norm_squared(nearest.v) < norm_squared(best.v))) continue;
    keep_face(face, nearest);
    best = {face, nearest.v};
  }
  return best;
}

// Whether the origin is inside by the planes of the faces, and there is an inside. Johnson's
// cofactors lose all digits where the vertices are nearly dependent, and then see an origin inside
// that is not.
template <class T>
TALUS_HD bool holds_origin(const engine::Simplex<T>& tetrahedron, T rounding) {
  const T flat = square(T(8) * rounding);
  for (int i = 0; i < 4; ++i) {
    const Vec3<T>&s = tetrahedron.point[i].c, p = tetrahedron.point[(i + 1) % 4].c,
          q = tetrahedron.point[(i + 2) % 4].c, r = tetrahedron.point[(i + 3) % 4].c;
    const Vec3<T> n = cross(q - p, r - p);
    const T side = dot(n, s - p), side_of_origin = -dot(n, p);
    if (!(side * side > flat * norm_squared(n)) || side * side_of_origin < T(0)) return false;
  }
  return true;
}

template <class Sub, class T, class Body>
TALUS_HD Contact<T> overlapping_contact(Body& difference, const Settings<T>& settings,
                                        const GjkOutcome<T>& outcome) {
  if (!holds_origin(outcome.simplex, difference.rounding()))
    return unknown_contact(difference, outcome.direction);
  const FinalFace<T> nearest = nearest_face_of<Sub>(outcome.simplex);
  const T depth = norm(nearest.v);
  if (!(depth > difference.rounding())) {
    return touching_contact(difference, settings, nearest.face, outcome.direction);
  }
  Contact<T> r;
  r.distance = -depth;
  r.normal = nearest.v / depth;
  r.lower = certified_lower(difference, r.normal);
  r.upper = -depth + difference.rounding();
  set_points(r, nearest.face.point_a(), nearest.face.point_b());
  close_bracket(r, difference, settings);
  r.status = r.upper < T(0) ? Status::overlapping : Status::touching;
  return r;
}

template <class Sub, class T, class Body>
TALUS_HD Contact<T> gjk_answer(Body& difference, const Settings<T>& settings,
                               const GjkOutcome<T>& outcome) {
  Contact<T> r;
  switch (outcome.verdict) {
    case GjkVerdict::enclosed:
      r = overlapping_contact<Sub>(difference, settings, outcome);
      break;
    case GjkVerdict::on_simplex: {
      engine::Simplex<T> tau = outcome.simplex;
      keep_face(tau, outcome.nearest);
      r = touching_contact(difference, settings, tau, outcome.direction);
      break;
    }
    case GjkVerdict::outside:
    case GjkVerdict::limit:
      r = outside_contact(difference, settings, outcome);
      break;
  }
  if (outcome.verdict == GjkVerdict::limit) r.status = Status::iteration_limit;
  r.iterations = outcome.iterations;
  return r;
}

}  // namespace talus::polyhedron_polyhedron::gjk
