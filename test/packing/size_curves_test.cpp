// Size curves as classes: mass and number between the sieves are those of the curve.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "talus/packing.h"

namespace talus {
namespace {

using ::testing::HasSubstr;

// Cumulative part of the classes, by mass or number.
double passing(const std::vector<SizeClass>& classes, double diameter, bool by_mass) {
  double below = 0.0, all = 0.0;
  for (const SizeClass& c : classes) {
    const double part = c.share * (by_mass ? std::pow(c.diameter, 3) : 1.0);
    all += part;
    if (c.diameter < diameter) below += part;
  }
  return below / all;
}

std::string refusal(const SizeCurve& curve, int classes = 8) {
  try {
    classes_of(curve, classes);
  } catch (const PackingError& error) {
    return error.what();
  }
  return "none";
}

TEST(SizeCurves, HaveTheStatedPartBelowEverySieve) {
  for (const bool by_mass : {true, false}) {
    for (const int classes : {1, 4, 8, 30}) {
      const SizeCurve curve{{0.002, 0.004, 0.0056, 0.008, 0.016}, {0, 0.15, 0.15, 0.7, 1}, by_mass};
      const std::vector<SizeClass> sizes = classes_of(curve, classes);
      if (classes < 4) continue;  // bounds between the sieves
      for (std::size_t i = 0; i < curve.size.size(); ++i) {
        EXPECT_NEAR(passing(sizes, curve.size[i], by_mass), curve.passing[i], 1e-12);
      }
    }
  }
}

// The number of grains and their mass belong together as in the curve, by numerical integration.
TEST(SizeCurves, HaveMassAndNumberOfTheCurve) {
  for (const bool by_mass : {true, false}) {
    const SizeCurve curve{{0.001, 0.003}, {0, 1}, by_mass};
    const SizeClass only = classes_of(curve, 1)[0];
    double number = 0.0, mass = 0.0;
    constexpr int n = 200000;
    for (int i = 0; i < n; ++i) {
      const double d = 0.001 + 0.002 * (i + 0.5) / n;
      number += by_mass ? std::pow(d, -3) / n : 1.0 / n;
      mass += by_mass ? 1.0 / n : std::pow(d, 3) / n;
    }
    EXPECT_NEAR(std::pow(only.diameter, 3), mass / number, 1e-9 * mass / number);
  }
}

TEST(SizeCurves, FollowTheirFormulas) {
  const SizeCurve full = fuller(0.5, 0.001, 0.016);
  const auto q = [](double d) { return std::sqrt(d / 0.016); };
  const SizeCurve rr = rosin_rammler(0.005, 1.7, 0.001, 0.016, false);
  const auto r = [](double d) { return 1 - std::exp(-std::pow(d / 0.005, 1.7)); };
  EXPECT_TRUE(full.by_mass);
  EXPECT_FALSE(rr.by_mass);
  for (double d = 0.001; d <= 0.016; d += 0.0003) {
    EXPECT_NEAR(full.at(d), (q(d) - q(0.001)) / (1 - q(0.001)), 1e-3);
    EXPECT_NEAR(rr.at(d), (r(d) - r(0.001)) / (r(0.016) - r(0.001)), 1e-3);
  }
}

// 1,000 grains of a usual curve, in whole numbers: right to 1 % of the mass.
TEST(SizeCurves, AreKeptByAThousandGrains) {
  const SizeCurve curve{{0.004, 0.0056, 0.008, 0.0112}, {0, 0.3, 0.7, 1}, true};
  PackingSettings settings;
  settings.parts = with_sizes({make_sphere(1.0), 1.0}, classes_of(curve, 9));
  settings.box_length = 1.0;
  double mean = 0.0, shares = 0.0;
  for (const PackingPart& part : settings.parts) {
    mean += part.share * mass_properties(part.shape).volume;
    shares += part.share;
  }
  settings.volume_fraction = 1000 * mean / shares;
  const std::vector<std::int64_t> counts = body_counts(settings);
  std::int64_t total = 0;
  std::vector<SizeClass> whole;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += counts[i];
    whole.push_back({equivalent_diameter(settings.parts[i].shape), static_cast<double>(counts[i])});
  }
  EXPECT_NEAR(static_cast<double>(total), 1000.0, 2.0);
  for (std::size_t i = 0; i < curve.size.size(); ++i) {
    EXPECT_NEAR(passing(whole, curve.size[i], true), curve.passing[i], 0.01);
  }
}

TEST(SizeCurves, RefuseWhatIsNoCurve) {
  EXPECT_EQ(refusal({{1, 2}, {0, 1}, true}), "none");
  EXPECT_THAT(refusal({{1}, {0}, true}), HasSubstr("at least two sizes"));
  EXPECT_THAT(refusal({{1, 2}, {0, 0.5, 1}, true}), HasSubstr("at least two sizes and as many"));
  EXPECT_THAT(refusal({{2, 1}, {0, 1}, true}), HasSubstr("increase, got 1 in row 2"));
  EXPECT_THAT(refusal({{0, 1}, {0, 1}, true}), HasSubstr("size: must be positive"));
  EXPECT_THAT(refusal({{1, 2, 3}, {0, 1, 0.5}, true}),
              HasSubstr("must not decrease, got 0.5 in row 3"));
  EXPECT_THAT(refusal({{1, 2}, {0.1, 1}, true}), HasSubstr("must go from 0"));
  EXPECT_THAT(refusal({{1, 2}, {0, 99}, true}), HasSubstr("to 1, got 0 and 99"));
  EXPECT_THAT(refusal({{1, 2}, {0, 1}, true}, 0), HasSubstr("classes: must be between"));
  EXPECT_THROW(fuller(0.5, 2, 1), PackingError);
  EXPECT_THROW(fuller(-1, 1, 2), PackingError);
  EXPECT_THROW(rosin_rammler(0, 1, 1, 2), PackingError);
}

}  // namespace
}  // namespace talus
