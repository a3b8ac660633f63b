// Eight doubles that read like one: the same kernel answers one pair with a double and eight pairs
// with a pack, and every pair gets the same bits, because a pack only ever does to each of its
// numbers what the kernel does to one. (Lanes, lanes.h, are the other use of wide registers: one
// pair, whose many vertices are searched together.)
//
// Only for sources that are compiled once per instruction set and rename the namespace, so that the
// linker cannot mix them: one register of 512 bits, two of 256 or four of 128.
#pragma once

#include "talus/math/exp_log.h"

#if defined(__SSE2__) && !defined(__CUDACC__)

#include <immintrin.h>

namespace talus {

#if defined(__AVX512F__) && defined(__AVX512DQ__)

struct PackRegister {
  using Numbers = __m512d;
  using Mask = __mmask8;
  static Numbers load(const double* from) { return _mm512_loadu_pd(from); }
  // Of `count` numbers, and zeros beyond.
  template <int count>
  static Numbers load_first(const double* from) {
    return count == 8 ? load(from) : _mm512_maskz_loadu_pd((1u << count) - 1, from);
  }
  static void store(double* to, Numbers p) { _mm512_storeu_pd(to, p); }
  static Numbers all(double value) { return _mm512_set1_pd(value); }
  // With a mask of ones: g++ 12 warns of its own unmasked form.
  static Numbers root(Numbers p) { return _mm512_maskz_sqrt_pd(0xff, p); }
  static Mask less(Numbers p, Numbers q) { return _mm512_cmp_pd_mask(p, q, _CMP_LT_OQ); }
  static Numbers select(Mask m, Numbers yes, Numbers no) {
    return _mm512_mask_blend_pd(m, no, yes);
  }
  static Numbers maximum(Numbers p, Numbers q) { return _mm512_maskz_max_pd(0xff, p, q); }
  static Numbers minimum(Numbers p, Numbers q) { return _mm512_maskz_min_pd(0xff, p, q); }
  static Mask both(Mask m, Mask k) { return static_cast<Mask>(m & k); }
  static Mask either(Mask m, Mask k) { return static_cast<Mask>(m | k); }
  static Mask negated(Mask m) { return static_cast<Mask>(~m); }
  static unsigned bits(Mask m) { return m; }
};

#elif defined(__AVX2__)

struct PackRegister {
  using Numbers = __m256d;
  using Mask = __m256d;
  static Numbers load(const double* from) { return _mm256_loadu_pd(from); }
  template <int count>
  static Numbers load_first(const double* from) {
    if constexpr (count == 4) return load(from);
    const auto in = [](int i) { return i < count ? -1ll : 0ll; };
    return _mm256_maskload_pd(from, _mm256_setr_epi64x(in(0), in(1), in(2), in(3)));
  }
  static void store(double* to, Numbers p) { _mm256_storeu_pd(to, p); }
  static Numbers all(double value) { return _mm256_set1_pd(value); }
  static Numbers root(Numbers p) { return _mm256_sqrt_pd(p); }
  static Mask less(Numbers p, Numbers q) { return _mm256_cmp_pd(p, q, _CMP_LT_OQ); }
  static Numbers select(Mask m, Numbers yes, Numbers no) { return _mm256_blendv_pd(no, yes, m); }
  static Numbers maximum(Numbers p, Numbers q) { return _mm256_max_pd(p, q); }
  static Numbers minimum(Numbers p, Numbers q) { return _mm256_min_pd(p, q); }
  static Mask both(Mask m, Mask k) { return _mm256_and_pd(m, k); }
  static Mask either(Mask m, Mask k) { return _mm256_or_pd(m, k); }
  static Mask negated(Mask m) {
    return _mm256_xor_pd(m, _mm256_castsi256_pd(_mm256_set1_epi64x(-1)));
  }
  static unsigned bits(Mask m) { return static_cast<unsigned>(_mm256_movemask_pd(m)); }
};

#else

struct PackRegister {
  using Numbers = __m128d;
  using Mask = __m128d;
  static Numbers load(const double* from) { return _mm_loadu_pd(from); }
  template <int count>
  static Numbers load_first(const double* from) {
    return count == 2 ? load(from) : _mm_load_sd(from);
  }
  static void store(double* to, Numbers p) { _mm_storeu_pd(to, p); }
  static Numbers all(double value) { return _mm_set1_pd(value); }
  static Numbers root(Numbers p) { return _mm_sqrt_pd(p); }
  static Mask less(Numbers p, Numbers q) { return _mm_cmplt_pd(p, q); }
  static Numbers select(Mask m, Numbers yes, Numbers no) {
    return _mm_or_pd(_mm_and_pd(m, yes), _mm_andnot_pd(m, no));
  }
  static Numbers maximum(Numbers p, Numbers q) { return _mm_max_pd(p, q); }
  static Numbers minimum(Numbers p, Numbers q) { return _mm_min_pd(p, q); }
  static Mask both(Mask m, Mask k) { return _mm_and_pd(m, k); }
  static Mask either(Mask m, Mask k) { return _mm_or_pd(m, k); }
  static Mask negated(Mask m) { return _mm_xor_pd(m, _mm_castsi128_pd(_mm_set1_epi64x(-1))); }
  static unsigned bits(Mask m) { return static_cast<unsigned>(_mm_movemask_pd(m)); }
};

#endif

// A source may ask for smaller packs, where eight would not fit the registers.
#if defined(TALUS_PACK_SIZE)
inline constexpr int pack_size = TALUS_PACK_SIZE;
#else
inline constexpr int pack_size = 8;
#endif
inline constexpr int pack_width = sizeof(PackRegister::Numbers) / sizeof(double);
inline constexpr int pack_parts = pack_size / pack_width;

struct PackMask {
  PackRegister::Mask part[pack_parts];

