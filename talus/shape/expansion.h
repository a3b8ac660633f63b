// Exact arithmetic on doubles. An expansion is a sum of doubles that do not overlap, smallest first
// (J. R. Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric
// predicates, 1997; the names of the operations are his). All operations are exact as long as
// nothing overflows or underflows, which the callers prevent by scaling.
#pragma once

namespace talus {

// value + error is exactly the result of the operation.
struct ErrorFree {
  double value, error;
};

inline ErrorFree two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// For |a| >= |b|.
inline ErrorFree fast_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

// The high half of a, with at most 26 bits; the low half a - high fits in 26 bits too.
inline double high_half(double a) {
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double c = splitter * a;
  return c - (c - a);
}

inline ErrorFree two_product(double a, double b) {
  const double product = a * b;
  const double a_high = high_half(a), b_high = high_half(b);
  const double a_low = a - a_high, b_low = b - b_high;
  return {product,
          a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

// At most N components, none of them zero; no component means zero.
template <int N>
struct Expansion {
  double component[N];
  int size = 0;

  void append(double c) {
    if (c != 0.0) component[size++] = c;
  }
  int sign() const { return size == 0 ? 0 : (component[size - 1] > 0.0 ? 1 : -1); }
};

inline Expansion<2> exact_difference(double a, double b) {
  const ErrorFree d = two_sum(a, -b);
  Expansion<2> result;
  result.append(d.error);
  result.append(d.value);
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
    const ErrorFree s = two_sum(carry, next());
    result.append(s.error);
    carry = s.value;
  }
  result.append(carry);
  return result;
}

template <int N>
Expansion<2 * N> exact_scale(const Expansion<N>& e, double b) {
  Expansion<2 * N> result;
  if (e.size == 0) return result;
  ErrorFree carry = two_product(e.component[0], b);
  result.append(carry.error);
  for (int i = 1; i < e.size; ++i) {
    const ErrorFree product = two_product(e.component[i], b);
    const ErrorFree sum = two_sum(carry.value, product.error);
    result.append(sum.error);
    carry = fast_two_sum(product.value, sum.value);
    result.append(carry.error);
  }
  result.append(carry.value);
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

}  // namespace talus
