// The targets of the broad phase, on the worst distribution each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <set>

#include "bench/broad/result.h"
#include "study/broad/distributions.h"

namespace bench::broad {
namespace {

std::vector<std::string> studied(const Result& result) {
  std::vector<std::string> names;
  for (const study::broad::Distribution& d :
       study::broad::distributions().first(study::broad::studied)) {
    const bool measured = std::any_of(result.rows.begin(), result.rows.end(),
                                      [&](const Row& row) { return row.distribution == d.name; });
    if (measured) names.emplace_back(d.name);
  }
  return names;
}

bool is_studied(const Result& result, const Row& row) {
  const std::vector<std::string> names = studied(result);
  return std::find(names.begin(), names.end(), row.distribution) != names.end();
}

const Row* find_row(const Result& result, const std::string& distribution, int bodies) {
  for (const Row& row : result.rows) {
    if (row.distribution == distribution && row.bodies == bodies) return &row;
  }
  return nullptr;
}

void add_time(const Result& result, std::vector<Target>& targets) {
  const Row* worst = nullptr;
  for (const Row& row : result.rows) {
    if (row.bodies != 1'000'000 || !is_studied(result, row)) continue;
    if (worst == nullptr || row.talus().seconds > worst->talus().seconds) worst = &row;
  }
  if (worst == nullptr) return;
  targets.push_back({"a million bodies, one core", "below 0.5 s",
                     fmt::format("{:.3f} s ({})", worst->talus().seconds, worst->distribution),
                     worst->talus().seconds < 0.5});
}

void add_growth(const Result& result, std::vector<Target>& targets) {
  double most = 0;
  std::string where;
  int least_size = 1 << 30, most_size = 0;
  for (const std::string& name : studied(result)) {
    const double exponent = growth_exponent(result, name);
    if (exponent > most) {
      most = exponent;
      where = name;
    }
  }
  for (const Row& row : result.rows) {
    least_size = std::min(least_size, row.bodies);
    most_size = std::max(most_size, row.bodies);
  }
  if (where.empty()) return;
  targets.push_back({fmt::format("growth exponent, {:.0e} to {:.0e} bodies",
                                 static_cast<double>(least_size), static_cast<double>(most_size)),
                     "at most 1.05", fmt::format("{:.3f} ({})", most, where), most <= 1.05});
}

void add_memory(const Result& result, std::vector<Target>& targets) {
  const Row* worst = nullptr;
  for (const Row& row : result.rows) {
    if (row.bodies < 100'000 || !is_studied(result, row)) continue;
    if (worst == nullptr || row.bytes_per_body > worst->bytes_per_body) {
      worst = &row;
    }
  }
  if (worst == nullptr) return;
  targets.push_back({"memory per body, pairs included, from 1e5 bodies on", "below 200 bytes",
                     fmt::format("{:.0f} bytes ({}, {})", worst->bytes_per_body,
                                 worst->distribution, worst->bodies),
                     worst->bytes_per_body < 200});
}

void add_peers(const Result& result, std::vector<Target>& targets) {
  for (const Contender& peer : contenders().subspan(1)) {
    double least = 0;
    std::string where;
    for (const Row& row : result.rows) {
      if (!is_studied(result, row)) continue;
      for (const Timing& timing : row.timings) {
        if (timing.contender != peer.name) continue;
        const double ratio = timing.best.seconds / row.talus().seconds;
        if (!where.empty() && ratio >= least) continue;
        least = ratio;
        where = fmt::format("{}, {}", row.distribution, row.bodies);
      }
    }
    if (where.empty()) continue;
    targets.push_back({fmt::format("faster than {}", peer.what), "at least 3x",
                       fmt::format("{:.1f}x ({})", least, where), least >= 3});
  }
  bool same = true;
  for (const Row& row : result.rows) {
    for (const Timing& timing : row.timings) same = same && timing.same_pairs;
  }
  for (const MeshWall& wall : result.walls) same = same && wall.same_pairs();
  targets.push_back(
      {"the same pairs as all peers", "everywhere", same ? "everywhere" : "no", same});
}

// At the same volume fraction a mix of sizes has less than half the pairs per body, and sorting a
// body costs what it costs; so also at the same number of pairs.
void add_sizes(const Result& result, std::vector<Target>& targets) {
  const auto per_pair = [](const Row& row) {
    return 1e9 * row.talus().seconds / static_cast<double>(row.talus().tally.count);
  };
  const Row* const equal = find_row(result, "monodisperse", 1'000'000);
  for (const std::string name : {"ratio-1000", "ratio-1000-dense"}) {
    const Row* const mixed = find_row(result, name, 1'000'000);
    if (mixed == nullptr || equal == nullptr) continue;
    const double ratio = per_pair(*mixed) / per_pair(*equal);
    targets.push_back(
        {fmt::format("{} beside equal sizes, per pair, a million bodies", name), "within 2x",
         fmt::format("{:.2f}x ({:.0f} and {:.0f} ns; per body {:.2f}x)", ratio, per_pair(*mixed),
                     per_pair(*equal), mixed->talus().seconds / equal->talus().seconds),
         ratio <= 2});
  }
}

void add_threads(const Result& result, std::vector<Target>& targets) {
  const Threads* worst = nullptr;
  for (const Threads& t : result.threads) {
    if (worst == nullptr || t.one / t.two < worst->one / worst->two) worst = &t;
  }
  if (worst == nullptr) return;
  targets.push_back(
      {"two threads", "at least 1.7x",
       fmt::format("{:.2f}x ({}, {})", worst->one / worst->two, worst->distribution, worst->bodies),
       worst->one / worst->two >= 1.7});
}

}  // namespace

double growth_exponent(const Result& result, const std::string& distribution) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Row& row : result.rows) {
    if (row.distribution != distribution) continue;
    const double bodies = std::log(row.bodies), seconds = std::log(row.talus().seconds);
    n += 1;
    x += bodies;
    y += seconds;
    xx += bodies * bodies;
    xy += bodies * seconds;
  }
  return n < 2 ? 0 : (n * xy - x * y) / (n * xx - x * x);
}

std::vector<Target> targets_of(const Result& result) {
  std::vector<Target> targets;
  add_time(result, targets);
  add_growth(result, targets);
  add_memory(result, targets);
  add_peers(result, targets);
  add_sizes(result, targets);
  add_threads(result, targets);
  return targets;
}

void write_targets(std::ostream& out, const std::vector<Target>& targets) {
  out << "| target | required | worst measured | |\n| --- | --- | --- | --- |\n";
  for (const Target& t : targets) {
    out << fmt::format("| {} | {} | {} | {} |\n", t.what, t.required, t.measured,
                       t.met ? "met" : "missed");
  }
}

}  // namespace bench::broad
