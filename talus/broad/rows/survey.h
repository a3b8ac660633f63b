// A look at all boxes: how many there are of which size and shape, and where.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/broad/rows/entries.h"

namespace talus::broad::rows {

enum class Role : std::uint8_t { body, wall, body_copy, wall_copy };
inline constexpr int role_count = 4;

Role role_of(const Entries& entries, int entry, int body_count);

// Sizes are binned by the leading bits of their numbers, two bins for every power of two, and by
// the axes along which a box is thin. Sizes 2^64 apart share a bin, which costs nothing but speed.
inline constexpr int sizes_per_role = 128, shapes_per_size = 8;
inline constexpr int bins_per_role = sizes_per_role * shapes_per_size;

int bin_of(const BoundingBox<double>& box);  // within its role

struct Bin {
  std::uint32_t count = 0;
  double longest[3]{};  // extent along the axes of the world
};

struct Survey {
  std::vector<Bin> bin = std::vector<Bin>(role_count * bins_per_role);
  BoundingBox<double> bounds;

  Survey();
  void look(const Entries& entries, int begin, int end, int body_count);
  // Sums of whole numbers and maxima: the order does not matter.
  void add(const Survey& other);
};

Survey survey(const Entries& entries, int body_count, int threads);

}  // namespace talus::broad::rows
