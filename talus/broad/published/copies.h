// The volumes of a scene as if space were open: in a periodic domain every volume is moved into the
// domain, and copies of it are made wherever an image reaches the other bodies. A scheme brings
// volumes together, each two of them once, and compare() decides, with the exact question of
// scene.h.
//
// The moved boxes are a few roundings larger than their volumes, so that no pair of the exact
// question is lost. One box as long as the period makes copies of everything: up to eight times the
// memory with three periodic directions.
#pragma once

#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad {

struct ImageRange {
  int first, last;
  int count() const { return last - first + 1; }
};

class Copies {
 public:
  explicit Copies(const Scene& scene);

  int count() const { return static_cast<int>(box_.size()); }
  // The first scene.count() are the volumes themselves, in their order.
  std::span<const BoundingBox<double>> box() const { return box_; }
  // The smallest box around all of them; upside down if there are none.
  BoundingBox<double> bounds() const;

  // Appends the pair of e and f, which are not the same, if it is one.
  void compare(int e, int f, PairList& pairs, Work& work) const {
    ++work.tests;
    if (overlap(box_[e], box_[f])) admit(e, f, pairs);
  }
  // The same for two whose boxes are known to overlap.
  void admit(int e, int f, PairList& pairs) const;

  // Of the moved volumes and copies; nothing in an open domain.
  std::size_t bytes() const;

 private:
  struct Origin {
    std::int32_t body;
    Image moved;  // by how many periods
  };

  // How a volume in the domain has to be moved to reach a region; it may be there without.
  struct Images {
    ImageRange x, y, z;
    std::size_t count() const { return std::size_t(x.count()) * y.count() * z.count(); }
  };

  void move_into_domain();
  Images reaching_images(int body, const BoundingBox<double>& region) const;
  void add_copies_of(int body, const BoundingBox<double>& region);

  const Scene& scene_;
  std::span<const BoundingBox<double>> box_;
  std::vector<BoundingBox<double>> moved_box_;
  std::vector<Origin> origin_;
};

}  // namespace talus::broad
