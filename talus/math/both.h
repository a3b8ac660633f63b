// Two numbers that read like one, of body A and of body B: what a kernel works out for each of the
// two bodies it does with both at once. Of doubles they share a register of 128 bits, which every
// x86-64 has; of packs (pack.h) and of other numbers they are just two. Each number gets the bits
// it would get alone.
#pragma once

#include "talus/math/exp_log.h"
#include "talus/math/vec3.h"

#if defined(__SSE2__) && !defined(__CUDACC__)
#include <emmintrin.h>
#endif

namespace talus {

template <class N>
struct BothMask {
  MaskOf<N> a, b;

  TALUS_INLINE friend BothMask operator&(const BothMask& m, const BothMask& k) {
    return {MaskOf<N>(m.a & k.a), MaskOf<N>(m.b & k.b)};
  }
  TALUS_INLINE friend BothMask operator!(const BothMask& m) { return {!m.a, !m.b}; }
};

template <class N>
struct Both {
  N a, b;

  Both() = default;
  TALUS_INLINE Both(const N& of_a, const N& of_b) : a(of_a), b(of_b) {}
  TALUS_INLINE explicit Both(double value) : a(value), b(value) {}

  TALUS_INLINE friend Both operator+(const Both& p, const Both& q) {
    return {p.a + q.a, p.b + q.b};
  }
  TALUS_INLINE friend Both operator-(const Both& p, const Both& q) {
    return {p.a - q.a, p.b - q.b};
  }
  TALUS_INLINE friend Both operator-(const Both& p) { return {-p.a, -p.b}; }
  TALUS_INLINE friend Both operator*(const Both& p, const Both& q) {
    return {p.a * q.a, p.b * q.b};
  }
  TALUS_INLINE friend Both operator/(const Both& p, const Both& q) {
    return {p.a / q.a, p.b / q.b};
  }
  TALUS_INLINE friend BothMask<N> operator<(const Both& p, const Both& q) {
    return {p.a < q.a, p.b < q.b};
  }
  TALUS_INLINE friend BothMask<N> operator>(const Both& p, const Both& q) { return q < p; }
  TALUS_INLINE friend Both select(const BothMask<N>& m, const Both& yes, const Both& no) {
    return {select(m.a, yes.a, no.a), select(m.b, yes.b, no.b)};
  }
  TALUS_INLINE friend Both square_root(const Both& p) {
    return {square_root(p.a), square_root(p.b)};
  }
  TALUS_INLINE friend Both logarithm(const Both& p) { return {logarithm(p.a), logarithm(p.b)}; }
  TALUS_INLINE friend Both exponential(const Both& p) {
    return {exponential(p.a), exponential(p.b)};
  }
};

template <class N>
TALUS_INLINE N of_a(const Both<N>& p) {
  return p.a;
}
template <class N>
TALUS_INLINE N of_b(const Both<N>& p) {
  return p.b;
}

#if defined(__SSE2__) && !defined(__CUDACC__)

template <>
struct BothMask<double> {
  __m128d bits;

  TALUS_INLINE friend BothMask operator&(const BothMask& m, const BothMask& k) {
    return {_mm_and_pd(m.bits, k.bits)};
  }
  TALUS_INLINE friend BothMask operator!(const BothMask& m) {
    return {_mm_xor_pd(m.bits, _mm_castsi128_pd(_mm_set1_epi64x(-1)))};
  }
};

template <>
struct Both<double> {
  __m128d pair;

  Both() = default;
  TALUS_INLINE Both(double of_a, double of_b) : pair(_mm_set_pd(of_b, of_a)) {}
  TALUS_INLINE explicit Both(double value) : pair(_mm_set1_pd(value)) {}
  TALUS_INLINE explicit Both(__m128d of_both) : pair(of_both) {}

