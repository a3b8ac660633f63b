// The production method of two convex polyhedra. C = A - B is the Minkowski difference.
//
//   1. Warm start from an overlap: if the cached facet of C is still proven to be the lowest
//      (facet.h), it is the answer.
//   2. Small bodies, or a cached facet with small bodies: the finite search over all faces of C
//      (face_and_arc_search.h).
//   3. GJK on the vertices, from the cached ones if the pair was separated (separation.h). The
//      nearest features prove a separated pair.
//   4. Deep overlap of bodies of moderate size: the finite search again.
//   5. Other overlaps: a polytope inside C that grows until its nearest plane is a face of C
//      (penetration.h).
//   6. What rounding leaves open: the generic engine, then the exhaustive search
//      (gjk_then_exhaustive.h).
//
// Steps 1 to 5 return only answers whose lower and upper bounds agree to rounding.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/face_and_arc_search.h"
#include "talus/narrow/polyhedron_polyhedron/gjk_then_exhaustive.h"
#include "talus/narrow/polyhedron_polyhedron/penetration.h"
#include "talus/narrow/polyhedron_polyhedron/warm_start.h"

namespace talus::polyhedron_polyhedron {

// The decisions of the steps above. None affects correctness: every answer is proven, and what is
// not proven goes to the next step.
struct CertifiedLimits {
  // Steps 3 and 5. No pair with a well-conditioned answer comes near the limits; a pair that
  // reaches one is answered by the fallback. The inner polytope holds 64 vertices, 4 of which are
  // there at its start: hence 60.
  static constexpr int separation_iterations = 48;
  static constexpr int penetration_iterations = 60;
  // Step 2, cold: up to this many vertices the finite search is faster than GJK (bench/narrow;
  // above, its tables do not stay in the cache).
  static constexpr int search_first_vertices = 16;
  // Step 4: the search is preferred to the polytope if the overlap is deeper than this part of the
  // sum of the inner radii, because the polytope would have to grow all around the origin. A
  // choice, tuned with bench/narrow.
  static constexpr double deep_overlap = 0.25;
  // Two bounds agree if they differ by at most this many times the rounding of a coordinate of C.
  // Each is a sum of a few products that carry one rounding each.
  static constexpr double agreement = 4;
  // The same for a vector between points of the opened pair, and for the start depth of the search,
  // which is raised by it so that a face of the same depth counts as found.
  static constexpr double loose_agreement = 16;
};

// Writes a proven contact from its normal, bounds and points. The normal joins the points to
// rounding; the rest is shared between them.
template <class T>
TALUS_HD void write_proven(const PosedPolyhedra<T>& pair, const Vec3<T>& normal, T sigma, T upper,
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

// The point of A that belongs to a convex combination of vertices of C. The point of B is that
// minus the combination.
template <class T>
TALUS_HD Vec3<T> mix_a(const PosedPolyhedra<T>& pair, const DifferenceVertex<T>* vertex,
                       const T* weight, int count) {
  Vec3<T> sum = weight[0] * pair.point_a(vertex[0].a);
  for (int i = 1; i < count; ++i) sum = sum + weight[i] * pair.point_a(vertex[i].a);
  return sum;
}

// Answers with a facet if it is a face of C to rounding and contains the projection of the origin.
// `ball` is the radius of a ball proven to lie inside C.
template <class T>
TALUS_HD bool accept_on_facet(const PosedPolyhedra<T>& pair, const FacetContact<T>& f, T ball,
                              Contact<T>& r) {
  const T close = T(CertifiedLimits::agreement) * pair.rounding;
  if (!(f.inside >= T(0)) || !(f.h - f.claimed <= close) || !(f.h - ball <= close)) return false;
  write_proven(pair, f.normal, -f.h, -smaller(ball, f.h), f.on_a, f.on_b, 1, r);
  return true;
}

// Answers on a flat side of C that many features share, if the given facet does not contain the
// projection of the origin: face on face, edge on face. B is moved along the normal until a gap of
// the bodies' size is open; there the contact points are the nearest points.
template <class T>
TALUS_HD bool accept_on_flat_side(const PosedPolyhedra<T>& pair, const FacetContact<T>& f, T ball,
                                  Contact<T>& r) {
  const T close = T(CertifiedLimits::agreement) * pair.rounding;
  if (!(f.h - f.claimed <= close) || !(f.h - ball <= close)) return false;
  RelativePose<T> opened_pose = pair.b_in_a;
  opened_pose.translation = opened_pose.translation + (f.h + pair.radius) * f.normal;
  const PosedPolyhedra<T> opened(pair.a, pair.b, opened_pose);
  Separation<T> s;
  s.vertex[0] = opened.support(f.normal);
  s.count = 1;
  separate(opened, CertifiedLimits::separation_iterations, s);
  if (s.apart != Apart::yes) return false;
  if (!(norm(s.v + pair.radius * f.normal) <=
        T(CertifiedLimits::loose_agreement) * opened.rounding))
    return false;
  const Vec3<T> on_a = mix_a(pair, s.vertex, s.weight, s.count);
  write_proven(pair, f.normal, -f.h, -smaller(ball, f.h), on_a, on_a - f.h * f.normal, s.iterations,
               r);
  return true;
}

// A direction from A to B, the depth along it, and the face of C with that normal and depth, if
// there is one.
template <class T>
struct Guess {
  Vec3<T> direction;
  T depth;
  Facet facet{};
};

// Step 1: tests whether the facet of the last query is still the lowest face of C. If that is not
// proven, the facet becomes the guess of the later steps.
template <class T>
TALUS_HD bool certify_cached_facet(const PosedPolyhedra<T>& pair, Cache<T>& cache, Guess<T>& guess,
                                   Contact<T>& r) {
  const Facet facet = load_warm_start(pair, cache);
  if (facet.kind == FacetKind::none) return false;
  const FacetContact<T> f = contact_on(pair, facet, cache.normal);
  if (is_lowest(pair, f) && accept_on_facet(pair, f, f.h, r)) {
    cache.normal = r.normal;
    return true;
  }
  // h is infinite if the cached facet has no normal, as in a cache of other bodies.
  if (f.h < infinity_of<T>()) guess = {f.normal, f.h, facet};
  return false;
}

// Answers a pair that the search found separated by the face farthest from the other body; half of
// the pairs have their nearest points there. For the others, leaves vertices of that face in `s` as
// the start of a separation.
template <class T>
TALUS_HD bool accept_separated_on_face(const PosedPolyhedra<T>& pair,
                                       const FaceAndArcSearch<T>& search, Cache<T>& cache,
                                       Separation<T>& s, Contact<T>& r) {
  s.count = 1;
  s.vertex[0] = pair.support(search.normal);
  const Facet& facet = search.facet;
  if (facet.kind != FacetKind::face_a && facet.kind != FacetKind::face_b) return false;
  const FacetContact<T> f = contact_on(pair, facet, search.normal);
  const bool of_a = facet.kind == FacetKind::face_a;
  const FaceTriangle of_face = of_a ? triangle_around(pair.a, facet.a[0], f.on_a)
                                    : triangle_around(pair.b, facet.b[0], pair.to_b(f.on_b));
  const int a = s.vertex[0].a, b = s.vertex[0].b;
  s.count = 3;
  for (int i = 0; i < 3; ++i) {
    const int vertex = of_face.vertex[i];
    s.vertex[i] = of_a ? pair.difference_vertex(vertex, b) : pair.difference_vertex(a, vertex);
  }
  if (!(f.inside >= T(0)) || !(f.h < T(0))) return false;
  write_proven(pair, f.normal, -f.h, -f.h, f.on_a, f.on_b, 1, r);
  store_warm_start(s, f.normal, cache);
  return true;
}

// Steps 2 and 4: the finite search. If it finds the bodies separated but not proven, it leaves
// vertices of C in `s` as the start of a separation.
template <class T>
TALUS_HD bool certify_by_search(const PosedPolyhedra<T>& pair, const Guess<T>& guess,
                                Cache<T>& cache, Separation<T>& s, Contact<T>& r) {
  FaceAndArcSearch<T> search(pair, guess.direction, guess.depth, guess.facet);
  search.scan_faces();
  const auto accept = [&](bool lowest_of_all) {
    if (search.facet.kind == FacetKind::none) return false;
    const FacetContact<T> f = contact_on(pair, search.facet, search.normal);
    const bool accepted = lowest_of_all ? accept_on_facet(pair, f, search.depth, r) ||
                                              accept_on_flat_side(pair, f, search.depth, r)
                                        : is_lowest(pair, f) && accept_on_facet(pair, f, f.h, r);
    if (accepted) store_warm_start(search.facet, r.normal, cache);
    return accepted;
  };
  s.count = 0;
  if (search.depth > T(0)) {
    if (accept(false)) return true;
    search.scan_arcs();
    if (search.depth > T(0)) return search.complete && accept(true);
  }
  return accept_separated_on_face(pair, search, cache, s, r);
}

template <class T>
TALUS_HD bool certify_by_polytope(const PosedPolyhedra<T>& pair, const Separation<T>& s,
                                  Cache<T>& cache, Contact<T>& r) {
  const Penetration<T> p = penetrate(pair, s.vertex, CertifiedLimits::penetration_iterations);
  if (!p.found) return false;
  const Vec3<T> on_a = mix_a(pair, p.vertex, p.weight, 3);
  write_proven(pair, p.normal, -p.h, -p.ball, on_a, on_a - p.h * p.normal,
               s.iterations + p.iterations, r);
  store_warm_start(facet_of(p.vertex), p.normal, cache);
  return true;
}

template <class T>
TALUS_HD bool both_have_at_most(const PosedPolyhedra<T>& pair, int vertices) {
  return pair.a.vertex_count <= vertices && pair.b.vertex_count <= vertices;
}

// Steps 4 and 5: overlapping bodies. The finite search reads all faces and edges, the polytope a
// few vertices.
template <class T>
TALUS_HD bool certify_overlap(const PosedPolyhedra<T>& pair, const Guess<T>& guess,
                              const Separation<T>& s, Cache<T>& cache, Contact<T>& r) {
  const T deep = T(CertifiedLimits::deep_overlap) * (pair.a.inner.radius + pair.b.inner.radius);
  if (guess.depth > deep && guess.depth < infinity_of<T>() &&
      both_have_at_most(pair, search_vertex_limit)) {
    Separation<T> ignored;
    if (certify_by_search(pair, guess, cache, ignored, r)) return true;
  }
  return certify_by_polytope(pair, s, cache, r);
}

// Steps 1 to 5. False if rounding leaves the answer open; `r` is then unchanged.
template <class T>
TALUS_HD bool certify(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                      const RelativePose<T>& b_in_a, Cache<T>& cache, Contact<T>& r) {
  const PosedPolyhedra<T> pair(a, b, b_in_a);
  Separation<T> s;
  Guess<T> guess{b_in_a.point_to_a(b.bounds.centre) - a.bounds.centre, infinity_of<T>()};
  if (!load_warm_start(pair, cache, s)) {
    if (certify_cached_facet(pair, cache, guess, r)) return true;
    s.vertex[0] = pair.support(guess.direction);
    s.count = 1;
    const T h = dot(guess.direction, s.vertex[0].c), length = norm(guess.direction);
    if (guess.facet.kind == FacetKind::none && length > T(0)) {
      guess.depth = h / length + T(CertifiedLimits::loose_agreement) * pair.rounding;
    }
    // The depth of a cached facet dismisses most faces and arcs, so that the search is fast.
    const bool has_cached_facet = guess.facet.kind != FacetKind::none;
    if (both_have_at_most(pair, has_cached_facet ? search_vertex_limit
                                                 : CertifiedLimits::search_first_vertices)) {
      if (certify_by_search(pair, guess, cache, s, r)) return true;
      if (s.count == 0) return false;
    }
  }
  separate(pair, CertifiedLimits::separation_iterations, s);
  if (s.apart == Apart::yes) {
    const Vec3<T> n = s.v / -s.length;
    const Vec3<T> on_a = mix_a(pair, s.vertex, s.weight, s.count);
    write_proven(pair, n, s.sigma, s.upper, on_a, on_a - s.v, s.iterations, r);
    store_warm_start(s, n, cache);
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
