// Lanes<double> in the registers of the instruction set that this source is compiled for: one of
// 512 bits, two of 256 or four of 128. Only for sources that are compiled once per instruction set
// and rename the namespace, so that the linker cannot mix them.
#pragma once

#include "talus/math/lanes.h"

#if defined(__SSE2__)

#include <immintrin.h>

namespace talus {

#if defined(__AVX512F__) && defined(__AVX512DQ__)

struct Register {
  using Doubles = __m512d;
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
};

#elif defined(__AVX2__)

struct Register {
  using Doubles = __m256d;
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
};

#else

struct Register {
  using Doubles = __m128d;
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
    double lane[width];
    Register::store(lane, most);
    for (int half = width / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) lane[i] = talus::larger(lane[i], lane[i + half]);
    }
    return lane[0];
  }
  friend double smallest(const Lanes& p) {
    Part least = p.part[0];
    for (int k = 1; k < parts; ++k) least = Register::smaller(least, p.part[k]);
    double lane[width];
    Register::store(lane, least);
    for (int half = width / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; ++i) lane[i] = talus::smaller(lane[i], lane[i + half]);
    }
    return lane[0];
  }

 private:
  template <class Operation>
  static Lanes each(const Operation& operation) {
    Lanes r;
    for (int k = 0; k < parts; ++k) r.part[k] = operation(k);
    return r;
  }
};

}  // namespace talus

#endif
