// Cumulative size curves as classes. Between two sizes a < b the curve is linear, so that within a
// class sizes are uniform; the class has one diameter for which the number of its grains and
// its mass belong together:
//
//   by mass     n ~ m mean(d^-3),  mean(d^-3) = (a + b) / (2 a^2 b^2):  d = mean(d^-3)^(-1/3)
//   by number   m ~ n mean(d^3),   mean(d^3) = (a + b)(a^2 + b^2) / 4:  d = mean(d^3)^(1/3)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/math/power.h"
#include "talus/packing.h"
#include "talus/packing/shape_budget.h"

namespace talus {
namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw PackingError(what);
}

bool is_positive(double x) { return x > 0.0 && std::isfinite(x); }

void check_range(double smallest, double largest) {
  require(is_positive(smallest), fmt::format("smallest: must be finite and > 0, got {}", smallest));
  require(largest > smallest && std::isfinite(largest),
          fmt::format("largest: must be above smallest = {}, got {}", smallest, largest));
}

SizeClass class_between(double a, double b, double share, bool by_mass) {
  constexpr double third = 1.0 / 3.0;
  if (!by_mass) return {power(0.25 * (a + b) * (a * a + b * b), third), share};
  const double per_mass = (a + b) / (2.0 * a * a * b * b);
  return {power(1.0 / per_mass, third), share * per_mass};
}

// At sizes in a geometric row.
template <class Passing>
SizeCurve sampled(double smallest, double largest, bool by_mass, const Passing& passing) {
  check_range(smallest, largest);
  constexpr int parts = 64;  // the curve between its points is right to about 1e-3
  SizeCurve curve;
  curve.by_mass = by_mass;
  const double least = passing(smallest), range = passing(largest) - least;
  for (int i = 0; i <= parts; ++i) {
    const double part = static_cast<double>(i) / parts;
    curve.size.push_back(i == 0       ? smallest
                         : i == parts ? largest
                                      : smallest * power(largest / smallest, part));
    curve.passing.push_back(i == parts ? 1.0 : (passing(curve.size.back()) - least) / range);
  }
  return curve;
}

}  // namespace

double SizeCurve::at(double diameter) const {
  if (diameter <= size.front()) return passing.front();
  for (std::size_t i = 1; i < size.size(); ++i) {
    if (diameter > size[i]) continue;
    const double part = (diameter - size[i - 1]) / (size[i] - size[i - 1]);
    return passing[i - 1] + part * (passing[i] - passing[i - 1]);
  }
  return passing.back();
}

SizeCurve rosin_rammler(double size, double exponent, double smallest, double largest,
                        bool by_mass) {
  require(is_positive(size), fmt::format("size: must be finite and > 0, got {}", size));
  require(is_positive(exponent), fmt::format("exponent: must be finite and > 0, got {}", exponent));
  return sampled(smallest, largest, by_mass, [&](double d) {
    return 1.0 - power(std::numbers::e, -power(d / size, exponent));
  });
}

SizeCurve fuller(double exponent, double smallest, double largest, bool by_mass) {
  require(is_positive(exponent), fmt::format("exponent: must be finite and > 0, got {}", exponent));
  return sampled(smallest, largest, by_mass,
                 [&](double d) { return power(d / largest, exponent); });
}

std::vector<SizeClass> classes_of(const SizeCurve& curve, int classes) {
  const std::size_t n = curve.size.size();
  require(n >= 2 && curve.passing.size() == n,
          fmt::format("a curve has at least two sizes and as many parts that pass, got {} and {}",
                      n, curve.passing.size()));
  require(classes >= 1 && classes <= most_size_classes,
          fmt::format("classes: must be between 1 and {}, got {}", most_size_classes, classes));
  for (std::size_t i = 0; i < n; ++i) {
    require(
        is_positive(curve.size[i]) && (i == 0 || curve.size[i - 1] < curve.size[i]),
        fmt::format("size: must be positive and increase, got {} in row {}", curve.size[i], i + 1));
    require(std::isfinite(curve.passing[i]) && (i == 0 || curve.passing[i - 1] <= curve.passing[i]),
            fmt::format("passing: must not decrease, got {} in row {}", curve.passing[i], i + 1));
  }
  require(
      curve.passing.front() == 0.0 && curve.passing.back() == 1.0,
      fmt::format("passing: must go from 0, at the size below which there is nothing, to 1, got "
                  "{} and {}",
                  curve.passing.front(), curve.passing.back()));
  // Classes of about equal width in the logarithm of the size; bounds are among the sizes for a few
  // sizes, so that the sieves themselves are met.
  std::vector<SizeClass> result;
  const bool few = n - 1 <= static_cast<std::size_t>(classes);
  const double ratio = curve.size.back() / curve.size.front();
  std::vector<double> bound{curve.size.front()};
  for (std::size_t i = 1; few && i < n; ++i) {
    const int parts = std::max(1, classes / static_cast<int>(n - 1));
    for (int k = 1; k < parts; ++k) {
      bound.push_back(curve.size[i - 1] + (curve.size[i] - curve.size[i - 1]) * k / parts);
    }
    bound.push_back(curve.size[i]);
  }
  for (int k = 1; !few && k <= classes; ++k) {
    bound.push_back(k == classes
                        ? curve.size.back()
                        : curve.size.front() * power(ratio, static_cast<double>(k) / classes));
  }
  for (std::size_t k = 1; k < bound.size(); ++k) {
    const double share = curve.at(bound[k]) - curve.at(bound[k - 1]);
    if (share > 0.0) {
      result.push_back(class_between(bound[k - 1], bound[k], share, curve.by_mass));
    }
  }
  return result;
}

}  // namespace talus
