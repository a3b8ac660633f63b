// What a sliding spring remembers: how it is loaded, and how stiff it was then. Coulomb friction
// and rolling resistance (talus/physics/slider.h) each have one per contact point.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

template <class N>
struct SliderOf {
  Vec3<N> load{};  // N or N m, in the world
  N stiffness{};   // N/m or N m/rad; 0: not loaded yet
};

using Slider = SliderOf<double>;

}  // namespace talus
