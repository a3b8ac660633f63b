// Directions in a plane by a number that grows with the angle: 4 for a full turn, 1 for a quarter.
// Rational within each quarter, so that it has the same bits on every machine; not the angle, but
// monotone and within 4 % of it.
#pragma once

#include "talus/math/quarter_turns.h"
#include "talus/math/vec3.h"

namespace talus::body_round_wall {

// Twice the tangent of 22.5 degrees: an eighth of a turn at 1/2.
inline constexpr double half_quarter_tangent = 0.82842712474619009760;

inline Turn turn(double x) {
  const auto quarter = static_cast<long>(x + 0.5 - (x + 0.5 < 0.0 ? 1.0 : 0.0));
  const double s = half_quarter_tangent * (x - static_cast<double>(quarter));
  const double scale = 1.0 / (1.0 + s * s), cosine = scale * (1.0 - s * s), sine = scale * 2.0 * s;
  return add_quarter_turns({cosine, sine}, quarter);
}

// The inverse, from -2 to 2, for a unit vector.
inline double turn_of(double cosine, double sine) {
  constexpr double scale = 1.0 / half_quarter_tangent;
  if (absolute(sine) <= absolute(cosine)) {
    if (cosine > 0.0) return scale * sine / (1.0 + cosine);
    const double rest = scale * -sine / (1.0 - cosine);
    return rest > 0.0 ? rest - 2.0 : rest + 2.0;
  }
  return sine > 0.0 ? 1.0 - scale * cosine / (1.0 + sine) : -1.0 + scale * cosine / (1.0 - sine);
}

}  // namespace talus::body_round_wall
