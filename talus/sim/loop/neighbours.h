// Which pairs may touch in the next steps: found by the broad phase from boxes with room to move,
// sorted into blocks by the kinds of their shapes, and good until some body has used up its room.
//
// A body gets room for a number of steps at its present speed, and a little more: a twentieth of
// its size, so that a bed at rest is searched almost never. How far a body has gone is taken from
// its centre and orientation, so trembling in place uses up nothing.
#pragma once

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
  void number_boxes(const LoopState& s);
  std::vector<BoundingBox<double>> boxes_of(const LoopState& s) const;

  // Boxes are those of all bodies that have one, then those of all triangles of walls.
  std::vector<std::int32_t> body_of_;
  std::vector<WallTriangle> triangle_;
  std::int64_t searches_ = 0;
};

}  // namespace talus
