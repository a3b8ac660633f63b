// Two DFR bodies, the storage that their contact set needs, and its patches.
#pragma once

#include <random>
#include <vector>

#include "shape/mesh/grains.h"
#include "talus/narrow/mesh_mesh/contact_points.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_deepest.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_patch.h"
#include "talus/shape/mesh/mesh.h"

namespace talus::test {

using mesh_mesh::ContactPatch;
using mesh_mesh::ContactSet;
using mesh_mesh::Piece;

class PatchStorage {
 public:
  explicit PatchStorage(int capacity = 1 << 16)
      : piece_(capacity), node_(capacity), patch_of_(capacity), table_(1 << 10) {}

  // By facets and edges, or by vertices only.
  std::vector<ContactPatch<double>> patches(const MeshView<double>& a, const MeshView<double>& b,
                                            const RelativePose<double>& b_in_a,
                                            bool vertices_only = false) {
    set_ = {piece_.data(), static_cast<int>(piece_.size())};
    if (vertices_only) {
      mesh_mesh::find_contact_points(a, b, b_in_a, set_);
    } else {
      mesh_mesh::find_contact_set(a, b, b_in_a, set_);
    }
    const double cube = 2.0 * std::max(a.cell_size.x, b.cell_size.x);
    const int count = mesh_mesh::group_pieces<double>(
        set_.piece, set_.count(), cube,
        {node_.data(), patch_of_.data(), table_.data(), static_cast<int>(table_.size())});
    std::vector<ContactPatch<double>> patches(count);
    mesh_mesh::sum_patches(set_.piece, set_.count(), patch_of_.data(), patches.data(), count);
    return patches;
  }

  const ContactSet<double>& set() const { return set_; }

 private:
  std::vector<Piece<double>> piece_;
  std::vector<mesh_mesh::PieceNode<double>> node_;
  std::vector<std::int32_t> patch_of_, table_;
  ContactSet<double> set_;
};

inline Contact<double> deepest(const MeshView<double>& a, const MeshView<double>& b,
                               const RelativePose<double>& b_in_a) {
  Cache<double> cache;
  return mesh_mesh::deepest_contact(a, b, b_in_a, Settings<double>{}, cache);
}

inline Vec3<double> random_direction(std::mt19937& engine) {
  std::normal_distribution<> normal;
  return normalized(Vec3<double>{normal(engine), normal(engine), normal(engine)});
}

inline Mat3<double> random_rotation(std::mt19937& engine) {
  std::normal_distribution<> n;
  return rotation_of(Quat<double>{n(engine), n(engine), n(engine), n(engine)});
}

}  // namespace talus::test
