// Polyhedra of the tests of this pair, from their points.
#pragma once

#include <utility>
#include <vector>

#include "narrow/laws/posed_pair.h"

namespace bodies {

using laws::PairSpec;
using laws::PosedPair;
using laws::Triple;

inline laws::Spec polyhedron(std::vector<Triple> points) {
  laws::Spec spec;
  spec.type = laws::Type::polyhedron;
  spec.points = std::move(points);
  return spec;
}

inline PosedPair two_boxes(const Triple& half_a, const Triple& half_b, const Triple& position_b) {
  PairSpec pair{polyhedron(laws::box_points(half_a)), polyhedron(laws::box_points(half_b))};
  pair.b.position = position_b;
  return PosedPair(pair);
}

}  // namespace bodies
