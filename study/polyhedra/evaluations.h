// What a method's cost is made of, counted and not timed: support evaluations, each of which finds
// the outermost vertex of A along a direction and of B against it.
#pragma once

#include <string_view>

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace study {

// Of the three methods that the paper compares: gjk-td, nezami-revised, cundall-revised.
inline constexpr std::string_view counted_methods[] = {"gjk-td", "nezami-revised",
                                                       "cundall-revised"};

long support_evaluations(std::string_view method, const talus::PolyhedronView<double>& a,
                         const talus::PolyhedronView<double>& b,
                         const talus::RelativePose<double>& b_in_a);

}  // namespace study
