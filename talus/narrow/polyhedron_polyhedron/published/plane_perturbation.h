// Cundall's perturbation of a common plane (P0, Algorithm 1, lines 4-28): tilt the normal by a
// step k towards +p, -p, +q, -q, keep the best tilt if it opens the gap, halve k if none does.
//
//   k            tangent of the tilt, from k_max = tan 5 degrees down to k_min = tan 1e-7 degrees
//                (line 2 prints tan(10^-7), the text says degrees)
//   p, q         with n an orthonormal frame; the second frame is turned by 45 degrees about n
//
// What is meant where the print does not work:
// - Lines 11-14 divide by 1 + k^2; a unit normal needs sqrt(1 + k^2).
// - Even that is the length of n + k p only while p is at right angles to n, but p and q are set
//   once (line 7) while n moves (line 21). Here the frame turns with n, so that every tilt is by
//   the angle of k and every normal is unit. (With p and q kept and n + k p normalised, the share
//   of random pairs that are missed is the same within 1.5 %, and the revised method takes a third
//   to a half more steps.)
// - gap_max starts at -1000, which depends on the unit of length. Here it starts at the gap of the
//   initial plane, which lines 5 and 6 determine, so the gap never decreases.
// - The loop of lines 10-26 has no bound. On a ridge of the gap every tilt but the smallest goes
//   downhill, and k is never enlarged again: the search then creeps along the ridge by the smallest
//   steps (test/narrow/polyhedron_polyhedron/cundall_test.cpp has a pair that takes 7.8 million).
//   Settings::max_iterations caps the steps in a frame.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/published/common_plane.h"

namespace talus::polyhedron_polyhedron {

// One turn of the loop of lines 10-26.
template <class T>
struct PerturbationStep {
  int start;  // 0: n12 (PB), 1: p12, 2: q12
  int pass;   // of the loop of lines 4-28
  int frame;  // 0, or 1 turned by 45 degrees
  T k;
  T gap;  // after the step
  Vec3<T> normal;
  bool moved;  // false: k is halved
};

template <class T>
struct Perturbation {
  static constexpr T k_max = T(0.087488663525924005L);   // tan 5 degrees
  static constexpr T k_min = T(1.7453292519943297e-9L);  // tan 1e-7 degrees
  static constexpr int max_passes = 64;                  // of lines 4-28, for each start

  Vec3<T> p, q;
  CommonPlane<T> plane;
  int steps{};
  bool finished{};  // false: a cap ended the last pass
};

// Lines 11-25: whether a tilt by k opened the gap.
template <class T>
TALUS_HD bool tilt(PolyhedronDifference<T>& difference, T k, Perturbation<T>& at) {
  const Vec3<T> n = at.plane.normal;
  int best = -1;
  for (int i = 0; i < 4; ++i) {
    const T step = i % 2 == 0 ? k : -k;
    const Vec3<T>& towards = i < 2 ? at.p : at.q;
    // Its length is sqrt(1 + k^2); dividing by that number would let rounding add up.
    const Vec3<T> tilted_normal = normalized(n + step * towards);
    const CommonPlane<T> tilted = common_plane_along(difference, tilted_normal);
    if (!(tilted.gap > at.plane.gap)) continue;
    at.plane = tilted;
    best = i;
  }
  if (best < 0) return false;
  const T step = best % 2 == 0 ? k : -k;
  Vec3<T>& towards = best < 2 ? at.p : at.q;
  towards = normalized(towards - step * n);
  return true;
}

// Lines 9-26: all steps k in one frame.
template <class T, class Trace>
TALUS_HD void halve_steps(PolyhedronDifference<T>& difference, int max_steps,
                          PerturbationStep<T> step, Perturbation<T>& at, Trace& trace) {
  step.k = Perturbation<T>::k_max;
  for (int count = 0; step.k >= Perturbation<T>::k_min; ++count) {
    if (count == max_steps) {
      at.finished = false;
      return;
    }
    step.moved = tilt(difference, step.k, at);
    step.gap = at.plane.gap;
    step.normal = at.plane.normal;
    ++at.steps;
    trace(step);
    if (!step.moved) step.k = T(0.5) * step.k;
  }
}

// Lines 4-28, from one initial plane, until the closest vertices stay the same.
template <class T, class Trace>
TALUS_HD Perturbation<T> perturb(PolyhedronDifference<T>& difference, const Settings<T>& settings,
                                 int start, const Vec3<T>& n, Trace& trace) {
  Perturbation<T> at;
  at.plane = common_plane_along(difference, n);
  PerturbationStep<T> step{start, 0, 0, T(0), T(0), n, false};
  for (bool changed = true; changed; ++step.pass) {
    if (step.pass == Perturbation<T>::max_passes) {
      at.finished = false;
      return at;
    }
    at.finished = true;
    const int vertex_a = at.plane.closest.index_a, vertex_b = at.plane.closest.index_b;
    at.p = any_orthogonal(at.plane.normal);
    at.q = cross(at.plane.normal, at.p);
    for (step.frame = 0; step.frame < 2; ++step.frame) {
      if (step.frame == 1) {
        const T half = square_root(T(0.5));  // cosine and sine of 45 degrees
        const Vec3<T> p = at.p;
        at.p = half * (p + at.q);
        at.q = half * (at.q - p);
      }
      halve_steps(difference, settings.max_iterations, step, at, trace);
    }
    changed = at.plane.closest.index_a != vertex_a || at.plane.closest.index_b != vertex_b;
  }
  return at;
}

}  // namespace talus::polyhedron_polyhedron
