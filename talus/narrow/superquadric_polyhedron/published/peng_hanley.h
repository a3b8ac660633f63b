// A superquadric (SQ, A) and a convex polyhedron (PH, B): P2 sections 2.3 and 2.4. The search for
// the case is in face_search.h; here is the evaluation of the contact.
//
//   n, X_c      P2's normal, out of PH, and contact point. Our normal, from A to B, is -n.
//   face        X_c = X_k on SQ, n = normal of the face (10); overlap: distance of X_c to its plane
//   edge        X_c = point of the edge with the least F; n = normalised sum of the normals of its
//               two faces (11); overlap: between SQ and the plane through X_c
//   vertex      X_c = the vertex, where the least F is at an end of the edge; n = normalised sum of
//               the unit vectors along its edges towards it (12); overlap as for an edge
//
// point_a is SQ's point nearest to or deepest below the contact plane, point_b its projection onto
// that plane. The case number goes to the trace (PengHanleyCase).
//
// Not in the paper, and chosen here: case 8 is evaluated at the face whose plane is nearest to SQ's
// centre, as a face contact; without contact the gap is that to the plane of the last face, or the
// line from the edge along grad F (superquadric_segment.h).
//
// The overlaps of (10) and (11) are sigma of their own direction, a translation that separates the
// bodies. (12) can point out of the vertex's cone of normals if the edges are crowded on one side;
// its overlap is then too small to separate them.
//
// Known failures, published: meant for small overlaps, with SQ's centre outside PH. Those of the
// search are in face_search.h. A gap that its direction does not prove has the status
// iteration_limit, and so has case 0; the trace has the paper's case nevertheless.
#pragma once

#include "talus/narrow/superquadric_polyhedron/published/face_search.h"
#include "talus/shape/ellipsoid.h"

