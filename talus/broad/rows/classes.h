// Size classes: which volumes share rows. A class is as wide in size as its density allows: many
// sizes where volumes are few, one octave where they are many, and thin volumes by themselves where
// they are very many. So a volume is never compared with all that fit beside a much larger one,
// and yet there are no more classes than needed. Walls and copies are classes of their own, since
// they are not paired among themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/broad/rows/density.h"
#include "talus/broad/rows/scratch.h"
#include "talus/broad/rows/survey.h"

namespace talus::broad::rows {

struct SizeClass {
  Role role{};
  std::uint32_t begin = 0, end = 0;  // its entries in Classes::order
  double longest[3]{};               // extent along the axes of the world
  double widening = 1;               // rows are this much wider than the longest extent
};

// Whether two volumes of these roles can be a pair.
bool can_pair(Role a, Role b);
// Whether two volumes of this role can.
inline bool can_pair_within(Role role) { return role == Role::body; }

class Classes {
 public:
  void sort(const Entries& entries, int body_count, int threads);

  const std::vector<SizeClass>& list() const { return list_; }
  const std::int32_t* order() const { return order_.data(); }  // entries, class by class
  const BoundingBox<double>& window() const { return window_; }
  std::size_t bytes() const { return order_.bytes() + class_of_.bytes(); }

 private:
  void sort_into_classes(const Entries& entries, int body_count, int threads);

  std::vector<SizeClass> list_;
  std::vector<std::uint8_t> class_of_bin_;
  Scratch<std::int32_t> order_;
  Scratch<std::uint8_t> class_of_;
  BoundingBox<double> window_;
  DensityProbe probe_;
};

}  // namespace talus::broad::rows
