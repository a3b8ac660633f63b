#include "app/version_text.h"

#include <fmt/format.h>

#include "commit.h"
#include "talus/simd/dispatch.h"

namespace talus {

std::string version_text() {
  const SimdLevel& level = simd_levels[best_simd_level()];
  return fmt::format("talus {}\ncommit {}\ninstruction set {}, {} numbers at once", TALUS_VERSION,
                     TALUS_COMMIT, level.name, level.register_doubles);
}

}  // namespace talus
