// The steps of GJK and of GJK-TD on a situation, for the step pictures of Figs. 5, 6, 8 and 9.
#pragma once

#include <nlohmann/json.hpp>

#include "polyhedra/timed_pair.h"

namespace study {

// {"v1", "first": the first vertex, "gjk": simplices with their nearest points, "td": visited
// faces}; a vertex of A - B is {"a", "b", "at"}, the vertices of the bodies and their difference.
nlohmann::json trace_of(const TimedPair& pair, const talus::Vec3<double>& v1);

}  // namespace study
