#include "ellipsoids/mixed.h"

#include <algorithm>

#include "ellipsoids/arrays.h"
#include "ellipsoids/timing.h"

namespace study {
namespace {

struct Mix {
  std::string name;
  std::vector<std::string> labels;
  std::vector<talus::PackingPart> parts;

  void add(const std::string& label, const Vec& axes, double share) {
    labels.push_back(label);
    parts.push_back({talus::make_ellipsoid(axes), share});
  }
};

// Semi-axes in these ratios, of the volume of a ball of diameter 1.
Vec triaxial_axes(const Vec& ratios) {
  return (0.5 / std::cbrt(ratios.x * ratios.y * ratios.z)) * ratios;
}

std::vector<Mix> mixes() {
  Mix aspects{"aspect ratios", {}, {}}, sizes{"sizes, aspect 3", {}, {}},
      triaxial{"triaxial shapes", {}, {}};
  const char* names[] = {"1/6", "1/3", "2/3", "3/2", "3", "6"};
  for (int i = 0; i < 6; ++i) aspects.add(names[i], spheroid_axes(aspect_ratios[i]), 1);
  // Equal volumes of each size.
  for (const double d : {1.0, 2.0, 4.0}) {
    sizes.add("D = " + std::to_string(int(d)), spheroid_axes(3, d), 1 / (d * d * d));
  }
  const std::pair<const char*, Vec> shapes[] = {{"1:1.5:2", {1, 1.5, 2}}, {"1:2:3", {1, 2, 3}},
                                                {"1:2:6", {1, 2, 6}},     {"1:3:6", {1, 3, 6}},
                                                {"1:1:6", {1, 1, 6}},     {"1:6:6", {1, 6, 6}}};
  for (const auto& [label, ratios] : shapes) triaxial.add(label, triaxial_axes(ratios), 1);
  return {aspects, sizes, triaxial};
}

double equivalent_radius(const Ellipsoid& e) {
  return std::cbrt(e.semi_axes.x * e.semi_axes.y * e.semi_axes.z);
}

// All pairs of one shape with another: eps_d is 1e-5 of the smaller R_eq.
Json class_of(const std::vector<Query>& queries, const MixedOptions& options) {
  const std::vector<Query> some = sample(queries, options.queries);
  const double eps_d = 1e-5 * std::min(equivalent_radius(some[0].ellipsoid_a()),
                                       equivalent_radius(some[0].ellipsoid_b()));
  const NamedSolver methods[] = {listed("moving-balls"), listed("gjk"), listed("auto")};
  const std::vector<double> best = seconds_per_query(
      some, {methods[0].solve, methods[1].solve, methods[2].solve}, eps_d, options.passes);
  Json row = {{"queries", queries.size()}, {"timed", some.size()}};
  for (int i = 0; i < 3; ++i) {
    double iterations = 0, worst = 0;
    int failed = 0;
    for (const Query& q : some) {
      const Contact c = methods[i].solve(q, eps_d);
      iterations += c.iterations;
      failed += is_failure(c.status);
      worst = std::max(worst, std::abs(c.distance - methods[2].solve(q, 0).distance));
    }
    row[methods[i].name] = {{"seconds", best[std::size_t(i)]},
                            {"iterations", iterations / double(some.size())},
                            {"failed", failed},
                            {"worst_error_over_eps", worst / eps_d}};
  }
  return row;
}

Json run_mix(const Mix& mix, const MixedOptions& options) {
  const Array array =
      mixed_array(mix.parts, options.length * talus::mean_diameter(mix.parts), 0.2, options.seed);
  const Queries queries = queries_of(array);
  // The packing may list the shapes in another order than the mix.
  const auto part_of = [&](std::int32_t shape) {
    const Vec& axes =
        std::get_if<Ellipsoid>(&array.packing.bodies.shapes[std::size_t(shape)])->semi_axes;
    for (std::size_t i = 0; i < mix.parts.size(); ++i) {
      if (std::get_if<Ellipsoid>(&mix.parts[i].shape)->semi_axes == axes) return i;
    }
    return mix.parts.size();
  };
  const std::size_t count = mix.parts.size();
  std::vector<std::vector<Query>> classes(count * count);
  for (std::size_t k = 0; k < queries.pairs.size(); ++k) {
    const auto [i, j] = std::minmax({part_of(queries.shape_a[k]), part_of(queries.shape_b[k])});
    classes[i * count + j].push_back(queries.pairs[k]);
  }
  Json rows = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i; j < count; ++j) {
      if (classes[i * count + j].empty()) continue;
      Json row = class_of(classes[i * count + j], options);
      row.update({{"i", i}, {"j", j}});
      rows.push_back(row);
    }
  }
  return {{"name", mix.name},
          {"labels", mix.labels},
          {"bodies", array.packing.bodies.size()},
          {"queries", queries.pairs.size()},
          {"classes", rows}};
}

}  // namespace

Json run_mixed(const MixedOptions& options) {
  Json mixed = Json::array();
  for (const Mix& mix : mixes()) mixed.push_back(run_mix(mix, options));
  return {{"seed", options.seed},
          {"length", options.length},
          {"fraction", 0.2},
          {"production", listed("auto").name},
          {"mixes", mixed}};
}

}  // namespace study
