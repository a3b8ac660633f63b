// Lanes<double> in the registers of the instruction set that this source is compiled for: one of
// 512 bits, two of 256 or four of 128. Only for sources that are compiled once per instruction set
// and rename the namespace, so that the linker cannot mix them.
#pragma once

#include <utility>

#include "talus/simd/lanes.h"

#if defined(__SSE2__)

#include <immintrin.h>

namespace talus {

#if defined(__AVX2__)

// Minima and maxima across 256 bits.
struct Across256 {
  static double largest(__m256d p) {
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(p), _mm256_extractf128_pd(p, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
  }
  static double smallest(__m256d p) {
    const __m128d two = _mm_min_pd(_mm256_castpd256_pd128(p), _mm256_extractf128_pd(p, 1));
    return _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
  }
};

#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)

struct Register {
  using Doubles = __m512d;
  template <unsigned bits>
  static Doubles choose(Doubles x, Doubles y) {
    return _mm512_mask_blend_pd(bits, y, x);
  }
  static Doubles load(const double* from) { return _mm512_loadu_pd(from); }
  static Doubles all(double value) { return _mm512_set1_pd(value); }
  static void store(double* to, Doubles p) { _mm512_storeu_pd(to, p); }
  // With a mask of ones: g++ 12 warns of its own unmasked forms.
  static Doubles smaller(Doubles p, Doubles q) { return _mm512_maskz_min_pd(0xff, q, p); }
  static Doubles larger(Doubles p, Doubles q) { return _mm512_maskz_max_pd(0xff, q, p); }
  static Doubles where_less(Doubles p, Doubles q, Doubles x, Doubles y) {
    return _mm512_mask_blend_pd(_mm512_cmp_pd_mask(p, q, _CMP_LT_OQ), y, x);
  }
  static unsigned bits_less(Doubles p, Doubles q) { return _mm512_cmp_pd_mask(p, q, _CMP_LT_OQ); }
  static unsigned bits_equal(Doubles p, Doubles q) { return _mm512_cmp_pd_mask(p, q, _CMP_EQ_OQ); }
  static double largest(Doubles p) {
    return Across256::largest(_mm256_max_pd(_mm512_maskz_extractf64x4_pd(0xf, p, 0),
                                            _mm512_maskz_extractf64x4_pd(0xf, p, 1)));
  }
  static double smallest(Doubles p) {
    return Across256::smallest(_mm256_min_pd(_mm512_maskz_extractf64x4_pd(0xf, p, 0),
                                             _mm512_maskz_extractf64x4_pd(0xf, p, 1)));
  }
};

#elif defined(__AVX2__)

struct Register {
  using Doubles = __m256d;
  template <unsigned bits>
  static Doubles choose(Doubles x, Doubles y) {
    return _mm256_blend_pd(y, x, bits);
  }
  static Doubles load(const double* from) { return _mm256_loadu_pd(from); }
  static Doubles all(double value) { return _mm256_set1_pd(value); }
  static void store(double* to, Doubles p) { _mm256_storeu_pd(to, p); }
  static Doubles smaller(Doubles p, Doubles q) { return _mm256_min_pd(q, p); }
  static Doubles larger(Doubles p, Doubles q) { return _mm256_max_pd(q, p); }
  static Doubles where_less(Doubles p, Doubles q, Doubles x, Doubles y) {
    return _mm256_blendv_pd(y, x, _mm256_cmp_pd(p, q, _CMP_LT_OQ));
  }
  static unsigned bits_less(Doubles p, Doubles q) {
    return unsigned(_mm256_movemask_pd(_mm256_cmp_pd(p, q, _CMP_LT_OQ)));
  }
  static unsigned bits_equal(Doubles p, Doubles q) {
    return unsigned(_mm256_movemask_pd(_mm256_cmp_pd(p, q, _CMP_EQ_OQ)));
  }
  static double largest(Doubles p) { return Across256::largest(p); }
  static double smallest(Doubles p) { return Across256::smallest(p); }
};

#else

struct Register {
  using Doubles = __m128d;
  template <unsigned bits>
  static Doubles choose(Doubles x, Doubles y) {
    if constexpr (bits == 3) return x;
    if constexpr (bits == 2) return _mm_shuffle_pd(y, x, 2);
    if constexpr (bits == 1) return _mm_shuffle_pd(x, y, 2);
    return y;
  }
  static Doubles load(const double* from) { return _mm_loadu_pd(from); }
  static Doubles all(double value) { return _mm_set1_pd(value); }
  static void store(double* to, Doubles p) { _mm_storeu_pd(to, p); }
  static Doubles smaller(Doubles p, Doubles q) { return _mm_min_pd(q, p); }
  static Doubles larger(Doubles p, Doubles q) { return _mm_max_pd(q, p); }
  static Doubles where_less(Doubles p, Doubles q, Doubles x, Doubles y) {
    const Doubles less = _mm_cmplt_pd(p, q);
    return _mm_or_pd(_mm_and_pd(less, x), _mm_andnot_pd(less, y));
  }
  static unsigned bits_less(Doubles p, Doubles q) {
    return unsigned(_mm_movemask_pd(_mm_cmplt_pd(p, q)));
  }
  static unsigned bits_equal(Doubles p, Doubles q) {
    return unsigned(_mm_movemask_pd(_mm_cmpeq_pd(p, q)));
  }
  static double largest(Doubles p) { return _mm_cvtsd_f64(_mm_max_sd(p, _mm_unpackhi_pd(p, p))); }
  static double smallest(Doubles p) { return _mm_cvtsd_f64(_mm_min_sd(p, _mm_unpackhi_pd(p, p))); }
};

#endif

template <>
struct Lanes<double> {
  using Part = Register::Doubles;
  static constexpr int width = sizeof(Part) / sizeof(double);
  static constexpr int parts = lane_count / width;

