// Two numbers that read like one, one of body A and one of body B: a kernel does with both bodies
// at once what it computes for each of them. Two doubles share a register of 128 bits, which every
// x86-64 has; two packs (pack.h) and two numbers of other types are a plain struct. Each number
// gets the bits it would get alone.
#pragma once

#include "talus/math/vec3.h"
#include "talus/simd/register.h"

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
  Doubles128::Mask pair;

  TALUS_INLINE friend PairMask operator&(const PairMask& m, const PairMask& k) {
    return {Doubles128::both(m.pair, k.pair)};
  }
  TALUS_INLINE friend PairMask operator!(const PairMask& m) {
    return {Doubles128::negated(m.pair)};
  }
};

template <>
struct PairOf<double> {
  Doubles128::Vector pair;

  PairOf() = default;
  TALUS_INLINE PairOf(double of_a, double of_b) : pair{of_a, of_b} {}
  TALUS_INLINE explicit PairOf(double value) : pair(Doubles128::all(value)) {}
  TALUS_INLINE explicit PairOf(Doubles128::Vector of_both) : pair(of_both) {}

  TALUS_INLINE friend PairOf operator+(const PairOf& p, const PairOf& q) {
    return PairOf(p.pair + q.pair);
  }
  TALUS_INLINE friend PairOf operator-(const PairOf& p, const PairOf& q) {
    return PairOf(p.pair - q.pair);
  }
  TALUS_INLINE friend PairOf operator-(const PairOf& p) { return PairOf(-p.pair); }
  TALUS_INLINE friend PairOf operator*(const PairOf& p, const PairOf& q) {
    return PairOf(p.pair * q.pair);
  }
  TALUS_INLINE friend PairOf operator/(const PairOf& p, const PairOf& q) {
    return PairOf(p.pair / q.pair);
  }
  TALUS_INLINE friend PairMask<double> operator<(const PairOf& p, const PairOf& q) {
    return {Doubles128::less(p.pair, q.pair)};
  }
  TALUS_INLINE friend PairMask<double> operator>(const PairOf& p, const PairOf& q) { return q < p; }
  TALUS_INLINE friend PairOf select(const PairMask<double>& m, const PairOf& yes,
                                    const PairOf& no) {
    return PairOf(Doubles128::select(m.pair, yes.pair, no.pair));
  }
  TALUS_INLINE friend PairOf square_root(const PairOf& p) {
    return PairOf(Doubles128::square_root(p.pair));
  }
  TALUS_INLINE friend BinaryParts<PairOf> binary_parts(const PairOf& p) {
    BinaryParts<PairOf> r;
    talus::binary_parts<Doubles128>(p.pair, r.mantissa.pair, r.exponent.pair);
    return r;
  }
  TALUS_INLINE friend PairOf scaled_by_two_to(const PairOf& y, const PairOf& k_and_rounder) {
    return PairOf(talus::scaled_by_two_to<Doubles128>(y.pair, k_and_rounder.pair));
  }
};

TALUS_INLINE PairOf<double> larger(const PairOf<double>& p, const PairOf<double>& q) {
  return PairOf<double>(Doubles128::larger(p.pair, q.pair));
}
TALUS_INLINE PairOf<double> smaller(const PairOf<double>& p, const PairOf<double>& q) {
  return PairOf<double>(Doubles128::smaller(p.pair, q.pair));
}
TALUS_INLINE PairOf<double> absolute(const PairOf<double>& p) { return larger(p, -p); }
TALUS_INLINE bool any(const PairMask<double>& m) { return Doubles128::bits(m.pair) != 0; }

TALUS_INLINE double of_a(const PairOf<double>& p) { return Doubles128::first(p.pair); }
TALUS_INLINE double of_b(const PairOf<double>& p) { return Doubles128::second(p.pair); }

#endif

// As the scalar functions choose.
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
