// The generator against its published definition, and the uniformity of what is drawn from it.
#include "talus/packing/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace {

using namespace talus;

// Pearson's statistic of counts that should all be equal.
double chi_square(const std::vector<int>& counts) {
  double total = 0.0;
  for (const int count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0.0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// The statistic has mean k - 1 and variance 2 (k - 1): five deviations.
double limit(std::size_t bins) {
  const double freedom = static_cast<double>(bins - 1);
  return freedom + 5.0 * std::sqrt(2.0 * freedom);
}

void count(std::vector<int>& bins, double in_unit_interval) {
  const auto bin = static_cast<std::size_t>(in_unit_interval * static_cast<double>(bins.size()));
  ++bins[std::min(bin, bins.size() - 1)];
}

// Steele, Lea and Flood's SplitMix64 as published, started from the state that the constructor
// promises.
TEST(Random, IsSplitMix64) {
  const auto mix = [](std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  };
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
  EXPECT_EQ(mix(golden), 0xe220a8397b1dcdafULL);  // the published first number of state 0
  for (const std::uint64_t stream : {0ULL, 1ULL, 123456789ULL}) {
    Random random(42, stream);
    std::uint64_t state = mix(mix(42 + golden) + stream * golden);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(random.bits(), mix(state += golden));
  }
}

TEST(Random, TheSameBitsEverywhere) {
  Random random(7, 3);
  const Vec3<double> point = random.point_in_cube(10.0);
  const Quat<double> q = random.rotation();
  EXPECT_EQ(point.x, 0x1.0df6621a5303p+2);
  EXPECT_EQ(point.z, 0x1.e4b65a53190c4p-1);
  EXPECT_EQ(q.w, -0x1.4f42ef0b4c95ap-1);
  EXPECT_EQ(q.z, -0x1.eac7dc556364bp-2);
}

TEST(Random, PlacesAreUniformOverManyStreams) {
  std::vector<int> cells(512);
  for (std::uint64_t k = 0; k < 200'000; ++k) {
    const Vec3<double> p = Random(1, k).point_in_cube(3.0);
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(p[i] >= 0.0 && p[i] < 3.0);
    const auto along = [](double x) { return static_cast<std::size_t>(x * 8.0 / 3.0); };
    ++cells[(along(p.x) * 8 + along(p.y)) * 8 + along(p.z)];
  }
  EXPECT_LT(chi_square(cells), limit(cells.size()));
}

// Uniform rotations take every axis to a uniform direction (height and azimuth uniform), and turn
// by an angle t with distribution (t - sin t) / pi.
TEST(Random, RotationsAreUniform) {
  std::vector<int> height(50), azimuth(50), angle(50), joint(100);
  for (std::uint64_t k = 0; k < 200'000; ++k) {
    const Quat<double> q = Random(2, k).rotation();
    ASSERT_EQ(std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z), 1.0);
    const Mat3<double> r = rotation_of(q);
    const Vec3<double> axis = r * Vec3<double>{1, 0, 0}, other = r * Vec3<double>{0, 1, 0};
    const auto turn = [](double y, double x) {
      return 0.5 + std::atan2(y, x) / (2.0 * std::numbers::pi);
    };
    count(height, 0.5 * (axis.z + 1.0));
    count(azimuth, turn(axis.y, axis.x));
    const double t = 2.0 * std::acos(std::min(std::abs(q.w), 1.0));
    count(angle, (t - std::sin(t)) / std::numbers::pi);
    // Two axes at right angles: the height of one and the azimuth of the other, together.
    const auto i = std::min<std::size_t>(static_cast<std::size_t>(5.0 * (other.z + 1.0)), 9);
    const auto j = std::min<std::size_t>(static_cast<std::size_t>(10.0 * turn(axis.y, axis.x)), 9);
    ++joint[10 * i + j];
  }
  for (const auto* bins : {&height, &azimuth, &angle, &joint}) {
    EXPECT_LT(chi_square(*bins), limit(bins->size()));
  }
}

}  // namespace
