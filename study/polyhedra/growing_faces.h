// Sigma and Sigma_visited of P0's Algorithm 3 in storage that grows, for the study alone: kernels
// do not allocate and keep to TdFaces, 4,096 faces. The order of the faces is that of TdFaces, so
// that both take the same steps as long as the smaller one lasts.
#pragma once

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#include "polyhedra/key_table.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td_faces.h"

namespace study {

// d_p, "the distance of each triangular face to the coordinates origin": of its plane, or of the
// triangle itself.
enum class FaceDistance { of_plane, of_triangle };

// The squared distance of the segment p, q from the origin.
inline double segment_distance_squared(const talus::Vec3<double>& p, const talus::Vec3<double>& q) {
  const talus::Vec3<double> along = q - p;
  const double t = std::clamp(-dot(p, along) / norm_squared(along), 0.0, 1.0);
  return norm_squared(p + t * along);
}

template <FaceDistance reading>
class GrowingFaces {
 public:
  using Vec = talus::Vec3<double>;
  using Face = talus::polyhedron_polyhedron::gjk::TdFace<double>;
  using Corner = talus::engine::SupportPair<double>;
  static constexpr int none = -1;

  explicit GrowingFaces(int max_faces) : max_faces_(max_faces) {}

  void start(const Vec& inside, double rounding) {
    inside_ = inside;
    rounding_ = rounding;
    vertex_.clear();
    face_.clear();
    visited_.clear();
    vertex_of_.clear();
    face_of_.clear();
    queue_ = {};
  }

  int vertex_index(const Corner& w) {
    const auto key = std::uint64_t(std::uint32_t(w.index_a)) << 32 | std::uint32_t(w.index_b);
    const auto [index, added] = vertex_of_.insert(key, static_cast<int>(vertex_.size()));
    if (added) vertex_.push_back(w);
    return index;
  }

  bool has_room() const { return face_count() + 3 <= max_faces_; }

  void add(int i, int j, int k) {
    const int high = std::max({i, j, k}), low = std::min({i, j, k}),
              middle = i + j + k - high - low;
    Face face;
    double offset;
    const Vec &p = vertex_[i].c, &q = vertex_[j].c, &r = vertex_[k].c;
    if (!orient_face(p, q, r, inside_, rounding_, face, offset)) return;
    const auto key = (std::uint64_t(high) << 21 | std::uint64_t(middle)) << 21 | std::uint64_t(low);
    if (!face_of_.insert(key, face_count()).second) return;
    double distance = offset * std::abs(offset) / face.square;
    if (reading == FaceDistance::of_triangle && !holds_projection(face.normal, p, q, r)) {
      distance = std::min({segment_distance_squared(p, q), segment_distance_squared(q, r),
                           segment_distance_squared(r, p)});
    }
    face.vertex[0] = i;
    face.vertex[1] = j;
    face.vertex[2] = k;
    queue_.push({distance, face_count()});
    face_.push_back(face);
    visited_.push_back(false);
  }

  // The face of Sigma with the smallest d_p, the oldest of equals.
  int nearest() {
    while (!queue_.empty() && visited_[queue_.top().second]) queue_.pop();
    return queue_.empty() ? none : queue_.top().second;
  }

  void visit(int f) { visited_[f] = true; }
  bool visited(int f) const { return visited_[f]; }
  const Face& face(int f) const { return face_[f]; }
  const Corner& corner(int f, int i) const { return vertex_[face_[f].vertex[i]]; }
  int face_count() const { return static_cast<int>(face_.size()); }
  int vertex_count() const { return static_cast<int>(vertex_.size()); }

 private:
  static bool holds_projection(const Vec& n, const Vec& p, const Vec& q, const Vec& r) {
    const double a = dot(n, cross(q, r)), b = dot(n, cross(r, p)), c = dot(n, cross(p, q));
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
  }

  using Entry = std::pair<double, int>;  // d_p squared, face
  int max_faces_;
  Vec inside_{};
  double rounding_ = 0;
  std::vector<Corner> vertex_;
  std::vector<Face> face_;
  std::vector<bool> visited_;
  KeyTable vertex_of_, face_of_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace study
