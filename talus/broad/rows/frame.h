// The coordinates in which rows are sorted and swept: relative to the lower corner of a window
// (window.h), scaled by a power of two, in a shorter scalar, with the swept axis first.
//
// Every step is a monotone function of the coordinate, and the same for all volumes. So a <= b in
// the world is a <= b here: nothing is lost, without rounding outwards. And a < b here is a < b in
// the world: only pairs with two equal shortened numbers need the exact test.
#pragma once

#include <algorithm>
#include <cmath>

#include "talus/broad/scene.h"

namespace talus::broad::rows {

struct Frame {
  int axis[3]{0, 1, 2};  // of the world; rows run along the first, lie side by side in the others
  double origin[3]{};    // of the world / 4, so that no difference overflows
  double range[3]{};     // of the window, in the frame; what is outside is at its edge
  double scale = 1;

  template <class Real>
  Real value(int role, const Vec3<double>& world) const {
    const double inside = (world[axis[role]] * 0.25 - origin[role]) * scale;
    return static_cast<Real>(std::clamp(inside, 0.0, range[role]));
  }
  double length(double world) const { return world * 0.25 * scale; }
};

// The scene's longest side becomes about a million, well inside of what a float can hold.
inline Frame make_frame(const BoundingBox<double>& bounds, int swept_axis) {
  Frame frame;
  double longest = 0;
  for (int role = 0; role < 3; ++role) {
    const int axis = (swept_axis + role) % 3;
    frame.axis[role] = axis;
    frame.origin[role] = bounds.lower[axis] * 0.25;
    frame.range[role] = bounds.upper[axis] * 0.25 - frame.origin[role];
    longest = std::max(longest, frame.range[role]);
  }
  if (longest > 0) frame.scale = std::ldexp(1.0, std::min(20 - std::ilogb(longest), 1000));
  for (double& range : frame.range) range *= frame.scale;
  return frame;
}

}  // namespace talus::broad::rows
