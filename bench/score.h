// What a contender got right and wrong on one workload, and how long it took.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/trial.h"

namespace bench {

// Errors are relative to max(larger bounding radius, |distance|), as in docs/methods/README.md.
inline constexpr double right_below = 1e-6;

struct Score {
  int pairs = 0;           // of the workload
  int tried = 0;           // less than pairs only if too many were lost
  int missed = 0;          // overlapping, reported as separated
  int phantom = 0;         // separated, reported as overlapping
  int too_deep = 0;        // overlapping, along a direction that is not that of the least depth
  int too_shallow = 0;     // overlapping, by less than the true depth
  int off = 0;             // separated, at a wrong distance
  int failed = 0;          // a failure status, an exception, not a number
  int aborted = 0;         // ended the process
  int no_return = 0;       // still running after longest_query_seconds
  bool measured = true;    // false: answers yes or no, but no distance
  double worst_error = 0;  // of the answers of the right kind, wrong ones included
  double median_error = 0;
  double worst_understatement = 1;    // largest true depth / reported depth
  std::optional<double> nanoseconds;  // per pair, over all pairs that it answers, right or wrong

  int wrong() const {
    return missed + phantom + too_deep + too_shallow + off + failed + aborted + no_return;
  }
  // On every pair, or on all but a share of them.
  bool right(double wrong_allowed = 0) const {
    return wrong_share() <= wrong_allowed && measured && tried == pairs;
  }
  double wrong_share() const { return tried > 0 ? static_cast<double>(wrong()) / tried : 0; }
};

Score judge(const Workload& workload, Start start, const std::vector<Trial>& trials);

// Talus itself, one pair at a time (talus), in batches (talus-...) or by a paper's method
// (paper-...).
bool is_own(const std::string& contender);

struct Cell {
  std::string contender;
  Score score;
};

struct Row {
  std::string workload;
  int vertices = 0;  // of each body; 0 if curved, or of different counts
  Regime regime{};
  Start start{};
  std::vector<Cell> cells;  // Talus first; contenders that cannot take the workload are absent

  const Cell* find(const std::string& contender) const;
  // The fastest of Talus' batches, right or not.
  const Cell* fastest_batch() const;
  // The fastest of the peers that are right on every pair, or on all but a share of them; nullptr
  // if there is none.
  const Cell* fastest_right_peer(double wrong_allowed = 0) const;
  // Its time over that of Talus, or of one of its batches; nothing if either is missing.
  std::optional<double> ratio(double wrong_allowed = 0, const std::string& own = "talus") const;
};

}  // namespace bench
