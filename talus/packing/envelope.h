// Two ellipsoids around one centre, with axes along the body's: the inner one lies inside the body,
// the outer one, `stretch` times as large, around it. They decide most overlap tests without
// the body itself.
#pragma once

#include "talus/shape/shape.h"

namespace talus {

struct Envelope {
  Vec3<double> centre{};      // in the body's frame
  Vec3<double> inner_axes{};  // semi-axes
  double stretch = 1.0;       // 1: the body is the ellipsoid
  double inner_radius{};      // of a ball around the centre inside the body
  double outer_radius{};      // of a ball around the centre around the body
};

// Throws ShapeError for a half-space or a segment, which have nothing inside or no outside.
Envelope envelope_of(const Shape& shape);

}  // namespace talus
