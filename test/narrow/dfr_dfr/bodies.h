// Two DFR bodies, the storage that their contact set needs, and its patches.
#pragma once

#include <random>
#include <vector>

#include "shape/dfr/grains.h"
#include "talus/narrow/dfr_dfr/contact_points.h"
#include "talus/narrow/dfr_dfr/deepest.h"
#include "talus/narrow/dfr_dfr/patch.h"
#include "talus/shape/dfr/dfr.h"

namespace talus::test {

using dfr_dfr::ContactPatch;
using dfr_dfr::ContactSet;
using dfr_dfr::Piece;

class PatchStorage {
 public:
  explicit PatchStorage(int capacity = 1 << 16)
      : piece_(capacity), node_(capacity), patch_of_(capacity), table_(1 << 10) {}

  // By facets and edges, or by vertices only.
  std::vector<ContactPatch<double>> patches(const DfrView<double>& a, const DfrView<double>& b,
                                            const RelativePose<double>& b_in_a,
                                            bool vertices_only = false) {
    set_ = {piece_.data(), static_cast<int>(piece_.size())};
    if (vertices_only) {
      dfr_dfr::find_contact_points(a, b, b_in_a, set_);
    } else {
      dfr_dfr::find_contact_set(a, b, b_in_a, set_);
    }
    const double cube = 2.0 * std::max(a.cell_size.x, b.cell_size.x);
    const int count = dfr_dfr::group_pieces<double>(
        set_.piece, set_.count(), cube,
        {node_.data(), patch_of_.data(), table_.data(), static_cast<int>(table_.size())});
    std::vector<ContactPatch<double>> patches(count);
    dfr_dfr::sum_patches(set_.piece, set_.count(), patch_of_.data(), patches.data(), count);
    return patches;
  }

  const ContactSet<double>& set() const { return set_; }

 private:
  std::vector<Piece<double>> piece_;
  std::vector<dfr_dfr::PieceNode<double>> node_;
  std::vector<std::int32_t> patch_of_, table_;
  ContactSet<double> set_;
};

inline Contact<double> deepest(const DfrView<double>& a, const DfrView<double>& b,
                               const RelativePose<double>& b_in_a) {
  Cache<double> cache;
  return dfr_dfr::deepest_contact(a, b, b_in_a, Settings<double>{}, cache);
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
