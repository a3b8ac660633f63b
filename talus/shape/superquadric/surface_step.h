// Steps of Newton's method in surface coordinates (surface_point.h): the change of the coordinates
// along the tangents of the level curves, its limit, and its correction on flat sides.
#pragma once

#include "talus/shape/superquadric/surface_jacobian.h"

namespace talus {

// Limits of a step. Between the middle of a flat side and its edge the level curve first = const
// bends at the knee (p - 1) / (p + 2). A component may grow to the knee, or, beyond it, by the
// factor 1 + max_growth / (p - 1): then second = first^(p-1) grows by less than exp(1.5) = 4.5.
struct SurfaceStepLimits {
  static constexpr double max_growth = 1.5;
  // (p + 2) times the change that any component may make: the minimum of
  // max_growth (p - 1) / (p + 1/2) over p >= 2.
  static constexpr double always_allowed = 0.6;
  // Newton's methods on the surface turn a normal by at most this angle per step, in radians.
  // A choice.
  static constexpr double max_normal_turn = 0.4, max_normal_turn_squared = 0.16;
  // A rejected step is repeated with this part of its length.
  static constexpr double shortening = 0.3;
  // A step is rejected if the squared residual grows by more than this factor (the residual itself
  // tenfold) and is not small beside the squared size of the body. Newton's method may increase the
  // residual for a step or two before it converges. A choice.
  static constexpr double residual_growth = 100, small_residual = 1e-3;
};

// The change of the coordinates along the tangents of the level curves.
template <class N>
TALUS_INLINE Vec3<N> tangent_change(const SurfacePoint<N>& p, const N& turn, const N& shift) {
  const N ring = p.whole.second_2 * turn;
  return {-(ring * p.ring.first_1) - shift * p.ring.second_2,
          shift * p.ring.second_1 - ring * p.ring.first_2, p.whole.second_1 * turn};
}

// At most 1 if limit_step need not shorten the change.
template <class N>
TALUS_INLINE N step_excess(const SuperquadricForm<N>& f, const Vec3<N>& change) {
  return N(1 / SurfaceStepLimits::always_allowed) * (max_norm(change) * (f.steeper + N(2)));
}

// Shortens a change from k to SurfaceStepLimits.
template <class N>
TALUS_INLINE Vec3<N> limit_step(const SuperquadricForm<N>& f, const SurfaceParam<N>& k,
                                const Vec3<N>& change) {
  if (!any(N(1) < step_excess(f, change))) return change;  // the common case
  const auto excess = [](const N& from, const N& by, const N& p) {
    const N knee = (p - N(1)) / (p + N(2));
    const N growth = N(1) + N(SurfaceStepLimits::max_growth) / (p - N(1));
    const N allowed = larger(absolute(from) * growth, knee) - select(by < N(0), -from, from);
    return absolute(by) / allowed;
  };
  const N x = excess(k.x, change.x, f.steeper), y = excess(k.y, change.y, f.steeper),
          z = excess(k.z, change.z, f.whole.p);
  return (N(1) / larger(larger(x, y), larger(z, N(1)))) * change;
}

// The factor by which a change must be longer for second = first^(p-1) to change as its tangent
// predicts: much below 1 where the step leaves a flat side, above 1 where it crosses the middle of
// one, where the slope of `second` vanishes. The factor is sum / weight over the components, each
// weighted with the product of its changes of `first` and `second`.
template <class N>
struct StepStretch {
  N sum, weight;
};

template <class N>
TALUS_INLINE StepStretch<N> step_stretch(const SuperquadricForm<N>& f, const SurfaceParam<N>& k,
                                         const Vec3<N>& change) {
  StepStretch<N> s{N(0), N(0)};
  const auto add = [&](const N& from, const N& by, const N& p) {
    const N size = larger(absolute(from), negligible<N>());
    const N steep = exponential((p - N(2)) * logarithm(size));
    const N slope = larger((p - N(1)) * steep, N(min_rounded_curvature));
    const N second = from * steep + slope * by;
    const N next = larger(absolute(second), negligible<N>());
    const N to = signed_as(exponential(logarithm(next) / (p - N(1))), second);
    // Beyond the knee the change itself is kept.
    const N length = select((p + N(2)) * size < p - N(1), to - from, by);
    s.sum = s.sum + slope * (by * length);
    s.weight = s.weight + slope * (by * by);
  };
  add(k.x, change.x, f.steeper);
  add(k.y, change.y, f.steeper);
  add(k.z, change.z, f.whole.p);
  return s;
}

}  // namespace talus
