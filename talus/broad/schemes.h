// All schemes of the broad phase by name. They have one signature and give the same pairs. The
// first is the production scheme; the others are for comparison (study/broad). Tests and benches
// iterate over this list, so listing a new scheme tests it.
#pragma once

#include <span>
#include <string_view>

#include "talus/broad/scene.h"

namespace talus::broad {

// Replaces `pairs` by those of the scene, which must have passed check().
using PairFunction = void (*)(const Scene& scene, int threads, PairList& pairs, Work& work);

struct Scheme {
  std::string_view name;
  std::string_view source;  // paper and section, or "Talus"
  PairFunction find;
};

std::span<const Scheme> schemes();

// nullptr if there is none of that name; "auto" is the first.
const Scheme* find_scheme(std::string_view name);

}  // namespace talus::broad
