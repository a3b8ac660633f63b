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
struct PairMask {
  MaskOf<N> a, b;

  TALUS_INLINE friend PairMask operator&(const PairMask& m, const PairMask& k) {
    return {MaskOf<N>(m.a & k.a), MaskOf<N>(m.b & k.b)};
  }
  TALUS_INLINE friend PairMask operator!(const PairMask& m) { return {!m.a, !m.b}; }
};

template <class N>
struct PairOf {
  N a, b;

  PairOf() = default;
  TALUS_INLINE PairOf(const N& of_a, const N& of_b) : a(of_a), b(of_b) {}
  TALUS_INLINE explicit PairOf(double value) : a(value), b(value) {}

  TALUS_INLINE friend PairOf operator+(const PairOf& p, const PairOf& q) {
    return {p.a + q.a, p.b + q.b};
  }
  TALUS_INLINE friend PairOf operator-(const PairOf& p, const PairOf& q) {
    return {p.a - q.a, p.b - q.b};
  }
  TALUS_INLINE friend PairOf operator-(const PairOf& p) { return {-p.a, -p.b}; }
  TALUS_INLINE friend PairOf operator*(const PairOf& p, const PairOf& q) {
    return {p.a * q.a, p.b * q.b};
  }
  TALUS_INLINE friend PairOf operator/(const PairOf& p, const PairOf& q) {
    return {p.a / q.a, p.b / q.b};
  }
  TALUS_INLINE friend PairMask<N> operator<(const PairOf& p, const PairOf& q) {
    return {p.a < q.a, p.b < q.b};
  }
  TALUS_INLINE friend PairMask<N> operator>(const PairOf& p, const PairOf& q) { return q < p; }
  TALUS_INLINE friend PairOf select(const PairMask<N>& m, const PairOf& yes, const PairOf& no) {
    return {select(m.a, yes.a, no.a), select(m.b, yes.b, no.b)};
  }
  TALUS_INLINE friend PairOf square_root(const PairOf& p) {
    return {square_root(p.a), square_root(p.b)};
  }
  TALUS_INLINE friend PairOf logarithm(const PairOf& p) { return {logarithm(p.a), logarithm(p.b)}; }
  TALUS_INLINE friend PairOf exponential(const PairOf& p) {
    return {exponential(p.a), exponential(p.b)};
  }
};

template <class N>
TALUS_INLINE N of_a(const PairOf<N>& p) {
  return p.a;
}
template <class N>
TALUS_INLINE N of_b(const PairOf<N>& p) {
  return p.b;
}

#if defined(__SSE2__) && !defined(__CUDACC__)

template <>
struct PairMask<double> {
  __m128d bits;

  TALUS_INLINE friend PairMask operator&(const PairMask& m, const PairMask& k) {
    return {_mm_and_pd(m.bits, k.bits)};
  }
  TALUS_INLINE friend PairMask operator!(const PairMask& m) {
    return {_mm_xor_pd(m.bits, _mm_castsi128_pd(_mm_set1_epi64x(-1)))};
  }
};

template <>
struct PairOf<double> {
  __m128d pair;

  PairOf() = default;
  TALUS_INLINE PairOf(double of_a, double of_b) : pair(_mm_set_pd(of_b, of_a)) {}
  TALUS_INLINE explicit PairOf(double value) : pair(_mm_set1_pd(value)) {}
  TALUS_INLINE explicit PairOf(__m128d of_both) : pair(of_both) {}

