// Linear drag, dv/dt = F/m - c v, in velocity Verlet (integrator.h). For a force that is constant
// over a step the velocity decays by exp(-c h) towards F/(c m), for any c h. With t = tanh(c h / 2)
// and s = t / (c h / 2) that is
//
//   v(n+1) = (v(n+1/2) + h/2 s F/m) / (1 + t),   load L = s F - (2 t / h) m v(n+1),
//
// and two half kicks of the load L: v(n+3/2) = exp(-c h) v(n+1/2) + (1 - exp(-c h)) F/(c m). The
// angular momentum likewise. An explicit drag would be unstable above c h = 2.
#pragma once

#include "talus/math/exp_log.h"
#include "talus/physics/integrator.h"

namespace talus {

struct DragFactors {
  double force_factor = 1.0;  // s
  double half = 0.0;          // t
  double rate = 0.0;          // 1/s, 2 t / h
};

inline DragFactors drag_factors(double drag, double step) {
  const double x = 0.5 * drag * step;
  if (!(x > 0.0)) return {1.0, 0.0, drag};
  // Below it the next term of the series, 17/315 x^6, is less than a rounding.
  constexpr double small = 1e-3;
  double force_factor, half;
  if (x < small) {
    force_factor = 1.0 - x * x / 3.0 + 2.0 / 15.0 * (x * x) * (x * x);
    half = x * force_factor;
  } else {
    const double decay = exponential(-2.0 * x);
    half = (1.0 - decay) / (1.0 + decay);
    force_factor = half / x;
  }
  return {force_factor, half, 2.0 * half / step};
}

// A quantity at the end of the step (velocity times mass, angular momentum) from that in the middle
// of it and the force or torque without drag.
inline Vec3<double> momentum_at_end(const DragFactors& drag, const Vec3<double>& in_the_middle,
                                    const Vec3<double>& force, double step) {
  return (in_the_middle + (0.5 * step * drag.force_factor) * force) / (1.0 + drag.half);
}

// The load that changes a momentum as force and drag do.
inline Vec3<double> load_with_drag(const DragFactors& drag, const Vec3<double>& force,
                                   const Vec3<double>& momentum) {
  return drag.force_factor * force - drag.rate * momentum;
}

}  // namespace talus
