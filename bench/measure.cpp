#include "bench/measure.h"

#include <algorithm>

#include "bench/machine.h"
#include "bench/timing.h"

namespace bench {
namespace {

std::vector<int> answered_pairs(const std::vector<Trial>& trials) {
  std::vector<int> pairs;
  for (int i = 0; i < static_cast<int>(trials.size()); ++i) {
    if (trials[i].outcome == Outcome::answered) pairs.push_back(i);
  }
  return pairs;
}

}  // namespace

bool selected(const std::vector<std::string>& choice, const std::string& name) {
  return choice.empty() || std::find(choice.begin(), choice.end(), name) != choice.end();
}

std::vector<Row> measure(const Workload& workload, int vertices, const Selection& selection) {
  const Pinned pinned;
  std::vector<Row> rows;
  for (const Start start : all_starts) {
    if (!selected(selection.starts, name_of(start))) continue;
    std::vector<std::unique_ptr<Contender>> loaded;
    std::vector<Timed> timed;
    Row row{workload.name, vertices, workload.regime, start, {}};
    for (const Entry& entry : contenders()) {
      if (!selected(selection.contenders, entry.name) || !entry.takes(workload)) continue;
      loaded.push_back(entry.make());
      loaded.back()->load(workload);
      const std::vector<Trial> trials =
          try_all(*loaded.back(), static_cast<int>(workload.pairs.size()), start);
      row.cells.push_back({entry.name, judge(workload, start, trials)});
      timed.push_back({entry.name, loaded.back().get(), start, answered_pairs(trials)});
    }
    time_all(timed, selection.repeats);
    for (std::size_t k = 0; k < timed.size(); ++k) {
      if (!timed[k].pairs.empty()) row.cells[k].score.nanoseconds = timed[k].nanoseconds;
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace bench
