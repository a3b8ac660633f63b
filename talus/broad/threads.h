// How many threads are really used: what was asked for, within what the runtime can start. The
// answer does not depend on it.
#pragma once

#include <algorithm>

namespace talus::broad {

inline int usable_threads(int wanted) { return std::clamp(wanted, 1, 256); }

}  // namespace talus::broad
