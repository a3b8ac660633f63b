// The cosine and sine of an angle by their series: those of the C library differ from machine to
// machine.
#pragma once

#include <cmath>
#include <numbers>

#include "talus/math/quarter_turns.h"

namespace talus {

// x in rad, at most an eighth of a turn.
inline Turn small_turn(double x) {
  double cosine = 0.0, sine = 0.0, term = 1.0;
  double terms[20];
  for (int i = 0; i < 20; ++i) {
    terms[i] = term;
    term *= x / (i + 1);
  }
  for (int i = 18; i >= 0; i -= 2) cosine = terms[i] - cosine;  // the smallest first
  for (int i = 19; i >= 1; i -= 2) sine = terms[i] - sine;
  return {cosine, sine};
}

// Of any number of whole turns. What is beyond a whole number is exact, so that the error does not
// grow with it.
inline Turn turn_of(double turns) {
  const double part = turns - std::floor(turns);        // [0, 1)
  const double quarter = std::floor(4.0 * part + 0.5);  // the nearest
  return add_quarter_turns(small_turn(2.0 * std::numbers::pi * (part - 0.25 * quarter)),
                           static_cast<long>(quarter));
}

}  // namespace talus