  TALUS_INLINE friend Both operator+(const Both& p, const Both& q) {
    return Both(_mm_add_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend Both operator-(const Both& p, const Both& q) {
    return Both(_mm_sub_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend Both operator-(const Both& p) {
    return Both(_mm_xor_pd(p.pair, _mm_set1_pd(-0.0)));
  }
  TALUS_INLINE friend Both operator*(const Both& p, const Both& q) {
    return Both(_mm_mul_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend Both operator/(const Both& p, const Both& q) {
    return Both(_mm_div_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend BothMask<double> operator<(const Both& p, const Both& q) {
    return {_mm_cmplt_pd(p.pair, q.pair)};
  }
  TALUS_INLINE friend BothMask<double> operator>(const Both& p, const Both& q) { return q < p; }
  TALUS_INLINE friend Both select(const BothMask<double>& m, const Both& yes, const Both& no) {
    return Both(_mm_or_pd(_mm_and_pd(m.bits, yes.pair), _mm_andnot_pd(m.bits, no.pair)));
  }
  TALUS_INLINE friend Both square_root(const Both& p) { return Both(_mm_sqrt_pd(p.pair)); }
  TALUS_INLINE friend BinaryParts<Both> binary_parts(const Both& p) {
    const auto all = [](std::uint64_t bits) {
      return _mm_set1_epi64x(static_cast<long long>(bits));
    };
    const __m128i bits = _mm_add_epi64(_mm_castpd_si128(p.pair), all(exp_log::above_root_half));
    const __m128i mantissa =
        _mm_add_epi64(_mm_and_si128(bits, all(exp_log::fraction_bits)), all(exp_log::root_half));
    const __m128i exponent = _mm_or_si128(_mm_srli_epi64(bits, 52), all(exp_log::integer_bits));
    return {Both(_mm_castsi128_pd(mantissa)),
            Both(_mm_castsi128_pd(exponent)) - Both(exp_log::integer_base + 1023.0)};
  }
  TALUS_INLINE friend Both scaled_by_two_to(const Both& y, const Both& k_and_rounder) {
    return Both(_mm_castsi128_pd(_mm_add_epi64(
        _mm_castpd_si128(y.pair), _mm_slli_epi64(_mm_castpd_si128(k_and_rounder.pair), 52))));
  }
};

// The processor's maximum of q and p is q > p ? q : p, also for zeros of either sign and for what
// is not a number.
TALUS_INLINE Both<double> larger(const Both<double>& p, const Both<double>& q) {
  return Both<double>(_mm_max_pd(q.pair, p.pair));
}
TALUS_INLINE Both<double> smaller(const Both<double>& p, const Both<double>& q) {
  return Both<double>(_mm_min_pd(q.pair, p.pair));
}
TALUS_INLINE Both<double> absolute(const Both<double>& p) { return larger(p, -p); }
TALUS_INLINE bool any(const BothMask<double>& m) { return _mm_movemask_pd(m.bits) != 0; }

TALUS_INLINE double of_a(const Both<double>& p) { return _mm_cvtsd_f64(p.pair); }
TALUS_INLINE double of_b(const Both<double>& p) {
  return _mm_cvtsd_f64(_mm_unpackhi_pd(p.pair, p.pair));
}

#endif

// As those of one number choose.
template <class N>
TALUS_INLINE Both<N> absolute(const Both<N>& p) {
  return {absolute(p.a), absolute(p.b)};
}
template <class N>
TALUS_INLINE Both<N> larger(const Both<N>& p, const Both<N>& q) {
  return {larger(p.a, q.a), larger(p.b, q.b)};
}
template <class N>
TALUS_INLINE Both<N> smaller(const Both<N>& p, const Both<N>& q) {
  return {smaller(p.a, q.a), smaller(p.b, q.b)};
}
template <class N>
TALUS_INLINE bool any(const BothMask<N>& m) {
  return any(m.a) || any(m.b);
}

template <class N>
TALUS_INLINE Vec3<Both<N>> both(const Vec3<N>& a, const Vec3<N>& b) {
  return {{a.x, b.x}, {a.y, b.y}, {a.z, b.z}};
}
template <class N>
TALUS_INLINE Vec3<N> of_a(const Vec3<Both<N>>& v) {
  return {of_a(v.x), of_a(v.y), of_a(v.z)};
}
template <class N>
TALUS_INLINE Vec3<N> of_b(const Vec3<Both<N>>& v) {
  return {of_b(v.x), of_b(v.y), of_b(v.z)};
}

// 1 / a and 1 / b by one division, which costs more than the three products.
template <class N>
TALUS_INLINE Both<N> reciprocal(const Both<N>& p) {
  const N a = of_a(p), b = of_b(p), per_both = N(1) / (a * b);
  return {b * per_both, a * per_both};
}

template <class N>
struct ScalarOf<Both<N>> {
  using Type = typename ScalarOf<N>::Type;
};

}  // namespace talus
