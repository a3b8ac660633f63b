// Incremental use of the search: a list of candidates with skins that is made anew only when a
// volume has left its skin, and whose skins tune themselves to the least total cost.
//
// Every volume gets room for the same number of steps at the rate at which it moved lately, so that
// a few fast bodies do not thicken the skins of all others. Every update looks at every volume: one
// that leaves its room, for whatever reason, makes a new list at once, and no pair is ever missed.
//
// Weakness: a body that is put back into a periodic domain jumps by a period and ends the list.
// Leave bodies where they go; volumes may be outside of the domain.
//
// The number of steps is chosen from counts and from costs that the caller states; clocks are never
// looked at, so that two runs of the same scene are the same bit for bit. A caller who measures its
// narrow phase may state the measured cost, and gives that up.
#pragma once

#include "talus/broad/grown_boxes.h"
#include "talus/broad/pair_finder.h"
#include "talus/broad/threads.h"

namespace talus::broad {

// In any common unit; the defaults are nanoseconds as measured by bench/broad.
struct TuningCosts {
  double search_per_volume = 150;
  double candidate = 20;  // to look at a candidate in every step, the caller's work on it included
};

class TunedPairs {
 public:
  explicit TunedPairs(const TuningCosts& costs = {}, int threads = 1)
      : costs_(costs), threads_(usable_threads(threads)) {}

  // What the narrow phase takes per candidate, from now on.
  void tell_candidate_cost(double cost) { costs_.candidate = cost; }

  // The pairs of the scene, exactly those of a new search though in another order; valid until the
  // next update. Throws SceneError for a scene that is not valid.
  const PairList& update(const Scene& scene);

  // The list that is kept: pairs of volumes with their skins, for a caller that needs no exact
  // pairs.
  const PairList& candidates() const { return candidates_; }
  std::int64_t updates() const { return updates_; }
  std::int64_t searches() const { return searches_; }
  double planned_life() const { return life_; }  // steps that the present skins are made for

 private:
  bool is_valid_for(const Scene& scene) const;
  void measure_rates(const Scene& scene);
  void search(const Scene& scene);

  TuningCosts costs_;
  int threads_;
  PairFinder finder_;
  GrownBoxes room_;
  std::vector<BoundingBox<double>> start_;  // where volumes were when the list was made
  std::vector<double> rate_;                // how far each goes in a step
  PairList candidates_, pairs_;
  double life_ = 0;
  std::int64_t age_ = 0, updates_ = 0, searches_ = 0;
};

}  // namespace talus::broad