  Part part[parts];

  static Lanes load(const double* from) {
    return each([&](int k) { return Register::load(from + k * width); });
  }
  static Lanes all(double value) {
    return each([&](int) { return Register::all(value); });
  }
  template <int... place>
  static Lanes of_four(double v0, double v1, double v2, double v3, Places<place...>) {
    static_assert(sizeof...(place) == lane_count);
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    alignas(64) static constexpr long long places[]{place...};
    Lanes r;
    r.part[0] = _mm512_maskz_permutexvar_pd(
        0xff, _mm512_maskz_loadu_epi64(0xff, places),
        _mm512_maskz_broadcast_f64x4(0xff, _mm256_setr_pd(v0, v1, v2, v3)));
    return r;
#else
    const double value[4]{v0, v1, v2, v3};
    const double lane[]{value[place]...};
    return load(lane);
#endif
  }
  void store(double* to) const {
    for (int k = 0; k < parts; ++k) Register::store(to + k * width, part[k]);
  }
  friend Lanes operator+(const Lanes& p, const Lanes& q) {
    return each([&](int k) { return p.part[k] + q.part[k]; });
  }
  friend Lanes operator-(const Lanes& p, const Lanes& q) {
    return each([&](int k) { return p.part[k] - q.part[k]; });
  }
  friend Lanes operator*(const Lanes& p, const Lanes& q) {
    return each([&](int k) { return p.part[k] * q.part[k]; });
  }
  friend Lanes operator/(const Lanes& p, const Lanes& q) {
    return each([&](int k) { return p.part[k] / q.part[k]; });
  }
  friend Lanes smaller(const Lanes& p, const Lanes& q) {
    return each([&](int k) { return Register::smaller(p.part[k], q.part[k]); });
  }
  friend Lanes larger(const Lanes& p, const Lanes& q) {
    return each([&](int k) { return Register::larger(p.part[k], q.part[k]); });
  }
  friend Lanes where_less(const Lanes& p, const Lanes& q, const Lanes& x, const Lanes& y) {
    return each(
        [&](int k) { return Register::where_less(p.part[k], q.part[k], x.part[k], y.part[k]); });
  }
  template <unsigned bits>
  static Lanes choose(const Lanes& x, const Lanes& y) {
    Lanes r;
    choose_parts<bits>(x, y, r, std::make_integer_sequence<int, parts>());
    return r;
  }
  friend unsigned bits_less(const Lanes& p, const Lanes& q) {
    unsigned bits = 0;
    for (int k = 0; k < parts; ++k)
      bits |= Register::bits_less(p.part[k], q.part[k]) << (k * width);
    return bits;
  }
  friend unsigned bits_equal(const Lanes& p, const Lanes& q) {
    unsigned bits = 0;
    for (int k = 0; k < parts; ++k) {
      bits |= Register::bits_equal(p.part[k], q.part[k]) << (k * width);
    }
    return bits;
  }
  friend double largest(const Lanes& p) {
    Part most = p.part[0];
    for (int k = 1; k < parts; ++k) most = Register::larger(most, p.part[k]);
    return Register::largest(most);
  }
  friend double smallest(const Lanes& p) {
    Part least = p.part[0];
    for (int k = 1; k < parts; ++k) least = Register::smaller(least, p.part[k]);
    return Register::smallest(least);
  }

 private:
  template <unsigned bits, int... k>
  static void choose_parts(const Lanes& x, const Lanes& y, Lanes& r,
                           std::integer_sequence<int, k...>) {
    ((r.part[k] =
          Register::choose<(bits >> (k * width)) & ((1u << width) - 1)>(x.part[k], y.part[k])),
     ...);
  }
  template <class Operation>
  static Lanes each(const Operation& operation) {
    Lanes r;
    for (int k = 0; k < parts; ++k) r.part[k] = operation(k);
    return r;
  }
};

}  // namespace talus

#endif
