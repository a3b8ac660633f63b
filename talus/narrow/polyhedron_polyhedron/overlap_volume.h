// The body that two convex polyhedra have in common, and its integrals: volume, centroid, and the
// area vector of A's surface inside B.
//
// V is the volume of the overlap K, whose surface is a part of A's and a part of B's. Of a closed
// surface the area vectors sum to zero, so those of the two parts are S (A's part, outward of A,
// hence towards B) and -S. Moving B by dx changes V by the integral of its outward normal over its
// own part: dV = -S . dx, and turning B by dw about a point p by dV = -M . dw with M the moment of
// the same integral about p. A force S w'(V) on B with the moment M w'(V) therefore has the
// potential w(V) and conserves energy whatever the path (Feng, Han and Owen, Comput. Methods Appl.
// Mech. Engrg. 205-208 (2012) 169-177). YADE's polyhedra apply k V along a mean normal at the
// centroid: of the same ingredients, but without such a potential in general.
//
// Accuracy: corners of K are right to a few eps of the size of the bodies, so V is right to a few
// eps * size * (surface of K), however thin K is. Known limit: where faces of A and B lie in one
// plane with the same orientation, V has a kink and S is one of its one-sided values.
#pragma once

#include "talus/manifold.h"
#include "talus/math/pose.h"
#include "talus/narrow/polyhedron_polyhedron/clipped_body.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

// Absolute error of a corner of the overlap.
template <class T>
TALUS_HD T corner_rounding(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                           const RelativePose<T>& b_in_a) {
  const T reach = max_norm(a.bounds.centre) + a.bounds.radius + max_norm(b_in_a.translation) +
                  max_norm(b.bounds.centre) + b.bounds.radius;
  return T(4) * epsilon_of<T>() * reach;
}

// The part of A within a plane that has all of B within it and touches B: what is cut there is part
// of B's surface, if anything is left of it.
template <class T>
TALUS_HD void start_from(const PolyhedronView<T>& a, const Plane<T>& plane, ClippedBody<T>& body) {
  if (!body.has_spare(a.vertex_count)) return;
  Vec3<T>* by_vertex = body.spare();
  for (int i = 0; i < a.vertex_count; ++i) by_vertex[i].x = plane.height(a.vertex(i));
  for (int f = 0; f < a.face_count; ++f) {
    const int start = a.face_vertex_start[f], end = a.face_vertex_start[f + 1];
    bool within = false;
    for (int k = start; k < end; ++k) {
      within = within || !(by_vertex[a.face_vertex[k]].x > plane.rounding);
    }
    if (!within) continue;
    const auto corner_at = [&a, start](int i) { return a.vertex(a.face_vertex[start + i]); };
    body.add_clipped(end - start, corner_at, plane, Source::a);
  }
  body.close_cut(Source::b);
}

// The face whose normal is nearest to n.
template <class T>
TALUS_HD int face_along(const PolyhedronView<T>& body, const Vec3<T>& n) {
  int best = 0;
  T most = dot(n, body.face_normal[0]);
  for (int f = 1; f < body.face_count; ++f) {
    const T along = dot(n, body.face_normal[f]);
    if (along > most) {
      most = along;
      best = f;
    }
  }
  return best;
}

// Cuts K out of A, in the frame of A, with B's faces moved outward by `grown`. Any unit n is right;
// along one from A to B most of A goes in the first cut, at B's lowest point along n. Along the
// normal of the contact a slab as thick as the depth is left.
template <class T>
TALUS_HD void cut_out_overlap(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                              const RelativePose<T>& b_in_a, const Vec3<T>& n, const T& grown,
                              ClippedBody<T>& body) {
  const T rounding = corner_rounding(a, b, b_in_a);
  const T lowest = dot(n, b_in_a.translation) - support_value(b, b_in_a.direction_to_b(-n)) - grown;
  start_from(a, Plane<T>{-n, -lowest, rounding}, body);
  const auto cut_at = [&](int f) {
    const Vec3<T> normal = b_in_a.rotation * b.face_normal[f];
    const T offset = b.face_offset[f] + grown + dot(normal, b_in_a.translation);
    body.cut({normal, offset, rounding}, Source::b);
    return b_in_a.direction_to_b(body.centre() - b_in_a.translation);
  };
  // The face that A meets first leaves little for the others to do.
  const int first = face_along(b, b_in_a.direction_to_b(-n));
  Vec3<T> centre_b = cut_at(first);
  for (int f = 0; f < b.face_count && !body.empty() && !body.exceeded(); ++f) {
    const T height = dot(b.face_normal[f], centre_b) - b.face_offset[f] - grown;
    if (f != first && height + body.radius() > T(0)) centre_b = cut_at(f);
  }
}

