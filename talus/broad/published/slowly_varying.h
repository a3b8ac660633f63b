// Slowly varying topology, P4 section 2.1: a list of potential contacts that is made once by any
// scheme and stays valid while no volume has moved farther than a skin allows.
//
// The paper calls such schemes "interesting but dangerous" unless the assumption is monitored
// continuously. Here every update checks every volume, walls included. A volume outside of its
// grown box, or another number of volumes or domain, triggers a search. So the answer is always
// exactly that of the scheme; a fast body costs time only.
//
// Weakness: one body that is always fast makes a new list every time, and so does a periodic domain
// that is strained; a thick skin makes long lists.
#pragma once

#include "talus/broad/published/grown_boxes.h"
#include "talus/broad/schemes.h"

namespace talus::broad {

class SlowlyVaryingPairs {
 public:
  // The skin is how far a volume may go in any direction; throws SceneError if it is negative or
  // not finite.
  SlowlyVaryingPairs(const Scheme& scheme, double skin, int threads = 1);

  // The pairs of the scene, valid until the next update; throws SceneError for a scene that is not.
  const PairList& update(const Scene& scene);

  // The list that is kept: pairs of volumes with their skins.
  const PairList& candidates() const { return candidates_; }
  std::int64_t updates() const { return updates_; }
  std::int64_t searches() const { return searches_; }

 private:
  bool is_valid_for(const Scene& scene) const;

  const Scheme& scheme_;
  double skin_;
  int threads_;
  GrownBoxes grown_;
  PairList candidates_, pairs_;
  Work work_;
  std::int64_t updates_{}, searches_{};
};

// How far a body gets in a number of time steps, the paper's d = nstep * dt * velocity_max: with
// this skin the list lives that long if no body is faster.
inline double skin_for(double largest_speed, double time_step, int steps) {
  return steps * time_step * largest_speed;
}

}  // namespace talus::broad
