// Numbers of two words, and numbers with a bound of their error, against multiprecision.
#include "talus/math/tracked.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <random>

namespace {

using Big = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>,
                                          boost::multiprecision::et_off>;

template <class T>
using Words = talus::DoubleWord<T>;

template <class T>
Big big(const T& x) {
  return Big(x);
}
template <class T>
Big big(const Words<T>& x) {
  return Big(x.high) + Big(x.low);
}

template <class T>
T random_number(std::mt19937_64& generator) {
  const double sign = generator() % 2 == 0 ? 1 : -1;
  const int exponent = static_cast<int>(generator() % 40) - 20;
  return static_cast<T>(
      sign * std::ldexp(1 + std::ldexp(static_cast<double>(generator() >> 11), -53), exponent));
}

template <class T>
class TrackedNumbers : public testing::Test {};
using Scalars = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(TrackedNumbers, Scalars);

// Worst relative error of each operation, in units of 4 epsilon^2, which Tracked counts with.
TYPED_TEST(TrackedNumbers, TwoWordsHoldTwiceTheDigits) {
  using T = TypeParam;
  std::mt19937_64 generator(1);
  const Big unit = Big(4) * Big(talus::epsilon_of<T>()) * Big(talus::epsilon_of<T>());
  Big worst[3] = {0, 0, 0};
  const auto wide = [&] {
    const T high = random_number<T>(generator);
    return talus::fast_two_sum(high, high * talus::epsilon_of<T>() * T(0.25) *
                                         (random_number<T>(generator) > 0 ? T(1) : T(-0.7)));
  };
  for (int i = 0; i < 30000; ++i) {
    const Words<T> x = wide();
    // Every other pair nearly cancels.
    const Words<T> y = i % 2 ? wide() : Words<T>(-x.high, x.low);
    const Big exact[3] = {big(x) + big(y), big(x) * big(y), big(x) / big(y)};
    const Words<T> got[3] = {x + y, x * y, x / y};
    for (int k = 0; k < 3; ++k) {
      const Big error = abs(big(got[k]) - exact[k]);
      if (error == 0) continue;
      worst[k] = std::max<Big>(worst[k], error / abs(exact[k]) / unit);
    }
  }
  for (const Big& w : worst) EXPECT_LT(w, 1);
}

template <class T, class Number>
void expect_bounds_hold() {
  using N = talus::Tracked<T, Number>;
  std::mt19937_64 generator(2);
  int open = 0;
  for (int i = 0; i < 5000; ++i) {
    // (x + y)^2 - x^2 - 2 x y - y^2, all of which cancels, plus z times 2^-k.
    const T x = random_number<T>(generator), y = random_number<T>(generator);
    const int k = static_cast<int>(generator() % (2 * std::numeric_limits<T>::digits));
    const T z = static_cast<T>(std::ldexp(random_number<T>(generator), -k));
    const N a(x), b(y), s = a + b, r = N::reciprocal(y);
    const N result = s * s - a * a - N(T(2)) * a * b - b * b + N(z) * (b * r);
    const Big exact = Big(z) * (Big(y) * (Big(1) / Big(y)));
    EXPECT_LE(abs(big(result.value) - exact), Big(result.error));
    EXPECT_FALSE(result.positive() && exact < 0);
    EXPECT_FALSE(result.negative() && exact > 0);
    open += !result.positive() && !result.negative();
  }
  EXPECT_GT(open, 100);
  EXPECT_LT(open, 4900);
}

TYPED_TEST(TrackedNumbers, BoundsHoldInOneWord) { expect_bounds_hold<TypeParam, TypeParam>(); }
TYPED_TEST(TrackedNumbers, BoundsHoldInTwoWords) {
  expect_bounds_hold<TypeParam, Words<TypeParam>>();
}

TYPED_TEST(TrackedNumbers, OverflowAndUnderflowHaveNoSign) {
  using T = TypeParam;
  const auto check = [](auto x) {
    using N = decltype(x);
    const N huge(std::numeric_limits<T>::max()), tiny(std::numeric_limits<T>::min());
    const N above = huge * huge, below = -(tiny * tiny), undefined = above - above;
    for (const N& n : {above, below, undefined}) {
      EXPECT_FALSE(n.positive());
      EXPECT_FALSE(n.negative());
    }
  };
  check(talus::Tracked<T, T>{});
  check(talus::Tracked<T, Words<T>>{});
}

}  // namespace
