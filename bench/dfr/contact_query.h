// Contact queries of two DFR bodies as a time loop makes them, patches included, for the bench and
// the study: with their memory allocated once, and pairs that are pressed into each other by a
// given depth.
#pragma once

#include <chrono>
#include <random>
#include <vector>

#include "talus/narrow/mesh_mesh/contact_points.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_deepest.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_patch.h"

namespace bench {

using View = talus::MeshView<double>;
using RelativePose = talus::RelativePose<double>;

class ContactQuery {
 public:
  ContactQuery(const View& a, const View& b)
      : a_(a),
        b_(b),
        piece_(1 << 16),
        node_(piece_.size()),
        patch_of_(piece_.size()),
        table_(1 << 8),
        patch_(256),
        list_{Indices(a.vertex_count), Indices(b.vertex_count)} {
    near_.vertex[0] = list_[0].data(), near_.vertex[1] = list_[1].data();
    near_.capacity = std::min(a.vertex_count, b.vertex_count);
  }

  // Vertices only; the number of points.
  int points_cold(const RelativePose& pose) {
    begin();
    talus::mesh_mesh::find_contact_points(a_, b_, pose, set_);
    return group();
  }
  // The same from the list of near vertices, as long as that holds.
  int points_warm(const RelativePose& pose) {
    begin();
    talus::mesh_mesh::find_contact_points(a_, b_, pose, near_, set_);
    return group();
  }
  // Clipped facets and walked edges; the number of pieces.
  int pieces(const RelativePose& pose) {
    begin();
    talus::mesh_mesh::find_contact_set(a_, b_, pose, set_);
    return group();
  }
  // The deepest contact or the closest approach, one answer.
  talus::Contact<double> deepest(const RelativePose& pose) const {
    talus::Cache<double> cache;
    return talus::mesh_mesh::deepest_contact(a_, b_, pose, talus::Settings<double>{}, cache);
  }
  int patches() const { return patches_; }

 private:
  using Indices = std::vector<std::int32_t>;

  void begin() { set_ = {piece_.data(), static_cast<int>(piece_.size())}; }
  int group() {
    const double cube = 2.0 * std::max(max_norm(a_.cell_size), max_norm(b_.cell_size));
    patches_ = talus::mesh_mesh::group_pieces<double>(
        set_.piece, set_.count(), cube,
        {node_.data(), patch_of_.data(), table_.data(), static_cast<int>(table_.size())});
    talus::mesh_mesh::sum_patches(set_.piece, set_.count(), patch_of_.data(), patch_.data(),
                                  static_cast<int>(patch_.size()));
    return set_.count();
  }

  const View &a_, &b_;
  std::vector<talus::mesh_mesh::Piece<double>> piece_;
  std::vector<talus::mesh_mesh::PieceNode<double>> node_;
  Indices patch_of_, table_;
  std::vector<talus::ContactPatch<double>> patch_;
  Indices list_[2];
  talus::mesh_mesh::NearVertices<double> near_;
  talus::mesh_mesh::ContactSet<double> set_;
  int patches_ = 0;
};

// B turned at random and moved along a random direction until the deepest contact is `depth` deep.
inline RelativePose pressed_pose(const ContactQuery& query, const View& a, const View& b,
                                 double depth, std::mt19937& engine) {
  std::normal_distribution<> n;
  const talus::Quat<double> q{n(engine), n(engine), n(engine), n(engine)};
  const talus::Vec3<double> along =
      normalized(talus::Vec3<double>{n(engine), n(engine), n(engine)});
  RelativePose pose{talus::rotation_of(q), {}};
  double inside = 0.0, outside = 1.1 * (a.sphere.radius + b.sphere.radius) + norm(a.sphere.centre) +
                                 norm(b.sphere.centre);
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (inside + outside);
    pose.translation = middle * along;
    (query.deepest(pose).distance < -depth ? inside : outside) = middle;
  }
  return pose;
}

// Seconds of the fastest of several calls.
template <class Work>
double fastest(int repeats, const Work& work) {
  double best = 1e30;
  for (int r = 0; r < repeats; ++r) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    best = std::min(best, elapsed.count());
  }
  return best;
}

}  // namespace bench
