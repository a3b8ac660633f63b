// The global depth of two superquadrics where the tangent balls do not prove it: deep overlap, and
// sharp bodies. A polytope inside C bounds the depth from below, every direction bounds it from
// above (engine/expansion.h has the general form). The search alternates:
//  1. Take the face of the polytope that is nearest to the origin.
//  2. If the bracket is closed, stop.
//  3. If all directions that this face leaves open lie in the cap (depth_cap.h) of a known minimum,
//     the face is finished.
//  4. If the face's direction is promising, descend from it with surface_pair_newton.h, and keep
//     the minimum with its cap.
//  5. Otherwise add the support point of the direction to the polytope.
// The polytope is one of the body rounded by r, the radius of a ball that rolls inside C
// everywhere: its vertices are the support points moved inwards by r, and C contains it grown by r.
#pragma once

#include "talus/narrow/engine/polytope.h"
#include "talus/narrow/engine/tetrahedron.h"
#include "talus/narrow/superquadric_superquadric/depth_cap.h"
#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"

namespace talus::superquadric_superquadric {

struct GlobalDepthLimits {
  // Width of the bracket at which the search stops, relative to the size, besides 2 roundings.
  static constexpr double closed_width = 2e-13;
  // Minima that are kept; twice as many descents are tried.
  static constexpr int max_minima = 32;
  // A direction whose depth is not below the best is promising if the depth exceeds it by less than
  // 2 % and no known minimum is within 14 degrees (cosine 0.97). A choice.
  static constexpr double promising_depth = 1.02, known_cosine = 0.97;
  // Minima with a smaller distance, 1 - cosine, are one: 1.4e-6 radians.
  static constexpr double same_minimum = 1e-12;
};

// C rounded by `rolling`, for the polytope. Directions are unit vectors.
template <class T>
struct RoundedDifference {
  const SuperquadricPair<T>& pair;
  T rolling;

  TALUS_HD engine::SupportPair<T> support(const Vec3<T>& n) const {
    const Vec3<PairOf<T>> x =
        support_point_along(pair.form, both(n, -pair.b_in_a.direction_to_b(n)));
    engine::SupportPair<T> s;
    s.a = of_a(x);
    s.b = pair.b_in_a.point_to_a(of_b(x));
    s.c = s.a - s.b - rolling * n;
    s.index_a = s.index_b = 0;
    return s;
  }
};

// The least tangent-ball radius anywhere on A plus that on B; sharp bodies have none.
template <class T>
TALUS_HD T rolling_radius(const SuperquadricPair<T>& pair) {
  const SuperquadricForm<PairOf<T>>& f = pair.form;
  const PairOf<T> least = smaller(f.axes.x, smaller(f.axes.y, f.axes.z));
  const PairOf<T> radius =
      select(f.ring.blunt & f.whole.blunt, least * (least * f.ball) / norm(f.axes), PairOf<T>(0));
  return of_a(radius) + of_b(radius);
}

template <class T>
class GlobalDepthSearch {
 public:
  TALUS_HD explicit GlobalDepthSearch(const SuperquadricPair<T>& pair)
      : pair_(pair), difference_{pair, rolling_radius(pair)} {}

  // On entry `best` is a stationary contact of overlapping bodies, on return the one with the least
  // depth found. Returns a lower bound of the depth.
  TALUS_HD T run(PairContact<T>& best, int max_steps, int& iterations) {
    const T gap = T(GlobalDepthLimits::closed_width) * pair_.size + T(2) * pair_.rounding;
    add_minimum(best);
    engine::SupportPair<T> vertex[4];
    engine::tetrahedron_around(difference_, -best.contact.normal, vertex);
    if (!polytope_.start(vertex, pair_.rounding)) return T(0);
    const T rolling = difference_.rolling;
    for (int step = 0;; ++step) {
      const int face = polytope_.nearest_face();
      // Depth and bound are those of the bodies rounded by `rolling`.
      const T depth = -best.contact.distance - rolling, bound = polytope_.bound(face);
      if (!(depth - bound > gap) || step >= max_steps) return bound + rolling;
      const Vec3<T> n = polytope_.normal(face);
      const T offset = polytope_.offset(face);
      if (is_covered(depth, n, offset)) {
        polytope_.raise_bound(face, depth);
        continue;
      }
      ++iterations;
      const engine::SupportPair<T> w = difference_.support(n);
      const T h = dot(n, w.c);
      if (is_promising(h + rolling, depth + rolling, n) && descend(n, best, iterations)) continue;
      if (!(h - offset > gap) || !polytope_.expand(face, w)) return bound + rolling;
    }
  }

 private:
  struct Minimum {
    Vec3<T> n;
    T cosine;  // of the angle of its cap
  };

  // Whether all directions in which the face bounds h by less than the depth lie in one cap.
  TALUS_HD bool is_covered(T depth, const Vec3<T>& n, T offset) const {
    if (!(offset > T(0))) return false;
    const T ratio = smaller(offset / depth, T(1)), sine = square_root(T(1) - ratio * ratio);
    for (int i = 0; i < count_; ++i) {
      const T along = dot(n, minimum_[i].n);
      const T across = square_root(larger(T(1) - along * along, T(0)));
      if (along > T(0) && along * ratio - across * sine >= minimum_[i].cosine) return true;
    }
    return false;
  }

  TALUS_HD void add_minimum(const PairContact<T>& m) {
    if (count_ == GlobalDepthLimits::max_minima) return;
    minimum_[count_++] = {m.contact.normal,
                          cap_cosine(pair_, evaluate(pair_, m.k), -m.contact.distance)};
  }

  // Whether to descend from n.
  TALUS_HD bool is_promising(T h, T depth, const Vec3<T>& n) const {
    if (h < depth - T(2) * pair_.rounding) return true;
    for (int i = 0; i < count_; ++i) {
      if (dot(n, minimum_[i].n) > T(GlobalDepthLimits::known_cosine)) return false;
    }
    return h < T(GlobalDepthLimits::promising_depth) * depth;
  }

  // Descends from n to a minimum. True if that gave a smaller depth or a new cap.
  TALUS_HD bool descend(const Vec3<T>& n, PairContact<T>& best, int& iterations) {
    if (tried_ == 2 * GlobalDepthLimits::max_minima) return false;
    ++tried_;
    const PairContact<T> m = pair_contact(
        pair_, solve_surface_pair(pair_, params_along(pair_, n),
                                  2 * SurfacePairNewtonLimits::max_evaluations_cold, T(0)));
    iterations += static_cast<int>(m.contact.evaluations);
    if (!m.contact.stationary || !(m.contact.distance < T(0))) return false;
    const bool better = m.contact.distance > best.contact.distance;
    if (better) best = m;
    for (int i = 0; i < count_; ++i) {
      if (dot(m.contact.normal, minimum_[i].n) > T(1) - T(GlobalDepthLimits::same_minimum))
        return better;
    }
    add_minimum(m);
    return true;
  }

  const SuperquadricPair<T>& pair_;
  RoundedDifference<T> difference_;
  engine::Polytope<T> polytope_;
  Minimum minimum_[GlobalDepthLimits::max_minima];
  int count_ = 0, tried_ = 0;
};

}  // namespace talus::superquadric_superquadric
