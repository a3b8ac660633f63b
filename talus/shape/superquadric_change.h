// Changes of a place (superquadric_place.h): how its coordinates follow a step of Newton's method,
// and how long such a step may be, and has to be, where the surface is flat.
#pragma once

#include "talus/shape/superquadric_place.h"

namespace talus {

// How the coordinates change with a step, along the tangents of the curves.
template <class N>
TALUS_INLINE Vec3<N> tangent_change(const Place<N>& p, const N& turn, const N& shift) {
  const N ring = p.whole.second_2 * turn;
  return {-(ring * p.ring.first_1) - shift * p.ring.second_2,
          shift * p.ring.second_1 - ring * p.ring.first_2, p.whole.second_1 * turn};
}

// Above 1 where a change may be longer than what the tangents vouch for.
template <class N>
TALUS_INLINE N step_excess(const SuperquadricForm<N>& f, const Vec3<N>& change) {
  return N(1 / 0.6) * (max_norm(change) * (f.steeper + N(2)));
}

// A change shortened to what the tangents vouch for: a component may grow to the knee
// (p - 1) / (p + 2), where the curve begins to bend, or, beyond, by the factor 1 + 1.5 / (p - 1).
// That leaves room for at least 0.6 / (p + 2).
template <class N>
TALUS_INLINE Vec3<N> limit_step(const SuperquadricForm<N>& f, const Vec3<N>& k,
                                const Vec3<N>& change) {
  // Mostly there is room.
  if (!any(N(1) < step_excess(f, change))) return change;
  const auto part = [](const N& from, const N& by, const N& p) {
    const N knee = (p - N(1)) / (p + N(2)), growth = N(1) + N(1.5) / (p - N(1));
    const N room = larger(absolute(from) * growth, knee) - select(by < N(0), -from, from);
    return absolute(by) / room;
  };
  const N x = part(k.x, change.x, f.steeper), y = part(k.y, change.y, f.steeper),
          z = part(k.z, change.z, f.whole.p);
  return (N(1) / larger(larger(x, y), larger(z, N(1)))) * change;
}

template <class N>
TALUS_INLINE Vec3<N> change_of(const SuperquadricForm<N>& f, const Place<N>& p, const Vec3<N>& k,
                               const N& turn, const N& shift) {
  return limit_step(f, k, tangent_change(p, turn, shift));
}

// How many times as long a change has to be for `second` = first^(p-1) to change as the tangent
// says it does: much less than the tangent says where a flat side is left, and more where the
// change leads across its middle, where the slope of `second` vanishes. Of the components of a
// place, each weighted with the product of its changes of `first` and `second`; `least`: the least
// slope.
template <class N>
struct LongerStep {
  N sum, weight;
};

template <class N>
TALUS_INLINE LongerStep<N> stretch_of(const SuperquadricForm<N>& f, const Vec3<N>& k,
                                      const Vec3<N>& change, const N& least) {
  LongerStep<N> s{N(0), N(0)};
  const auto add = [&](const N& from, const N& by, const N& p) {
    const N size = larger(absolute(from), negligible<N>());
    const N steep = exponential((p - N(2)) * logarithm(size));
    const N slope = larger((p - N(1)) * steep, least), second = from * steep + slope * by;
    const N next = larger(absolute(second), negligible<N>());
    const N to = signed_as(exponential(logarithm(next) / (p - N(1))), second);
    // Beyond the knee the curve itself bends.
    const N way = select((p + N(2)) * size < p - N(1), to - from, by);
    s.sum = s.sum + slope * (by * way);
    s.weight = s.weight + slope * (by * by);
  };
  add(k.x, change.x, f.steeper);
  add(k.y, change.y, f.steeper);
  add(k.z, change.z, f.whole.p);
  return s;
}

}  // namespace talus
