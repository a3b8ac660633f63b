// The production scheme of the broad phase: linear in time and memory, whatever the mix of sizes
// and however the bodies cluster.
//
// Volumes are put into classes by size. Every class is cut into rows, cells as wide as its longest
// volumes in two directions, in which volumes are sorted along the third (in buckets that fit a
// cache). A row is swept with itself and its neighbours, and with the few rows of other classes
// beside it, from the shorter one; volumes are compared as short floats, up to sixteen at a time.
// There is no hashing and no tree: all lists are sorted, neighbours are found by going along them.
//
// Weakness: where volumes are long along different axes at one location, crossed fibres are
// compared with many that they miss. docs/broad.md has the cost.
#pragma once

#include <memory>

#include "talus/broad/scene.h"

namespace talus::broad {

class PairFinder {
 public:
  PairFinder();
  PairFinder(PairFinder&&) noexcept;
  PairFinder& operator=(PairFinder&&) noexcept;
  ~PairFinder();

  // Replaces `pairs` by those of the scene, which must have passed check(). The order is that of
  // the rows and the same for any number of threads. Buffers are kept for the next call. Throws
  // SceneError when there are more than pair_limit() pairs: volumes on top of each other, by
  // mistake or by a scene that has blown up.
  void find(const Scene& scene, int threads, PairList& pairs, Work& work);

  // Default: 100 million, or 1000 per volume if that is more.
  std::size_t pair_limit(int volumes) const;
  void set_pair_limit(std::size_t limit) { limit_ = limit; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::size_t limit_ = 0;
};

// As listed among the schemes: a PairFinder used once.
void size_rows(const Scene& scene, int threads, PairList& pairs, Work& work);

}  // namespace talus::broad
