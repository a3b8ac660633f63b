// Colours of bodies, as light: linear red, green and blue from 0 to 1.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/output/frame.h"
#include "talus/output/picture.h"

namespace talus::picture {

using Colour = Vec3<float>;

// From and to what screens show, 0 to 1 (IEC 61966-2-1).
float light_of(float shown);
float shown_of(float light);

// One per body. Bodies of one kind or material differ a little, so that neighbours can be seen
// apart.
std::vector<Colour> colours_of(const FrameView& view, ColourBy colour_by);

}  // namespace talus::picture
