// One register of numbers per instruction set, with the operations that Lanes (lanes.h) and PairOf
// (pair_of.h) are built on. No other file of the library contains vector intrinsics.
//
//   ScalarRegister<T>                  one number: any T, device code, machines other than x86-64
//   Doubles128, Doubles256, Doubles512
//   Floats128, Floats256, Floats512    with the 32-bit integers of the same lanes
//
// Every operation acts on each lane as the scalar operation does, including zeros of either sign
// and NaN; nothing is fused. RegisterOf<T> is the widest register of T in a source that is compiled
// for one instruction set (cmake/simd.cmake defines TALUS_SIMD_KERNEL there and renames the
// namespace, so that the linker cannot mix instruction sets), and ScalarRegister<T> elsewhere.
#pragma once

#include <array>
#include <cstdint>

#include "talus/math/exp_log.h"

#if defined(__SSE2__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

namespace talus {

// A mask of lanes: bit i is i < count. BMI2 has one instruction for it, with x86-64-v3 and v4.
TALUS_INLINE unsigned first_bits(std::uint32_t count) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return _bzhi_u32(~0u, count < 32 ? count : 32);
#else
  return count < 32 ? (1u << count) - 1 : ~0u;
#endif
}

template <class T>
struct ScalarRegister {
  using Vector = T;
  using Mask = bool;
  static constexpr int width = 1;
  static constexpr bool has_compress = false;
  TALUS_INLINE static Vector load(const T* from) { return *from; }
  template <int count>
  TALUS_INLINE static Vector load_first(const T* from) {
    return *from;
  }
  TALUS_INLINE static void store(T* to, const Vector& p) { *to = p; }
  TALUS_INLINE static Vector all(const T& value) { return value; }
  TALUS_INLINE static Vector square_root(const Vector& p) { return talus::square_root(p); }
  TALUS_INLINE static Vector larger(const Vector& p, const Vector& q) { return p < q ? q : p; }
  TALUS_INLINE static Vector smaller(const Vector& p, const Vector& q) { return q < p ? q : p; }
  TALUS_INLINE static Mask less(const Vector& p, const Vector& q) { return p < q; }
  TALUS_INLINE static Mask less_equal(const Vector& p, const Vector& q) { return p <= q; }
  TALUS_INLINE static Mask equal(const Vector& p, const Vector& q) { return p == q; }
  TALUS_INLINE static Mask both(Mask m, Mask k) { return m && k; }
  TALUS_INLINE static Mask either(Mask m, Mask k) { return m || k; }
  TALUS_INLINE static Mask negated(Mask m) { return !m; }
  TALUS_INLINE static unsigned bits(Mask m) { return m ? 1u : 0u; }
  TALUS_INLINE static Vector select(Mask m, const Vector& yes, const Vector& no) {
    return m ? yes : no;
  }
  template <unsigned lanes>
  TALUS_INLINE static Vector select_lanes(const Vector& yes, const Vector& no) {
    return lanes != 0 ? yes : no;
  }
  TALUS_INLINE static T largest(const Vector& p) { return p; }
  TALUS_INLINE static T smallest(const Vector& p) { return p; }
};

#if defined(__SSE2__) && !defined(__CUDACC__)

