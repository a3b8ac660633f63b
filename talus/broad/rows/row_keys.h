// Where a box of a layer goes: its row, and its place in the row, as numbers that sort alike.
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
  // With at most 2^20 cells along a direction, key() fits its number.
  static constexpr int place_bits = 24;

  CellAxis<Real> row, slab;
  int row_bits;
  Real places_per_length;

  RowKeys(const CellAxis<Real>& row_axis, const CellAxis<Real>& slab_axis, double range)
      : row(row_axis), slab(slab_axis), row_bits(std::bit_width(row_axis.count - 1)) {
    const double places = std::ldexp(1.0, place_bits) * (1 - 1e-6) - 1;
    places_per_length = range > 0 ? static_cast<Real>(places / range) : Real(0);
  }

  // The row, by where a box begins across it: slab by slab.
  std::uint64_t row_of(Real lower_1, Real lower_2) const {
    return std::uint64_t{slab.cell(lower_2)} << row_bits | row.cell(lower_1);
  }
  // The row and where a box begins along it, as far as the bits go.
  std::uint64_t key(const Real (&lower)[3]) const {
    constexpr std::uint64_t last = (std::uint64_t{1} << place_bits) - 1;
    const Real place = std::max(lower[0] * places_per_length, Real(0));
    return row_of(lower[1], lower[2]) << place_bits |
           std::min(static_cast<std::uint64_t>(place), last);
  }

  std::uint32_t row_cell(std::uint64_t row_number) const {
    return static_cast<std::uint32_t>(row_number & ((std::uint64_t{1} << row_bits) - 1));
  }
  std::uint32_t slab_cell(std::uint64_t row_number) const {
    return static_cast<std::uint32_t>(row_number >> row_bits);
  }
};

}  // namespace talus::broad::rows
