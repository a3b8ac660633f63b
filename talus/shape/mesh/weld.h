// Joining vertices, and leaving out triangles that are nothing then.
#pragma once

#include <array>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

using Triangles = std::vector<std::array<int, 3>>;

// Vertices of equal coordinates become one, the first; unused ones are left out.
void weld_equal(std::vector<Vec3<double>>& vertices, Triangles& triangles);

// Also those closer than `tolerance` to an earlier one.
void weld_near(std::vector<Vec3<double>>& vertices, Triangles& triangles, double tolerance);

void drop_collapsed(Triangles& triangles);  // two corners are one vertex

// Which of several triangles with the same three vertices stay.
enum class RepeatedFacets {
  cancel_opposite,  // none of as many front as back sides, which enclose nothing; else one
  cancel_even,      // none of an even number, whatever their sides; else one
  keep_one
};
void drop_repeated(Triangles& triangles, RepeatedFacets rule);

// Vertices that no triangle uses any more.
void drop_unused(std::vector<Vec3<double>>& vertices, Triangles& triangles);

}  // namespace talus
