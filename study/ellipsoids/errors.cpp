#include "ellipsoids/errors.h"

#include "ellipsoids/arrays.h"

namespace study {
namespace {

// Of one method at one accuracy: the worst deviation from the paper's reference, GJK at 1e-8 R_eq,
// and from the production method.
struct Worst {
  double from_gjk = 0, from_production = 0;
  int failed = 0;

  void add(const Contact& c, double gjk, double production) {
    failed += is_failure(c.status);
    from_gjk = std::max(from_gjk, std::abs(c.distance - gjk));
    from_production = std::max(from_production, std::abs(c.distance - production));
  }
  Json over(double radius) const {
    return {{"from_gjk", from_gjk / radius},
            {"from_production", from_production / radius},
            {"failed", failed}};
  }
};

}  // namespace

Json run_errors(const ErrorOptions& options) {
  const NamedSolver evolving = listed("moving-balls-evolving"), constant = listed("moving-balls"),
                    gjk = listed("gjk"), production = listed("auto");
  const double accuracies[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  Json rows = Json::array();
  for (const double aspect : aspect_ratios) {
    const Array array = spheroid_array(aspect, options.length, 0.25, options.seed);
    const Queries queries = queries_of(array);
    const double radius = array.radius();
    Worst of_evolving[5], of_constant[5], of_gjk[5], reference;
    double widest = 0;
    int unproven = 0;
    for (const Query& q : queries.pairs) {
      const Contact exact = production.solve(q, 0);
      const double from_gjk = gjk.solve(q, 1e-8 * radius).distance;
      reference.add(exact, from_gjk, exact.distance);
      widest = std::max(widest, exact.upper - exact.lower);
      unproven += !exact.proven;
      for (int i = 0; i < 5; ++i) {
        const double eps_d = accuracies[i] * radius;
        of_evolving[i].add(evolving.solve(q, eps_d), from_gjk, exact.distance);
        of_constant[i].add(constant.solve(q, eps_d), from_gjk, exact.distance);
        of_gjk[i].add(gjk.solve(q, eps_d), from_gjk, exact.distance);
      }
    }
    Json row = {{"aspect", aspect},
                {"bodies", array.packing.bodies.size()},
                {"attempts", array.packing.attempts},
                {"queries", queries.pairs.size()},
                {"crossing", queries.crossing},
                {"production", reference.over(radius)},
                {"production_widest_bracket", widest / radius},
                {"production_unproven", unproven}};
    for (int i = 0; i < 5; ++i) {
      row["accuracies"].push_back({{"eps", accuracies[i]},
                                   {"moving-balls-evolving", of_evolving[i].over(radius)},
                                   {"moving-balls", of_constant[i].over(radius)},
                                   {"gjk", of_gjk[i].over(radius)}});
    }
    rows.push_back(row);
  }
  return {{"seed", options.seed},
          {"length", options.length},
          {"production", production.name},
          {"rows", rows}};
}

}  // namespace study
