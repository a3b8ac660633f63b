// What a law whose contacts hold bodies that are apart (Law::range) is for: its contacts need a
// normal and a distance that continue those of the overlap, and one contact per pair.
#pragma once

#include <string>

#include "talus/physics/law/law.h"
#include "talus/shape.h"

namespace talus {

// Why bodies of this shape, or mesh walls, are refused under the law; empty: they are not.
std::string why_not_held(const Law& law, const Shape& shape);
std::string why_walls_are_not_held(const Law& law);

}  // namespace talus
