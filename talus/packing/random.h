// Random numbers with the same bits on every machine: the generators of <random> are portable, its
// distributions are not, and neither are sin, cos and log.
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>

#include "talus/math/pose.h"
#include "talus/math/split_mix.h"

namespace talus {

// SplitMix64 (talus/math/split_mix.h), with as many independent streams as there are numbers:
// the start of a stream is a hash of the seed and the number of the stream.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(split_mix(split_mix(seed + split_mix_step) + stream * split_mix_step)) {}

  std::uint64_t bits() {
    state_ += split_mix_step;
    return split_mix(state_);
  }

  // A multiple of 2^-53 in [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  // Uniform in [0, length)^3: the product rounds to less than length, also for the largest number.
  Vec3<double> point_in_cube(double length) {
    const double x = length * uniform(), y = length * uniform();
    return {x, y, length * uniform()};
  }

  // Uniform over all rotations, by two points of the unit disc (Marsaglia 1972): only + * / and the
  // square root, which IEEE 754 rounds the same everywhere.
  Quat<double> rotation() {
    const Disc p = point_in_disc(), q = point_in_disc();
    const double scale = square_root((1.0 - p.square) / q.square);
    return unit_to_the_last_bit({p.x, p.y, q.x * scale, q.y * scale});
  }

 private:
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

  // Moves the largest component by a few units in the last place until the length comes out as
  // exactly 1: then make_pose, and with it a file, gives back the same bits. (To draw again instead
  // would prefer some rotations: rounding is not the same everywhere.)
  static Quat<double> unit_to_the_last_bit(Quat<double> q) {
    double* largest = &q.w;
    for (double* component : {&q.x, &q.y, &q.z}) {
      if (std::abs(*component) > std::abs(*largest)) largest = component;
    }
    for (int step = 0; step < 64; ++step) {
      const double length = square_root(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
      if (length == 1.0) break;
      *largest = std::nextafter(*largest, length > 1.0 ? 0.0 : 2.0 * *largest);
    }
    return q;
  }

  std::uint64_t state_;
};

}  // namespace talus
