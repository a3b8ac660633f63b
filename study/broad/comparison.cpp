#include "study/broad/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "study/broad/distributions.h"
#include "study/broad/measure.h"

namespace study::broad {
namespace {

constexpr int searches_of_each = 5;

// How long a scheme will take, by how its time has grown so far.
class Forecast {
 public:
  double seconds(int bodies) const {
    if (bodies_ == 0) return 0;
    return seconds_ * std::pow(static_cast<double>(bodies) / bodies_, exponent_);
  }
  void add(int bodies, double seconds) {
    if (bodies_ > 0) {
      const double slope = std::log(seconds / seconds_) / std::log(1.0 * bodies / bodies_);
      exponent_ = std::max(1.0, slope);
    }
    bodies_ = bodies;
    seconds_ = seconds;
  }

 private:
  int bodies_ = 0;
  double seconds_ = 0, exponent_ = 2;  // the worst there is, until there are two sizes
};

nlohmann::json row_of(const Distribution& distribution, const talus::broad::Scheme& scheme,
                      int bodies, const Measured& measured) {
  return {{"distribution", distribution.name},
          {"scheme", scheme.name},
          {"bodies", bodies},
          {"seconds", measured.seconds},
          {"searches", measured.searches},
          {"pairs", measured.tally.pairs},
          {"tests", measured.work.tests},
          {"visits", measured.work.visits},
          {"bytes", measured.work.bytes},
          {"resident", measured.resident}};
}

class Comparison {
 public:
  explicit Comparison(const ComparisonOptions& options) : options_(options) {}

  void run(const Distribution& distribution) {
    forecast_.clear();
    for (int step = 0;; ++step) {
      const int bodies =
          static_cast<int>(std::lround(options_.smallest * std::pow(10, 0.5 * step)));
      if (bodies > options_.largest) return;
      const BodySet set = distribution.make(bodies, options_.seed);
      same_.reset();
      for (const talus::broad::Scheme& scheme : talus::broad::schemes()) {
        if (is_selected(scheme)) run(distribution, scheme, set);
      }
    }
  }

  nlohmann::json result() const { return {{"runs", runs_}, {"stops", stops_}}; }

 private:
  bool is_selected(const talus::broad::Scheme& scheme) const {
    const auto& only = options_.schemes;
    return only.empty() || std::find(only.begin(), only.end(), scheme.name) != only.end();
  }

  void run(const Distribution& distribution, const talus::broad::Scheme& scheme,
           const BodySet& set) {
    const int bodies = static_cast<int>(set.box.size());
    Forecast& forecast = forecast_[scheme.name];
    const double expected = forecast.seconds(bodies);
    if (stopped_.contains({distribution.name, scheme.name})) return;
    if (expected > options_.limit) return stop(distribution, scheme, bodies, expected);
    const std::optional<Measured> measured =
        measure(scheme, set.scene(), searches_of_each, options_.enough, 2 * options_.limit);
    if (!measured) return stop(distribution, scheme, bodies, 2 * options_.limit);
    forecast.add(bodies, measured->seconds);
    if (same_ && *same_ != measured->tally) {
      throw std::runtime_error(fmt::format("{} finds other pairs than {} among {} bodies ({})",
                                           scheme.name, talus::broad::schemes()[0].name, bodies,
                                           distribution.name));
    }
    same_ = measured->tally;
    runs_.push_back(row_of(distribution, scheme, bodies, *measured));
    fmt::print("{:10} {:9} {:14} {:10.3f} ms {:8.1f} ns/body {:7.1f} bytes/body\n",
               distribution.name, bodies, scheme.name, 1e3 * measured->seconds,
               1e9 * measured->seconds / bodies, 1.0 * measured->work.bytes / bodies);
    std::fflush(stdout);
  }

  void stop(const Distribution& distribution, const talus::broad::Scheme& scheme, int bodies,
            double expected) {
    stopped_.insert({distribution.name, scheme.name});
    stops_.push_back({{"distribution", distribution.name},
                      {"scheme", scheme.name},
                      {"bodies", bodies},
                      {"expected_seconds", expected}});
  }

  const ComparisonOptions options_;
  std::map<std::string_view, Forecast> forecast_;
  std::set<std::pair<std::string_view, std::string_view>> stopped_;
  std::optional<Tally> same_;
  nlohmann::json runs_ = nlohmann::json::array(), stops_ = nlohmann::json::array();
};

}  // namespace

nlohmann::json run_comparison(const ComparisonOptions& options) {
  Comparison comparison(options);
  for (const Distribution& distribution : distributions().first(studied)) {
    comparison.run(distribution);
  }
  return comparison.result();
}

}  // namespace study::broad
