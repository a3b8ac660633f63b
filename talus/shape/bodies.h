// Many bodies in flat arrays. Bodies of the same shape share one entry of the table of shapes, and
// the index of a body is its identity.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/shape/shape.h"

namespace talus {

struct Bodies {
  std::vector<Shape> shapes;
  std::vector<std::int32_t> shape_of;  // body -> index into shapes
  std::vector<Pose<double>> poses;

  std::size_t size() const { return poses.size(); }
  const Shape& shape(std::size_t body) const {
    return shapes[static_cast<std::size_t>(shape_of[body])];
  }
};

}  // namespace talus
