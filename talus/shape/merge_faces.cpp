#include "talus/shape/merge_faces.h"

#include <algorithm>
#include <numeric>

namespace talus {

namespace {

constexpr int none = -1;
constexpr int next_corner[3] = {1, 2, 0};

class FaceMerger {
 public:
  FaceMerger(std::span<const Vec3<double>> points, std::span<const HullTriangle> triangles,
             std::span<const FaceNormal> normals, double tolerance)
      : points_(points),
        triangles_(triangles),
        normals_(normals),
        tolerance_(tolerance),
        face_of_(triangles.size(), none),
        face_at_(points.size(), none),
        following_(points.size(), none) {}

  // Large triangles first: their planes are the best known.
  PolygonFaces run() {
    std::vector<int> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int s, int t) {
      const double area_s = normals_[s].twice_area, area_t = normals_[t].twice_area;
      return area_s > area_t || (area_s == area_t && s < t);
    });
    PolygonFaces faces;
    faces.start.push_back(0);
    for (const int seed : order) {
      if (face_of_[seed] != none) continue;
      const int face = static_cast<int>(faces.start.size()) - 1;
      grow(face, seed);
      append_boundary(face, faces.corner);
      faces.triangle.push_back(region_.size() == 1 ? seed : none);
      faces.start.push_back(static_cast<int>(faces.corner.size()));
    }
    return faces;
  }

 private:
  // The plane of a small triangle is known badly far away from it, so the plane is fitted again
  // whenever the face has grown.
  void grow(int face, int seed) {
    region_.clear();
    candidates_.clear();
    normal_ = normals_[seed].normal;
    origin_ = points_[triangles_[seed].vertex[0]];
    top_ = 0.0;
    add(face, seed);
    for (std::size_t fitted_to = 1;;) {
      while (!candidates_.empty()) {
        const int t = candidates_.back();
        candidates_.pop_back();
        if (may_join(face, t)) add(face, t);
      }
      if (region_.size() == fitted_to) return;
      fitted_to = region_.size();
      fit_plane();
    }
  }

  void add(int face, int t) {
    face_of_[t] = face;
    region_.push_back(t);
    for (int k = 0; k < 3; ++k) {
      face_at_[triangles_[t].vertex[k]] = face;
      if (face_of_[triangles_[t].neighbour[k]] == none) {
        candidates_.push_back(triangles_[t].neighbour[k]);
      }
    }
  }

  // A triangle joins if its corners lie near the plane and if the face stays a disc: through one
  // edge only with a third corner that is new, through two edges always, through three never.
  bool may_join(int face, int t) const {
    if (face_of_[t] != none) return false;
    int shared = 0, third = none;
    for (int k = 0; k < 3; ++k) {
      if (face_of_[triangles_[t].neighbour[k]] == face) {
        ++shared;
        third = triangles_[t].vertex[next_corner[next_corner[k]]];
      }
    }
    if (shared == 2) return true;
    return shared == 1 && face_at_[third] != face && height(points_[third]) >= top_ - tolerance_;
  }

  double height(const Vec3<double>& p) const { return dot(normal_, p - origin_); }

  void fit_plane() {
    Vec3<double> sum{};
    for (const int t : region_) sum = sum + normals_[t].twice_area * normals_[t].normal;
    normal_ = normalized(sum);
    top_ = 0.0;
    for (const int t : region_) {
      for (const int v : triangles_[t].vertex) top_ = larger(top_, height(points_[v]));
      for (const int neighbour : triangles_[t].neighbour) {
        if (face_of_[neighbour] == none) candidates_.push_back(neighbour);
      }
    }
  }

  void append_boundary(int face, std::vector<int>& corners) {
    int first = none;
    for (const int t : region_) {
      for (int k = 0; k < 3; ++k) {
        if (face_of_[triangles_[t].neighbour[k]] == face) continue;
        const int from = triangles_[t].vertex[k];
        following_[from] = triangles_[t].vertex[next_corner[k]];
        if (first == none || from < first) first = from;
      }
    }
    int v = first;
    do {
      corners.push_back(v);
      v = following_[v];
    } while (v != first);
  }

  std::span<const Vec3<double>> points_;
  std::span<const HullTriangle> triangles_;
  std::span<const FaceNormal> normals_;
  double tolerance_;

  std::vector<int> face_of_;    // triangle -> face
  std::vector<int> face_at_;    // point -> the last face that reached it
  std::vector<int> following_;  // point -> next corner of the face's boundary
  std::vector<int> region_, candidates_;
  Vec3<double> normal_, origin_;  // the plane of the face in work, through origin_
  double top_{};                  // largest height of the face's corners over it
};

}  // namespace

PolygonFaces merge_faces(std::span<const Vec3<double>> points,
                         std::span<const HullTriangle> triangles,
                         std::span<const FaceNormal> normals, double tolerance) {
  return FaceMerger(points, triangles, normals, tolerance).run();
}

}  // namespace talus
