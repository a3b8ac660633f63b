// How long a list of pairs with skins should live: a thin skin means many searches, a thick one
// many candidates that are no pairs. Pure arithmetic on counts, so that the same run makes the same
// choices on every machine.
#pragma once

namespace talus::broad {

// What is known when a list ends.
struct SkinHistory {
  double search_cost;     // of one search
  double candidate_cost;  // of one candidate, in every step
  double pairs;           // volumes that overlap without any skin
  double candidates;      // with skins for `planned` steps
  double planned, lived;  // steps the skins were made for, and those the list was good for
};

inline constexpr double longest_life = 10'000;

// The number of steps for which to make the next skins, at least 1: where searching once and
// carrying the candidates for that long costs least per step. No more than four times away from
// what was planned, since candidates are only known there: they are taken to grow with the cube of
// 1 + c * steps.
double best_life(const SkinHistory& history);

}  // namespace talus::broad
