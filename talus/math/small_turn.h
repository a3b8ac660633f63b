// The cosine and sine of an angle by their series: those of the C library differ from machine to
// machine.
#pragma once

#include <cmath>
#include <numbers>

#include "talus/math/quarter_turns.h"

namespace talus {

// Terms of both series: the first one left out of the cosine is (pi/4)^20/20! = 3e-21.
inline constexpr int turn_terms = 20;

// x in rad, at most an eighth of a turn.
inline Turn small_turn(double x) {
  double cosine = 0.0, sine = 0.0, term = 1.0;
  double terms[turn_terms];
  for (int i = 0; i < turn_terms; ++i) {
    terms[i] = term;
    term *= x / (i + 1);
  }
  for (int i = turn_terms - 2; i >= 0; i -= 2) cosine = terms[i] - cosine;  // the smallest first
  for (int i = turn_terms - 1; i >= 1; i -= 2) sine = terms[i] - sine;
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
