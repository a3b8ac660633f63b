// The laws that this program knows: those of law/laws.h and those it registered itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "talus/physics/law/law.h"

namespace talus {

// In the order of law/laws.h, then in the order of registration. The pointers stay valid.
std::vector<const Law*> known_laws();
// Null if no law has this name.
const Law* find_law(std::string_view name);
// Its position in law/laws.h; only for laws without a kernel of their own.
std::size_t built_in_index(const Law& law);
// "hertz-mindlin", "linear" or "volume": for messages.
std::string law_names();

// Not thread-safe: call it before any simulation exists. Throws std::invalid_argument for a name
// that is known already.
void register_law(const Law& law);

}  // namespace talus