  TALUS_INLINE friend PackMask operator&(const PackMask& m, const PackMask& k) {
    PackMask r;
    for (int i = 0; i < pack_parts; ++i) r.part[i] = PackRegister::both(m.part[i], k.part[i]);
    return r;
  }
  TALUS_INLINE friend PackMask operator|(const PackMask& m, const PackMask& k) {
    PackMask r;
    for (int i = 0; i < pack_parts; ++i) r.part[i] = PackRegister::either(m.part[i], k.part[i]);
    return r;
  }
  TALUS_INLINE friend PackMask operator!(const PackMask& m) {
    PackMask r;
    for (int i = 0; i < pack_parts; ++i) r.part[i] = PackRegister::negated(m.part[i]);
    return r;
  }
  // Bit i tells of number i.
  TALUS_INLINE friend unsigned bits_of(const PackMask& m) {
    unsigned bits = 0;
    for (int i = 0; i < pack_parts; ++i) bits |= PackRegister::bits(m.part[i]) << i * pack_width;
    return bits;
  }
  TALUS_INLINE friend bool any(const PackMask& m) { return bits_of(m) != 0; }
};

struct Pack {
  PackRegister::Numbers part[pack_parts];

  Pack() = default;
  TALUS_INLINE Pack(double value) {
    for (int i = 0; i < pack_parts; ++i) part[i] = PackRegister::all(value);
  }
  TALUS_INLINE static Pack load(const double* from) {
    return each([&](int i) { return PackRegister::load(from + i * pack_width); });
  }
  TALUS_INLINE void store(double* to) const {
    for (int i = 0; i < pack_parts; ++i) PackRegister::store(to + i * pack_width, part[i]);
  }

  TALUS_INLINE friend Pack operator+(const Pack& p, const Pack& q) {
    return each([&](int i) { return p.part[i] + q.part[i]; });
  }
  TALUS_INLINE friend Pack operator-(const Pack& p, const Pack& q) {
    return each([&](int i) { return p.part[i] - q.part[i]; });
  }
  TALUS_INLINE friend Pack operator-(const Pack& p) {
    return each([&](int i) { return -p.part[i]; });
  }
  TALUS_INLINE friend Pack operator*(const Pack& p, const Pack& q) {
    return each([&](int i) { return p.part[i] * q.part[i]; });
  }
  TALUS_INLINE friend Pack operator/(const Pack& p, const Pack& q) {
    return each([&](int i) { return p.part[i] / q.part[i]; });
  }
  TALUS_INLINE friend PackMask operator<(const Pack& p, const Pack& q) {
    PackMask r;
    for (int i = 0; i < pack_parts; ++i) r.part[i] = PackRegister::less(p.part[i], q.part[i]);
    return r;
  }
  TALUS_INLINE friend PackMask operator>(const Pack& p, const Pack& q) { return q < p; }
  TALUS_INLINE friend Pack select(const PackMask& m, const Pack& yes, const Pack& no) {
    return each([&](int i) { return PackRegister::select(m.part[i], yes.part[i], no.part[i]); });
  }
  TALUS_INLINE friend void exchange(const PackMask& m, Pack& p, Pack& q) {
    const Pack kept = p;
    p = select(m, q, p);
    q = select(m, kept, q);
  }
  TALUS_INLINE friend Pack square_root(const Pack& p) {
    return each([&](int i) { return PackRegister::root(p.part[i]); });
  }
  // As the scalar ones choose: the first where neither is less. The processor's maximum of q and p
  // is q > p ? q : p, also for zeros of either sign and for what is not a number.
  TALUS_INLINE friend Pack absolute(const Pack& p) { return larger(p, -p); }
  TALUS_INLINE friend Pack larger(const Pack& p, const Pack& q) {
    return each([&](int i) { return PackRegister::maximum(q.part[i], p.part[i]); });
  }
  TALUS_INLINE friend Pack smaller(const Pack& p, const Pack& q) {
    return each([&](int i) { return PackRegister::minimum(q.part[i], p.part[i]); });
  }

 private:
  template <class Operation>
  TALUS_INLINE static Pack each(const Operation& operation) {
    Pack r;
    for (int i = 0; i < pack_parts; ++i) r.part[i] = operation(i);
    return r;
  }
};

template <>
struct ScalarOf<Pack> {
  using Type = double;
};

// exp_log.h for packs, bit for bit.
typedef std::uint64_t PackBits __attribute__((vector_size(sizeof(PackRegister::Numbers))));

TALUS_INLINE BinaryParts<Pack> binary_parts(const Pack& x) {
  BinaryParts<Pack> r;
  for (int i = 0; i < pack_parts; ++i) {
    const PackBits bits = (PackBits)x.part[i] + exp_log::above_root_half;
    r.mantissa.part[i] =
        (PackRegister::Numbers)((bits & exp_log::fraction_bits) + exp_log::root_half);
    r.exponent.part[i] = (PackRegister::Numbers)((bits >> 52) | exp_log::integer_bits) -
                         (exp_log::integer_base + 1023.0);
  }
  return r;
}

TALUS_INLINE Pack scaled_by_two_to(const Pack& y, const Pack& k_and_rounder) {
  Pack r;
  for (int i = 0; i < pack_parts; ++i) {
    r.part[i] =
        (PackRegister::Numbers)((PackBits)y.part[i] + ((PackBits)k_and_rounder.part[i] << 52));
  }
  return r;
}

}  // namespace talus

#endif
