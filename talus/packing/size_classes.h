// Distributions of sizes as classes, each of which is one part of a mix: a table of shapes stays
// short, and a sieve curve is a list of classes to begin with. Sizes are equivalent diameters, and
// shares are by number. The same bits on every machine.
#pragma once

#include <span>
#include <vector>

#include "talus/packing/packing.h"

namespace talus {

struct SizeClass {
  double diameter{};
  double share = 1.0;
};

// Classes of equal share at the middle of their part of the distribution. Both functions throw
// PackingError.
std::vector<SizeClass> uniform_sizes(double from, double to, int classes);
// The logarithm of the diameter has the standard deviation sigma.
std::vector<SizeClass> lognormal_sizes(double median, double sigma, int classes);

// The shape in each of the sizes, with its share divided among them in theirs.
std::vector<PackingPart> with_sizes(const PackingPart& part, std::span<const SizeClass> sizes);

}  // namespace talus
