#include "ellipsoids/small_arrays.h"

#include <deque>

#include "ellipsoids/arrays.h"
#include "ellipsoids/timing.h"

namespace study {
namespace {

struct Outcome {
  std::vector<Query> converged;
  double iterations = 0;  // of these
  double smallest_gap_of_converged = 1e300, largest_gap_of_failed = 0;
};

Outcome outcome_of(const std::vector<Query>& queries, const Solver& solve, double eps_d) {
  const Solver exact = listed("auto").solve;
  Outcome outcome;
  for (const Query& q : queries) {
    const Contact c = solve(q, eps_d);
    const double gap = exact(q, 0).distance;
    if (!is_failure(c.status)) {
      outcome.converged.push_back(q);
      outcome.iterations += c.iterations;
      outcome.smallest_gap_of_converged = std::min(outcome.smallest_gap_of_converged, gap);
    } else {
      outcome.largest_gap_of_failed = std::max(outcome.largest_gap_of_failed, gap);
    }
  }
  return outcome;
}

Json row_of(const std::vector<Query>& all, const std::vector<Query>& timed, const Outcome& outcome,
            const Solver& solve, double eps_d, int passes) {
  const std::vector<double> time =
      seconds_per_query(timed, {solve, listed("gjk").solve}, eps_d, passes);
  return {{"failed", all.size() - outcome.converged.size()},
          {"iterations", outcome.iterations / double(outcome.converged.size())},
          {"smallest_gap_of_converged", outcome.smallest_gap_of_converged},
          {"largest_gap_of_failed", outcome.largest_gap_of_failed},
          {"seconds", time[0]},
          {"gjk_seconds", time[1]}};
}

}  // namespace

Json run_small_arrays(const SmallArrayOptions& options) {
  std::deque<Array> arrays;  // the queries point into them
  std::vector<Query> all;
  std::size_t crossing = 0;
  Json counts = Json::array();
  for (int i = 0; i < options.arrays; ++i) {
    arrays.push_back(spheroid_array(1.0 / 6, 5, 0.25, options.seed + std::uint64_t(i)));
    const Queries queries = queries_of(arrays.back());
    all.insert(all.end(), queries.pairs.begin(), queries.pairs.end());
    crossing += queries.crossing;
    counts.push_back({{"queries", queries.pairs.size()}, {"crossing", queries.crossing}});
  }
  const double eps_d = 1e-5 * arrays.front().radius();
  Json result = {
      {"seed", options.seed}, {"arrays", counts}, {"queries", all.size()}, {"crossing", crossing}};
  const Solver charges = newton_coulomb(0.01, 0.01, 0.5, options.limit);
  // Table 1 times all queries, Table 5 those that converge.
  result["table1"] =
      row_of(all, all, outcome_of(all, charges, eps_d), charges, eps_d, options.passes);
  for (const int divisor : {10, 20, 40, 100, 200}) {
    const Solver solve = jain(1.0 / divisor, options.limit);
    const Outcome outcome = outcome_of(all, solve, eps_d);
    Json row = row_of(all, outcome.converged, outcome, solve, eps_d, options.passes);
    row["divisor"] = divisor;
    result["table5"].push_back(row);
  }
  return result;
}

}  // namespace study
