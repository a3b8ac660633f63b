// The order of bodies along a space-filling curve (Hilbert 1891, by Skilling's transform): bodies
// that are close in it are close in space. Arrays laid out in this order have the two bodies of a
// pair near each other in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad {

// order[k] is the k-th volume along a curve with 2^16 steps per axis of the scene, by the middle of
// its box. Volumes in the same step keep their order.
std::vector<std::int32_t> curve_order(std::span<const BoundingBox<double>> box, int threads = 1);

}  // namespace talus::broad
