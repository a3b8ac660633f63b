#include "ellipsoids/mirrored.h"

#include "ellipsoids/literal_jain.h"
#include "ellipsoids/table2_pair.h"
#include "ellipsoids/timing.h"
#include "talus/math/pose.h"

namespace study {

Mirrored::Mirrored(double aspect, double distance_over_diameter, double dilation)
    : shape(talus::make_ellipsoid(spheroid_axes(aspect, dilation))), diameter(dilation) {
  // In 80 bits, since x_c is rounded and the gap that it leaves is the truth of the pair.
  const Vec axes = spheroid_axes(aspect, dilation);
  const long double a = axes.x, b = axes.y, half_width = std::sqrt(0.5L * (a * a + b * b));
  const double x_c = double(half_width + 0.5L * dilation * distance_over_diameter);
  distance = double(2 * (x_c - half_width));
  const double c = std::cos(M_PI / 8), s = std::sin(M_PI / 8);
  const talus::Pose<double> pose_1{{x_c, 0, 0}, {c, 0, 0, s}}, pose_2{{-x_c, 0, 0}, {c, 0, 0, -s}};
  b_in_a = talus::relative_pose(pose_1, pose_2);
  const talus::Mat3<double> turn = talus::rotation_of(pose_1.orientation);
  const double across = double((b * b - a * a) / (2 * half_width));
  nearest_in_a = transpose_times(turn, Vec{-double(half_width), across, 0});
  first_in_a = transpose_times(turn, Vec{2 * x_c, 2 * axes.y, 2 * axes.y});
}

Json measured(const Mirrored& at, const Solver& solve, double eps_d) {
  const Contact c = solve(at.query(), eps_d);
  return {{"distance", at.distance / at.diameter},
          {"converged", !is_failure(c.status)},
          {"distance_error", std::abs(c.distance - at.distance) / at.diameter},
          {"point_error", norm(c.point_a - at.nearest_in_a) / at.diameter},
          {"iterations", c.iterations}};
}

namespace {

// How a method is made for a pair: GJK takes its initial vector from it, the penalty its constants.
using SolverFor = std::function<Solver(const Mirrored&)>;

struct Curve {
  double aspect = 3, dilation = 1, eps_d = 1e-6;  // eps_d in D_eq
  std::string label;
};

Json figure(const std::string& number, const SolverFor& solver_for,
            const std::vector<Curve>& curves) {
  Json drawn = Json::array();
  for (const Curve& curve : curves) {
    Json points = Json::array();
    for (int k = 0; k <= 6; ++k) {
      const Mirrored at(curve.aspect, std::pow(10.0, -k), curve.dilation);
      points.push_back(measured(at, solver_for(at), curve.eps_d * curve.dilation));
    }
    drawn.push_back({{"label", curve.label}, {"eps_d", curve.eps_d}, {"points", points}});
  }
  return {{"figure", number}, {"curves", drawn}};
}

std::vector<Curve> over_dilations(const std::vector<double>& exponents) {
  std::vector<Curve> curves;
  for (const double e : exponents) {
    curves.push_back({3, std::pow(10.0, e), 1e-5, "Λ = 1e" + std::to_string(int(e))});
  }
  return curves;
}

constexpr const char* aspect_names[] = {"1/6", "1/3", "2/3", "3/2", "3", "6"};

std::vector<Curve> over_aspects(double eps_d) {
  std::vector<Curve> curves;
  for (int i = 0; i < 6; ++i) {
    curves.push_back({aspect_ratios[i], 1, eps_d, std::string("aspect ") + aspect_names[i]});
  }
  return curves;
}

const std::vector<Curve> over_accuracies = {
    {3, 1, 1e-4, "eps_d = 1e-4"}, {3, 1, 1e-6, "eps_d = 1e-6"}, {3, 1, 1e-8, "eps_d = 1e-8"}};

// Figs. 6 to 14 and, not in the paper, the same for our production method and the first form of
// Newton-Coulomb.
void three_figures(Json& figures, const std::string& first, const std::string& second,
                   const std::string& third, const SolverFor& solver_for) {
  figures.push_back(figure(first, solver_for, over_dilations({-6, -3, 0, 3, 6})));
  figures.push_back(figure(second, solver_for, over_aspects(1e-6)));
  figures.push_back(figure(third, solver_for, over_accuracies));
}

Json penalty_figures(int limit) {
  const auto with = [limit](double lambda, double epsilon_g) {
    return [=](const Mirrored& at) {  // scaled with the diameter, in one and the same unit
      return exterior_penalty(lambda * at.diameter * at.diameter, epsilon_g * at.diameter, 1,
                              limit);
    };
  };
  Json figures = Json::array();
  figures.push_back(figure("15", with(1e3, 1e-4), over_dilations({-6, -3, 0, 1, 2, 3})));
  figures.push_back(figure("16", with(1e4, 1e-4), over_aspects(1e-4)));
  const auto join = [&](const std::string& number, const std::vector<SolverFor>& solvers,
                        const std::vector<std::string>& labels) {
    Json joined = {{"figure", number}, {"curves", Json::array()}};
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      joined["curves"].push_back(
          figure(number, solvers[i], {{3, 1, 1e-4, labels[i]}})["curves"][0]);
    }
    figures.push_back(joined);
  };
  join("17", {with(1e3, 1e-2), with(1e3, 1e-3), with(1e3, 1e-4), with(1e3, 1e-5)},
       {"eps_G = 1e-2", "eps_G = 1e-3", "eps_G = 1e-4", "eps_G = 1e-5"});
  join("18", {with(1e3, 1e-4), with(5e3, 1e-4), with(1e4, 1e-4)},
       {"λ = 1000", "λ = 5000", "λ = 10000"});
  return figures;
}

// Fig. 19: time of the penalty method over that of GJK, both on the same pair.
Json penalty_times(int passes, int limit) {
  Json curves = Json::array();
  for (int i = 0; i < 6; ++i) {
    Json points = Json::array();
    for (int k = 0; k <= 6; ++k) {
      const Mirrored at(aspect_ratios[i], std::pow(10.0, -k));
      const Solver penalty = exterior_penalty(1e3, 1e-4, 1, limit), gjk = gjk_from(at.first_in_a);
      const double slow =
          seconds_per_query(std::vector<Query>(1, at.query()), {penalty}, 1e-6, passes)[0];
      const double fast =
          seconds_per_query(std::vector<Query>(200, at.query()), {gjk}, 1e-6, passes)[0];
      points.push_back({{"distance", at.distance},
                        {"ratio", slow / fast},
                        {"converged", !is_failure(penalty(at.query(), 1e-6).status)}});
    }
    curves.push_back({{"label", std::string("aspect ") + aspect_names[i]}, {"points", points}});
  }
  return curves;
}

// Whether Jain's algorithm converges.
using JainSolver = std::function<bool(const Query&, double eps_d, double fraction)>;

// Tables 3 and 4: the largest distance of the grid at which it does not; 0 if it always does.
double largest_failing(const JainSolver& converges, double aspect, double eps_d, double fraction) {
  for (int k = 0; k <= 6; ++k) {
    const Mirrored at(aspect, std::pow(10.0, -k));
    if (!converges(at.query(), eps_d, fraction)) return std::pow(10.0, -k);
  }
  return 0;
}

Json jain_tables(const JainSolver& converges) {
  const double fractions[] = {1, 1.0 / 2, 1.0 / 4, 1.0 / 10, 1.0 / 20};
  const auto row = [&](double aspect, double eps_d) {
    Json cells = Json::array();
    for (const double f : fractions) cells.push_back(largest_failing(converges, aspect, eps_d, f));
    return cells;
  };
  Json table3 = Json::array(), table4 = Json::array();
  for (const double aspect : aspect_ratios) table3.push_back(row(aspect, 1e-6));
  for (const double eps_d : {1e-4, 1e-6, 1e-8}) table4.push_back(row(3, eps_d));
  return {{"table3", table3}, {"table4", table4}};
}

// The steps that Newton-Coulomb takes as printed, and with B moved along the normal to other gaps.
Json table2(int limit) {
  const Table2Pair printed;
  const Contact truth = listed("auto").solve(printed.query(), 0);
  const Solver solve = newton_coulomb(0.01, 0.01, 0.5, limit);
  Json rows = Json::array();
  for (const double gap : {truth.distance, 1e-3, 5e-4, 2e-4, 1e-4, 1e-5, 1e-6}) {
    Query moved = printed.query();
    moved.b_in_a.translation = moved.b_in_a.translation + (gap - truth.distance) * truth.normal;
    const Contact c = solve(moved, 1e-5);
    rows.push_back(
        {{"gap", gap}, {"iterations", c.iterations}, {"converged", !is_failure(c.status)}});
  }
  return rows;
}

// Pairs that round to the printed one.
Json table2_rounding(int limit, int draws) {
  std::mt19937_64 generator(1);
  const Solver solve = newton_coulomb(0.01, 0.01, 0.5, limit), exact = listed("auto").solve;
  int apart = 0, failed = 0;
  double smallest = 1e300, largest = 0;
  for (int i = 0; i < draws; ++i) {
    const Table2Pair blurred = Table2Pair::blurred(generator);
    const double gap = exact(blurred.query(), 0).distance;
    if (!(gap > 0)) continue;
    ++apart;
    smallest = std::min(smallest, gap);
    largest = std::max(largest, gap);
    failed += is_failure(solve(blurred.query(), 1e-5).status);
  }
  return {{"draws", draws},
          {"apart", apart},
          {"failed", failed},
          {"smallest_gap", smallest},
          {"largest_gap", largest}};
}

}  // namespace

