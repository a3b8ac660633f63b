// How far an answer for two superquadrics can be from the truth, by nothing of the library.
//
// The depth or distance along the answer's own normal is a lower bound of the distance, here in
// fifty digits. Apart, the answer's points, or the bodies' own for that normal, bound it from
// above, in fifty digits too; overlapping, a ball inside the difference body does, from an
// expansion in long double (oracle/expansion.h), whose bracket is global. Where that does not close
// within its limit, the least depth that it found stands in for the truth.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "narrow/laws/posed_pair.h"
#include "oracle/expansion.h"

namespace exponents {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                           boost::multiprecision::et_off>;

struct TrueError {
  double value{};  // at most this, relative to max(larger bounding radius, |distance|)
  bool closed{};   // proven; else as far as the oracle could see
};

inline TrueError error_of(const oracle::PairSpec& pair, const talus::Contact<double>& c) {
  using Vec = oracle::Vec<Wide>;
  const oracle::Body<Wide> a(pair.a, pair.a.position), b(pair.b, pair.a.position);
  const Vec n = unit(Vec(laws::triple(c.normal))), origin(pair.a.position);
  const Wide scale =
      std::max({a.bounding_radius(), b.bounding_radius(), Wide(std::abs(c.distance))});
  const Vec support_a = a.support_point(n), support_b = b.support_point(-n);
  const Wide lower = dot(n, support_b) - dot(n, support_a), distance = c.distance;
  Wide upper;
  bool closed = true;
  if (lower > 0) {
    const Vec p = Vec(laws::triple(c.point_a)) - origin, q = Vec(laws::triple(c.point_b)) - origin;
    const Wide off = std::max(a.outside(p), Wide(0)) + std::max(b.outside(q), Wide(0));
    upper = std::min<Wide>(length(q - p) + off, length(support_b - support_a));
  } else {
    using Real = long double;
    const oracle::Body<Real> rough_a(pair.a, pair.a.position), rough_b(pair.b, pair.a.position);
    const Real size =
        rough_a.radius() + rough_b.radius() + length(rough_a.position() - rough_b.position());
    constexpr int most_supports = 3000;
    const auto depth = oracle::bracket_depth<Real>(
        [&](const oracle::Vec<Real>& m) { return rough_a.support_point(m); },
        [&](const oracle::Vec<Real>& m) { return rough_b.support_point(m); }, size,
        static_cast<Real>(-lower), 1e-15L * static_cast<Real>(scale), most_supports);
    // An expansion that meets a separating direction has seen the overlap refuted.
    closed = depth.closed;
    upper = closed ? Wide(-depth.lower) : Wide(-depth.upper);
  }
  const Wide below = distance - lower, above = upper - distance;
  const Wide worst = std::max({below, Wide(-below), above});
  return {static_cast<double>(Wide(worst / scale)), closed};
}

}  // namespace exponents
