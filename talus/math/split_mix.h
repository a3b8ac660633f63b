// SplitMix64 (Steele, Lea and Flood 2014): random bits from a counter, or a hash of a number.
#pragma once

#include <cstdint>

#include "talus/math/host_device.h"

namespace talus {

inline constexpr std::uint64_t split_mix_step = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio, odd

TALUS_HD constexpr std::uint64_t split_mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace talus
