#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "talus/math/power.h"
#include "talus/packing.h"
#include "talus/packing/shape_budget.h"
#include "talus/shape.h"

namespace talus {
namespace {

void check_classes(int classes) {
  if (classes < 1 || classes > most_size_classes) {
    throw PackingError(
        fmt::format("classes: must be between 1 and {}, got {}", most_size_classes, classes));
  }
}

void check_positive(const char* name, double value) {
  if (!(value > 0.0 && std::isfinite(value))) {
    throw PackingError(fmt::format("{}: must be finite and > 0, got {}", name, value));
  }
}

struct NormalDistribution {
  // Terms below this part of the sum do not change it: a tenth of half an epsilon.
  static constexpr double negligible = 1e-17;
  // Quantiles are sought in [0, 8]: one minus the probability of 8 is 6e-16, below 1/(2 classes) of
  // any number of classes. 60 halvings leave 7e-18.
  static constexpr double largest = 8.0;
  static constexpr int halvings = 60;
};

// The normal distribution function for x >= 0, by its series x + x^3/3 + x^5/(3 5) + ... : only
// sums of positive terms, so right to a few last bits.
double normal_probability(double x) {
  double term = x, sum = x;
  for (int k = 3; term > NormalDistribution::negligible * sum; k += 2) {
    term *= x * x / k;
    sum += term;
  }
  return 0.5 + sum * power(std::numbers::e, -0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
}

// By bisection: simple, and deterministic to the last bit.
double normal_quantile(double probability) {
  if (probability < 0.5) return -normal_quantile(1.0 - probability);
  double low = 0.0, high = NormalDistribution::largest;
  for (int i = 0; i < NormalDistribution::halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (normal_probability(middle) < probability ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::vector<SizeClass> uniform_sizes(double from, double to, int classes) {
  check_positive("from", from);
  check_positive("to", to);
  check_classes(classes);
  if (!(from <= to)) {
    throw PackingError(fmt::format("from: must not be above to = {}, got {}", to, from));
  }
  std::vector<SizeClass> sizes;
  for (int i = 0; i < classes; ++i) sizes.push_back({from + (to - from) * ((i + 0.5) / classes)});
  return sizes;
}

std::vector<SizeClass> lognormal_sizes(double median, double sigma, int classes) {
  check_positive("median", median);
  check_positive("sigma", sigma);
  check_classes(classes);
  std::vector<SizeClass> sizes;
  for (int i = 0; i < classes; ++i) {
    const double deviation = sigma * normal_quantile((i + 0.5) / classes);
    sizes.push_back({median * power(std::numbers::e, deviation)});
  }
  return sizes;
}

std::vector<PackingPart> with_sizes(const PackingPart& part, std::span<const SizeClass> sizes) {
  double total = 0.0;
  for (const SizeClass& size : sizes) {
    check_positive("share", size.share);
    total += size.share;
  }
  std::vector<PackingPart> parts;
  for (const SizeClass& size : sizes) {
    parts.push_back(
        {scaled_to_diameter(part.shape, size.diameter), part.share * (size.share / total)});
  }
  return parts;
}

}  // namespace talus
