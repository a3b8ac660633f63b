// The overlap volume of two hulls, which must be one that was found.
#pragma once

#include <gtest/gtest.h>

#include "narrow/polyhedron_polyhedron/hulls.h"
#include "talus/narrow/manifold.h"

namespace hulls {

using talus::OverlapVolume;

inline OverlapVolume<double> overlap(const PosedPair& s) {
  const auto result = talus::overlap_volume(s.a, s.pose_a, s.b, s.pose_b);
  EXPECT_TRUE(result.has_value());
  return *result;
}

inline OverlapVolume<double> overlap(const Spec& a, const Spec& b) {
  return overlap(PosedPair({a, b}));
}

}  // namespace hulls
