// Statistics of all boxes: counts by size and shape, and the bounds.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "talus/broad/rows/entries.h"

namespace talus::broad::rows {

enum class Role : std::uint8_t { body, wall, body_copy, wall_copy };
inline constexpr int role_count = 4;

inline Role role_of(const Entries& entries, int entry, int body_count) {
  const bool wall = entries.volume(entry) >= body_count;
  if (entry < entries.volumes()) return wall ? Role::wall : Role::body;
  return wall ? Role::wall_copy : Role::body_copy;
}

// Sizes are binned by the leading bits of their representation, two bins for every power of two,
// and by the axes along which a box is thin. Sizes 2^64 apart share a bin, which costs nothing but
// speed.
inline constexpr int sizes_per_role = 128, shapes_per_size = 8;
inline constexpr int bins_per_role = sizes_per_role * shapes_per_size;

// Within its role.
inline int bin_of(const BoundingBox<double>& box) {
  constexpr double thin = 0.25;  // of the largest extent; a choice
  const Vec3<double> extent = box.upper - box.lower;
  const double size = max_norm(extent);
  const int shape =
      (extent.x < thin * size) | (extent.y < thin * size) << 1 | (extent.z < thin * size) << 2;
  const auto leading = static_cast<unsigned>(std::bit_cast<std::uint64_t>(size) >> 51);
  return static_cast<int>(leading % sizes_per_role) * shapes_per_size + shape;
}

struct Bin {
  std::uint32_t count = 0;
  double longest[3]{};  // extent along the axes of the world
};

struct Survey {
  std::vector<Bin> bin = std::vector<Bin>(role_count * bins_per_role);
  BoundingBox<double> bounds;

  Survey();
  void add_entries(const Entries& entries, int begin, int end, int body_count);
  // Sums of whole numbers and maxima: the order does not matter.
  void add(const Survey& other);
};

Survey survey(const Entries& entries, int body_count, int threads);

}  // namespace talus::broad::rows
