// What holds a smooth body: a point (the centre of a sphere), or the corners of the other body that
// were touched last, a vertex, an edge or a face. For one pair or for a pack of pairs.
#pragma once

#include "talus/narrow/superquadric_superquadric/surface_pair_newton.h"

namespace talus::closest_point {

// Seen from a place x with unit normal n.
template <class N>
struct Hold {
  Vec3<N> y;     // the foot of x
  Vec3<N> e, f;  // a basis of the plane at right angles to n; e along an edge
  N along;       // the part of the edge in that plane: its length, 1 where there is none
  N low;         // n.(y - v) for the corner v that is lowest along n: the least is below y by this
  N uneven;      // how much higher along n one corner lies than another
  N tilt;        // n.edge
  MaskOf<N> within;  // y is between the corners
};

template <class N>
struct FixedPoint {
  static constexpr bool has_corners = false;
  Vec3<N> y;

  TALUS_INLINE Hold<N> seen_from(const Vec3<N>&, const Vec3<N>& n) const {
    Hold<N> h;
    h.y = y;
    const TangentFrame<N> frame = tangent_frame(n);
    h.e = frame.x;
    h.f = frame.y;
    h.along = N(1);
    h.low = h.uneven = h.tilt = N(0);
    h.within = N(0) < N(1);
    return h;
  }
};

template <class N>
struct FixedVertices {
  static constexpr bool has_corners = true;
  Vec3<N> corner;              // the first
  Vec3<N> edge, side;          // from it to the second and to the third; zero where there is none
  MaskOf<N> is_edge, is_face;  // two corners, three corners

  TALUS_INLINE Hold<N> seen_from(const Vec3<N>& x, const Vec3<N>& n) const {
    const N zero(0), one(1);
    Hold<N> h;
    const TangentFrame<N> frame = tangent_frame(n);
    h.e = frame.x;
    h.f = frame.y;
    h.tilt = dot(n, edge);
    const Vec3<N> flat = edge - h.tilt * n;
    h.along = select(is_edge, norm(flat), one);
    const Vec3<N> e = flat / h.along;
    h.e = select_vector<N>(is_edge, e, h.e);
    h.f = select_vector<N>(is_edge, cross(n, e), h.f);
    const Vec3<N> p = x - corner;
    N first = select(is_edge, dot(p, edge) / norm_squared(edge), zero), second = zero;
    if (any(is_face)) {
      const Vec3<N> normal = cross(edge, side);
      const N per = one / norm_squared(normal);
      first = select(is_face, per * dot(cross(p, side), normal), first);
      second = select(is_face, per * dot(cross(edge, p), normal), zero);
    }
    h.y = corner + (first * edge + second * side);
    h.within = (!(first < zero)) & (!(second < zero)) & (!(one < first + second));
    const N up = dot(n, side), least = smaller(zero, smaller(h.tilt, up));
    h.uneven = larger(zero, larger(h.tilt, up)) - least;
    h.low = (first * h.tilt + second * up) - least;
    return h;
  }

  // The unit normal of the face, on the side of n.
  TALUS_INLINE Vec3<N> face_normal(const Vec3<N>& n) const {
    const Vec3<N> normal = cross(edge, side), unit = normal / norm(normal);
    return select_vector<N>(dot(unit, n) < N(0), -unit, unit);
  }
};

// From three corners, of which `count` hold.
template <class N>
TALUS_INLINE FixedVertices<N> fixed_vertices(const Vec3<N>& first, const Vec3<N>& second,
                                             const Vec3<N>& third, const N& count) {
  const Vec3<N> none{N(0), N(0), N(0)};
  const MaskOf<N> two = N(1) < count, three = N(2) < count;
  FixedVertices<N> held;
  held.corner = first;
  held.edge = select_vector<N>(two, second - first, none);
  held.side = select_vector<N>(three, third - first, none);
  held.is_edge = two & (!three);
  held.is_face = three;
  return held;
}

}  // namespace talus::closest_point
