#include "talus/sim/held_shapes.h"

#include <fmt/format.h>

namespace talus {
namespace {

// Below, a superquadric has edges; above, its sides bulge with the overlap
// (talus/narrow/flat_superquadric/bulged_body.h), of which there is none.
constexpr double least_exponent = 2.0, largest_exponent = 4.0;

std::string refusal(const Law& law, const std::string& what) {
  return fmt::format(
      "the law \"{}\" is for spheres, ellipsoids, superquadrics with exponents from {} to {}, and "
      "half-spaces, not for {}; \"hertz-cohesion\" is for all",
      law.name, least_exponent, largest_exponent, what);
}

}  // namespace

std::string why_not_held(const Law& law, const Shape& shape) {
  if (law.range == nullptr) return {};
  switch (kind_of(shape)) {
    case Kind::sphere:
    case Kind::ellipsoid:
    case Kind::half_space:
      return {};
    case Kind::superquadric: {
      const auto& body = std::get<Superquadric<double>>(shape);
      const auto holds = [](double n) { return n >= least_exponent && n <= largest_exponent; };
      if (holds(body.n1) && holds(body.n2)) return {};
      return refusal(law,
                     fmt::format("a superquadric with the exponents {} and {}", body.n1, body.n2));
    }
    case Kind::polyhedron:
    case Kind::segment:
    case Kind::mesh:
      break;
  }
  return refusal(law, fmt::format("a {}", name_of(kind_of(shape))));
}

std::string why_walls_are_not_held(const Law& law) {
  return law.range == nullptr ? std::string{} : refusal(law, "walls of triangles and cylinders");
}

}  // namespace talus
