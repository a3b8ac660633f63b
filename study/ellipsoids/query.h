// A pair of ellipsoids, and the methods that solve it.
#pragma once

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "talus/narrow/contact.h"

namespace study {

using Contact = talus::Contact<double>;
using Ellipsoid = talus::Ellipsoid<double>;
using Settings = talus::Settings<double>;
using Vec = talus::Vec3<double>;
using Json = nlohmann::json;

// The paper's grid of aspect ratios.
inline constexpr double aspect_ratios[] = {1.0 / 6, 1.0 / 3, 2.0 / 3, 1.5, 3, 6};

// (3.1) and (4.1): semi-axes (a, b, b) of equal volume.
inline Vec spheroid_axes(double aspect, double diameter = 1) {
  const double b = std::pow(aspect, -1.0 / 3) * diameter / 2;
  return {std::pow(aspect, 2.0 / 3) * diameter / 2, b, b};
}

// The shapes belong to whoever made the pair.
struct Query {
  const talus::Shape* a{};
  const talus::Shape* b{};
  talus::RelativePose<double> b_in_a;

  const Ellipsoid& ellipsoid_a() const { return *std::get_if<Ellipsoid>(a); }
  const Ellipsoid& ellipsoid_b() const { return *std::get_if<Ellipsoid>(b); }
};

// A method with its constants. Returns the distance to within eps_d, a length.
using Solver = std::function<Contact(const Query& query, double eps_d)>;

struct NamedSolver {
  std::string name;
  Solver solve;
};

// The method of that name as the library lists it; "auto" is the production method, which goes by
// its own tolerance.
NamedSolver listed(const std::string& name);

// With constants of the paper that the list does not take. Limit: iterations.
Solver newton_coulomb(double c_max, double tau, double lambda, int limit);
Solver jain(double fraction, int limit);
Solver exterior_penalty(double lambda, double epsilon_g, double unit, int limit);
Solver gjk_from(const Vec& first_in_a);

}  // namespace study
