// One step of GJK's sub-distance problem without branches. The new vertex w is nearer to the origin
// than the simplex, so the nearest point lies on one of the seven features that w makes with up to
// three older vertices a, b, c:
//
//   lane 0: w;  1, 2, 3: edges w-a, w-b, w-c;  4, 5, 6: triangles w-a-b, w-b-c, w-c-a
//
// All are evaluated at once, one per lane. With u and v the sides at w, n = u x v is the normal of
// a triangle; for an edge v = w x u makes n point from the origin to the line. The nearest point of
// the feature's plane or line is then along n, and the signed areas decide whether it lies inside.
// A missing vertex is a copy of another: features with both have no area and count as outside, or
// occur twice, of which the first is taken.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/posed_polyhedra.h"

namespace talus::polyhedron_polyhedron {

template <class T>
struct NearestFeature {
  bool inside;  // the origin is inside the tetrahedron; nothing else is set then
  Vec3<T> v;    // the nearest point
  T square;     // |v|^2
  int lane;
  T weight[3];  // of the feature's vertices, w first; not normalised
};

// The vertices of the feature of a lane, as indices of w, a, b, c; beyond the count, copies.
struct FeatureVertices {
  int count;
  int index[3];
};
TALUS_HD inline FeatureVertices vertices_of_feature(int lane) {
  constexpr FeatureVertices table[lane_count] = {{1, {0, 0, 0}}, {2, {0, 1, 0}}, {2, {0, 2, 0}},
                                                 {2, {0, 3, 0}}, {3, {0, 1, 2}}, {3, {0, 2, 3}},
                                                 {3, {0, 3, 1}}, {1, {0, 0, 0}}};
  return table[lane];
}

// `noise` is the rounding of a volume: a flatter tetrahedron does not contain the origin.
template <class T>
TALUS_HD NearestFeature<T> nearest_with_newest(const Vec3<T>& w, const Vec3<T>& a, const Vec3<T>& b,
                                               const Vec3<T>& c, T noise) {
  const Lanes<T> zero = Lanes<T>::all(T(0));
  const LaneVec3<T> p = in_all_lanes(w);
  const auto side_to = [&](auto order) {
    return LaneVec3<T>{Lanes<T>::from_four(w.x, a.x, b.x, c.x, order),
                       Lanes<T>::from_four(w.y, a.y, b.y, c.y, order),
                       Lanes<T>::from_four(w.z, a.z, b.z, c.z, order)} -
           p;
  };
  constexpr unsigned edges = 0b1110, triangles = 0b1110000;
  const LaneVec3<T> u = side_to(LaneIndices<0, 1, 2, 3, 1, 2, 3, 0>{});
  const LaneVec3<T> p_cross_u = cross(p, u);
  const LaneVec3<T> v =
      select_lanes<edges>(p_cross_u, side_to(LaneIndices<0, 0, 0, 0, 2, 3, 1, 0>{}));
  const LaneVec3<T> n = select_lanes<1u>(p, cross(u, v));
  const Lanes<T> height = dot(n, p), n_squared = dot(n, n);

  const Lanes<T> opposite = dot(n, side_to(LaneIndices<0, 0, 0, 0, 3, 1, 2, 0>{}));
  const Lanes<T> volume = select(opposite < zero, height, zero - height);
  NearestFeature<T> r;
  r.inside = (bits_of(Lanes<T>::all(noise) < volume) & triangles) == triangles;

  // Signed areas at the vertices p, p + u, p + v of a triangle; p and p + u of an edge.
  const Lanes<T> area_u = dot(n, cross(v, p));
  const Lanes<T> area_v = select_lanes<edges>(zero, dot(n, p_cross_u));
  const Lanes<T> area_p = n_squared - area_u - area_v;
  const Lanes<T> one = Lanes<T>::all(T(1));
  const Lanes<T> least =
      select_lanes<1u>(one, smaller(smaller(area_p, area_u), select_lanes<edges>(one, area_v)));
  const Lanes<T> scale = height / n_squared;
  const Lanes<T> square = select(zero < least, height * scale, Lanes<T>::all(infinity_of<T>()));
  r.square = smallest(square);
  r.lane = lane_of(square, r.square);

  T at[7][lane_count];
  n.x.store(at[0]);
  n.y.store(at[1]);
  n.z.store(at[2]);
  scale.store(at[3]);
  area_p.store(at[4]);
  area_u.store(at[5]);
  area_v.store(at[6]);
  const int k = r.lane;
  r.v = at[3][k] * Vec3<T>{at[0][k], at[1][k], at[2][k]};
  r.weight[0] = at[4][k];
  r.weight[1] = at[5][k];
  r.weight[2] = at[6][k];
  return r;
}

}  // namespace talus::polyhedron_polyhedron
