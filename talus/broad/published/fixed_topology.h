// Fixed topology, P4 section 2.1: bodies that do not vary their relative positions, as the elements
// of a finite-element mesh, get their connectivity once, at the start, and never again.
//
// The assumption is checked at every use: all volumes have to be where they were, but for a common
// translation and a margin for each of them. A scene that breaks it is refused, never answered with
// a list that could lack a pair. (A common rotation changes the axis-aligned boxes and is refused.)
#pragma once

#include "talus/broad/published/grown_boxes.h"
#include "talus/broad/schemes.h"

namespace talus::broad {

// The bodies have moved relative to each other; the message names the first.
class TopologyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class FixedTopology {
 public:
  // Throws SceneError for a scene that is not valid or a margin that is negative or not finite.
  FixedTopology(const Scheme& scheme, const Scene& scene, double margin, int threads = 1);

  // The pairs of the scene, valid until the next call; throws TopologyError if the volumes have
  // changed their relative positions, number or domain, SceneError for a scene that is not valid.
  const PairList& pairs_of(const Scene& scene);

  const PairList& connectivity() const { return connectivity_; }

 private:
  void require_same_topology(const Scene& scene) const;

  GrownBoxes grown_;
  PairList connectivity_, pairs_;
};

}  // namespace talus::broad
