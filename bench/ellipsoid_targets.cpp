// What two ellipsoids are meant to reach: aspect ratios 1/6 to 6, cold, against the fastest peer
// that is right on every pair (separated) and against libccd's expansion (overlapping).
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/targets.h"

namespace bench {
namespace {

struct Ratios {
  double sum = 0, least = std::numeric_limits<double>::infinity();
  int rows = 0;
  std::string where;

  void add(double ratio, const Row& row) {
    sum += ratio;
    ++rows;
    if (ratio >= least) return;
    least = ratio;
    where = fmt::format("{} {}", row.workload, name_of(row.regime));
  }
};

std::vector<const Row*> cold_rows(const Report& report, bool separated) {
  const std::vector<std::string> names = ellipsoid_workloads();
  std::vector<const Row*> rows;
  for (const Row& row : report.rows) {
    const bool chosen = std::find(names.begin(), names.end(), row.workload) != names.end();
    if (chosen && row.start == Start::cold && (row.regime == Regime::separated) == separated) {
      rows.push_back(&row);
    }
  }
  return rows;
}

Target target_of(const std::string& what, double mean, double least, const Ratios& ratios) {
  Target target{what, fmt::format("mean {}, least {}", mean, least), "-", "", {}};
  if (ratios.rows == 0) return target;
  const double average = ratios.sum / ratios.rows;
  target.measured =
      fmt::format("mean {:.0f}, least {:.0f} ({})", average, ratios.least, ratios.where);
  target.verdict = average >= mean && ratios.least >= least ? Verdict::met : Verdict::missed;
  return target;
}

}  // namespace

void add_ellipsoid_targets(const Report& report, std::vector<Target>& targets) {
  struct RequiredRatio {
    const char *contender, *what;
    double mean, least;
  };
  for (const RequiredRatio& w :
       {RequiredRatio{"talus", "ellipsoids, separated, one by one: ratio", 20, 12},
        RequiredRatio{"talus-x86-64-v4", "ellipsoids, separated, AVX-512: ratio", 100, 50},
        RequiredRatio{"talus-x86-64-v3", "ellipsoids, separated, AVX2: ratio", 50, 25}}) {
    Ratios ratios;
    for (const Row* row : cold_rows(report, true)) {
      if (const auto ratio = row->ratio(0, w.contender)) ratios.add(*ratio, *row);
    }
    targets.push_back(target_of(w.what, w.mean, w.least, ratios));
  }
  Ratios overlapping;
  double worst_error = -1;
  for (const bool separated : {true, false}) {
    for (const Row* row : cold_rows(report, separated)) {
      for (const Cell& cell : row->cells) {
        if (is_own(cell.contender)) worst_error = std::max(worst_error, cell.score.worst_error);
      }
      const Cell *talus = row->find("talus"), *peer = row->find("ccd-epa");
      if (separated || talus == nullptr || peer == nullptr || !talus->score.nanoseconds ||
          !peer->score.nanoseconds) {
        continue;
      }
      overlapping.add(*peer->score.nanoseconds / *talus->score.nanoseconds, *row);
    }
  }
  targets.push_back(
      target_of("ellipsoids, overlapping, time of libccd's EPA over ours", 50, 50, overlapping));
  Target error{"ellipsoids, worst error", "at most 1e-13", "-", "", {}};
  if (worst_error >= 0) {
    error.measured = fmt::format("{:.1e}", worst_error);
    error.verdict = worst_error <= 1e-13 ? Verdict::met : Verdict::missed;
  }
  targets.push_back(error);
}

}  // namespace bench
