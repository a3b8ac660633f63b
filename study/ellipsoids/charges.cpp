#include "ellipsoids/charges.h"

#include <deque>

#include "ellipsoids/arrays.h"
#include "ellipsoids/mirrored.h"
#include "ellipsoids/table2_pair.h"
#include "ellipsoids/timing.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/newton_coulomb.h"

namespace study {
namespace {

namespace methods = talus::ellipsoid_ellipsoid;

constexpr double scanned_c_max[] = {0.001, 0.01, 0.1, 1}, scanned_tau[] = {0.01, 0.1, 1};

// Fig. 13, whose constants "until further notice" are C_max = 0.01 and tau = 1, with others.
Json figure13(int limit) {
  Json rows = Json::array();
  for (const double c_max : scanned_c_max) {
    for (const double tau : scanned_tau) {
      rows.push_back({{"c_max", c_max},
                      {"tau", tau},
                      {"curves", curves_over_aspects(newton_coulomb(c_max, tau, 0.5, limit))}});
    }
  }
  return rows;
}

// "This overhead can be reduced by increasing C_max and tau, but the number of problematic distance
// queries will also increase."
Json overhead(const ChargeOptions& options) {
  std::deque<Array> arrays;  // the queries point into them
  std::vector<Query> all;
  for (int i = 0; i < options.arrays; ++i) {
    arrays.push_back(spheroid_array(1.0 / 6, 5, 0.25, options.seed + std::uint64_t(i)));
    const Queries queries = queries_of(arrays.back());
    all.insert(all.end(), queries.pairs.begin(), queries.pairs.end());
  }
  const double eps_d = 1e-5 * arrays.front().radius();
  const double gjk = seconds_per_query(all, {listed("gjk").solve}, eps_d, 3)[0];
  Json rows = Json::array();
  for (const double c_max : scanned_c_max) {
    for (const double tau : scanned_tau) {
      const Solver solve = newton_coulomb(c_max, tau, 0.5, options.limit);
      int failed = 0;
      double iterations = 0;
      const double start = seconds_so_far();
      for (const Query& q : all) {
        const Contact c = solve(q, eps_d);
        failed += is_failure(c.status);
        iterations += c.iterations;
      }
      rows.push_back({{"c_max", c_max},
                      {"tau", tau},
                      {"queries", all.size()},
                      {"failed", failed},
                      {"iterations", iterations / double(all.size())},
                      {"over_gjk", (seconds_so_far() - start) / double(all.size()) / gjk}});
    }
  }
  return rows;
}

// What the scan singles out: C_max = 0.1 with the tau of Table 1, on many arrays and on the gaps of
// Table 2, beside the published constants.
Json larger_step(const ChargeOptions& options) {
  const Solver published = newton_coulomb(0.01, 0.01, 0.5, options.limit),
               larger = newton_coulomb(0.1, 0.01, 0.5, options.limit), exact = listed("auto").solve;
  Json failed = Json::array(), queries = Json::array();
  double iterations = 0, worst = 0;
  for (int i = 0; i < options.larger_step_arrays; ++i) {
    const Array array = spheroid_array(1.0 / 6, 5, 0.25, options.seed + std::uint64_t(i));
    const double eps_d = 1e-5 * array.radius();
    const Queries near = queries_of(array);
    int missed = 0;
    for (const Query& q : near.pairs) {
      const Contact c = larger(q, eps_d);
      iterations += c.iterations;
      missed += is_failure(c.status);
      if (is_failure(c.status)) continue;
      worst = std::max(worst, std::abs(c.distance - exact(q, 0).distance) / eps_d);
    }
    failed.push_back(missed);
    queries.push_back(near.pairs.size());
  }
  Json gaps = Json::array();
  const Table2Pair printed;
  const Contact truth = exact(printed.query(), 0);
  for (const double gap : {truth.distance, 1e-3, 1e-4, 1e-5, 1e-6}) {
    Query moved = printed.query();
    moved.b_in_a.translation = moved.b_in_a.translation + (gap - truth.distance) * truth.normal;
    Json row = {{"gap", gap}};
    for (const auto& [name, solve] : {std::pair{"published", published}, {"larger", larger}}) {
      const Contact c = solve(moved, 1e-5);
      row[name] = is_failure(c.status) ? -1 : c.iterations;
    }
    gaps.push_back(row);
  }
  return {{"failed", failed},
          {"queries", queries},
          {"iterations", iterations},
          {"worst_error_over_eps", worst},
          {"table2", gaps}};
}

// Algorithm 4 read in other ways than the library does.
struct Reading {
  const char* name;
  bool constant_threshold = false;  // (2.9) at every step instead of (F.6)
  bool one_time_step = false;       // (2.39) instead of (2.40)
  double shortening = 0.25;         // of delta^2 in Algorithm 3; 0: any step is taken
};

constexpr Reading readings[] = {
    {"as listed"},
    {"constant threshold (2.9)", true},
    {"one time step for both charges (2.39)", false, true},
    {"backtracking shortens the displacement by lambda, not lambda^2", false, false, 0.5},
    {"no backtracking", false, false, 0}};

// Whether the reading converges within the limit.
bool converges(const Reading& reading, const Query& q, double eps_d, int limit) {
  const Ellipsoid &a = q.ellipsoid_a(), &b = q.ellipsoid_b();
  const methods::NewtonCoulombConstants<double> constants;  // those of Table 1
  const double constant = methods::constant_threshold_squared(a, b, eps_d);
  auto x = methods::on_line_of_centres(a, b, q.b_in_a);
  for (int k = 0; k < limit; ++k) {
    const auto c1 = methods::charge_on_surface(a, x.x1, x.way1, x.distance, constants);
    const auto c2 = methods::charge_on_surface(b, x.x2, x.way2, x.distance, constants);
    const double threshold = k == 0 || reading.constant_threshold
                                 ? constant
                                 : methods::evolving_threshold_squared(eps_d, c1.r_max, c2.r_max);
    if (methods::angle_at_most(x.way1, c1.gradient, threshold) &&
        methods::angle_at_most(x.way2, c2.gradient, threshold)) {
      return true;
    }
    Vec move1 = c1.move, move2 = c2.move;
    if (reading.one_time_step) {
      const Vec xi1 = methods::tangential_attraction(x.way1, x.distance, c1.gradient);
      const Vec xi2 = methods::tangential_attraction(x.way2, x.distance, c2.gradient);
      const double delta_squared = std::min(norm(move1) / norm(xi1), norm(move2) / norm(xi2));
      move1 = delta_squared * xi1;
      move2 = delta_squared * xi2;
    }
    const double before = x.distance;
    double factor = 1;
    do {
      const Vec free1 = x.x1 + factor * move1, free2 = x.x2 + factor * move2;
      const methods::ChargedPoints<double> z(q.b_in_a, methods::projected(a, free1),
                                             methods::projected(b, free2));
      if (reading.shortening == 0 || z.distance < before) {
        x = z;
        break;
      }
      factor *= reading.shortening;
    } while (factor > 1e-30);
    if (!(factor > 1e-30)) return false;
  }
  return false;
}

Json table2_readings(const ChargeOptions& options) {
  const Solver exact = listed("auto").solve;
  Json rows = Json::array();
  for (const Reading& reading : readings) {
    std::mt19937_64 generator(1);
    int apart = 0, failed = 0;
    for (int i = 0; i < options.blurred_pairs; ++i) {
      const Table2Pair pair = Table2Pair::blurred(generator);
      if (!(exact(pair.query(), 0).distance > 0)) continue;
      ++apart;
      failed += !converges(reading, pair.query(), 1e-5, options.limit);
    }
    rows.push_back({{"reading", reading.name},
                    {"apart", apart},
                    {"failed", failed},
                    {"as_printed", converges(reading, Table2Pair{}.query(), 1e-5, options.limit)}});
  }
  return rows;
}

}  // namespace

Json run_charges(const ChargeOptions& options) {
  return {{"seed", options.seed},
          {"figure13", figure13(options.limit)},
          {"overhead", overhead(options)},
          {"larger_step", larger_step(options)},
          {"table2_readings", table2_readings(options)}};
}

}  // namespace study
