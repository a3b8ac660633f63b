// Size classes: volumes of about the same size share rows, so that a small one is never compared
// with all that fit beside a large one. Walls and copies are classes of their own, since they are
// not paired among themselves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/broad/rows/entries.h"
#include "talus/broad/rows/scratch.h"

namespace talus::broad::rows {

enum class Role : std::uint8_t { body, wall, body_copy, wall_copy };

struct SizeClass {
  Role role{};
  std::uint32_t begin = 0, end = 0;  // its entries in Classes::order
  double longest[3]{};               // extent along the axes of the world
};

// Two volumes of these classes can be a pair.
bool can_pair(Role a, Role b);
// Two volumes of this one can.
inline bool can_pair_within(Role role) { return role == Role::body; }

class Classes {
 public:
  void sort(const Entries& entries, int body_count, int threads);

  const std::vector<SizeClass>& list() const { return list_; }
  const std::int32_t* order() const { return order_.data(); }  // entries, class by class
  const BoundingBox<double>& bounds() const { return bounds_; }
  std::size_t bytes() const { return order_.bytes() + class_of_.bytes(); }

 private:
  struct Bin {
    std::uint32_t count = 0;
    double longest[3]{};
  };
  struct Survey;

  void choose(const Survey& survey);
  void place(const Entries& entries, int body_count, int threads);

  std::vector<SizeClass> list_;
  std::vector<std::uint8_t> class_of_bin_;
  Scratch<std::int32_t> order_;
  Scratch<std::uint8_t> class_of_;
  BoundingBox<double> bounds_;
};

}  // namespace talus::broad::rows
