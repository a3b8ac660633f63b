#include "ellipsoids/times.h"

#include "ellipsoids/arrays.h"
#include "ellipsoids/timing.h"

namespace study {
namespace {

Json seconds(const std::vector<Query>& queries, const std::vector<NamedSolver>& methods,
             double eps_d, int passes) {
  std::vector<Solver> solvers;
  for (const NamedSolver& m : methods) solvers.push_back(m.solve);
  const std::vector<double> best = seconds_per_query(queries, solvers, eps_d, passes);
  Json row;
  for (std::size_t i = 0; i < methods.size(); ++i) row[methods[i].name] = best[i];
  return row;
}

// One method on some queries against the production method's distances.
Json answers(const std::vector<Query>& queries, const NamedSolver& method, double eps_d,
             int passes) {
  const Solver exact = listed("auto").solve;
  int failed = 0;
  double worst = 0, iterations = 0;
  for (const Query& q : queries) {
    const Contact c = method.solve(q, eps_d);
    iterations += c.iterations;
    if (is_failure(c.status)) ++failed;
    if (!is_failure(c.status)) {
      worst = std::max(worst, std::abs(c.distance - exact(q, 0).distance));
    }
  }
  return {{"method", method.name},
          {"failed", failed},
          {"worst_error_over_eps", worst / eps_d},
          {"iterations", iterations / double(queries.size())},
          {"seconds", seconds_per_query(queries, {method.solve}, eps_d, passes)[0]}};
}

}  // namespace

Json run_times(const TimeOptions& options) {
  const std::vector<NamedSolver> fast = {listed("moving-balls"), listed("moving-balls-evolving"),
                                         listed("gjk"), listed("auto")};
  Json rows = Json::array(), all = Json::array();
  for (const double aspect : aspect_ratios) {
    const Array densest = spheroid_array(aspect, options.length, 0.25, options.seed);
    for (const double fraction : {0.05, 0.10, 0.15, 0.20, 0.25}) {
      const Array array = diluted(densest, fraction);
      const std::vector<Query> queries = sample(queries_of(array).pairs, options.queries);
      for (const double eps : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
        Json row = seconds(queries, fast, eps * array.radius(), options.passes);
        row.update({{"aspect", aspect},
                    {"fraction", fraction},
                    {"eps", eps},
                    {"queries", queries.size()}});
        rows.push_back(row);
      }
    }
    const std::vector<Query> few = sample(queries_of(densest).pairs, options.slow_queries);
    for (const char* name : {"auto", "support-newton", "gjk-expansion", "gjk", "moving-balls",
                             "moving-balls-evolving", "newton-coulomb-initial", "newton-coulomb",
                             "exterior-penalty", "jain", "jain-backtracking"}) {
      Json row = answers(few, listed(name), 1e-5 * densest.radius(), std::min(options.passes, 3));
      row.update({{"aspect", aspect}, {"queries", few.size()}});
      all.push_back(row);
    }
  }
  return {{"seed", options.seed},
          {"length", options.length},
          {"production", listed("auto").name},
          {"rows", rows},
          {"all", all}};
}

}  // namespace study
