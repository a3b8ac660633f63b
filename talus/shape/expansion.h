// Exact arithmetic on doubles for the signs of determinants. An expansion is a sum of any number of
// doubles that do not overlap, smallest first (J. R. Shewchuk, Adaptive precision floating-point
// arithmetic and fast robust geometric predicates, 1997; the operations have his names). Unlike
// DoubleWord, which rounds to two words, all operations are exact as long as nothing overflows or
// underflows; the callers scale to prevent that.
#pragma once

#include "talus/math/double_word.h"
#include "talus/math/vec3.h"

namespace talus {

// Has at most N components, none of which is zero. Without components the value is zero.
template <int N>
struct Expansion {
  double component[N];
  int size = 0;

  // Leaves out zeros.
  void append(double c) {
    if (c != 0.0) component[size++] = c;
  }
  int sign() const { return size == 0 ? 0 : (component[size - 1] > 0.0 ? 1 : -1); }
};

inline Expansion<2> exact_difference(double a, double b) {
  const DoubleWord<double> d = two_sum(a, -b);
  Expansion<2> result;
  result.append(d.low);
  result.append(d.high);
  return result;
}

template <int N, int M>
Expansion<N + M> exact_sum(const Expansion<N>& e, const Expansion<M>& f) {
  Expansion<N + M> result;
  int i = 0, j = 0;
  const auto next = [&] {
    const bool take_e =
        j == f.size || (i < e.size && (e.component[i] < 0 ? -e.component[i] : e.component[i]) <
                                          (f.component[j] < 0 ? -f.component[j] : f.component[j]));
    return take_e ? e.component[i++] : f.component[j++];
  };
  const int count = e.size + f.size;
  if (count == 0) return result;
  double carry = next();
  for (int k = 1; k < count; ++k) {
    const DoubleWord<double> s = two_sum(carry, next());
    result.append(s.low);
    carry = s.high;
  }
  result.append(carry);
  return result;
}

template <int N>
Expansion<2 * N> exact_scale(const Expansion<N>& e, double b) {
  Expansion<2 * N> result;
  if (e.size == 0) return result;
  DoubleWord<double> carry = two_product(e.component[0], b);
  result.append(carry.low);
  for (int i = 1; i < e.size; ++i) {
    const DoubleWord<double> product = two_product(e.component[i], b);
    const DoubleWord<double> sum = two_sum(carry.high, product.low);
    result.append(sum.low);
    carry = fast_two_sum(product.high, sum.high);
    result.append(carry.low);
  }
  result.append(carry.high);
  return result;
}

template <int N>
Expansion<4 * N> exact_product(const Expansion<N>& e, const Expansion<2>& f) {
  Expansion<4 * N> result;
  if (f.size == 0) return result;
  const Expansion<2 * N> low = exact_scale(e, f.component[0]);
  const Expansion<2 * N> high = f.size == 2 ? exact_scale(e, f.component[1]) : Expansion<2 * N>{};
  return exact_sum(low, high);
}

template <int N>
Expansion<N> operator-(Expansion<N> e) {
  for (int i = 0; i < e.size; ++i) e.component[i] = -e.component[i];
  return e;
}

struct ExactVector {
  Expansion<2> x, y, z;
};

inline ExactVector exact_difference(const Vec3<double>& p, const Vec3<double>& q) {
  return {exact_difference(p.x, q.x), exact_difference(p.y, q.y), exact_difference(p.z, q.z)};
}

// p q - r s
inline Expansion<16> exact_minor(const Expansion<2>& p, const Expansion<2>& q,
                                 const Expansion<2>& r, const Expansion<2>& s) {
  return exact_sum(exact_product(p, q), -exact_product(r, s));
}

// The sign of (u x v) . w.
inline int sign_of_determinant(const ExactVector& u, const ExactVector& v, const ExactVector& w) {
  const auto x = exact_product(exact_minor(u.y, v.z, u.z, v.y), w.x);
  const auto y = exact_product(exact_minor(u.z, v.x, u.x, v.z), w.y);
  const auto z = exact_product(exact_minor(u.x, v.y, u.y, v.x), w.z);
  return exact_sum(exact_sum(x, y), z).sign();
}

}  // namespace talus
