#include "bench/peer/peer.h"

namespace bench {

const std::vector<Entry>& contenders() {
  static const std::vector<Entry> all = [] {
    std::vector<Entry> list;
    for (auto& entries :
         {talus_entries(), ccd_entries(), fcl_entries(), bullet_entries(), ode_entries()}) {
      list.insert(list.end(), entries.begin(), entries.end());
    }
    return list;
  }();
  return all;
}

}  // namespace bench
