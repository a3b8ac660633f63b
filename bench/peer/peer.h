// The one interface through which every contender, Talus included, answers the bench's pairs. An
// adapter builds its library's own shapes and transforms beforehand, so that only the query is
// timed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/workload.h"

namespace bench {

struct Answer {
  bool failed = false;  // says itself that it has no answer, or throws
  bool separated = false;
  bool measured = true;  // false: only whether the bodies overlap, no distance
  double distance = 0;   // signed, as the oracle's
};

class Contender {
 public:
  virtual ~Contender() = default;

  // Builds shapes and transforms; the workload outlives the contender.
  virtual void load(const Workload& workload) = 0;

  // Pair i at its first pose, cold.
  virtual Answer cold(int i) = 0;

  // The same, remembering for `warm` what the library lets its caller keep.
  virtual void remember(int i) = 0;

  // Pair i after its small move, from what was remembered at its first pose. Leaves the memory as
  // it is, so that the query can be repeated.
  virtual Answer warm(int i) = 0;
};

struct Entry {
  std::string name;
  std::string what;  // which function of the library, with which settings
  std::function<bool(const Workload&)> takes;
  std::function<std::unique_ptr<Contender>()> make;
  bool flawed = false;  // settings that only show what the library does wrong; not in a quick run
};

// In the order of the table's columns, Talus first.
const std::vector<Entry>& contenders();

std::vector<Entry> talus_entries();
std::vector<Entry> ccd_entries();
std::vector<Entry> fcl_entries();
std::vector<Entry> bullet_entries();
std::vector<Entry> ode_entries();

}  // namespace bench