// Sums over the triangles of the faces, relative to a point of the body so that nothing cancels.
template <class T>
struct OverlapSums {
  Vec3<T> origin{};
  T six_volumes{}, twice_surface{};
  Vec3<T> first{};       // 24 times the first moment of the volume
  Vec3<T> twice_area{};  // of A's part
  Vec3<T> six_moments{};

  TALUS_HD void add(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r, Source source) {
    const T volume = dot(p, cross(q, r));
    const Vec3<T> total = p + q + r, area = cross(q - p, r - p);
    six_volumes = six_volumes + volume;
    first = first + volume * total;
    twice_surface = twice_surface + norm(area);
    if (source == Source::a) {
      twice_area = twice_area + area;
      six_moments = six_moments + cross(total, area);
    }
  }
};

template <class T>
TALUS_HD OverlapSums<T> overlap_sums(const ClippedBody<T>& body) {
  OverlapSums<T> sums;
  sums.origin = body.corner(body.face(0), 0);
  for (int f = 0; f < body.face_count(); ++f) {
    const ClippedFace<T>& face = body.face(f);
    const Vec3<T> p = body.corner(face, 0) - sums.origin;
    Vec3<T> q = body.corner(face, 1) - sums.origin;
    for (int i = 2; i < face.count; ++i) {
      const Vec3<T> r = body.corner(face, i) - sums.origin;
      sums.add(p, q, r, face.source);
      q = r;
    }
  }
  return sums;
}

// In the frame of A.
template <class T>
struct ClippedVolume : OverlapVolume<T> {
  bool exceeded{};  // the storage was too small; nothing else is set then
};

// The area vector of the faces of A in the overlap is the difference of parts that cancel; below
// this many epsilons of the sum of their sizes it is rounding, and the overlap has no normal. A
// choice: some ten operations for each of the faces, whose errors average out.
inline constexpr int area_rounding_units = 64;

template <class T>
TALUS_HD ClippedVolume<T> volume_of(const ClippedBody<T>& body) {
  ClippedVolume<T> result;
  result.exceeded = body.exceeded();
  if (body.exceeded() || body.empty()) return result;
  const OverlapSums<T> sums = overlap_sums(body);
  // Nothing but rounding, or turned inside out by it.
  if (!(sums.six_volumes > T(0))) return result;
  const Vec3<T> centroid = sums.first / (T(4) * sums.six_volumes);
  result.volume = sums.six_volumes / T(6);
  result.centroid = sums.origin + centroid;
  const T length = norm(sums.twice_area);
  if (!(length > T(area_rounding_units) * epsilon_of<T>() * sums.twice_surface)) return result;
  result.normal = sums.twice_area / length;
  result.area = T(0.5) * length;
  result.moment = sums.six_moments / T(6) - cross(centroid, T(0.5) * sums.twice_area);
  return result;
}

// `n`: any unit direction; the normal of the contact is the quickest (cut_out_overlap).
template <class T>
TALUS_HD ClippedVolume<T> overlap_volume(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                         const RelativePose<T>& b_in_a, const Vec3<T>& n,
                                         const ClipStorage<T>& storage) {
  const Vec3<T> between = b_in_a.point_to_a(b.bounds.centre) - a.bounds.centre;
  if (norm(between) > a.bounds.radius + b.bounds.radius) return {};
  ClippedBody<T> body(storage);
  cut_out_overlap(a, b, b_in_a, n, T(0), body);
  return volume_of(body);
}

template <class T>
TALUS_HD ClippedVolume<T> overlap_volume(const PolyhedronView<T>& a, const PolyhedronView<T>& b,
                                         const RelativePose<T>& b_in_a,
                                         const ClipStorage<T>& storage) {
  const Vec3<T> between = b_in_a.point_to_a(b.bounds.centre) - a.bounds.centre;
  const T apart = norm(between);
  const Vec3<T> n = apart > T(0) ? between / apart : Vec3<T>{T(1), T(0), T(0)};
  return overlap_volume(a, b, b_in_a, n, storage);
}

}  // namespace talus::polyhedron_polyhedron