// The processor's maximum of q and p is q > p ? q : p, also for zeros of either sign and for NaN:
// the library's larger(p, q) and smaller(p, q), which return the first where neither is less.
struct Doubles128 {
  using Vector = __m128d;
  using Mask = __m128d;
  static constexpr int width = 2;
  static constexpr bool has_compress = false;
  TALUS_INLINE static Vector load(const double* from) { return _mm_loadu_pd(from); }
  // The first `count` numbers, and zeros beyond.
  template <int count>
  TALUS_INLINE static Vector load_first(const double* from) {
    return count == 2 ? load(from) : _mm_load_sd(from);
  }
  TALUS_INLINE static void store(double* to, Vector p) { _mm_storeu_pd(to, p); }
  TALUS_INLINE static Vector all(double value) { return _mm_set1_pd(value); }
  TALUS_INLINE static Vector square_root(Vector p) { return _mm_sqrt_pd(p); }
  TALUS_INLINE static Vector larger(Vector p, Vector q) { return _mm_max_pd(q, p); }
  TALUS_INLINE static Vector smaller(Vector p, Vector q) { return _mm_min_pd(q, p); }
  TALUS_INLINE static Mask less(Vector p, Vector q) { return _mm_cmplt_pd(p, q); }
  TALUS_INLINE static Mask less_equal(Vector p, Vector q) { return _mm_cmple_pd(p, q); }
  TALUS_INLINE static Mask equal(Vector p, Vector q) { return _mm_cmpeq_pd(p, q); }
  TALUS_INLINE static Mask both(Mask m, Mask k) { return _mm_and_pd(m, k); }
  TALUS_INLINE static Mask either(Mask m, Mask k) { return _mm_or_pd(m, k); }
  TALUS_INLINE static Mask negated(Mask m) {
    return _mm_xor_pd(m, _mm_castsi128_pd(_mm_set1_epi64x(-1)));
  }
  TALUS_INLINE static unsigned bits(Mask m) { return static_cast<unsigned>(_mm_movemask_pd(m)); }
  TALUS_INLINE static Vector select(Mask m, Vector yes, Vector no) {
    return _mm_or_pd(_mm_and_pd(m, yes), _mm_andnot_pd(m, no));
  }
  // `yes` in the lanes whose bits are set, `no` in the others.
  template <unsigned lanes>
  TALUS_INLINE static Vector select_lanes(Vector yes, Vector no) {
    if constexpr (lanes == 3) return yes;
    if constexpr (lanes == 2) return _mm_shuffle_pd(no, yes, 2);
    if constexpr (lanes == 1) return _mm_shuffle_pd(yes, no, 2);
    return no;
  }
  TALUS_INLINE static double first(Vector p) { return _mm_cvtsd_f64(p); }
  TALUS_INLINE static double second(Vector p) { return _mm_cvtsd_f64(_mm_unpackhi_pd(p, p)); }
  TALUS_INLINE static double largest(Vector p) {
    return _mm_cvtsd_f64(_mm_max_sd(p, _mm_unpackhi_pd(p, p)));
  }
  TALUS_INLINE static double smallest(Vector p) {
    return _mm_cvtsd_f64(_mm_min_sd(p, _mm_unpackhi_pd(p, p)));
  }
};

struct Floats128 {
  using Vector = __m128;
  using Mask = __m128;
  static constexpr int width = 4;
  static constexpr bool has_compress = false;
  TALUS_INLINE static Vector load(const float* from) { return _mm_loadu_ps(from); }
  TALUS_INLINE static Vector all(float value) { return _mm_set1_ps(value); }
  TALUS_INLINE static Vector smaller(Vector p, Vector q) { return _mm_min_ps(q, p); }
  TALUS_INLINE static Mask less(Vector p, Vector q) { return _mm_cmplt_ps(p, q); }
  TALUS_INLINE static Mask less_equal(Vector p, Vector q) { return _mm_cmple_ps(p, q); }
  TALUS_INLINE static Mask equal(Vector p, Vector q) { return _mm_cmpeq_ps(p, q); }
  TALUS_INLINE static unsigned bits(Mask m) { return static_cast<unsigned>(_mm_movemask_ps(m)); }
};

#if defined(__AVX2__)

