#include "ellipsoids/iterations.h"

#include "ellipsoids/arrays.h"
#include "ellipsoids/timing.h"

namespace study {
namespace {

// Mean and standard error of the mean.
Json iterations_of(const NamedSolver& method, const std::vector<Query>& queries, double eps_d) {
  double sum = 0, squares = 0;
  int failed = 0;
  for (const Query& q : queries) {
    const Contact c = method.solve(q, eps_d);
    sum += c.iterations;
    squares += double(c.iterations) * c.iterations;
    failed += is_failure(c.status);
  }
  const double n = double(queries.size()), mean = sum / n;
  return {{"mean", mean},
          {"error", std::sqrt(std::max(0.0, squares / n - mean * mean) / n)},
          {"failed", failed}};
}

}  // namespace

Json run_iterations(const IterationOptions& options) {
  const NamedSolver methods[] = {listed("moving-balls"), listed("gjk"), listed("auto")};
  Json rows = Json::array();
  for (const double aspect : aspect_ratios) {
    for (const double length : options.lengths) {
      const Array densest = spheroid_array(aspect, length, 0.25, options.seed);
      for (const double fraction : {0.05, 0.10, 0.15, 0.20, 0.25}) {
        const Array array = diluted(densest, fraction);
        const Queries queries = queries_of(array);
        Json row = {{"aspect", aspect},
                    {"length", length},
                    {"fraction", fraction},
                    {"bodies", array.packing.bodies.size()},
                    {"queries", queries.pairs.size()},
                    {"crossing", queries.crossing}};
        for (const double eps : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
          // Figs. 21 and 22 for all fractions; the accuracies "not shown" for the densest, there
          // with a sample of the queries.
          if (eps != 1e-5 && fraction < 0.25) continue;
          const std::vector<Query> counted =
              eps == 1e-5 ? queries.pairs : sample(queries.pairs, options.sampled);
          row["eps"] = eps;
          row["counted"] = counted.size();
          for (const NamedSolver& method : methods) {
            row[method.name] = iterations_of(method, counted, eps * array.radius());
          }
          rows.push_back(row);
        }
      }
    }
  }
  return {{"seed", options.seed}, {"rows", rows}};
}

}  // namespace study
