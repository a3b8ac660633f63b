// The separating-axis filter: the direction that separated a pair the last time mostly still does,
// and two support calls prove it (DESIGN section 2). Such a pair needs no narrow phase.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/broad/scene.h"
#include "talus/shape.h"

namespace talus::broad {

// The width of the gap between two bodies, B moved by `shift`, along a direction from A to B: below
// zero where it does not separate them. What rounding can hide is taken off, so that a positive
// number is a proof. The normal need not be unit; zero separates nothing.
double gap_along(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, const Vec3<double>& shift, const Vec3<double>& normal);

// Removes the pairs that their normal, one for every pair and zero where none is known, still
// separates. The volumes of the pairs are the bodies; `kept` gets the places that the remaining
// pairs had in the list.
void remove_separated_bodies(const Bodies& bodies, const Domain& domain,
                             std::span<const Vec3<double>> normal, int threads, PairList& pairs,
                             std::vector<std::uint32_t>& kept);

}  // namespace talus::broad