Json curves_over_aspects(const Solver& solve) {
  return figure(
      "", [&](const Mirrored&) { return solve; }, over_aspects(1e-6))["curves"];
}

Json run_mirrored(const MirroredOptions& options) {
  Json figures = Json::array();
  const auto same = [](const Solver& solve) { return [=](const Mirrored&) { return solve; }; };
  three_figures(figures, "6", "7", "8", same(listed("moving-balls").solve));
  three_figures(figures, "9", "10", "11",
                [](const Mirrored& at) { return gjk_from(at.first_in_a); });
  three_figures(figures, "12", "13", "14", same(newton_coulomb(0.01, 1, 0.5, options.limit)));
  for (const Json& penalty : penalty_figures(options.penalty_limit)) figures.push_back(penalty);
  figures.push_back(figure("production", same(listed("auto").solve), over_aspects(1e-6)));
  figures.push_back(
      figure("initial", same(listed("newton-coulomb-initial").solve), over_aspects(1e-5)));
  return {{"figures", figures},
          {"figure19", penalty_times(options.passes, options.penalty_limit)},
          {"jain", jain_tables([&](const Query& q, double eps_d, double fraction) {
             return !is_failure(jain(fraction, options.limit)(q, eps_d).status);
           })},
          {"jain_literal", jain_tables([&](const Query& q, double eps_d, double fraction) {
             return literal_jain_iterations(q, eps_d, fraction, options.limit) <= options.limit;
           })},
          {"table2", table2(options.limit)},
          {"table2_rounding", table2_rounding(options.limit, options.blurred_pairs)}};
}

}  // namespace study