struct Doubles256 {
  using Vector = __m256d;
  using Mask = __m256d;
  static constexpr int width = 4;
  static constexpr bool has_compress = false;
  TALUS_INLINE static Vector load(const double* from) { return _mm256_loadu_pd(from); }
  template <int count>
  TALUS_INLINE static Vector load_first(const double* from) {
    if constexpr (count == 4) return load(from);
    const auto in = [](int i) { return i < count ? -1ll : 0ll; };
    return _mm256_maskload_pd(from, _mm256_setr_epi64x(in(0), in(1), in(2), in(3)));
  }
  TALUS_INLINE static void store(double* to, Vector p) { _mm256_storeu_pd(to, p); }
  TALUS_INLINE static Vector all(double value) { return _mm256_set1_pd(value); }
  TALUS_INLINE static Vector square_root(Vector p) { return _mm256_sqrt_pd(p); }
  TALUS_INLINE static Vector larger(Vector p, Vector q) { return _mm256_max_pd(q, p); }
  TALUS_INLINE static Vector smaller(Vector p, Vector q) { return _mm256_min_pd(q, p); }
  TALUS_INLINE static Mask less(Vector p, Vector q) { return _mm256_cmp_pd(p, q, _CMP_LT_OQ); }
  TALUS_INLINE static Mask less_equal(Vector p, Vector q) {
    return _mm256_cmp_pd(p, q, _CMP_LE_OQ);
  }
  TALUS_INLINE static Mask equal(Vector p, Vector q) { return _mm256_cmp_pd(p, q, _CMP_EQ_OQ); }
  TALUS_INLINE static Mask both(Mask m, Mask k) { return _mm256_and_pd(m, k); }
  TALUS_INLINE static Mask either(Mask m, Mask k) { return _mm256_or_pd(m, k); }
  TALUS_INLINE static Mask negated(Mask m) {
    return _mm256_xor_pd(m, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)));
  }
  TALUS_INLINE static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m)); }
  TALUS_INLINE static Vector select(Mask m, Vector yes, Vector no) {
    return _mm256_blendv_pd(no, yes, m);
  }
  template <unsigned lanes>
  TALUS_INLINE static Vector select_lanes(Vector yes, Vector no) {
    return _mm256_blend_pd(no, yes, lanes);
  }
  TALUS_INLINE static double largest(Vector p) {
    return Doubles128::largest(_mm_max_pd(_mm256_castpd256_pd128(p), _mm256_extractf128_pd(p, 1)));
  }
  TALUS_INLINE static double smallest(Vector p) {
    return Doubles128::smallest(_mm_min_pd(_mm256_castpd256_pd128(p), _mm256_extractf128_pd(p, 1)));
  }
};

// Entry m: the numbers of the lanes whose bits are set in m, ascending, four bits for each.
inline constexpr std::array<std::uint32_t, 256> compressed_lanes = [] {
  std::array<std::uint32_t, 256> table{};
  for (unsigned m = 0; m < 256; ++m) {
    for (unsigned lane = 0, to = 0; lane < 8; ++lane) {
      if ((m >> lane & 1) != 0) table[m] |= lane << 4 * to++;
    }
  }
  return table;
}();

