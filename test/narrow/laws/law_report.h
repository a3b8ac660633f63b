// The record of a law suite: for every law and regime the worst value, its bound, how often the
// bound was broken, and the worst query as a line for a case file.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "narrow/laws/posed_pair.h"

namespace laws {

class LawReport {
 public:
  // A value that must stay at or below the bound; not a number counts as broken.
  void measure(const std::string& law, double value, double bound, const PairSpec& pair) {
    Entry& entry = entries_[law];
    ++entry.count;
    entry.bound = bound;
    const double excess = std::isnan(value) ? INFINITY : value / bound;
    if (!(value <= bound)) {
      ++entry.broken;
      if (!(excess <= entry.worst_broken_excess)) {
        entry.worst_broken_excess = excess;
        entry.worst_broken = pair;
      }
    }
    if (!(value <= entry.worst)) entry.worst = value;
  }
  void require(const std::string& law, bool kept, const PairSpec& pair) {
    measure(law, kept ? 0 : 2, 1, pair);
  }

  std::vector<std::string> broken() const {
    std::vector<std::string> names;
    for (const auto& [law, entry] : entries_) {
      if (entry.broken > 0) names.push_back(law);
    }
    return names;
  }

  // Prints the table and fails for every broken law, naming the worst query.
  void conclude(const std::string& title) const {
    std::printf("%s\n", title.c_str());
    for (const auto& [law, entry] : entries_) {
      std::printf("  %-34s %8d checks  worst %.2e  bound %.1e  broken %d\n", law.c_str(),
                  entry.count, entry.worst, entry.bound, entry.broken);
      if (entry.broken > 0) {
        ADD_FAILURE() << title << ": " << law << " broken " << entry.broken << " times of "
                      << entry.count << ", worst value " << entry.worst << " (bound " << entry.bound
                      << ")\n"
                      << to_json(law, entry.worst_broken);
      }
    }
    std::fflush(stdout);
  }

 private:
  struct Entry {
    int count = 0, broken = 0;
    double worst = 0, bound = 0, worst_broken_excess = 0;
    PairSpec worst_broken;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace laws
