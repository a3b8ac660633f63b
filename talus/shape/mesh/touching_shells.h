// Two shells that touch, or cross exactly through edges and corners of facets: whether one is
// inside the other, beside it, or crosses it. Facets that cross properly say so themselves
// (nesting.h); where an edge passes through the diagonal of a face, no facet is crossed properly.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "talus/shape/mesh/repair.h"

namespace talus {

enum class ShellRelation { apart, first_inside, second_inside, crossing };

// Where the edges of one shell meet facets of another: the fractions of an edge from its lower to
// its higher vertex.
using EdgeHits = std::map<std::pair<int, int>, std::vector<double>>;

// The vertices of both shells and the middles of the pieces into which the hits cut the edges are
// tested against the other shell. Surfaces change sides only where they meet.
ShellRelation relation_of(const OrientedMesh& mesh, const std::vector<int>& facets_of_first,
                          const std::vector<int>& facets_of_second, const EdgeHits& hits);

}  // namespace talus