struct Floats256 {
  using Vector = __m256;
  using Mask = __m256;
  using Integers = __m256i;
  static constexpr int width = 8;
  static constexpr bool has_compress = true;
  TALUS_INLINE static Vector load(const float* from) { return _mm256_loadu_ps(from); }
  TALUS_INLINE static Vector all(float value) { return _mm256_set1_ps(value); }
  TALUS_INLINE static Vector smaller(Vector p, Vector q) { return _mm256_min_ps(q, p); }
  TALUS_INLINE static Mask less(Vector p, Vector q) { return _mm256_cmp_ps(p, q, _CMP_LT_OQ); }
  TALUS_INLINE static Mask less_equal(Vector p, Vector q) {
    return _mm256_cmp_ps(p, q, _CMP_LE_OQ);
  }
  TALUS_INLINE static Mask equal(Vector p, Vector q) { return _mm256_cmp_ps(p, q, _CMP_EQ_OQ); }
  TALUS_INLINE static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_ps(m)); }

  TALUS_INLINE static Integers load_integers(const std::int32_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  TALUS_INLINE static Integers all_integers(std::int32_t value) { return _mm256_set1_epi32(value); }
  TALUS_INLINE static Integers larger(Integers p, Integers q) { return _mm256_max_epi32(p, q); }
  TALUS_INLINE static Integers smaller(Integers p, Integers q) { return _mm256_min_epi32(p, q); }
  // The numbers of the lanes whose bits are set come first.
  TALUS_INLINE static Integers compress(unsigned lanes, Integers p) {
    const __m256i shifts = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    const __m256i packed = _mm256_set1_epi32(static_cast<int>(compressed_lanes[lanes]));
    return _mm256_permutevar8x32_epi32(p, _mm256_srlv_epi32(packed, shifts));
  }
  // p0 q0 p1 q1 ...
  TALUS_INLINE static void store_interleaved(std::int32_t* to, Integers p, Integers q) {
    const __m256i low = _mm256_unpacklo_epi32(p, q), high = _mm256_unpackhi_epi32(p, q);
    __m256i* const at = reinterpret_cast<__m256i*>(to);
    _mm256_storeu_si256(at, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256(at + 1, _mm256_permute2x128_si256(low, high, 0x31));
  }
};

#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)

// Masked forms with all bits set where g++ 12 warns of its own unmasked ones.
struct Doubles512 {
  using Vector = __m512d;
  using Mask = __mmask8;
  static constexpr int width = 8;
  static constexpr bool has_compress = false;
  TALUS_INLINE static Vector load(const double* from) { return _mm512_loadu_pd(from); }
  template <int count>
  TALUS_INLINE static Vector load_first(const double* from) {
    return count == 8 ? load(from) : _mm512_maskz_loadu_pd((1u << count) - 1, from);
  }
  TALUS_INLINE static void store(double* to, Vector p) { _mm512_storeu_pd(to, p); }
  TALUS_INLINE static Vector all(double value) { return _mm512_set1_pd(value); }
  TALUS_INLINE static Vector square_root(Vector p) { return _mm512_maskz_sqrt_pd(0xff, p); }
  TALUS_INLINE static Vector larger(Vector p, Vector q) { return _mm512_maskz_max_pd(0xff, q, p); }
  TALUS_INLINE static Vector smaller(Vector p, Vector q) { return _mm512_maskz_min_pd(0xff, q, p); }
  TALUS_INLINE static Mask less(Vector p, Vector q) { return _mm512_cmp_pd_mask(p, q, _CMP_LT_OQ); }
  TALUS_INLINE static Mask less_equal(Vector p, Vector q) {
    return _mm512_cmp_pd_mask(p, q, _CMP_LE_OQ);
  }
  TALUS_INLINE static Mask equal(Vector p, Vector q) {
    return _mm512_cmp_pd_mask(p, q, _CMP_EQ_OQ);
  }
  TALUS_INLINE static Mask both(Mask m, Mask k) { return static_cast<Mask>(m & k); }
  TALUS_INLINE static Mask either(Mask m, Mask k) { return static_cast<Mask>(m | k); }
  TALUS_INLINE static Mask negated(Mask m) { return static_cast<Mask>(~m); }
  TALUS_INLINE static unsigned bits(Mask m) { return m; }
  TALUS_INLINE static Vector select(Mask m, Vector yes, Vector no) {
    return _mm512_mask_blend_pd(m, no, yes);
  }
  template <unsigned lanes>
  TALUS_INLINE static Vector select_lanes(Vector yes, Vector no) {
    return _mm512_mask_blend_pd(lanes, no, yes);
  }
  // Lane i holds value[index[i]].
  TALUS_INLINE static Vector from_four(double v0, double v1, double v2, double v3,
                                       const long long (&index)[8]) {
    return _mm512_maskz_permutexvar_pd(
        0xff, _mm512_maskz_loadu_epi64(0xff, index),
        _mm512_maskz_broadcast_f64x4(0xff, _mm256_setr_pd(v0, v1, v2, v3)));
  }
  TALUS_INLINE static double largest(Vector p) {
    return Doubles256::largest(_mm256_max_pd(_mm512_maskz_extractf64x4_pd(0xf, p, 0),
                                             _mm512_maskz_extractf64x4_pd(0xf, p, 1)));
  }
  TALUS_INLINE static double smallest(Vector p) {
    return Doubles256::smallest(_mm256_min_pd(_mm512_maskz_extractf64x4_pd(0xf, p, 0),
                                              _mm512_maskz_extractf64x4_pd(0xf, p, 1)));
  }
};

struct Floats512 {
  using Vector = __m512;
  using Mask = __mmask16;
  using Integers = __m512i;
  static constexpr int width = 16;
  static constexpr bool has_compress = true;
  static constexpr Mask every_lane = 0xffff;
  TALUS_INLINE static Vector load(const float* from) { return _mm512_loadu_ps(from); }
  TALUS_INLINE static Vector all(float value) { return _mm512_set1_ps(value); }
  TALUS_INLINE static Vector smaller(Vector p, Vector q) {
    return _mm512_maskz_min_ps(every_lane, q, p);
  }
  TALUS_INLINE static Mask less(Vector p, Vector q) { return _mm512_cmp_ps_mask(p, q, _CMP_LT_OQ); }
  TALUS_INLINE static Mask less_equal(Vector p, Vector q) {
    return _mm512_cmp_ps_mask(p, q, _CMP_LE_OQ);
  }
  TALUS_INLINE static Mask equal(Vector p, Vector q) {
    return _mm512_cmp_ps_mask(p, q, _CMP_EQ_OQ);
  }
  TALUS_INLINE static unsigned bits(Mask m) { return m; }

  TALUS_INLINE static Integers load_integers(const std::int32_t* from) {
    return _mm512_loadu_si512(from);
  }
  TALUS_INLINE static Integers all_integers(std::int32_t value) { return _mm512_set1_epi32(value); }
  TALUS_INLINE static Integers larger(Integers p, Integers q) {
    return _mm512_maskz_max_epi32(every_lane, p, q);
  }
  TALUS_INLINE static Integers smaller(Integers p, Integers q) {
    return _mm512_maskz_min_epi32(every_lane, p, q);
  }
  TALUS_INLINE static Integers compress(unsigned lanes, Integers p) {
    return _mm512_maskz_compress_epi32(static_cast<Mask>(lanes), p);
  }
  TALUS_INLINE static void store_interleaved(std::int32_t* to, Integers p, Integers q) {
    // Lanes of p are numbered from 0 on, lanes of q from 16 on.
    const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i high =
        _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    _mm512_storeu_si512(to, _mm512_permutex2var_epi32(p, low, q));
    _mm512_storeu_si512(to + 16, _mm512_permutex2var_epi32(p, high, q));
  }
};

#endif
#endif

template <class T>
struct WidestRegister {
  using Type = ScalarRegister<T>;
};

#if defined(TALUS_SIMD_KERNEL) && !defined(TALUS_SIMD_PLAIN) && defined(__SSE2__) && \
    !defined(__CUDACC__)
template <>
struct WidestRegister<double> {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  using Type = Doubles512;
#elif defined(__AVX2__)
  using Type = Doubles256;
#else
  using Type = Doubles128;
#endif
};
template <>
struct WidestRegister<float> {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  using Type = Floats512;
#elif defined(__AVX2__)
  using Type = Floats256;
#else
  using Type = Floats128;
#endif
};
#endif

template <class T>
using RegisterOf = typename WidestRegister<T>::Type;

// binary_parts and scaled_by_two_to (exp_log.h) for the doubles of a register, bit for bit.
template <class Register>
TALUS_INLINE void binary_parts(const typename Register::Vector& x,
                               typename Register::Vector& mantissa,
                               typename Register::Vector& exponent) {
  if constexpr (Register::width == 1) {
    const BinaryParts<typename Register::Vector> parts = binary_parts(x);
    mantissa = parts.mantissa;
    exponent = parts.exponent;
  } else {
    using Vector = typename Register::Vector;
    typedef std::uint64_t Bits __attribute__((vector_size(sizeof(Vector))));
    const Bits bits = (Bits)x + exp_log::above_root_half;
    mantissa = (Vector)((bits & exp_log::fraction_bits) + exp_log::root_half);
    exponent = (Vector)((bits >> 52) | exp_log::integer_bits) - (exp_log::integer_base + 1023.0);
  }
}

template <class Register>
TALUS_INLINE typename Register::Vector scaled_by_two_to(
    const typename Register::Vector& y, const typename Register::Vector& k_and_rounder) {
  if constexpr (Register::width == 1) {
    return scaled_by_two_to(y, k_and_rounder);
  } else {
    using Vector = typename Register::Vector;
    typedef std::uint64_t Bits __attribute__((vector_size(sizeof(Vector))));
    return (Vector)((Bits)y + ((Bits)k_and_rounder << 52));
  }
}

}  // namespace talus
