// Wang's criterion for two ellipsoids (P1 Theorem 3), exactly: the characteristic polynomial
// det(l A_1 + A_2) from the 4x4 matrices of P1 Appendix C.2 in whole numbers, and its positive
// roots counted by Sturm's chain. No rounding anywhere; the numbers grow to some ten thousand bits.
//
// The bodies are those of the given doubles: of B all x with |diag(1/b) R^T (x - t)| <= 1, also if
// R is a rotation only to rounding.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace oracle {

struct EllipsoidPair {
  std::array<double, 3> semi_axes_a{}, semi_axes_b{};
  std::array<std::array<double, 3>, 3> rotation{};  // rows
  std::array<double, 3> translation{};
};

enum class WangVerdict { overlapping, touching, separated };  // by the number of positive roots

namespace wang_detail {

using Whole = boost::multiprecision::cpp_int;
using Polynomial = std::vector<Whole>;  // from the constant up

// All given numbers times one power of two that makes them whole; returns that power.
inline Whole make_whole(const std::vector<double>& numbers, std::vector<Whole>& whole) {
  int lowest = std::numeric_limits<int>::max();
  for (const double x : numbers) {
    int exponent;
    if (std::frexp(x, &exponent) != 0) lowest = std::min(lowest, exponent - 53);
  }
  lowest = std::min(lowest, 0);
  for (const double x : numbers) {
    int exponent;
    const double mantissa = std::frexp(x, &exponent);
    const Whole digits = static_cast<long long>(std::ldexp(mantissa, 53));
    whole.push_back(mantissa == 0 ? Whole(0) : digits << (exponent - 53 - lowest));
  }
  return Whole(1) << -lowest;
}

inline Polynomial sum(const Polynomial& p, const Polynomial& q, int sign) {
  Polynomial r(std::max(p.size(), q.size()));
  for (std::size_t i = 0; i < p.size(); ++i) r[i] += p[i];
  for (std::size_t i = 0; i < q.size(); ++i) r[i] += sign * q[i];
  return r;
}

inline Polynomial product(const Polynomial& p, const Polynomial& q) {
  Polynomial r(p.size() + q.size() - 1);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < q.size(); ++j) r[i + j] += p[i] * q[j];
  }
  return r;
}

using Matrix = std::vector<std::vector<Polynomial>>;

inline Polynomial determinant(const Matrix& m) {
  if (m.size() == 1) return m[0][0];
  Polynomial result;
  for (std::size_t column = 0; column < m.size(); ++column) {
    Matrix minor;
    for (std::size_t i = 1; i < m.size(); ++i) {
      minor.emplace_back();
      for (std::size_t j = 0; j < m.size(); ++j) {
        if (j != column) minor.back().push_back(m[i][j]);
      }
    }
    result = sum(result, product(m[0][column], determinant(minor)), column % 2 == 0 ? 1 : -1);
  }
  return result;
}

inline void trim(Polynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

// Minus the remainder of p by q, times some positive number.
inline Polynomial next_in_chain(Polynomial p, const Polynomial& q) {
  while (p.size() >= q.size()) {
    // Multiplied by the size of the divisor's leading coefficient, p keeps its sign.
    const Whole factor = p.back() * q.back().sign(), size = abs(q.back());
    const std::size_t shift = p.size() - q.size();
    for (Whole& c : p) c *= size;
    for (std::size_t i = 0; i < q.size(); ++i) p[i + shift] -= factor * q[i];
    trim(p);
  }
  Whole common = 0;  // to keep the numbers small
  for (const Whole& c : p) common = gcd(common, c);
  for (Whole& c : p) c /= -common;
  return p;
}

inline int variations(const std::vector<int>& signs) {
  int count = 0, last = 0;
  for (const int s : signs) {
    if (s != 0 && last != 0 && s != last) ++count;
    if (s != 0) last = s;
  }
  return count;
}

// Distinct roots above zero, of a polynomial without a root at zero.
inline int positive_roots(Polynomial p) {
  trim(p);
  std::vector<Polynomial> chain{p, {}};
  for (std::size_t i = 1; i < p.size(); ++i) chain[1].push_back(static_cast<long long>(i) * p[i]);
  while (chain.back().size() > 1) {
    Polynomial next = next_in_chain(chain[chain.size() - 2], chain.back());
    if (next.empty()) break;
    chain.push_back(std::move(next));
  }
  std::vector<int> at_zero, at_infinity;
  for (const Polynomial& q : chain) {
    at_zero.push_back(q.front().sign());
    at_infinity.push_back(q.back().sign());
  }
  return variations(at_zero) - variations(at_infinity);
}

}  // namespace wang_detail

// det(l A_1 + A_2) times a positive number, with l in some unit; from the constant up. A_1 and A_2
// are multiplied by the squared products of the semi-axes.
inline std::vector<boost::multiprecision::cpp_int> characteristic_polynomial(
    const EllipsoidPair& pair) {
  using namespace wang_detail;
  std::vector<double> numbers(pair.semi_axes_a.begin(), pair.semi_axes_a.end());
  numbers.insert(numbers.end(), pair.semi_axes_b.begin(), pair.semi_axes_b.end());
  numbers.insert(numbers.end(), pair.translation.begin(), pair.translation.end());
  std::vector<Whole> length, turn;
  make_whole(numbers, length);
  const Whole *a = length.data(), *b = a + 3, *t = b + 3;
  std::vector<double> entries;
  for (const auto& row : pair.rotation) entries.insert(entries.end(), row.begin(), row.end());
  const Whole one = make_whole(entries, turn);  // the rotation's unit
  Matrix m(4, std::vector<Polynomial>(4, Polynomial(2)));
  const Whole volume_a = a[0] * a[1] * a[2], volume_b = b[0] * b[1] * b[2];
  Whole form[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        const Whole other = volume_b / b[k];
        form[i][j] += turn[3 * i + k] * turn[3 * j + k] * other * other;
      }
      m[i][j][0] = form[i][j];
    }
    const Whole other = volume_a / a[i];
    m[i][i][1] = other * other;
  }
  Whole last = -volume_b * volume_b * one * one;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      m[i][3][0] -= form[i][j] * t[j];
      last += t[i] * form[i][j] * t[j];
    }
    m[3][i][0] = m[i][3][0];
  }
  m[3][3] = {last, -volume_a * volume_a};
  Polynomial p = determinant(m);
  for (Whole& c : p) c = -c;  // det A_1 < 0
  return p;
}

inline WangVerdict wang_verdict(const EllipsoidPair& pair) {
  const int roots = wang_detail::positive_roots(characteristic_polynomial(pair));
  return roots == 0   ? WangVerdict::overlapping
         : roots == 1 ? WangVerdict::touching
                      : WangVerdict::separated;
}

}  // namespace oracle
