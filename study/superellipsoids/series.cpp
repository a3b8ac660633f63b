#include "superellipsoids/series.h"

#include <time.h>

#include <algorithm>
#include <vector>

#include "superellipsoids/tally.h"
#include "talus/parallel/parallel_for.h"

namespace study {

namespace {

using talus::Contact;
using talus::RelativePose;
using talus::Superquadric;
using talus::Vec3;

// A pair as kernels see it, with its answer.
struct Pair {
  Superquadric<double> a, b;
  talus::Shape shape_a, shape_b;
  RelativePose<double> b_in_a;
  superellipsoids::KnownPair truth;

  explicit Pair(const superellipsoids::KnownPair& known)
      : a(body(known.one)), b(body(known.two)), shape_a(a), shape_b(b), truth(known) {
    const auto& q = known.orientation;
    const auto& c = known.centre;
    b_in_a = {talus::rotation_of(talus::Quat<double>{q[0], q[1], q[2], q[3]}), {c[0], c[1], c[2]}};
  }

  static Superquadric<double> body(const superellipsoids::Body& s) {
    return {{s.r[0], s.r[1], s.r[2]}, s.n1(), s.n2()};
  }
};

// With these the line of centres excludes the shares that P3 prints.
constexpr superellipsoids::Interval rounder_radii{0.8, 1.6};

const talus::Method& production() {
  return talus::methods_of(talus::Kind::superquadric, talus::Kind::superquadric).front();
}

// TOL in P3's own unit of length, and as many starts as it takes.
using Constants = talus::superquadric_superquadric::CommonNormalConstants<double>;

Constants constants_of(const OpenNumbers& open) {
  Constants constants;
  constants.unit = 1;
  constants.starts = 100;
  constants.shift = open.shift;
  constants.parallel = open.parallel;
  constants.step = step_rules().at(open.rule);
  constants.step.armijo = open.armijo;
  constants.step.shrink = open.shrink;
  return constants;
}

template <class Trace>
Contact<double> solve_common_normal(const Pair& pair, const Constants& constants, Trace& trace) {
  talus::Settings<double> settings;
  settings.max_iterations = paper_iterations * (constants.starts + 1);
  return trace_common_normal(pair.a, pair.b, pair.b_in_a, settings, trace, constants);
}

Contact<double> solve_production(const Pair& pair) {
  talus::Cache<double> cold;
  return production().function(pair.shape_a, pair.shape_b, pair.b_in_a, {}, cold);
}

// Of this thread: what else the machine does is not counted.
double processor_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

class Series {
 public:
  Series(int number, int interval, const SeriesOptions& options)
      : number_(number), interval_(interval), options_(options) {}

  Pair draw(int i) const {
    const std::uint64_t stream = static_cast<std::uint64_t>(i) * 8 + interval_ * 2 + number_ - 1;
    superellipsoids::Random random(options_.seed, stream);
    const double farthest =
        number_ == 1 ? superellipsoids::largest_distance : -superellipsoids::largest_penetration;
    return Pair(superellipsoids::known_pair(superellipsoids::intervals[interval_], farthest, random,
                                            options_.radii));
  }

  // One tally per variant of common-normal, all on the same pairs; the first one has the production
  // method too, if asked for. Blocks are added up in their order, so that the sums do not depend on
  // the number of threads.
  std::vector<Tally> count(const std::vector<Constants>& variants, bool production) const {
    constexpr int block = 1000;
    const std::vector<Tally> none(std::max<std::size_t>(1, variants.size()));
    std::vector<std::vector<Tally>> tallies((options_.pairs + block - 1) / block, none);
    talus::parallel_for_chunks(
        options_.pairs, block, options_.threads, [&](auto k, auto begin, auto end) {
          for (auto i = static_cast<int>(begin); i < end; ++i) {
            const Pair pair = draw(i);
            for (std::size_t v = 0; v < variants.size(); ++v) {
              Listener listener;
              const Contact<double> paper = solve_common_normal(pair, variants[v], listener);
              tallies[k][v].listen(listener);
              tallies[k][v].common_normal.add(paper, listener.c, pair.truth);
            }
            if (!production) continue;
            const Contact<double> ours = solve_production(pair);
            tallies[k][0].production.add(ours, ours.normal, pair.truth);
          }
        });
    std::vector<Tally> sums = none;
    for (const std::vector<Tally>& tally : tallies) {
      for (std::size_t v = 0; v < sums.size(); ++v) sums[v] += tally[v];
    }
    return sums;
  }

