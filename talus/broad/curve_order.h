// The order of bodies along a space-filling curve (Hilbert 1891, by Skilling's transform): bodies
// that are close in it are close in space. A caller who lays its arrays out in this order finds the
// two bodies of a pair near each other in memory; the identities stay what they are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/broad/scene.h"

namespace talus::broad {

// order[k] is the volume at place k of the curve through the middles of the boxes. A curve of 2^16
// steps along each axis of the scene; volumes in the same step keep their order.
std::vector<std::int32_t> curve_order(std::span<const BoundingBox<double>> box, int threads = 1);

}  // namespace talus::broad
