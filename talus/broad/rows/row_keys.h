// Sort keys of the boxes of a layer: the row, and the position along it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "talus/broad/rows/frame.h"

namespace talus::broad::rows {

// Cells along one direction, a monotone function of the coordinate.
template <class Real>
struct CellAxis {
  Real per_length = 0;
  std::uint32_t count = 1;

  std::uint32_t cell(Real value) const {
    const Real scaled = value * per_length;
    if (!(scaled > Real(0))) return 0;
    return scaled < static_cast<Real>(count) ? static_cast<std::uint32_t>(scaled) : count - 1;
  }
};

template <class Real>
struct RowKeys {
  // With at most 2^20 cells along each direction (layer.cpp), key() fits 64 bits.
  static constexpr int position_bits = 24;

  CellAxis<Real> row, slab;
  int row_bits;
  Real steps_per_length;

  RowKeys(const CellAxis<Real>& row_axis, const CellAxis<Real>& slab_axis, double range)
      : row(row_axis), slab(slab_axis), row_bits(std::bit_width(row_axis.count - 1)) {
    constexpr double below_one = 1 - 1e-6;  // more than the rounding of a float
    const double steps = std::ldexp(1.0, position_bits) * below_one - 1;
    steps_per_length = range > 0 ? static_cast<Real>(steps / range) : Real(0);
  }

  // The row of a box, by its lower corner; rows are numbered slab by slab.
  std::uint64_t row_of(Real lower_1, Real lower_2) const {
    return std::uint64_t{slab.cell(lower_2)} << row_bits | row.cell(lower_1);
  }
  // The row, then the lower end along it, truncated to position_bits.
  std::uint64_t key(const Real (&lower)[3]) const {
    constexpr std::uint64_t last = (std::uint64_t{1} << position_bits) - 1;
    const Real step = std::max(lower[0] * steps_per_length, Real(0));
    return row_of(lower[1], lower[2]) << position_bits |
           std::min(static_cast<std::uint64_t>(step), last);
  }

  std::uint32_t row_cell(std::uint64_t row_number) const {
    return static_cast<std::uint32_t>(row_number & ((std::uint64_t{1} << row_bits) - 1));
  }
  std::uint32_t slab_cell(std::uint64_t row_number) const {
    return static_cast<std::uint32_t>(row_number >> row_bits);
  }
};

}  // namespace talus::broad::rows
