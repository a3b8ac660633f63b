// The outline of a clipped body seen along a direction: the convex hull of its corners in the
// plane, by Graham's scan in the order of their angles about a point inside. Corners within
// rounding of the line between their neighbours are left out. (In the order of one coordinate
// instead, as Andrew has it, rounding mixes up the corners of a side at right angles to that axis,
// and leaving out then loses its ends.)
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/narrow/polyhedron_polyhedron/clipped_body.h"

namespace talus::polyhedron_polyhedron {

// Points are (x, y, height along the direction) relative to an origin.
template <class T>
struct ProjectedHull {
  TangentFrame<T> axes{};  // of the direction
  const Vec3<T>* point{};  // all corners of the body, sorted
  int point_count{};
  const Vec3<T>* outline{};  // counter-clockwise, seen against the direction
  int count{};
  bool exceeded{};
};

// By angle about the origin, from 0 to a full turn, then from the inside out.
template <class T>
TALUS_HD bool comes_before(const Vec3<T>& p, const Vec3<T>& q) {
  const bool p_first_half = p.y > T(0) || (p.y == T(0) && p.x > T(0));
  const bool q_first_half = q.y > T(0) || (q.y == T(0) && q.x > T(0));
  if (p_first_half != q_first_half) return p_first_half;
  const T turn = p.x * q.y - p.y * q.x;
  if (turn != T(0)) return turn > T(0);
  const T p_square = p.x * p.x + p.y * p.y, q_square = q.x * q.x + q.y * q.y;
  return p_square != q_square ? p_square < q_square : p.z < q.z;
}

// Heapsort: in place, no recursion, n log n always.
template <class T>
TALUS_HD void sort_points(Vec3<T>* p, int count) {
  const auto sink = [p](int i, int end) {
    const Vec3<T> moving = p[i];
    for (int child = 2 * i + 1; child < end; child = 2 * i + 1) {
      if (child + 1 < end && comes_before(p[child], p[child + 1])) ++child;
      if (!comes_before(moving, p[child])) break;
      p[i] = p[child];
      i = child;
    }
    p[i] = moving;
  };
  for (int i = count / 2 - 1; i >= 0; --i) sink(i, count);
  for (int end = count - 1; end > 0; --end) {
    const Vec3<T> last = p[end];
    p[end] = p[0];
    p[0] = last;
    sink(0, end);
  }
}

// Whether q lies left of the line from p to r, or within rounding of it: then it is no corner.
template <class T>
TALUS_HD bool is_passed(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r, const T& rounding) {
  const T ux = r.x - p.x, uy = r.y - p.y;
  const T left = ux * (q.y - p.y) - uy * (q.x - p.x);
  return !(left < -rounding * square_root(ux * ux + uy * uy));
}

template <class T>
TALUS_HD int farthest_point(const Vec3<T>* point, int count) {
  int best = 0;
  T most = T(-1);
  for (int i = 0; i < count; ++i) {
    const T square = point[i].x * point[i].x + point[i].y * point[i].y;
    if (square > most) {
      most = square;
      best = i;
    }
  }
  return best;
}

// Writes the hull of sorted points to `stack`; returns its size.
template <class T>
TALUS_HD int scan_around(const Vec3<T>* point, int count, const T& rounding, Vec3<T>* stack) {
  const int first = farthest_point(point, count);  // a corner for certain
  int size = 0;
  for (int i = 0; i <= count; ++i) {
    const Vec3<T>& next = point[(first + i) % count];
    while (size >= 2 && is_passed(stack[size - 2], stack[size - 1], next, rounding)) --size;
    if (i < count) stack[size++] = next;
  }
  return size;
}

// `origin` is inside the body.
template <class T>
TALUS_HD ProjectedHull<T> projected_hull(const ClippedBody<T>& body, const Vec3<T>& n,
                                         const Vec3<T>& origin, const T& rounding,
                                         const ClipStorage<T>& storage) {
  ProjectedHull<T> hull;
  hull.axes = any_tangent_frame(n);
  if (2 * body.corner_count() > storage.corner_capacity) {
    hull.exceeded = true;
    return hull;
  }
  Vec3<T>* point = body.spare();
  int count = 0;
  for (int f = 0; f < body.face_count(); ++f) {
    const ClippedFace<T>& face = body.face(f);
    for (int i = 0; i < face.count; ++i) {
      const Vec3<T> x = body.corner(face, i) - origin;
      const T u = dot(hull.axes.x, x), v = dot(hull.axes.y, x);
      // A point at the origin has no angle and is no corner of the outline.
      if (absolute(u) + absolute(v) > rounding) point[count++] = {u, v, dot(n, x)};
    }
  }
  if (count == 0) return hull;
  sort_points(point, count);
  hull.point = point;
  hull.point_count = count;
  hull.outline = point + count;
  hull.count = scan_around(point, count, rounding, point + count);
  return hull;
}

template <class T>
struct AreaCentroid {
  T area{}, x{}, y{};
};

template <class T>
TALUS_HD AreaCentroid<T> area_of(const ProjectedHull<T>& hull) {
  AreaCentroid<T> result;
  if (hull.count < 3) return result;
  const Vec3<T>& p = hull.outline[0];
  T twice{}, sum_x{}, sum_y{};
  for (int i = 2; i < hull.count; ++i) {
    const Vec3<T>&q = hull.outline[i - 1], &r = hull.outline[i];
    const T part = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    twice = twice + part;
    sum_x = sum_x + part * ((q.x - p.x) + (r.x - p.x));
    sum_y = sum_y + part * ((q.y - p.y) + (r.y - p.y));
  }
  if (!(twice > T(0))) return result;
  return {T(0.5) * twice, p.x + sum_x / (T(3) * twice), p.y + sum_y / (T(3) * twice)};
}

}  // namespace talus::polyhedron_polyhedron
