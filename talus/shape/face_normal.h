// Unit normals of polygons, right to the last bit or so even for slivers: the cross products are
// formed in twice the precision, because their terms cancel.
#pragma once

#include <span>

#include "talus/math/vec3.h"

namespace talus {

struct FaceNormal {
  Vec3<double> normal{};  // unit; zero if the area is 0 to twice the precision
  double twice_area{};
};

// The area-weighted normal (Newell) of the polygon with these corners, counter-clockwise seen from
// the side to which it points. The points are scaled as orientation.h requires.
FaceNormal face_normal(std::span<const Vec3<double>> points, std::span<const int> corners);

}  // namespace talus
