// The production method of two convex polyhedra. Everything it answers is proven to rounding by two
// bounds that meet: separated pairs by the nearest features (separation.h), overlapping ones by the
// facet at hand (facet.h), by a search over all faces of C (face_and_arc_search.h), or by a
// polytope inside C (penetration.h). What rounding leaves open goes to the general engine and,
// where even that stays open, to the exhaustive search.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/face_and_arc_search.h"
#include "talus/narrow/polyhedron_polyhedron/gjk_then_exhaustive.h"
#include "talus/narrow/polyhedron_polyhedron/memory.h"
#include "talus/narrow/polyhedron_polyhedron/penetration.h"

namespace talus::polyhedron_polyhedron {

// Caps that no pair with a clear answer comes near; what reaches them goes to the slower method.
inline constexpr int max_separation_steps = 48;
inline constexpr int max_penetration_steps = 60;

// A proven contact from its normal, bounds and points, which are joined by the normal to rounding.
template <class T>
TALUS_HD void write_proven(const PosedCorners<T>& pair, const Vec3<T>& normal, T sigma, T upper,
                           const Vec3<T>& on_a, const Vec3<T>& on_b, int iterations,
                           Contact<T>& r) {
  r.distance = sigma;
  r.lower = sigma - pair.rounding;
  r.upper = larger(sigma, upper) + pair.rounding;
  r.normal = normal;
  const Vec3<T> missed = T(0.5) * (on_b - on_a - sigma * normal);
  r.point_a = on_a + missed;
  r.point_b = on_b - missed;
  r.status = status_of(r, touching_width<T> * pair.radius);
  r.definition = Definition::minimum_translation;
  r.proven = true;
  r.fallback = false;
  r.iterations = iterations;
}

// The point of A in a mixture of corners of C; B's is that minus the mixture itself.
template <class T>
TALUS_HD Vec3<T> mix_a(const PosedCorners<T>& pair, const Corner<T>* corner, const T* weight,
                       int count) {
  Vec3<T> sum = weight[0] * pair.point_a(corner[0].a);
  for (int i = 1; i < count; ++i) sum = sum + weight[i] * pair.point_a(corner[i].a);
  return sum;
}

// The answer on a face of C, if it is one to rounding and carries the foot of the origin; `ball` is
// the radius of a ball proven inside C.
template <class T>
TALUS_HD bool settle_on(const PosedCorners<T>& pair, const FacetContact<T>& f, T ball,
                        Contact<T>& r) {
  const T close = T(4) * pair.rounding;
  if (!(f.inside >= T(0)) || !(f.h - f.claimed <= close) || !(f.h - ball <= close)) return false;
  write_proven(pair, f.normal, -f.h, -smaller(ball, f.h), f.on_a, f.on_b, 1, r);
  return true;
}

// The same on a flat side of C that many features share, where the facet at hand does not carry the
// foot: face on face, edge on face. The points come from arm's length: with B moved along the
// normal until a gap of the bodies' size is open, they are nearest points.
template <class T>
TALUS_HD bool settle_flat(const PosedCorners<T>& pair, const FacetContact<T>& f, T ball,
                          Contact<T>& r) {
  const T close = T(4) * pair.rounding;
  if (!(f.h - f.claimed <= close) || !(f.h - ball <= close)) return false;
  RelativePose<T> opened_pose = pair.b_in_a;
  opened_pose.translation = opened_pose.translation + (f.h + pair.radius) * f.normal;
  const PosedCorners<T> opened(pair.a, pair.b, opened_pose);
  Separation<T> s;
  s.corner[0] = opened.support(f.normal);
  s.count = 1;
  separate(opened, max_separation_steps, s);
  if (s.apart != Apart::yes) return false;
  if (!(norm(s.v + pair.radius * f.normal) <= T(16) * opened.rounding)) return false;
  const Vec3<T> on_a = mix_a(pair, s.corner, s.weight, s.count);
  write_proven(pair, f.normal, -f.h, -smaller(ball, f.h), on_a, on_a - f.h * f.normal, s.iterations,
               r);
  return true;
}

// A direction from A to B, the depth along it, and the face of C that has both, if it is one.
template <class T>
struct Guess {
  Vec3<T> direction;
  T depth;
  Facet facet{};
};

// The face of C of the last query is still the lowest. Where that cannot be told, it is still a
// guess.
template <class T>
TALUS_HD bool certify_as_before(const PosedCorners<T>& pair, Cache<T>& cache, Guess<T>& guess,
                                Contact<T>& r) {
  const Facet facet = recall(pair, cache);
  if (facet.kind == FacetKind::none) return false;
  const FacetContact<T> f = contact_on(pair, facet, cache.normal);
  if (is_lowest(pair, f) && settle_on(pair, f, f.h, r)) {
    cache.normal = r.normal;
    return true;
  }
  // Infinite where a foreign memory had no normal.
  if (f.h < infinity_of<T>()) guess = {f.normal, f.h, facet};
  return false;
}

// Bodies that the search found apart, by the face that is farthest from the other body: half of
// them are nearest to each other there. Otherwise its corners are left in `s` to start from.
template <class T>
TALUS_HD bool settle_apart(const PosedCorners<T>& pair, const FaceAndArcSearch<T>& search,
                           Cache<T>& cache, Separation<T>& s, Contact<T>& r) {
  s.count = 1;
  s.corner[0] = pair.support(search.normal);
  const Facet& facet = search.facet;
  if (facet.kind != FacetKind::face_a && facet.kind != FacetKind::face_b) return false;
  const FacetContact<T> f = contact_on(pair, facet, search.normal);
  const bool of_a = facet.kind == FacetKind::face_a;
  const FaceTriangle of_face = of_a ? triangle_around(pair.a, facet.a[0], f.on_a)
                                    : triangle_around(pair.b, facet.b[0], pair.to_b(f.on_b));
  const int a = s.corner[0].a, b = s.corner[0].b;
  s.count = 3;
  for (int i = 0; i < 3; ++i) {
    const int vertex = of_face.vertex[i];
    s.corner[i] = of_a ? pair.corner(vertex, b) : pair.corner(a, vertex);
  }
  if (!(f.inside >= T(0)) || !(f.h < T(0))) return false;
  write_proven(pair, f.normal, -f.h, -f.h, f.on_a, f.on_b, 1, r);
  remember(s, f.normal, cache);
  return true;
}

// The finite search of small bodies. Where it cannot settle what it found, it leaves corners of C
// to start a separation from in `s`, if the bodies are apart.
template <class T>
TALUS_HD bool certify_small(const PosedCorners<T>& pair, const Guess<T>& guess, Cache<T>& cache,
                            Separation<T>& s, Contact<T>& r) {
  FaceAndArcSearch<T> search(pair, guess.direction, guess.depth, guess.facet);
  search.look_at_faces();
  const auto settle = [&](bool lowest_of_all) {
    if (search.facet.kind == FacetKind::none) return false;
    const FacetContact<T> f = contact_on(pair, search.facet, search.normal);
    const bool settled =
        lowest_of_all ? settle_on(pair, f, search.depth, r) || settle_flat(pair, f, search.depth, r)
                      : is_lowest(pair, f) && settle_on(pair, f, f.h, r);
    if (settled) remember(search.facet, r.normal, cache);
    return settled;
  };
  s.count = 0;
  if (search.depth > T(0)) {
    if (settle(false)) return true;
    search.look_at_arcs();
    if (search.depth > T(0)) return search.complete && settle(true);
  }
  return settle_apart(pair, search, cache, s, r);
}

template <class T>
TALUS_HD bool certify_by_polytope(const PosedCorners<T>& pair, const Separation<T>& s,
                                  Cache<T>& cache, Contact<T>& r) {
  const Penetration<T> p = penetrate(pair, s.corner, max_penetration_steps);
  if (!p.found) return false;
  const Vec3<T> on_a = mix_a(pair, p.corner, p.weight, 3);
  write_proven(pair, p.normal, -p.h, -p.ball, on_a, on_a - p.h * p.normal,
               s.iterations + p.iterations, r);
  remember(facet_of(p.corner), p.normal, cache);
  return true;
}

// Bodies so small that the finite search is faster than GJK.
inline constexpr int search_first_limit = 16;

template <class T>
TALUS_HD bool both_up_to(const PosedCorners<T>& pair, int vertices) {
  return pair.a.vertex_count <= vertices && pair.b.vertex_count <= vertices;
}

// Overlapping bodies. The finite search needs all faces and edges at hand, the polytope a few
// corners: it pays where the overlap is deep and the polytope would have to grow all around.
template <class T>
TALUS_HD bool certify_overlap(const PosedCorners<T>& pair, const Guess<T>& guess,
                              const Separation<T>& s, Cache<T>& cache, Contact<T>& r) {
  const T deep = T(0.25) * (pair.a.inner.radius + pair.b.inner.radius);
  if (guess.depth > deep && guess.depth < infinity_of<T>() &&
      both_up_to(pair, search_vertex_limit)) {
    Separation<T> ignored;
    if (certify_small(pair, guess, cache, ignored, r)) return true;
  }
  return certify_by_polytope(pair, s, cache, r);
}

// False where rounding leaves the answer open; `r` is then untouched.
template <class T>
TALUS_HD bool certify(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                      const RelativePose<T>& b_in_a, Cache<T>& cache, Contact<T>& r) {
  const PosedCorners<T> pair(a, b, b_in_a);
  Separation<T> s;
  Guess<T> guess{b_in_a.point_to_a(b.bounds.centre) - a.bounds.centre, infinity_of<T>()};
  if (!recall(pair, cache, s)) {
    if (certify_as_before(pair, cache, guess, r)) return true;
    s.corner[0] = pair.support(guess.direction);
    s.count = 1;
    const T h = dot(guess.direction, s.corner[0].c), length = norm(guess.direction);
    // A little more, so that a face with the same depth counts as found.
    if (guess.facet.kind == FacetKind::none && length > T(0)) {
      guess.depth = h / length + T(16) * pair.rounding;
    }
    // A facet from memory has a depth that leaves the search little to look at.
    const bool remembered = guess.facet.kind != FacetKind::none;
    if (both_up_to(pair, remembered ? search_vertex_limit : search_first_limit)) {
      if (certify_small(pair, guess, cache, s, r)) return true;
      if (s.count == 0) return false;
    }
  }
  separate(pair, max_separation_steps, s);
  if (s.apart == Apart::yes) {
    const Vec3<T> n = s.v / -s.length;
    const Vec3<T> on_a = mix_a(pair, s.corner, s.weight, s.count);
    write_proven(pair, n, s.sigma, s.upper, on_a, on_a - s.v, s.iterations, r);
    remember(s, n, cache);
    return true;
  }
  return s.apart == Apart::no && certify_overlap(pair, guess, s, cache, r);
}

template <class T>
TALUS_HD Contact<T> fallback_contact(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                     const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                     Cache<T>& cache) {
  Contact<T> r = gjk_then_exhaustive(a, b, b_in_a, settings, cache);
  r.fallback = true;
  return r;
}

template <class T>
TALUS_HD Contact<T> certified(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  Contact<T> r;
  if (certify(a, b, b_in_a, cache, r)) return r;
  return fallback_contact(a, b, b_in_a, settings, cache);
}

}  // namespace talus::polyhedron_polyhedron
