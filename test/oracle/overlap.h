// The common part of two convex polyhedra by enumeration: the planes of both hulls, every point in
// which three of them meet and that none of them excludes, and on every plane the polygon of the
// points that lie in it. No clipping, no adjacency, 113 bits: slow and plain.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "oracle/spec.h"
#include "oracle/vector.h"

namespace oracle {

struct Overlap {
  double volume{};
  Vec<double> centroid{};
  Vec<double> area{};              // area vector of A's surface inside B
  Vec<double> moment{};            // of the same, about the centroid
  double surface{};                // of the common part
  std::vector<Vec<double>> faces;  // the area vectors of all its faces

  // Of the shadow in the direction of the unit vector n.
  double shadow(const Vec<double>& n) const {
    double sum = 0;
    for (const Vec<double>& face : faces) sum += std::abs(dot(face, n));
    return sum / 2;
  }
};

namespace overlap_detail {

__extension__ typedef __float128 Wide;
using Point = Vec<Wide>;

inline const Wide near = Wide(1e-13) * Wide(1e-13);  // relative to bodies of about unit size

struct Plane {
  Point normal;  // of about unit length
  Wide offset;
  bool of_a;
};

inline long double size_of(const Point& p) {
  return std::sqrt(static_cast<long double>(dot(p, p)));
}

inline std::vector<Point> points_of(const Spec& body) {
  const Wide w = body.orientation[0];
  const Point q{Wide(body.orientation[1]), Wide(body.orientation[2]), Wide(body.orientation[3])};
  const Wide twice = Wide(2) / (w * w + dot(q, q));
  std::vector<Point> points;
  for (const Triple& p : body.points) {
    const Point v{Wide(p[0]), Wide(p[1]), Wide(p[2])};
    const Point t = cross(q, v);
    const Point at{Wide(body.position[0]), Wide(body.position[1]), Wide(body.position[2])};
    points.push_back(at + v + twice * (w * t + cross(q, t)));
  }
  return points;
}

inline bool same(const Plane& p, const Plane& q) {
  const Point d = p.normal - q.normal;
  const Wide e = p.offset - q.offset;
  const Wide scale = Wide(1e-15) * Wide(1e-15);
  return dot(d, d) < scale && e * e < scale;
}

inline void add_planes(const std::vector<Point>& points, bool of_a, std::vector<Plane>& planes) {
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = j + 1; k < n; ++k) {
        Point normal = cross(points[j] - points[i], points[k] - points[i]);
        const long double length = size_of(normal);
        if (!(length > 1e-12L)) continue;
        normal = Wide(1 / length) * normal;
        bool above = false, below = false;
        for (const Point& p : points) {
          const Wide d = dot(normal, p - points[i]);
          // Points of a face in the doubles of a specification are in one plane to 1e-16 only.
          above = above || d > Wide(1e-15);
          below = below || d < Wide(-1e-15);
        }
        if (above && below) continue;
        if (above) normal = -normal;
        const Plane plane{normal, dot(normal, points[i]), of_a};
        const auto is_same = [&](const Plane& other) { return same(other, plane); };
        if (std::none_of(planes.begin(), planes.end(), is_same)) planes.push_back(plane);
      }
    }
  }
}

inline std::vector<Point> corners_of(const std::vector<Plane>& planes) {
  std::vector<Point> corners;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = i + 1; j < planes.size(); ++j) {
      const Point along = cross(planes[i].normal, planes[j].normal);
      for (std::size_t k = j + 1; k < planes.size(); ++k) {
        const Wide det = dot(along, planes[k].normal);
        if (det * det < near) continue;
        const Point sum = planes[i].offset * cross(planes[j].normal, planes[k].normal) +
                          planes[j].offset * cross(planes[k].normal, planes[i].normal) +
                          planes[k].offset * along;
        const Point x = (Wide(1) / det) * sum;
        const auto excludes = [&](const Plane& p) { return dot(p.normal, x) - p.offset > 1e-15; };
        if (std::none_of(planes.begin(), planes.end(), excludes)) corners.push_back(x);
      }
    }
  }
  return corners;
}

// Those in the plane, in order around it.
inline std::vector<Point> polygon_on(const Plane& plane, const std::vector<Point>& corners) {
  std::vector<std::pair<double, Point>> around;
  Point middle{Wide(0), Wide(0), Wide(0)};
  for (const Point& x : corners) {
    const Wide d = dot(plane.normal, x) - plane.offset;
    if (d * d > Wide(4e-30)) continue;
    around.push_back({0, x});
    middle = middle + x;
  }
  if (around.size() < 3) return {};
  middle = (Wide(1) / Wide(static_cast<double>(around.size()))) * middle;
  Point first = around[0].second - middle;
  for (const auto& p : around) {
    const Point d = p.second - middle;
    if (dot(d, d) > dot(first, first)) first = d;
  }
  const Point second = cross(plane.normal, first);
  for (auto& p : around) {
    const Point d = p.second - middle;
    p.first = std::atan2(static_cast<double>(dot(second, d)), static_cast<double>(dot(first, d)));
  }
  std::sort(around.begin(), around.end(), [](auto& p, auto& q) { return p.first < q.first; });
  std::vector<Point> polygon;
  for (const auto& p : around) polygon.push_back(p.second);
  return polygon;
}

inline Vec<double> narrowed(const Point& p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

}  // namespace overlap_detail

// For polyhedra of about unit size with few points. A plane that both bodies share counts as A's.
inline Overlap overlap_of(const Spec& a, const Spec& b) {
  using namespace overlap_detail;
  std::vector<Plane> planes;
  add_planes(points_of(a), true, planes);
  add_planes(points_of(b), false, planes);
  const std::vector<Point> corners = corners_of(planes);
  if (corners.empty()) return {};
  const Point origin = corners[0], zero{Wide(0), Wide(0), Wide(0)};
  Wide volume = 0;
  Point first = zero, area = zero, moment = zero;
  Overlap result;
  for (const Plane& plane : planes) {
    const std::vector<Point> polygon = polygon_on(plane, corners);
    Point face = zero;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
      const Point p = polygon[0] - origin, q = polygon[i - 1] - origin, r = polygon[i] - origin;
      const Point part = Wide(0.5) * cross(q - p, r - p);
      const Wide pyramid = dot(plane.normal, p) * dot(plane.normal, part) / Wide(3);
      face = face + part;
      volume = volume + pyramid;
      first = first + (pyramid / Wide(4)) * (p + q + r);
      result.surface += static_cast<double>(size_of(part));
      if (!plane.of_a) continue;
      area = area + part;
      moment = moment + (Wide(1) / Wide(3)) * cross(p + q + r, part);
    }
    result.faces.push_back(narrowed(face));
  }
  if (!(volume > 0)) return {};
  const Point centroid = (Wide(1) / volume) * first;
  result.volume = static_cast<double>(volume);
  result.centroid = narrowed(origin + centroid);
  result.area = narrowed(area);
  result.moment = narrowed(moment - cross(centroid, area));
  return result;
}

}  // namespace oracle
