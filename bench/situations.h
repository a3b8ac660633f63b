// The contact situations of P0's Table 1 (study/polyhedra/situations), answered by one of Talus'
// methods by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bench {

struct SituationTimes {
  std::string method;
  std::vector<std::string> names;
  double nanoseconds = 0;  // mean over all situations, called in turn; the best pass
  double worst_error = 0;  // of the distance, relative to max(larger radius, |distance|)
};

// Nothing if the folder has no situation or the method is not listed.
std::optional<SituationTimes> time_situations(const std::string& folder, const std::string& method);

}  // namespace bench
