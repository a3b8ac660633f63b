// Points spread evenly over a disc, turned differently for every seed: what neighbours sample
// differs, and their mean is smooth.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace talus::picture {

struct Offset {
  float x, y;  // in the unit disc
};

inline constexpr unsigned square_side = 8;  // pixels
inline constexpr unsigned turn_count = square_side * square_side;

// A seed for the pixel (x, y): in any square of this side every turn comes once, so that the mean
// over such a square is that of all turns. The stride is prime to the number of turns.
inline unsigned seed_of(int x, int y) {
  constexpr unsigned stride = 37;
  const unsigned index = static_cast<unsigned>(x) % square_side +
                         square_side * (static_cast<unsigned>(y) % square_side);
  return (stride * index + index / square_side) % turn_count;
}

// A spiral by the golden angle: equal areas for all points.
template <int count>
const std::array<Offset, count>& scattered_disc(unsigned seed) {
  static const auto all = [] {
    std::array<std::array<Offset, count>, turn_count> turns{};
    for (unsigned turn = 0; turn < turn_count; ++turn) {
      for (int i = 0; i < count; ++i) {
        const double radius = std::sqrt((i + 0.5) / count);
        const double angle =
            i * (3 - std::sqrt(5.0)) * std::numbers::pi + 2 * std::numbers::pi * turn / turn_count;
        turns[turn][static_cast<std::size_t>(i)] = {static_cast<float>(radius * std::cos(angle)),
                                                    static_cast<float>(radius * std::sin(angle))};
      }
    }
    return turns;
  }();
  return all[seed % turn_count];
}

}  // namespace talus::picture
