// All schemes of the broad phase by name, with one signature and the same pairs as answer. The
// first is the one to use; the others are there to be compared with (study/broad). Tests and
// benches go over this list, so a new scheme is tested by being listed.
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
