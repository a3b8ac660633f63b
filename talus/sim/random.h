// Random numbers with the same bits on every machine: the generators of <random> are portable, its
// distributions are not, and neither are sin, cos and log.
#pragma once

#include <cstdint>

#include "talus/math/pose.h"

namespace talus {

// SplitMix64 (Steele, Lea and Flood 2014), with as many independent streams as there are numbers:
// the start of a stream is a hash of the seed and the number of the stream.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(mixed(mixed(seed + step) + stream * step)) {}

  std::uint64_t bits() {
    state_ += step;
    return mixed(state_);
  }

  // A multiple of 2^-53 in [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  // Uniform in [0, length)^3: the product rounds to less than length, also for the largest number.
  Vec3<double> point_in_cube(double length) {
    const double x = length * uniform(), y = length * uniform();
    return {x, y, length * uniform()};
  }

  // Uniform over all rotations, by two points of the unit disc (Marsaglia 1972): only + * / and the
  // square root, which IEEE 754 rounds the same everywhere. Drawn again until the length comes out
  // as exactly 1 (about every second time), so that make_pose, and with it a file, gives back the
  // same bits.
  Quat<double> rotation() {
    for (;;) {
      const Disc p = point_in_disc(), q = point_in_disc();
      const double scale = square_root((1.0 - p.square) / q.square);
      const Quat<double> r{p.x, p.y, q.x * scale, q.y * scale};
      if (square_root(r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z) == 1.0) return r;
    }
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

  struct Disc {
    double x, y, square;
  };

  Disc point_in_disc() {
    for (;;) {
      const double x = 2.0 * uniform() - 1.0, y = 2.0 * uniform() - 1.0;
      const double square = x * x + y * y;
      if (square < 1.0 && square > 0.0) return {x, y, square};
    }
  }

  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace talus
