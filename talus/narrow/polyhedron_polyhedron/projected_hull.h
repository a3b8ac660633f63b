// The outline of a clipped body seen along a direction: the convex hull of its corners in the plane
// (Andrew's monotone chain). Corners within rounding of each other, or of the line between their
// neighbours, count once.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/clipped_body.h"

namespace talus::polyhedron_polyhedron {

// Points are (x, y, height along the direction) relative to an origin.
template <class T>
struct ProjectedHull {
  Vec3<T> axis_x{}, axis_y{};  // right-handed with the direction
  const Vec3<T>* point{};      // all corners of the body, sorted
  int point_count{};
  const Vec3<T>* outline{};  // counter-clockwise, seen against the direction
  int count{};
  bool exceeded{};
};

template <class T>
TALUS_HD bool comes_before(const Vec3<T>& p, const Vec3<T>& q) {
  if (p.x != q.x) return p.x < q.x;
  return p.y != q.y ? p.y < q.y : p.z < q.z;
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

// Whether q lies left of the way from p to r, or within rounding of it: then it is no corner.
template <class T>
TALUS_HD bool is_passed(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r, const T& rounding) {
  const T ux = r.x - p.x, uy = r.y - p.y;
  const T left = ux * (q.y - p.y) - uy * (q.x - p.x);
  return !(left < -rounding * square_root(ux * ux + uy * uy));
}

template <class T>
TALUS_HD ProjectedHull<T> projected_hull(const ClippedBody<T>& body, const Vec3<T>& n,
                                         const Vec3<T>& origin, const T& rounding,
                                         const ClipStorage<T>& storage) {
  ProjectedHull<T> hull;
  hull.axis_x = any_orthogonal(n);
  hull.axis_y = cross(n, hull.axis_x);
  const int count = body.corner_count();
  if (3 * count + 2 > storage.corner_capacity) {
    hull.exceeded = true;
    return hull;
  }
  Vec3<T>* point = body.spare();
  int filled = 0;
  for (int f = 0; f < body.face_count(); ++f) {
    const ClippedFace<T>& face = body.face(f);
    for (int i = 0; i < face.count; ++i) {
      const Vec3<T> x = body.corner(face, i) - origin;
      point[filled++] = {dot(hull.axis_x, x), dot(hull.axis_y, x), dot(n, x)};
    }
  }
  sort_points(point, count);
  Vec3<T>* stack = point + count;
  int size = 0;
  // Below from left to right, then above from right to left.
  for (int chain = 0; chain < 2; ++chain) {
    const int base = size;
    for (int i = 0; i < count; ++i) {
      const Vec3<T>& next = point[chain == 0 ? i : count - 1 - i];
      while (size >= base + 2 && is_passed(stack[size - 2], stack[size - 1], next, rounding)) {
        --size;
      }
      stack[size++] = next;
    }
    --size;  // where the other chain begins
  }
  hull.point = point;
  hull.point_count = count;
  hull.outline = stack;
  hull.count = size;
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
