#include "ellipsoids/small_arrays.h"

#include <algorithm>
#include <deque>

#include "ellipsoids/arrays.h"
#include "ellipsoids/literal_jain.h"
#include "ellipsoids/timing.h"

namespace study {
namespace {

using ArrayQueries = std::vector<std::vector<Query>>;

// Of one method: what fails in each array, and how many iterations the others take.
struct Outcome {
  std::vector<int> failed;
  std::vector<Query> converged;  // of the arrays that are timed
  std::vector<int> iterations;   // of all queries that converge
  double smallest_gap_of_converged = 1e300, largest_gap_of_failed = 0;

  double mean_iterations() const {
    double sum = 0;
    for (const int k : iterations) sum += k;
    return sum / double(iterations.size());
  }
  // How many of them take more, which with that limit would have failed.
  int above(int limit) const {
    return int(
        std::count_if(iterations.begin(), iterations.end(), [=](int k) { return k > limit; }));
  }
};

Outcome outcome_of(const ArrayQueries& arrays, std::size_t timed, const Solver& solve,
                   double eps_d) {
  const Solver exact = listed("auto").solve;
  Outcome outcome;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    outcome.failed.push_back(0);
    for (const Query& q : arrays[i]) {
      const Contact c = solve(q, eps_d);
      const double gap = exact(q, 0).distance;
      if (is_failure(c.status)) {
        ++outcome.failed.back();
        outcome.largest_gap_of_failed = std::max(outcome.largest_gap_of_failed, gap);
        continue;
      }
      outcome.iterations.push_back(c.iterations);
      outcome.smallest_gap_of_converged = std::min(outcome.smallest_gap_of_converged, gap);
      if (i >= timed) continue;
      outcome.converged.push_back(q);
    }
  }
  return outcome;
}

// Seconds and iterations per query of the method and of GJK on the same queries.
Json times_of(const std::vector<Query>& queries, const Solver& solve, double eps_d, int passes) {
  const Solver gjk = listed("gjk").solve;
  const std::vector<double> time = seconds_per_query(queries, {solve, gjk}, eps_d, passes);
  double steps = 0, gjk_steps = 0;
  for (const Query& q : queries) {
    steps += solve(q, eps_d).iterations;
    gjk_steps += gjk(q, eps_d).iterations;
  }
  const double n = double(queries.size());
  return {{"timed", queries.size()},
          {"seconds", time[0]},
          {"gjk_seconds", time[1]},
          {"timed_iterations", steps / n},
          {"gjk_iterations", gjk_steps / n}};
}

Json row_of(const Outcome& outcome, const std::vector<Query>& timed, const Solver& solve,
            double eps_d, int passes) {
  Json row = times_of(timed, solve, eps_d, passes);
  row.update({{"failed", outcome.failed},
              {"iterations", outcome.mean_iterations()},
              {"smallest_gap_of_converged", outcome.smallest_gap_of_converged},
              {"largest_gap_of_failed", outcome.largest_gap_of_failed}});
  for (const int limit : {300, 1000, 3000, 10000, 30000}) {
    row["above"].push_back({{"limit", limit}, {"count", outcome.above(limit)}});
  }
  return row;
}

// Seconds of one iteration of Jain's algorithm with the C library's functions, at C_m^Jain / 10.
double literal_step(const std::vector<Query>& queries, double eps_d, int limit) {
  double iterations = 0;
  const double start = seconds_so_far();
  for (const Query& q : queries) {
    iterations += literal_jain_iterations(q, eps_d, 0.1, std::min(limit, 1000));
  }
  return (seconds_so_far() - start) / iterations;
}

}  // namespace

Json run_small_arrays(const SmallArrayOptions& options) {
  std::deque<Array> arrays;  // the queries point into them
  ArrayQueries queries;
  std::vector<Query> timed;
  Json counts = Json::array();
  const auto timed_arrays = std::size_t(std::min(options.timed_arrays, options.arrays));
  for (int i = 0; i < options.arrays; ++i) {
    arrays.push_back(spheroid_array(1.0 / 6, 5, 0.25, options.seed + std::uint64_t(i)));
    const Queries near = queries_of(arrays.back());
    queries.push_back(near.pairs);
    if (std::size_t(i) < timed_arrays) {
      timed.insert(timed.end(), near.pairs.begin(), near.pairs.end());
    }
    counts.push_back({{"queries", near.pairs.size()}, {"crossing", near.crossing}});
  }
  const double eps_d = 1e-5 * arrays.front().radius();
  Json result = {{"seed", options.seed}, {"arrays", counts}, {"timed_arrays", timed_arrays}};
  const Solver charges = newton_coulomb(0.01, 0.01, 0.5, options.limit);
  // Table 1 times all queries, Table 5 those that converge.
  result["table1"] = row_of(outcome_of(queries, timed_arrays, charges, eps_d), timed, charges,
                            eps_d, options.passes);
  for (const int divisor : {10, 20, 40, 100, 200}) {
    const Solver solve = jain(1.0 / divisor, options.limit);
    const Outcome outcome = outcome_of(queries, timed_arrays, solve, eps_d);
    Json row = row_of(outcome, outcome.converged, solve, eps_d, options.passes);
    row["divisor"] = divisor;
    result["table5"].push_back(row);
  }
  result["literal_step_seconds"] = literal_step(timed, eps_d, options.limit);
  const Solver backtracking = listed("jain-backtracking").solve;
  const Outcome outcome = outcome_of(queries, timed_arrays, backtracking, eps_d);
  result["backtracking"] = row_of(outcome, outcome.converged, backtracking, eps_d, options.passes);
  return result;
}

}  // namespace study
