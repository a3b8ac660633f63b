// Random numbers, regular solids and hulls for benches and studies, made without Talus so that the
// oracle can judge it.
#pragma once

#include <array>
#include <random>
#include <vector>

#include "oracle/vector.h"

namespace oracle {

using Random = std::mt19937_64;

double uniform(Random& random, double low, double high);
double logarithmic(Random& random, double low, double high);  // evenly in its logarithm
Vec<double> random_direction(Random& random);

enum class RegularSolid { tetrahedron, cube, octahedron, dodecahedron, icosahedron };

// Around the origin, all at the same distance from it.
std::vector<Vec<double>> regular_corners(RegularSolid which);

// The triangles of the convex hull, counter-clockwise from outside, of points in general position
// that are all corners of it, as points on an ellipsoid are. Gift wrapping: slow and simple. Throws
// std::runtime_error if the result does not satisfy Euler's formula.
std::vector<std::array<int, 3>> wrap_hull(const std::vector<Vec<double>>& points);

}  // namespace oracle