  // Microseconds per cold query: the best of some passes over the first pairs.
  template <class Solver>
  double microseconds(const Solver& solve) const {
    std::vector<Pair> pairs;
    for (int i = 0; i < std::min(options_.timed_pairs, options_.pairs); ++i) {
      pairs.push_back(draw(i));
    }
    double best = 1e300;
    for (int repeat = 0; repeat < options_.repeats; ++repeat) {
      const double begin = processor_microseconds();
      for (const Pair& pair : pairs) {
        const Contact<double> contact = solve(pair);
        asm volatile("" : : "g"(&contact) : "memory");
      }
      const double spent = processor_microseconds() - begin;
      best = std::min(best, spent / static_cast<double>(pairs.size()));
    }
    return best;
  }

 private:
  int number_, interval_;
  const SeriesOptions& options_;
};

}  // namespace

const std::map<std::string, StepConstants>& step_rules() {
  static const std::map<std::string, StepConstants> rules = [] {
    StepConstants times10, strong;
    times10.damping = talus::superquadric_superquadric::Damping::times_ten;
    strong.least_curvature = 0.1;
    return std::map<std::string, StepConstants>{
        {"flip", {}}, {"times10", times10}, {"strong", strong}};
  }();
  return rules;
}

nlohmann::json run_series(const SeriesOptions& options) {
  std::vector<Constants> variants;
  if (options.common_normal) variants.push_back(constants_of(options.open));
  nlohmann::json cells = nlohmann::json::array();
  for (const int number : {1, 2}) {
    for (int interval = 0; interval < 3; ++interval) {
      const Series series(number, interval, options);
      nlohmann::json cell = series.count(variants, true).front();
      cell["production"]["pairs"] = options.pairs;
      cell["series"] = number;
      cell["interval"] = interval + 1;
      if (options.common_normal) {
        cell["common_normal"]["microseconds"] = series.microseconds([&](const Pair& pair) {
          talus::Silent silent;
          return solve_common_normal(pair, variants.front(), silent);
        });
      }
      cell["production"]["microseconds"] = series.microseconds(&solve_production);
      cells.push_back(cell);
    }
  }
  return {{"cells", cells},       {"pairs", options.pairs},
          {"seed", options.seed}, {"radii", {options.radii.least, options.radii.most}},
          {"open", options.open}, {"production", production().name}};
}

nlohmann::json run_hypotheses(SeriesOptions options, int pairs) {
  options.pairs = pairs;
  std::vector<OpenNumbers> rules, all;
  for (const auto& [rule, constants] : step_rules()) rules.emplace_back().rule = rule;
  all = rules;
  const auto vary = [&](double OpenNumbers::*number, double value) {
    OpenNumbers open;
    open.rule = "times10";
    open.*number = value;
    all.push_back(open);
  };
  vary(&OpenNumbers::armijo, 0.1);
  vary(&OpenNumbers::armijo, 0.3);
  vary(&OpenNumbers::shrink, 0.25);
  vary(&OpenNumbers::shrink, 0.1);
  vary(&OpenNumbers::shift, 1e-2);
  vary(&OpenNumbers::parallel, 0.1);
  nlohmann::json list = nlohmann::json::array();
  const auto run = [&](const superellipsoids::Interval& radii,
                       const std::vector<OpenNumbers>& variants) {
    options.radii = radii;
    std::vector<Constants> constants;
    for (const OpenNumbers& open : variants) constants.push_back(constants_of(open));
    std::vector<nlohmann::json> cells(variants.size(), nlohmann::json::array());
    for (const int number : {1, 2}) {
      for (int interval = 0; interval < 3; ++interval) {
        const std::vector<Tally> tallies =
            Series(number, interval, options).count(constants, false);
        for (std::size_t v = 0; v < variants.size(); ++v) {
          nlohmann::json cell = tallies[v];
          cell.erase("production");
          cell["series"] = number;
          cell["interval"] = interval + 1;
          cells[v].push_back(cell);
        }
      }
    }
    for (std::size_t v = 0; v < variants.size(); ++v) {
      list.push_back(
          {{"radii", {radii.least, radii.most}}, {"open", variants[v]}, {"cells", cells[v]}});
    }
  };
  run(options.radii, all);
  run(rounder_radii, rules);
  return list;
}

void to_json(nlohmann::json& json, const OpenNumbers& open) {
  json = {{"rule", open.rule},
          {"armijo", open.armijo},
          {"shrink", open.shrink},
          {"shift", open.shift},
          {"parallel", open.parallel}};
}

}  // namespace study
