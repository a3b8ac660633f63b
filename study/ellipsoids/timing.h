// How long methods take on the same queries.
#pragma once

#include <ctime>
#include <limits>
#include <vector>

#include "ellipsoids/query.h"

namespace study {

// Keeps the compiler from leaving a computation out.
inline void keep(double value) {
  [[maybe_unused]] static volatile double sink;
  sink = value;
}

// Processor time of this thread: what other programs take on a busy machine does not count.
inline double seconds_so_far() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double seconds_of_pass(const std::vector<Query>& queries, const Solver& solve,
                              double eps_d) {
  const double start = seconds_so_far();
  double sum = 0;
  for (const Query& q : queries) sum += solve(q, eps_d).distance;
  const double end = seconds_so_far();
  keep(sum);
  return end - start;
}

// Seconds per query of each method: best of the passes, which take turns so that a slow moment of
// the machine does not hit one method only.
inline std::vector<double> seconds_per_query(const std::vector<Query>& queries,
                                             const std::vector<Solver>& solvers, double eps_d,
                                             int passes) {
  std::vector<double> best(solvers.size(), std::numeric_limits<double>::infinity());
  for (int pass = 0; pass < passes; ++pass) {
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      best[i] = std::min(best[i], seconds_of_pass(queries, solvers[i], eps_d) /
                                      static_cast<double>(queries.size()));
    }
  }
  return best;
}

// Every n-th query, so that at most `count` are left.
inline std::vector<Query> sample(const std::vector<Query>& queries, std::size_t count) {
  if (queries.size() <= count) return queries;
  std::vector<Query> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(queries[i * queries.size() / count]);
  return some;
}

}  // namespace study