  TALUS_INLINE friend PairOf operator+(const PairOf& p, const PairOf& q) {
    return PairOf(_mm_add_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend PairOf operator-(const PairOf& p, const PairOf& q) {
    return PairOf(_mm_sub_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend PairOf operator-(const PairOf& p) {
    return PairOf(_mm_xor_pd(p.pair, _mm_set1_pd(-0.0)));
  }
  TALUS_INLINE friend PairOf operator*(const PairOf& p, const PairOf& q) {
    return PairOf(_mm_mul_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend PairOf operator/(const PairOf& p, const PairOf& q) {
    return PairOf(_mm_div_pd(p.pair, q.pair));
  }
  TALUS_INLINE friend PairMask<double> operator<(const PairOf& p, const PairOf& q) {
    return {_mm_cmplt_pd(p.pair, q.pair)};
  }
  TALUS_INLINE friend PairMask<double> operator>(const PairOf& p, const PairOf& q) { return q < p; }
  TALUS_INLINE friend PairOf select(const PairMask<double>& m, const PairOf& yes,
                                    const PairOf& no) {
    return PairOf(_mm_or_pd(_mm_and_pd(m.bits, yes.pair), _mm_andnot_pd(m.bits, no.pair)));
  }
  TALUS_INLINE friend PairOf square_root(const PairOf& p) { return PairOf(_mm_sqrt_pd(p.pair)); }
  TALUS_INLINE friend BinaryParts<PairOf> binary_parts(const PairOf& p) {
    const auto all = [](std::uint64_t bits) {
      return _mm_set1_epi64x(static_cast<long long>(bits));
    };
    const __m128i bits = _mm_add_epi64(_mm_castpd_si128(p.pair), all(exp_log::above_root_half));
    const __m128i mantissa =
        _mm_add_epi64(_mm_and_si128(bits, all(exp_log::fraction_bits)), all(exp_log::root_half));
    const __m128i exponent = _mm_or_si128(_mm_srli_epi64(bits, 52), all(exp_log::integer_bits));
    return {PairOf(_mm_castsi128_pd(mantissa)),
            PairOf(_mm_castsi128_pd(exponent)) - PairOf(exp_log::integer_base + 1023.0)};
  }
  TALUS_INLINE friend PairOf scaled_by_two_to(const PairOf& y, const PairOf& k_and_rounder) {
    return PairOf(_mm_castsi128_pd(_mm_add_epi64(
        _mm_castpd_si128(y.pair), _mm_slli_epi64(_mm_castpd_si128(k_and_rounder.pair), 52))));
  }
};

// The processor's maximum of q and p is q > p ? q : p, also for zeros of either sign and for what
// is not a number.
TALUS_INLINE PairOf<double> larger(const PairOf<double>& p, const PairOf<double>& q) {
  return PairOf<double>(_mm_max_pd(q.pair, p.pair));
}
TALUS_INLINE PairOf<double> smaller(const PairOf<double>& p, const PairOf<double>& q) {
  return PairOf<double>(_mm_min_pd(q.pair, p.pair));
}
TALUS_INLINE PairOf<double> absolute(const PairOf<double>& p) { return larger(p, -p); }
TALUS_INLINE bool any(const PairMask<double>& m) { return _mm_movemask_pd(m.bits) != 0; }

TALUS_INLINE double of_a(const PairOf<double>& p) { return _mm_cvtsd_f64(p.pair); }
TALUS_INLINE double of_b(const PairOf<double>& p) {
  return _mm_cvtsd_f64(_mm_unpackhi_pd(p.pair, p.pair));
}

#endif

// As those of one number choose.
template <class N>
TALUS_INLINE PairOf<N> absolute(const PairOf<N>& p) {
  return {absolute(p.a), absolute(p.b)};
}
template <class N>
TALUS_INLINE PairOf<N> larger(const PairOf<N>& p, const PairOf<N>& q) {
  return {larger(p.a, q.a), larger(p.b, q.b)};
}
template <class N>
TALUS_INLINE PairOf<N> smaller(const PairOf<N>& p, const PairOf<N>& q) {
  return {smaller(p.a, q.a), smaller(p.b, q.b)};
}
template <class N>
TALUS_INLINE bool any(const PairMask<N>& m) {
  return any(m.a) || any(m.b);
}

template <class N>
TALUS_INLINE Vec3<PairOf<N>> both(const Vec3<N>& a, const Vec3<N>& b) {
  return {{a.x, b.x}, {a.y, b.y}, {a.z, b.z}};
}
template <class N>
TALUS_INLINE Vec3<N> of_a(const Vec3<PairOf<N>>& v) {
  return {of_a(v.x), of_a(v.y), of_a(v.z)};
}
template <class N>
TALUS_INLINE Vec3<N> of_b(const Vec3<PairOf<N>>& v) {
  return {of_b(v.x), of_b(v.y), of_b(v.z)};
}

// 1 / a and 1 / b by one division, which costs more than the three products.
template <class N>
TALUS_INLINE PairOf<N> reciprocal(const PairOf<N>& p) {
  const N a = of_a(p), b = of_b(p), per_both = N(1) / (a * b);
  return {b * per_both, a * per_both};
}

template <class N>
struct ScalarOf<PairOf<N>> {
  using Type = typename ScalarOf<N>::Type;
};

}  // namespace talus
