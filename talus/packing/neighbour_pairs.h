// Which bodies of a periodic cube are near each other: P1 (4.2), with bounding spheres in place of
// 2 max(a, b).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/shape/bodies.h"

namespace talus {

// Body a, and the image of body b at position_b + box_length * image. Each pair of images once: a <
// b, or a == b (a body and its own image in a small box) and the first entry of image that is not 0
// is positive.
struct NeighbourPair {
  std::int32_t a{}, b{};
  std::array<std::int32_t, 3> image{};

  friend auto operator<=>(const NeighbourPair&, const NeighbourPair&) = default;
};

// All pairs with |r_b - r_a| <= R_a + R_b + reach, r and R the centres and radii of the bounding
// spheres and reach a length: eps_al R_eq = 0.2 D_eq/2 in P1 (4.3). Sorted by a, b and image. The
// positions may lie outside of the cube [0, box_length)^3. Throws std::invalid_argument for a
// half-space, a box_length that is not positive and a reach that is negative or not finite.
std::vector<NeighbourPair> neighbour_pairs(const Bodies& bodies, double box_length, double reach);

// Where the image of b is.
Pose<double> pose_of_image(const Pose<double>& pose_b, double box_length,
                           const std::array<std::int32_t, 3>& image);

}  // namespace talus
