// Which pairs may touch in the next steps: found by the broad phase from boxes with room to move,
// sorted into blocks by the kinds of their shapes, and good until some body has used up its room.
//
// A body gets room for a number of steps at its present speed, and a little more: a twentieth of
// its size, so that a bed at rest is searched almost never. How far a body has gone is taken from
// its centre and orientation, so trembling in place uses up nothing.
#pragma once

#include "talus/broad/pair_finder.h"
#include "talus/sim/loop/pair_blocks.h"

namespace talus {

struct WallTriangle {
  std::int32_t wall{}, triangle{};
};

class Neighbours {
 public:
  // Finds the pairs anew if some body may have left its room, or always if told so. What pairs of
  // both lists remember is kept. Throws broad::SceneError.
  void update(LoopState& s, bool always = false);

  std::int64_t searches() const { return searches_; }
  std::size_t bytes() const;

 private:
  void find(LoopState& s);
  void set_boxes(const LoopState& s);
  std::vector<std::uint32_t> pairs_along_curve() const;

  broad::PairFinder finder_;
  broad::PairList pairs_;
  std::vector<BoundingBox<double>> box_;
  std::vector<std::int32_t> body_of_;   // box -> body
  std::vector<WallTriangle> triangle_;  // of the boxes after these
  std::vector<NearTriangle> near_;
  std::int64_t searches_ = 0;
};

}  // namespace talus
