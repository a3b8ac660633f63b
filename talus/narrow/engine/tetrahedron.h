// Four support points that span a volume, the start of an expansion: the simplex of GJK, completed,
// or new ones around a direction.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/narrow/engine/support_pair.h"

namespace talus::engine {

// Keeps the points of the simplex that span a line, a plane or a volume, and adds support points in
// the directions where C extends farthest. False only if C is flat to rounding.
template <class T, class Difference>
TALUS_HD bool complete_tetrahedron(Difference& difference, Simplex<T>& s, T rounding) {
  const Vec3<T> axis[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  const T distinct = T(8) * rounding;  // points nearer to each other span nothing
  if (s.count == 0) s.point[s.count++] = difference.support(axis[0]);

  const Vec3<T> origin = s.point[0].c;
  if (s.count >= 2 && !(norm(s.point[1].c - origin) > distinct)) s.count = 1;
  if (s.count == 1) {
    T best = T(0);
    for (int k = 0; k < 6; ++k) {
      const SupportPair<T> w = difference.support(k < 3 ? axis[k] : -axis[k - 3]);
      const T reach = norm(w.c - origin);
      if (reach > best) {
        best = reach;
        s.point[1] = w;
      }
    }
    if (!(best > distinct)) return false;
    s.count = 2;
  }

  const Vec3<T> along = normalized(s.point[1].c - origin);
  const auto from_line = [&](const Vec3<T>& c) { return norm(cross(along, c - origin)); };
  if (s.count >= 3 && !(from_line(s.point[2].c) > distinct)) s.count = 2;
  if (s.count == 2) {
    const auto [t, u] = any_tangent_frame(along);
    T best = T(0);
    for (int k = 0; k < 4; ++k) {
      const SupportPair<T> w = difference.support(k == 0 ? t : (k == 1 ? -t : (k == 2 ? u : -u)));
      const T reach = from_line(w.c);
      if (reach > best) {
        best = reach;
        s.point[2] = w;
      }
    }
    if (!(best > distinct)) return false;
    s.count = 3;
  }

  const Vec3<T> n = normalized(cross(s.point[1].c - origin, s.point[2].c - origin));
  const auto from_plane = [&](const Vec3<T>& c) { return absolute(dot(n, c - origin)); };
  if (s.count == 4 && from_plane(s.point[3].c) > distinct) return true;
  const SupportPair<T> above = difference.support(n), below = difference.support(-n);
  s.point[3] = from_plane(above.c) > from_plane(below.c) ? above : below;
  s.count = 4;
  return from_plane(s.point[3].c) > distinct;
}

// The support points of the four directions of a regular tetrahedron, the first along n.
template <class T, class Difference>
TALUS_HD void tetrahedron_around(Difference& difference, const Vec3<T>& n, SupportPair<T>* point) {
  const auto [t, u] = any_tangent_frame(n);
  const T third = T(1) / T(3), across = square_root(T(8)) / T(3);
  const T sine = square_root(T(3)) / T(2);
  point[0] = difference.support(n);
  point[1] = difference.support(-third * n + across * t);
  point[2] = difference.support(-third * n + across * (T(-0.5) * t + sine * u));
  point[3] = difference.support(-third * n + across * (T(-0.5) * t - sine * u));
}

}  // namespace talus::engine
