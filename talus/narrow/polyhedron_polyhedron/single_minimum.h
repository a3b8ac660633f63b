// A sufficient test that the depth of two overlapping polyhedra has no other local minimum below a
// limit, as is_lowest (facet.h) for the depth itself. Needs the contact plane only. Proves most
// shallow contacts.
//   1. The face of C = A - B at the contact, and a disc in it around the projection of the origin.
//   2. A direction whose ray meets the disc has no other minimum: its foot would be on the disc.
//   3. A disc of radius r gives h(n') >= h cos t + r sin t at the angle t from the normal, which
//      proves a cap of directions.
//   4. Beyond the cap, the sum of the bodies' inner balls must suffice.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/facet.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus::polyhedron_polyhedron {

struct SingleMinimumLimits {
  // Squared angle, radian, between the contact normal and that of its face: rounding.
  static constexpr double same_normal = 1e-16;
  // Height of the ends of an edge below the top, in units of the depth: rounding.
  static constexpr double level = 1e-6;
};

// The face with this unit normal; -1 if there is none.
template <class T>
TALUS_HD int face_with_normal(const PolyhedronView<T>& body, const Vec3<T>& n) {
  const SearchTables<T>& search = body.search;
  if (search.face == nullptr) {
    for (int f = 0; f < body.face_count; ++f) {
      const T apart = norm_squared(body.face_normal[f] - n);
      if (!(apart > T(SingleMinimumLimits::same_normal))) return f;
    }
    return -1;
  }
  const LaneVec3<T> normal = in_all_lanes(n);
  for (int i = 0; i < body.face_count; i += lane_count) {
    const Lanes<T> apart = norm_squared(
        load_lanes(search.normal_x + i, search.normal_y + i, search.normal_z + i) - normal);
    const unsigned same = bits_of(apart < Lanes<T>::all(T(SingleMinimumLimits::same_normal)));
    if (same != 0) return search.face[i + lowest_bit(same)];
  }
  return -1;
}

// Radius of a disc around the middle of the contact in the face of the body whose normal is that of
// the contact; negative if there is none.
template <class T>
TALUS_HD T disc_in_face(const WorldPolyhedron<T>& body, const Vec3<T>& middle,
                        const Vec3<T>& outward) {
  const int f = face_with_normal(body.view, transpose_times(body.rotation, outward));
  if (f < 0) return T(-1);
  return inside_face(body.view, f, transpose_times(body.rotation, middle - body.position));
}

// The same in the parallelogram of an edge of each body; negative unless each has two vertices at
// its top.
template <class T>
TALUS_HD T disc_in_edges(const NearVertices<T>& a, const NearVertices<T>& b) {
  struct Ends {
    int count{}, end[2]{};
  };
  const auto ends_of = [](const NearVertices<T>& near) {
    Ends r;
    for (int i = 0; i < near.count; ++i) {
      if (!(near.height[i] > T(0.5 - SingleMinimumLimits::level))) continue;
      if (r.count < 2) r.end[r.count] = i;
      ++r.count;
    }
    return r;
  };
  const Ends i = ends_of(a), k = ends_of(b);
  if (i.count != 2 || k.count != 2) return T(-1);
  const T u_x = a.x[i.end[1]] - a.x[i.end[0]], u_y = a.y[i.end[1]] - a.y[i.end[0]];
  const T v_x = b.x[k.end[1]] - b.x[k.end[0]], v_y = b.y[k.end[1]] - b.y[k.end[0]];
  const T w_x = a.x[i.end[0]] - b.x[k.end[0]], w_y = a.y[i.end[0]] - b.y[k.end[0]];
  const T area = u_x * v_y - u_y * v_x;
  if (!(absolute(area) > T(0))) return T(-1);
  // w + s u - t v = 0
  const T s = -(w_x * v_y - w_y * v_x) / area, t = -(w_x * u_y - w_y * u_x) / area;
  const T from_v = smaller(s, T(1) - s) / square_root(v_x * v_x + v_y * v_y);
  const T from_u = smaller(t, T(1) - t) / square_root(u_x * u_x + u_y * u_y);
  return smaller(from_v, from_u) * absolute(area);
}

// `near_a`, `near_b`: the vertices near the plane.
template <class T>
TALUS_HD bool is_single(const WorldPolyhedron<T>& a, const WorldPolyhedron<T>& b,
                        const ContactPlane<T>& plane, const NearVertices<T>& near_a,
                        const NearVertices<T>& near_b, const T& limit) {
  T disc = disc_in_edges(near_a, near_b);
  if (!(disc > T(0))) disc = disc_in_face(a, plane.middle, plane.normal);
  if (!(disc > T(0))) disc = disc_in_face(b, plane.middle, -plane.normal);
  if (!(disc > T(0))) return false;
  const T h = plane.depth, most = h * h + disc * disc;
  if (!(most > limit * limit)) return false;
  const T ahead = limit / most, across = square_root(most - limit * limit) / most;
  const T cosine = h * ahead - disc * across, sine = disc * ahead + h * across;  // of the cap
  const Vec3<T> c = a.rotation * a.view.inner.centre - b.rotation * b.view.inner.centre +
                    (a.position - b.position);
  const T behind = -dot(plane.normal, c), c_squared = norm_squared(c);
  const T aside = square_root(larger(T(0), c_squared - behind * behind));
  // n'.c is lowest where n' points away from c, or at the border of the cap if it contains that.
  const bool covered = sine * behind >= cosine * aside;
  const T lowest = covered ? -behind * cosine - aside * sine : -square_root(c_squared);
  return lowest + (a.view.inner.radius + b.view.inner.radius) >= limit;
}

}  // namespace talus::polyhedron_polyhedron