namespace talus::superquadric_polyhedron {

enum class Feature { none, face, edge, vertex };

// The end of the algorithm.
template <class T>
struct PengHanleyCase {
  int which;        // 1 to 6, 8; 0: none of them, see face_search.h
  Feature feature;  // of the contact
  Vec3<T> x_c;      // in the frame of A
};

namespace detail {

// (12), in the frame of PH.
template <class T>
TALUS_HD Vec3<T> vertex_normal(const PolyhedronView<T>& ph, int vertex) {
  Vec3<T> sum{};
  for (int k = ph.neighbour_start[vertex]; k < ph.neighbour_start[vertex + 1]; ++k) {
    sum = sum + normalized(ph.vertex(vertex) - ph.vertex(ph.neighbour[k]));
  }
  return sum;
}

// A contact with the plane through x_c with the unit normal n, out of PH.
template <class T>
TALUS_HD void set_from_plane(Contact<T>& r, const Vec3<T>& n, const Vec3<T>& x_sq,
                             const Vec3<T>& x_c) {
  r.normal = -n;
  r.distance = dot(n, x_sq - x_c);
  r.point_a = x_sq;
  r.point_b = x_sq + r.distance * r.normal;
}

// An upper bound of the distance of the point x_sq of SQ from PH: to its projection onto the plane
// of a face that it is beyond, if that is on the face, otherwise to the face's nearest vertex.
template <class T>
TALUS_HD T distance_to_face(const FacePlanes<T>& planes, const FaceSearch<T>& search) {
  const PolyhedronView<T>& ph = planes.ph();
  const Vec3<T> x = planes.to_ph(search.x),
                projection = x - search.value * ph.face_normal[search.face];
  if (search.value > T(0) && planes.positive_neighbour(search.face, projection) < 0)
    return search.value;
  T least = infinity_of<T>();
  const int start = ph.face_vertex_start[search.face], end = ph.face_vertex_start[search.face + 1];
  for (int k = start; k < end; ++k) least = smaller(least, norm(x - ph.vertex(ph.face_vertex[k])));
  return least;
}

// Normal, distance and points of an edge or vertex contact (11), (12); returns the feature.
template <class T>
TALUS_HD Feature evaluate_edge(const FacePlanes<T>& planes, const RelativePose<T>& b_in_a,
                               const FaceSearch<T>& search, Contact<T>& r) {
  const PolyhedronView<T>& ph = planes.ph();
  const Vec3<T> faces = ph.face_normal[search.face] + ph.face_normal[search.other];
  const bool at_vertex = search.edge.end != 0;
  const Vec3<T> sum =
      at_vertex ? vertex_normal(ph, search.vertex[search.edge.end < 0 ? 0 : 1]) : faces;
  const Vec3<T> n = superquadric_potential::unit_or(
      b_in_a.rotation * superquadric_potential::unit_or(sum, faces), search.edge.normal);
  set_from_plane(r, n, superquadric_potential::wall_point(planes.sq(), -n), search.edge.x);
  return at_vertex ? Feature::vertex : Feature::edge;
}

// Cases 1 to 4, and 5 or 6 by a face; with a certified upper bound of the distance.
template <class T>
TALUS_HD Feature evaluate_face(const FacePlanes<T>& planes, const FaceSearch<T>& search, T rounding,
                               Contact<T>& r, T& upper) {
  const Vec3<T> n = superquadric_potential::unit_or(planes.normal(search.face), Vec3<T>{});
  set_from_plane(r, n, search.x, search.x - search.value * n);
  const T depth = inside_outside(planes.ph(), planes.to_ph(search.x));
  upper = rounding + (depth > T(0) ? distance_to_face(planes, search) : depth);
  return search.value > T(0) ? Feature::none : Feature::face;
}

// The face nearest to SQ's centre.
template <class T>
TALUS_HD Feature evaluate_case_8(const FacePlanes<T>& planes, FaceSearch<T>& search, T rounding,
                                 Contact<T>& r, T& upper) {
  const Vec3<T> centre = planes.to_ph({});
  search.face = farthest_face(planes.ph(), centre);
  search.x = planes.deepest(search.face);
  search.value = planes.value(search.face, planes.to_ph(search.x));
  const Feature feature = evaluate_face(planes, search, rounding, r, upper);
  upper = rounding + planes.value(search.face, centre) - inscribed_radius_bound(planes.sq());
  return feature;
}

// Case 5 by an edge: the line from X_c along grad F.
template <class T, class Pair>
TALUS_HD void evaluate_gap(const FacePlanes<T>& planes, const FaceSearch<T>& search,
                           Pair& difference, Contact<T>& r, T& upper) {
  using namespace superquadric_potential;
  const Vec3<T>& x = search.edge.x;
  const LineHit<T> hit = surface_along(planes.sq(), x, search.edge.normal);
  set_from_points(r, difference, search.edge.normal, hit.x, x, hit.on_line);
  upper = norm(x - pulled_inside(planes.sq(), hit.x)) + difference.rounding();
}

// The contact of the case.
template <class T, class Pair>
TALUS_HD PengHanleyCase<T> evaluate(const FacePlanes<T>& planes, const RelativePose<T>& b_in_a,
                                    FaceSearch<T> search, Pair& difference, Contact<T>& r,
                                    T& upper) {
  const T rounding = difference.rounding();
  if (search.which == 8) {
    const Feature feature = evaluate_case_8(planes, search, rounding, r, upper);
    return {8, feature, search.x};
  }
  if (search.other < 0) {
    const Feature feature = evaluate_face(planes, search, rounding, r, upper);
    return {search.which, search.which == 0 ? Feature::none : feature, search.x};
  }
  if (search.which == 5) {
    evaluate_gap(planes, search, difference, r, upper);
    return {5, Feature::none, search.edge.x};
  }
  upper = -inner_ball(planes.sq(), search.edge.x, rounding);
  return {6, evaluate_edge(planes, b_in_a, search, r), search.edge.x};
}

}  // namespace detail

template <class T, class Trace>
TALUS_HD Contact<T> trace_peng_hanley(const Superquadric<T>& a, const PolyhedronView<T>& b,
                                      const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                      Trace& trace) {
  Difference<T, Superquadric<T>, PolyhedronView<T>> difference(a, b, b_in_a);
  const FacePlanes<T> planes(a, b, b_in_a);
  const FaceSearch<T> search = search_faces(planes, trace);
  Contact<T> r;
  r.definition = Definition::summed_potential;
  r.iterations = search.steps + search.probes;
  T upper;
  const PengHanleyCase<T> end = detail::evaluate(planes, b_in_a, search, difference, r, upper);
  trace(end);
  superquadric_potential::certify(r, difference, settings, upper);
  if (end.which == 0) r.status = Status::iteration_limit;
  return r;
}

template <class T>
TALUS_HD Contact<T> peng_hanley(const Superquadric<T>& a, const PolyhedronView<T>& b,
                                const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                Cache<T>&) {
  Silent silent;
  return trace_peng_hanley(a, b, b_in_a, settings, silent);
}

// An ellipsoid or a sphere is the superquadric of exponents 2.
template <class T>
TALUS_HD Contact<T> peng_hanley_ellipsoid(const Ellipsoid<T>& a, const PolyhedronView<T>& b,
                                          const RelativePose<T>& b_in_a,
                                          const Settings<T>& settings, Cache<T>& cache) {
  return peng_hanley(Superquadric<T>{a.semi_axes, T(2), T(2)}, b, b_in_a, settings, cache);
}

template <class T>
TALUS_HD Contact<T> peng_hanley_sphere(const Sphere<T>& a, const PolyhedronView<T>& b,
                                       const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                       Cache<T>& cache) {
  const Superquadric<T> ball{{a.radius, a.radius, a.radius}, T(2), T(2)};
  return peng_hanley(ball, b, b_in_a, settings, cache);
}

}  // namespace talus::superquadric_polyhedron
