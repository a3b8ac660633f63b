// The feature to which find_closest_point.h finds the closest point of a superquadric: a point (the
// centre of a sphere), or the vertex, edge or face of the other body that was in contact last. For
// one pair or for a pack of pairs.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/shape/superquadric/surface_jacobian.h"

namespace talus::closest_point {

// The feature seen from a surface point x with unit normal n.
template <class N>
struct FeatureProjection {
  Vec3<N> y;         // the projection of x onto the feature
  Vec3<N> e, f;      // basis of the plane orthogonal to n; e along an edge
  N edge_length;     // of the edge's part in that plane; 1 if the feature is no edge
  N above_lowest;    // n.(y - v) for the vertex v that is lowest along n
  N height_spread;   // difference of height along n of the highest and the lowest vertex
  N tilt;            // n.edge
  MaskOf<N> inside;  // y is between the vertices
};

template <class N>
struct FixedPoint {
  static constexpr bool has_vertices = false;
  Vec3<N> y;

  TALUS_INLINE FeatureProjection<N> project(const Vec3<N>&, const Vec3<N>& n) const {
    FeatureProjection<N> h;
    h.y = y;
    const TangentFrame<N> frame = tangent_frame(n);
    h.e = frame.x;
    h.f = frame.y;
    h.edge_length = N(1);
    h.above_lowest = h.height_spread = h.tilt = N(0);
    h.inside = N(0) < N(1);
    return h;
  }
};

template <class N>
struct FixedVertices {
  static constexpr bool has_vertices = true;
  Vec3<N> vertex;              // the first
  Vec3<N> edge, side;          // from it to the second and the third; zero if there is none
  MaskOf<N> is_edge, is_face;  // two vertices, three vertices

  TALUS_INLINE FeatureProjection<N> project(const Vec3<N>& x, const Vec3<N>& n) const {
    const N zero(0), one(1);
    FeatureProjection<N> h;
    const TangentFrame<N> frame = tangent_frame(n);
    h.e = frame.x;
    h.f = frame.y;
    h.tilt = dot(n, edge);
    const Vec3<N> flat = edge - h.tilt * n;
    h.edge_length = select(is_edge, norm(flat), one);
    const Vec3<N> e = flat / h.edge_length;
    h.e = select_vector<N>(is_edge, e, h.e);
    h.f = select_vector<N>(is_edge, cross(n, e), h.f);
    const Vec3<N> p = x - vertex;
    N first = select(is_edge, dot(p, edge) / norm_squared(edge), zero), second = zero;
    if (any(is_face)) {
      const Vec3<N> normal = cross(edge, side);
      const N per = one / norm_squared(normal);
      first = select(is_face, per * dot(cross(p, side), normal), first);
      second = select(is_face, per * dot(cross(edge, p), normal), zero);
    }
    h.y = vertex + (first * edge + second * side);
    h.inside = (!(first < zero)) & (!(second < zero)) & (!(one < first + second));
    const N up = dot(n, side), least = smaller(zero, smaller(h.tilt, up));
    h.height_spread = larger(zero, larger(h.tilt, up)) - least;
    h.above_lowest = (first * h.tilt + second * up) - least;
    return h;
  }

  // The unit normal of the face, with the sign of n.
  TALUS_INLINE Vec3<N> face_normal(const Vec3<N>& n) const {
    const Vec3<N> normal = cross(edge, side), unit = normal / norm(normal);
    return select_vector<N>(dot(unit, n) < N(0), -unit, unit);
  }
};

// `count`: how many of the three vertices belong to the feature.
template <class N>
TALUS_INLINE FixedVertices<N> fixed_vertices(const Vec3<N>& first, const Vec3<N>& second,
                                             const Vec3<N>& third, const N& count) {
  const Vec3<N> none{N(0), N(0), N(0)};
  const MaskOf<N> two = N(1) < count, three = N(2) < count;
  FixedVertices<N> feature;
  feature.vertex = first;
  feature.edge = select_vector<N>(two, second - first, none);
  feature.side = select_vector<N>(three, third - first, none);
  feature.is_edge = two & (!three);
  feature.is_face = three;
  return feature;
}

}  // namespace talus::closest_point
