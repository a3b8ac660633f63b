// A new start after a local minimum: random search, then the simplex method of Nelder and Mead
// (P3; Lagarias et al. 1998).
//
// P3 states neither the number of directions nor the number of simplex moves. Chosen here: the best
// of `samples` random directions becomes one vertex of a simplex whose others lie `edge` along each
// angle, and the simplex makes `moves` moves, with the usual factors (reflection 1, expansion 2,
// contraction and shrinking 1/2). Both numbers are small on purpose: a search that always ended at
// the best minimum of f would need no second start, one that always ended at the same wrong one
// would never find another.
//
// The random numbers are seeded by the shapes and the relative pose of the pair, in units of its
// size, so the same query has the same answer on every machine.
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

#include "talus/math/split_mix.h"
#include "talus/narrow/superquadric_superquadric/published/distance_objective.h"

namespace talus::superquadric_superquadric {

// SplitMix64 (talus/math/split_mix.h).
class PairRandom {
 public:
  // Lengths enter as multiples of `unit`: scaled pairs have equal sequences.
  template <class T>
  TALUS_HD PairRandom(const Superquadric<T>& a, const Superquadric<T>& b,
                      const RelativePose<T>& b_in_a, const T& unit) {
    mix_in(a.semi_axes / unit);
    mix_in(b.semi_axes / unit);
    mix_in(Vec3<T>{a.n1, a.n2, b.n1});
    mix_in(b_in_a.rotation.row0);
    mix_in(b_in_a.rotation.row1);
    mix_in(b_in_a.translation / unit);
  }

  // In [0, 1).
  template <class T>
  TALUS_HD T uniform() {
    return static_cast<T>(static_cast<float>(next() >> 40)) * T(0x1p-24);
  }

 private:
  template <class T>
  TALUS_HD void mix_in(const Vec3<T>& v) {
    for (int i = 0; i < 3; ++i) {
      state_ = next() ^ std::bit_cast<std::uint64_t>(static_cast<double>(v[i]) + 0.0);
    }
  }
  TALUS_HD std::uint64_t next() {
    state_ += split_mix_step;
    return split_mix(state_);
  }

  std::uint64_t state_{};
};

template <class T>
struct StartConstants {
  int samples = 40;
  int moves = 30;
  T edge = T(0.25);  // radians
};

template <class T>
class NelderMead {
 public:
  TALUS_HD NelderMead(const DistanceObjective<T>& objective, const Angles<T>& first, const T& edge)
      : objective_(objective) {
    set(0, first);
    set(1, first + Angles<T>{edge, T(0)});
    set(2, first + Angles<T>{T(0), edge});
    sort();
  }

  TALUS_HD void move() {
    const Angles<T> centre = T(0.5) * (alpha_[0] + alpha_[1]), out = centre - alpha_[2];
    const Angles<T> reflected = centre + out;
    const T f_reflected = value(reflected);
    if (f_reflected < f_[0]) {
      const Angles<T> expanded = reflected + out;
      const T f_expanded = value(expanded);
      const bool farther = f_expanded < f_reflected;
      replace_worst(farther ? expanded : reflected, farther ? f_expanded : f_reflected);
    } else if (f_reflected < f_[1]) {
      replace_worst(reflected, f_reflected);
    } else {
      const bool outside = f_reflected < f_[2];
      const Angles<T> contracted = centre + (outside ? T(0.5) : T(-0.5)) * out;
      const T f_contracted = value(contracted);
      if (f_contracted < (outside ? f_reflected : f_[2])) {
        replace_worst(contracted, f_contracted);
      } else {
        set(1, T(0.5) * (alpha_[0] + alpha_[1]));
        set(2, T(0.5) * (alpha_[0] + alpha_[2]));
      }
    }
    sort();
  }

  TALUS_HD const Angles<T>& best() const { return alpha_[0]; }

 private:
  TALUS_HD T value(const Angles<T>& alpha) const { return objective_.at(alpha).f; }
  TALUS_HD void set(int i, const Angles<T>& alpha) {
    alpha_[i] = alpha;
    f_[i] = value(alpha);
  }
  TALUS_HD void replace_worst(const Angles<T>& alpha, const T& f) {
    alpha_[2] = alpha;
    f_[2] = f;
  }
  TALUS_HD void order(int i, int j) {
    if (!(f_[j] < f_[i])) return;
    const Angles<T> alpha = alpha_[i];
    const T f = f_[i];
    alpha_[i] = alpha_[j];
    f_[i] = f_[j];
    alpha_[j] = alpha;
    f_[j] = f;
  }
  TALUS_HD void sort() {
    order(0, 1);
    order(1, 2);
    order(0, 1);
  }

  const DistanceObjective<T>& objective_;
  Angles<T> alpha_[3];
  T f_[3];
};

template <class T>
TALUS_HD Angles<T> new_start(const DistanceObjective<T>& objective, PairRandom& random,
                             const StartConstants<T>& constants) {
  const T turn = T(2.0 * std::numbers::pi);
  Angles<T> best;
  T f = infinity_of<T>();
  for (int i = 0; i < constants.samples; ++i) {
    const T one = turn * (random.template uniform<T>() - T(0.5));
    const T two = T(0.5) * turn * (random.template uniform<T>() - T(0.5));
    const T there = objective.at({one, two}).f;
    if (!(there < f)) continue;
    best = {one, two};
    f = there;
  }
  NelderMead<T> simplex(objective, best, constants.edge);
  for (int i = 0; i < constants.moves; ++i) simplex.move();
  return simplex.best();
}

}  // namespace talus::superquadric_superquadric
