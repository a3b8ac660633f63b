// How shells lie in each other, and whether they cross.
#pragma once

#include <set>
#include <utility>

#include "talus/shape/mesh/repair.h"

namespace talus {

struct Intersections {
  long pairs = 0;                        // of facets that cross each other
  int first[2] = {-1, -1};               // one such pair
  std::set<std::pair<int, int>> shells;  // the pairs of different shells that cross
};

// Facets that cross each other properly; those that only touch, or share an edge, do not.
Intersections find_intersections(const OrientedMesh& mesh);

// For each shell the number of shells around it, those not counted that it crosses.
std::vector<int> shell_depths(const OrientedMesh& mesh, const Intersections& crossing);

}  // namespace talus
