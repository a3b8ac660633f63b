// Irrational constants that <numbers> has not; pi is std::numbers::pi.
#pragma once

namespace talus {

// The square root of 3, rounded to nearest, and the next number above it, for bounds.
inline constexpr double root_3 = 1.7320508075688772;
inline constexpr double root_3_above = 1.7320508075688774;

}  // namespace talus
