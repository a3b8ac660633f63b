#include "bench/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <ostream>

#include "bench/growth.h"

namespace bench {
namespace {

using Choice = std::function<bool(const Row&)>;

constexpr double nearly_right = 1e-3;  // share of wrong answers that a second column forgives

bool polyhedral(const Row& row) {
  const auto names = workload_names(true);
  return std::find(names.begin(), names.end(), row.workload) != names.end();
}
bool separated(const Row& row) { return row.regime == Regime::separated; }

std::string label_of(const Row& row) {
  return fmt::format("{} {} {}", row.workload, name_of(row.regime), name_of(row.start));
}

// The smallest ratio of the chosen rows to the fastest peer of each; rows without such a peer have
// none.
struct Smallest {
  double ratio = std::numeric_limits<double>::infinity();
  int rows = 0, without_peer = 0;
  std::string text = "-";
};

Smallest smallest_ratio(const Report& report, const Choice& chosen, double wrong_allowed) {
  Smallest smallest;
  for (const Row& row : report.rows) {
    if (!chosen(row) || row.find("talus") == nullptr) continue;
    ++smallest.rows;
    const auto ratio = row.ratio(wrong_allowed);
    smallest.without_peer += !ratio;
    if (!ratio || *ratio >= smallest.ratio) continue;
    smallest.ratio = *ratio;
    smallest.text = fmt::format("{:.2f} ({}, {})", *ratio, label_of(row),
                                row.fastest_right_peer(wrong_allowed)->contender);
  }
  if (smallest.without_peer > 0) {
    smallest.text +=
        fmt::format("; no such peer in {} of {} rows", smallest.without_peer, smallest.rows);
  }
  return smallest;
}

void add_ratio_targets(const Report& report, std::vector<Target>& targets) {
  const auto add = [&](const std::string& what, double required, const Choice& rows) {
    targets.push_back(
        ratio_target(report, what + ", separated: ratio", required,
                     [=](const Row& r) { return polyhedral(r) && rows(r) && separated(r); }));
    targets.push_back(
        ratio_target(report, what + ", overlapping: ratio", required,
                     [=](const Row& r) { return polyhedral(r) && rows(r) && !separated(r); }));
  };
  add("cold, 8 vertices", 8,
      [](const Row& r) { return r.start == Start::cold && r.vertices == 8; });
  add("cold, 20 to 200 vertices", 5,
      [](const Row& r) { return r.start == Start::cold && r.vertices >= 20 && r.vertices <= 200; });
  add("warm, all polyhedra", 20, [](const Row& r) { return r.start == Start::warm; });
  targets.push_back(ratio_target(report, "every polyhedron workload: ratio", 1, polyhedral));
}

Target error_target(const Report& report) {
  Target target{"worst error of any polyhedra", "at most 1e-14", "-", "", {}};
  double worst = -1;
  int wrong = 0;
  for (const std::vector<Row>* rows : {&report.rows, &report.growth}) {
    for (const Row& row : *rows) {
      const Cell* talus = row.find("talus");
      if (talus == nullptr || (rows == &report.rows && !polyhedral(row))) continue;
      wrong += talus->score.wrong();
      if (talus->score.worst_error <= worst) continue;
      worst = talus->score.worst_error;
      target.measured = fmt::format("{:.1e} ({})", worst, label_of(row));
    }
  }
  if (worst >= 0) target.verdict = worst <= 1e-14 && wrong == 0 ? Verdict::met : Verdict::missed;
  if (wrong > 0) target.measured += fmt::format("; {} answers wrong", wrong);
  return target;
}

// Cold: ODE keeps nothing between queries.
void add_ode_targets(const Report& report, std::vector<Target>& targets) {
  for (const Regime regime : all_regimes) {
    Target target{fmt::format("boxes, cold, {}: time over ODE's", name_of(regime)),
                  "at most 1.5",
                  "-",
                  "",
                  {}};
    for (const Row& row : report.rows) {
      const Cell *talus = row.find("talus"), *ode = row.find("ode-box");
      if (row.regime != regime || row.start != Start::cold || talus == nullptr || ode == nullptr ||
          !talus->score.nanoseconds || !ode->score.nanoseconds) {
        continue;
      }
      const double ratio = *talus->score.nanoseconds / *ode->score.nanoseconds;
      target.measured = fmt::format("{:.2f} ({:.3f} us over {:.3f} us, ODE wrong in {:.2g} %{})",
                                    ratio, 1e-3 * *talus->score.nanoseconds,
                                    1e-3 * *ode->score.nanoseconds, 100 * ode->score.wrong_share(),
                                    ode->score.measured ? "" : " and without a distance");
      target.verdict = ratio <= 1.5 ? Verdict::met : Verdict::missed;
    }
    targets.push_back(target);
  }
}

// The paper's mean over its nine situations is 25.5 us (Table 2).
Target situation_target(const Report& report) {
  constexpr double paper = 25.5e3, factor = 20;
  Target target{"gjk-td, mean over the nine situations of P0", "at most 1.275 us", "-", "", {}};
  if (!report.gjk_td) return target;
  const SituationTimes& times = *report.gjk_td;
  target.measured = fmt::format(
      "{:.3f} us, {:.0f} times faster than the paper's ({} situations, worst error {:.1e})",
      1e-3 * times.nanoseconds, paper / times.nanoseconds, times.names.size(), times.worst_error);
  if (times.names.size() == 9) {
    target.verdict = times.nanoseconds <= paper / factor ? Verdict::met : Verdict::missed;
  }
  return target;
}

Target growth_target(const Report& report) {
  Target target{"growth of the warm cost: exponent of the vertices", "below 1", "-", "", {}};
  double worst = 0;
  std::string text;
  for (const Regime regime : all_regimes) {
    const auto exponent = growth_exponent(report.growth, regime, Start::warm);
    if (!exponent) return target;
    worst = std::max(worst, *exponent);
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", name_of(regime), *exponent);
  }
  target.measured = text;
  target.verdict = worst < 1 ? Verdict::met : Verdict::missed;
  return target;
}

}  // namespace

Target ratio_target(const Report& report, const std::string& what, double required,
                    const Choice& chosen) {
  const Smallest strict = smallest_ratio(report, chosen, 0);
  const Smallest nearly = smallest_ratio(report, chosen, nearly_right);
  Target target{what, fmt::format("at least {}", required), strict.text, nearly.text, {}};
  if (strict.rows > 0) {
    const double deciding = strict.without_peer < strict.rows ? strict.ratio : nearly.ratio;
    target.verdict = deciding >= required ? Verdict::met : Verdict::missed;
  }
  return target;
}

const char* name_of(Verdict verdict) {
  const char* names[] = {"not measured", "met", "missed"};
  return names[static_cast<int>(verdict)];
}

std::vector<Target> targets_of(const Report& report) {
  std::vector<Target> targets;
  add_ratio_targets(report, targets);
  targets.push_back(error_target(report));
  add_ode_targets(report, targets);
  targets.push_back(situation_target(report));
  targets.push_back(growth_target(report));
  add_ellipsoid_targets(report, targets);
  add_superquadric_targets(report, targets);
  std::erase_if(targets, [](const Target& t) { return t.verdict == Verdict::not_measured; });
  return targets;
}

void write_targets(std::ostream& out, const std::vector<Target>& targets) {
  out << "\ntargets (the ratio is the worst of its rows)\n";
  for (const Target& t : targets) {
    out << fmt::format("{:<13}{:<62}{:<20}{}\n", name_of(t.verdict), t.what, t.required,
                       t.measured);
    if (!t.nearly.empty() && t.nearly != t.measured) {
      out << fmt::format("{:<95}peers right on 99.9 %: {}\n", "", t.nearly);
    }
  }
}

void write_targets_markdown(std::ostream& out, const std::vector<Target>& targets) {
  out << R"(## Targets

`ratio`: the time of the fastest peer that is right on every pair of a row over that of Talus, in the row
where it is smallest; beside it the same with the peers that are right on at least 99.9 % of the pairs, who
decide where no peer is right on all.

| target | required | measured | peers right on 99.9 % | |
| --- | --- | --- | --- | --- |
)";
  for (const Target& t : targets) {
    out << fmt::format("| {} | {} | {} | {} | {} |\n", t.what, t.required, t.measured, t.nearly,
                       name_of(t.verdict));
  }
  out << "\n";
}

}  // namespace bench
