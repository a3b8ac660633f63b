// The Voronoi regions of a polyhedron's features: the points outside that are nearer to this
// feature than to any other. Each test decides whether a point, the nearest one of another body's
// feature, is in the region, and if not, which neighbouring feature is nearer. (Lin & Canny 1991,
// the "applicability criteria".)
//
//   vertex  bounded by the planes through it at right angles to its edges;  beyond one: that edge
//   edge    between the planes at right angles to it at its ends;           beyond one: that vertex
//           and those through it along the normals of its two faces;        beyond one: that face
//   face    the prism over it;                                              beyond: nearest edge
//           above its plane;                                                below: search the body
//
// A plane counts as crossed if it is by more than the rounding (`slack`), or two features would
// send the walk to and fro between them.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/feature.h"

namespace talus::polyhedron_polyhedron {

// Moves from a vertex to the edge that leads most steeply towards the other body, which is in the
// direction w. Returns false if the point is in the region of the vertex.
template <class T>
TALUS_HD bool leave_vertex(const PosedPolyhedron<T>& body, Feature& feature, const Vec3<T>& w,
                           T slack) {
  Feature edge = {FeatureKind::edge, feature.face, feature.corner};
  T worst = slack;
  bool left = false;
  const int count = body.edges_at(body.body.face_vertex[feature.corner]);
  for (int i = 0; i < count; ++i) {
    const Vec3<T> u = body.along(edge.corner, body.next(edge.face, edge.corner));
    const T beyond = dot(w, u) / norm(u);
    if (beyond > worst) {
      worst = beyond;
      feature = edge;
      left = true;
    }
    edge = body.turn(edge);
  }
  return left;
}

// x: the other body's point, w: from the edge's nearest point to it; each with its own rounding.
template <class T>
TALUS_HD bool leave_edge(const PosedPolyhedron<T>& body, Feature& feature, const Vec3<T>& x,
                         const Vec3<T>& w, T slack, T slack_of_w) {
  const int head = body.next(feature.face, feature.corner);
  Vec3<T> u = body.along(feature.corner, head);
  u = u / norm(u);
  if (dot(x - body.corner(feature.corner), u) < -slack) {
    feature.kind = FeatureKind::vertex;
    return true;
  }
  if (dot(x - body.corner(head), u) > slack) {
    feature = {FeatureKind::vertex, feature.face, head};
    return true;
  }
  // Into the faces, at right angles to the edge: whichever leads more steeply to x.
  const Feature twin = body.across(feature);
  const T left = dot(w, cross(body.normal(feature.face), u));
  const T right = dot(w, cross(u, body.normal(twin.face)));
  if (!(larger(left, right) > slack_of_w)) return false;
  if (right > left) feature = twin;
  feature.kind = FeatureKind::face;
  return true;
}

// The part [from, to] of the segment p + s u that lies in the prism over a face; empty if from >
// to.
template <class T>
struct Span {
  T from{0}, to{1};
};

template <class T>
TALUS_HD Span<T> clip_to_prism(const PosedPolyhedron<T>& body, int face, const Vec3<T>& p,
                               const Vec3<T>& u, T slack) {
  Span<T> span;
  const Vec3<T> n = body.normal(face);
  for (int k = body.first_corner(face); k < body.end_corner(face); ++k) {
    const Vec3<T> inward = normalized(cross(n, body.along(k, body.next(face, k))));
    const T start = dot(p - body.corner(k), inward) + slack, gain = dot(u, inward);
    if (gain > T(0)) {
      span.from = larger(span.from, -start / gain);
    } else if (gain < T(0)) {
      span.to = smaller(span.to, -start / gain);
    } else if (start < T(0)) {
      span.to = T(-1);
    }
  }
  return span;
}

template <class T>
TALUS_HD bool in_prism(const PosedPolyhedron<T>& body, int face, const Vec3<T>& x, T slack) {
  const Vec3<T> n = body.normal(face);
  for (int k = body.first_corner(face); k < body.end_corner(face); ++k) {
    const Vec3<T> inward = cross(n, body.along(k, body.next(face, k)));
    if (dot(x - body.corner(k), inward) < -slack * norm(inward)) return false;
  }
  return true;
}

// The edge of a face nearest to x, and its squared distance.
template <class T>
TALUS_HD T nearest_edge(const PosedPolyhedron<T>& body, int face, const Vec3<T>& x, Feature& edge) {
  T least = infinity_of<T>();
  for (int k = body.first_corner(face); k < body.end_corner(face); ++k) {
    const Vec3<T> p = body.corner(k), u = body.along(k, body.next(face, k));
    const T apart = norm_squared(x - p - polyhedron_polyhedron::nearest_on_segment(p, u, x) * u);
    if (apart < least) {
      least = apart;
      edge = {FeatureKind::edge, face, k};
    }
  }
  return least;
}

// The face of the whole body nearest to x, where x lies below the plane of the current one: a
// search over all faces, as no neighbour is known to be nearer. From inside the body every face has
// x below it, and the search ends at the nearest of them again and again.
template <class T>
TALUS_HD Feature nearest_face(const PosedPolyhedron<T>& body, const Vec3<T>& x, T slack) {
  T least = infinity_of<T>(), highest = -infinity_of<T>();
  int nearest = 0, shallowest = 0;
  for (int f = 0; f < body.body.face_count; ++f) {
    const T height = body.above(f, x);
    if (height > highest) {
      highest = height;
      shallowest = f;
    }
    if (!(height > T(0)) || !(square(height) < least)) continue;
    Feature edge;
    const T apart = in_prism(body, f, x, slack) ? square(height) : nearest_edge(body, f, x, edge);
    if (apart < least) {
      least = apart;
      nearest = f;
    }
  }
  const int found = least < infinity_of<T>() ? nearest : shallowest;
  return {FeatureKind::face, found, body.first_corner(found)};
}

}  // namespace talus::polyhedron_polyhedron
