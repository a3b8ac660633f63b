#include "talus/shape/hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/shape/merge_faces.h"

namespace talus {

namespace {

// The working copy of orientation.h: the largest coordinate in [1/2, 1), and those that are smaller
// than this by a factor of 2^300 taken as zero. Adding zero turns -0 into +0.
struct ScaledPoints {
  std::vector<Vec3<double>> point;
  int exponent{};  // original = point * 2^exponent
};

ScaledPoints scale(std::span<const Vec3<double>> points) {
  double largest = 0.0;
  for (const Vec3<double>& p : points) largest = larger(largest, max_norm(p));
  ScaledPoints result;
  std::frexp(largest, &result.exponent);
  constexpr double smallest = 0x1p-300;  // a product of three and its rounding error stay normal
  const auto scale_one = [&](double x) {
    const double scaled = std::ldexp(x, -result.exponent);
    return std::abs(scaled) < smallest ? 0.0 : scaled + 0.0;
  };
  result.point.reserve(points.size());
  for (const Vec3<double>& p : points) {
    result.point.push_back({scale_one(p.x), scale_one(p.y), scale_one(p.z)});
  }
  return result;
}

// The indices of the first occurrences, ascending.
std::vector<int> distinct(std::span<const Vec3<double>> points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    const Vec3<double>&p = points[i], &q = points[j];
    if (p.x != q.x) return p.x < q.x;
    if (p.y != q.y) return p.y < q.y;
    if (p.z != q.z) return p.z < q.z;
    return i < j;
  });
  std::vector<int> first;
  first.reserve(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || !(points[order[k]] == points[order[k - 1]])) first.push_back(order[k]);
  }
  std::sort(first.begin(), first.end());
  return first;
}

double largest_extent(std::span<const Vec3<double>> points) {
  Vec3<double> lower = points[0], upper = points[0];
  for (const Vec3<double>& p : points) {
    lower = {smaller(lower.x, p.x), smaller(lower.y, p.y), smaller(lower.z, p.z)};
    upper = {larger(upper.x, p.x), larger(upper.y, p.y), larger(upper.z, p.z)};
  }
  return max_norm(upper - lower);
}

// The body reaches at least as deep below a plane as the mean of its corners, so only planes near
// that mean need a pass over all points.
double thickness_of(std::span<const Vec3<double>> points, std::span<const HullTriangle> triangles,
                    std::span<const FaceNormal> normals, double size) {
  Vec3<double> inner{};
  for (const HullTriangle& t : triangles) {
    inner = inner + points[t.vertex[0]] + points[t.vertex[1]] + points[t.vertex[2]];
  }
  inner = inner / (3.0 * static_cast<double>(triangles.size()));
  double thickness = size;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    if (normals[i].twice_area == 0.0) continue;
    const Vec3<double>& n = normals[i].normal;
    const Vec3<double>& origin = points[triangles[i].vertex[0]];
    if (dot(n, origin - inner) >= thin * size) continue;
    double depth = 0.0;
    for (const Vec3<double>& p : points) depth = larger(depth, dot(n, origin - p));
    thickness = smaller(thickness, depth);
  }
  return thickness;
}

// Point -> how many faces meet there; zero for points that are no corner of any face.
std::vector<int> count_faces_at(const PolygonFaces& faces, std::size_t point_count) {
  std::vector<int> count(point_count, 0);
  for (const int v : faces.corner) ++count[v];
  return count;
}

std::vector<Vec3<double>> select(std::span<const Vec3<double>> points, std::span<const int> index) {
  std::vector<Vec3<double>> result;
  result.reserve(index.size());
  for (const int i : index) result.push_back(points[i]);
  return result;
}

// Faces in the order of their corner lists, which start at the lowest corner: an order that depends
// on the body alone.
void fill_faces(std::span<const Vec3<double>> points, const PolygonFaces& faces,
                std::span<const FaceNormal> triangle_normals, std::span<const int> position,
                Hull& hull) {
  const int face_count = static_cast<int>(faces.start.size()) - 1;
  const auto corners = [&](int f) {
    return std::span<const int>(faces.corner)
        .subspan(faces.start[f], faces.start[f + 1] - faces.start[f]);
  };
  std::vector<int> order(face_count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int f, int g) {
    return std::ranges::lexicographical_compare(corners(f), corners(g));
  });
  hull.face_start.reserve(face_count + 1);
  hull.face_start.push_back(0);
  hull.face_vertex.reserve(faces.corner.size());
  hull.face_normal.reserve(face_count);
  for (const int f : order) {
    const int triangle = faces.triangle[f];
    hull.face_normal.push_back(triangle < 0 ? face_normal(points, corners(f)).normal
                                            : triangle_normals[triangle].normal);
    for (const int v : corners(f)) hull.face_vertex.push_back(position[v]);
    hull.face_start.push_back(static_cast<int>(hull.face_vertex.size()));
  }
}

}  // namespace

Hull convex_hull(std::span<const Vec3<double>> input) {
  const ScaledPoints scaled = scale(input);
  std::vector<int> kept = distinct(scaled.point);
  Hull hull;
  const double size = largest_extent(scaled.point);
  hull.size = std::ldexp(size, scaled.exponent);

  // Merging may leave corners in the middle of an edge or face; the hull of the others is made anew
  // until there are none, which also removes the slivers that hung on them.
  for (bool first_pass = true;; first_pass = false) {
    const std::vector<Vec3<double>> points = select(scaled.point, kept);
    const TriangulatedHull triangulated = triangulate_hull(points);
    hull.span = triangulated.span;
    if (hull.span != Span::solid) return hull;

    std::vector<FaceNormal> normals;
    normals.reserve(triangulated.triangle.size());
    for (const HullTriangle& t : triangulated.triangle) {
      normals.push_back(face_normal(points, t.vertex));
    }
    if (first_pass) {
      hull.thickness =
          std::ldexp(thickness_of(points, triangulated.triangle, normals, size), scaled.exponent);
    }
    const PolygonFaces faces =
        merge_faces(points, triangulated.triangle, normals, coplanar_tolerance * size);
    const std::vector<int> faces_at = count_faces_at(faces, points.size());
    std::vector<int> corners, position(points.size());
    for (std::size_t v = 0; v < points.size(); ++v) {
      if (faces_at[v] < 3) continue;
      position[v] = static_cast<int>(corners.size());
      corners.push_back(kept[v]);
    }
    if (std::ranges::none_of(faces_at, [](int count) { return count == 1 || count == 2; })) {
      hull.vertex = std::move(corners);
      fill_faces(points, faces, normals, position, hull);
      // A sliver without an area that no other face took in: the points are flat to all precision.
      if (std::ranges::find(hull.face_normal, Vec3<double>{}) != hull.face_normal.end()) {
        hull.span = Span::plane;
      }
      return hull;
    }
    kept = std::move(corners);
    if (kept.size() < 4) {
      hull.span = Span::plane;
      return hull;
    }
  }
}

}  // namespace talus
