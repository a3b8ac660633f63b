// What superquadrics are meant to reach, alone and on polyhedra: against libccd and Bullet, driven
// with the same support functions, and in microseconds.
#include <fmt/format.h>

#include <algorithm>

#include "bench/targets.h"

namespace bench {
namespace {

bool in_range(const Row& row, const char* prefix) { return row.workload.starts_with(prefix); }

// The ranges of exponents up to 20 for which the accuracy is promised at 1e-12.
bool up_to_20(const Row& row) {
  return in_range(row, "exponents-") && row.workload != "exponents-20-50";
}

bool separated(const Row& row) { return row.regime == Regime::separated; }

Target error_target(const Report& report, const std::string& what, double most,
                    const std::function<bool(const Row&)>& chosen) {
  Target target{what, fmt::format("at most {:.0e}", most), "-", "", {}};
  double worst = -1;
  int wrong = 0;
  for (const Row& row : report.rows) {
    if (!chosen(row)) continue;
    for (const Cell* cell : {row.find("talus"), row.fastest_batch()}) {
      if (cell == nullptr) continue;
      wrong += cell->score.wrong();
      if (cell->score.worst_error <= worst) continue;
      worst = cell->score.worst_error;
      target.measured = fmt::format("{:.1e} ({} {})", worst, row.workload, name_of(row.regime));
    }
  }
  if (worst >= 0) target.verdict = worst <= most && wrong == 0 ? Verdict::met : Verdict::missed;
  if (wrong > 0) target.measured += fmt::format("; {} answers wrong", wrong);
  return target;
}

// A lasting contact of blocky grains in a bed: shallow and warm. All ranges from 2 to 20 must do.
Target time_target(const Report& report, const std::string& what, bool batches,
                   double most_microseconds) {
  Target target{what, fmt::format("at most {} us", most_microseconds), "-", "", {}};
  double worst = 0;
  std::string text;
  for (const Row& row : report.rows) {
    const Cell* cell = batches ? row.fastest_batch() : row.find("talus");
    if (!up_to_20(row) || row.workload == "exponents-1.1-2" || row.regime != Regime::shallow ||
        row.start != Start::warm || cell == nullptr || !cell->score.nanoseconds) {
      continue;
    }
    const double microseconds = 1e-3 * *cell->score.nanoseconds;
    worst = std::max(worst, microseconds);
    text += fmt::format("{}{:.3f} ({})", text.empty() ? "" : ", ", microseconds, row.workload);
  }
  if (text.empty()) return target;
  target.measured = text;
  target.verdict = worst <= most_microseconds ? Verdict::met : Verdict::missed;
  return target;
}

// libccd's expansion at 1e-12, right or wrong: the peer at the same accuracy.
Target expansion_target(const Report& report, const std::string& what, double least,
                        const std::function<bool(const Row&)>& chosen) {
  Target target{what, fmt::format("at least {}", least), "-", "", {}};
  double smallest = -1;
  for (const Row& row : report.rows) {
    const Cell *talus = row.find("talus"), *peer = row.find("ccd-epa");
    if (!chosen(row) || talus == nullptr || peer == nullptr || !talus->score.nanoseconds ||
        !peer->score.nanoseconds) {
      continue;
    }
    const double ratio = *peer->score.nanoseconds / *talus->score.nanoseconds;
    if (smallest >= 0 && ratio >= smallest) continue;
    smallest = ratio;
    target.measured =
        fmt::format("{:.1f} ({} {} {}, {:.2g} % of its answers wrong)", ratio, row.workload,
                    name_of(row.regime), name_of(row.start), 100 * peer->score.wrong_share());
  }
  if (smallest >= 0) target.verdict = smallest >= least ? Verdict::met : Verdict::missed;
  return target;
}

}  // namespace

void add_superquadric_targets(const Report& report, std::vector<Target>& targets) {
  const auto overlapping = [](const auto& rows) {
    return [=](const Row& row) { return rows(row) && !separated(row); };
  };
  const auto apart = [](const auto& rows) {
    return [=](const Row& row) { return rows(row) && separated(row); };
  };
  const auto on_polyhedra = [](const Row& row) { return in_range(row, "faces-"); };
  const auto beyond_20 = [](const Row& row) { return row.workload == "exponents-20-50"; };
  struct Group {
    std::string name;
    std::function<bool(const Row&)> rows;
  };
  for (const Group& group : {Group{"superquadrics, exponents to 20", up_to_20},
                             Group{"superquadrics on polyhedra", on_polyhedra}}) {
    targets.push_back(
        ratio_target(report, group.name + ", overlapping: ratio", 10, overlapping(group.rows)));
    targets.push_back(expansion_target(report, group.name + ", overlapping: libccd's EPA over ours",
                                       10, overlapping(group.rows)));
    targets.push_back(
        ratio_target(report, group.name + ", separated: ratio", 5, apart(group.rows)));
    targets.push_back(error_target(report, group.name + ": worst error", 1e-12, group.rows));
  }
  targets.push_back(
      error_target(report, "superquadrics, exponents 20 to 50: worst error", 1e-10, beyond_20));
  targets.push_back(time_target(report, "superquadrics, shallow, warm, one by one", false, 0.3));
  targets.push_back(time_target(report, "superquadrics, shallow, warm, in batches", true, 0.08));
}

}  // namespace bench
