// Whether a line along an axis crosses a triangle, exactly.
//
// The line is moved off every edge and corner by an infinitely small amount, the same for all
// triangles, and signs are taken in exact arithmetic where floating point does not settle them. So
// the signed crossings of a line sum to zero over any closed, consistently oriented surface.
#pragma once

#include <optional>

#include "talus/math/vec3.h"

namespace talus {

struct Crossing {
  double at;  // along the axis
  int turn;   // of the winding number, from lower to higher coordinates: +1 enters, -1 leaves
};

// The line along `axis` at (u, v), the coordinates on the next two axes in cyclic order.
struct AxisLine {
  int axis;
  double u, v;
};

std::optional<Crossing> crossing_of(const AxisLine& line, const Vec3<double>& a,
                                    const Vec3<double>& b, const Vec3<double>& c);

}  // namespace talus
