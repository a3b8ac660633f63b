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

// Whether a body or wall, whose way has become as long as its limit, has used up its room; if not,
// the limit tells when to ask again.
bool has_left(LoopState& s, std::size_t slot);

class Neighbours {
 public:
  // Numbers the slots of bodies anew and finds the pairs. What pairs of the last list and of this
  // one remember is kept. Throws broad::SceneError.
  void find(LoopState& s);

  std::size_t bytes() const;

 private:
  void number_triangles(const LoopState& s);

  std::vector<WallTriangle> triangle_;  // of all walls
};

}  // namespace talus
