// The random arrays of P1 section 4.1 and their distance queries.
#pragma once

#include <cstdint>
#include <vector>

#include "ellipsoids/query.h"
#include "talus/packing.h"

namespace study {

// (4.3): pairs whose bounding spheres are farther apart than this many R_eq are not queried.
inline constexpr double eps_al = 0.2;

struct Array {
  talus::Packing packing;
  double diameter{};  // D_eq, of a mix the one of the mean volume

  double radius() const { return 0.5 * diameter; }
};

// Spheroids of D_eq = 1.
Array spheroid_array(double aspect, double length, double fraction, std::uint64_t seed);
Array mixed_array(const std::vector<talus::PackingPart>& parts, double length, double fraction,
                  std::uint64_t seed);

// The first bodies of the array that fill the fraction: adsorption puts one body after the other,
// so they are an array of that fraction themselves.
Array diluted(const Array& array, double fraction);

// All pairs by (4.2), each once. `crossing`: how many of them cross the boundary of the cube.
struct Queries {
  std::vector<Query> pairs;
  std::vector<std::int32_t> shape_a, shape_b;  // indices of the shapes, in the same order
  std::size_t crossing{};
};
Queries queries_of(const Array& array);

}  // namespace study
