// The boxes that are sorted into rows: in an open domain the volumes of the scene; in a periodic
// one every volume moved into the domain, and copies of those that reach out of it on the far side.
//
// Two images of a pair that differ by a whole period are the same, so copies are made towards half
// of the 26 neighbours only, and meet volumes, never each other. Moved boxes are a few roundings
// larger than their volumes; they always take the exact test.
#pragma once

#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad::rows {

class Entries {
 public:
  void gather(const Scene& scene);

  int count() const { return static_cast<int>(box_.size()); }
  int volumes() const { return volumes_; }  // the first ones; the others are copies
  bool is_periodic() const { return !origin_.empty(); }

  const BoundingBox<double>& box(int entry) const { return box_[entry]; }
  const BoundingBox<double>* boxes() const { return box_.data(); }
  std::int32_t volume(int entry) const { return is_periodic() ? origin_[entry].volume : entry; }
  Image moved(int entry) const { return is_periodic() ? origin_[entry].moved : Image{}; }

  std::size_t bytes() const {
    return own_box_.capacity() * sizeof(own_box_[0]) + origin_.capacity() * sizeof(origin_[0]);
  }

 private:
  struct Origin {
    std::int32_t volume;
    Image moved;  // by how many periods
  };

  void add(const Scene& scene, std::int32_t volume, const Image& moved);

  std::span<const BoundingBox<double>> box_;
  int volumes_ = 0;
  std::vector<BoundingBox<double>> own_box_;
  std::vector<Origin> origin_;
};

}  // namespace talus::broad::rows
