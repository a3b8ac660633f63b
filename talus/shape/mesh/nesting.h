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
  // Of shells that touch: the one inside, and the one around it.
  std::set<std::pair<int, int>> nested;
  std::set<std::pair<int, int>> touching;  // all that touch and do not cross
};

// Facets that cross each other properly, and shells that cross each other through edges of facets;
// facets that only touch, or share an edge, do not cross.
Intersections find_intersections(const OrientedMesh& mesh);

// For each shell the number of shells around it, those not counted that it crosses.
std::vector<int> shell_depths(const OrientedMesh& mesh, const Intersections& crossing);

}  // namespace talus
