// The canonical order of a pair: kind, then parameters, then pose. A query and its mirror image are
// solved in the same order and so give the same bits.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/shape.h"

namespace talus {

bool in_canonical_order(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                        const Pose<double>& pose_b);

}  // namespace talus
