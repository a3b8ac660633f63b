// Fig. 4 takes GJK-TD five times as long as its neighbours in Table 2 (94.7 us), but Nezami and
// Cundall hardly longer. Which bodies with the printed answer would do that? The vertices
// of the study's bodies are moved at random and more are added, and the work of the three methods
// is counted.
#pragma once

#include <nlohmann/json.hpp>

#include "polyhedra/timed_pair.h"

namespace study {

// One entry per number of points added, {"added", "bodies": [[vertices, evaluations of each of
// counted_methods]...]}, for bodies whose answer is still that of `situation`.
nlohmann::json run_fig4_bodies(const TimedPair& situation, int bodies_per_class);

}  // namespace study
