// The depth of two superquadrics where the tangent balls do not tell the global minimum: deep
// overlap, and sharp bodies. A polytope inside C bounds the depth from below, every direction from
// above (engine/expansion.h has the general form). Here each direction that promises less than the
// best known is followed to the minimum below it by two_places.h, and around every minimum a cap
// (depth_cap.h) is settled at once, so that the polytope has to grow only where h is well above the
// depth. It is one of the body rounded by r, the radius of a ball that rolls inside C everywhere:
// its vertices are the support points moved inwards by r, and C holds it grown by r.
#pragma once

#include "talus/narrow/engine/polytope.h"
#include "talus/narrow/engine/tetrahedron.h"
#include "talus/narrow/superquadric_superquadric/depth_cap.h"
#include "talus/narrow/superquadric_superquadric/surface_pair_contact.h"

namespace talus::superquadric_superquadric {

// C as the polytope sees it: rounded by `rolling`, in unit directions.
template <class T>
struct DifferenceOf {
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

// The least radius of a tangent ball anywhere on A, and on B: none fits on sharp bodies.
template <class T>
TALUS_HD T rolling_radius(const SuperquadricPair<T>& pair) {
  const SuperquadricForm<PairOf<T>>& f = pair.form;
  const PairOf<T> least = smaller(f.axes.x, smaller(f.axes.y, f.axes.z));
  const PairOf<T> radius =
      select(f.ring.blunt & f.whole.blunt, least * (least * f.ball) / norm(f.axes), PairOf<T>(0));
  return of_a(radius) + of_b(radius);
}

template <class T>
class Deepest {
 public:
  TALUS_HD explicit Deepest(const SuperquadricPair<T>& pair)
      : pair_(pair), difference_{pair, rolling_radius(pair)} {}

  // `best` comes in with a stationary answer of overlapping bodies and leaves with the deepest
  // direction known. Returns a lower bound of the depth.
  TALUS_HD T search(Meeting<T>& best, int most_steps, int& iterations) {
    // The width of the bracket that is aimed at.
    const T gap = T(2e-13) * pair_.size + T(2) * pair_.rounding;
    learn(best);
    engine::SupportPair<T> corner[4];
    engine::tetrahedron_around(difference_, -best.touch.normal, corner);
    if (!polytope_.start(corner, pair_.rounding)) return T(0);
    const T rolling = difference_.rolling;
    for (int step = 0;; ++step) {
      const int face = polytope_.nearest_face();
      // Of the rounded bodies.
      const T depth = -best.touch.distance - rolling, bound = polytope_.bound(face);
      if (!(depth - bound > gap) || step >= most_steps) return bound + rolling;
      const Vec3<T> n = polytope_.normal(face);
      const T offset = polytope_.offset(face);
      if (settled(depth, n, offset)) {
        polytope_.excuse(face, depth);
        continue;
      }
      ++iterations;
      const engine::SupportPair<T> w = difference_.support(n);
      const T h = dot(n, w.c);
      if (promises(h + rolling, depth + rolling, n) && follow(n, best, iterations)) continue;
      if (!(h - offset > gap) || !polytope_.expand(face, w)) return bound + rolling;
    }
  }

 private:
  static constexpr int most_minima = 32;

  struct Minimum {
    Vec3<T> n;
    T cosine;  // of the cap around it
  };

  // Whether the directions in which the face bounds h by less than the depth lie in one cap.
  TALUS_HD bool settled(T depth, const Vec3<T>& n, T offset) const {
    if (!(offset > T(0))) return false;
    const T ratio = smaller(offset / depth, T(1)), sine = square_root(T(1) - ratio * ratio);
    for (int i = 0; i < count_; ++i) {
      const T along = dot(n, minimum_[i].n);
      const T across = square_root(larger(T(1) - along * along, T(0)));
      if (along > T(0) && along * ratio - across * sine >= minimum_[i].cosine) return true;
    }
    return false;
  }

  TALUS_HD void learn(const Meeting<T>& m) {
    if (count_ == most_minima) return;
    minimum_[count_++] = {m.touch.normal,
                          cap_cosine(pair_, look_at(pair_, m.k), -m.touch.distance)};
  }

  // Whether to look for a minimum below n: h is already less than the best depth, or little more
  // and not near a minimum that is known.
  TALUS_HD bool promises(T h, T depth, const Vec3<T>& n) const {
    if (h < depth - T(2) * pair_.rounding) return true;
    for (int i = 0; i < count_; ++i) {
      if (dot(n, minimum_[i].n) > T(0.97)) return false;
    }
    return h < T(1.02) * depth;
  }

  // Goes down from n to a minimum. True if that is news: a better depth or a new cap.
  TALUS_HD bool follow(const Vec3<T>& n, Meeting<T>& best, int& iterations) {
    if (tried_ == 2 * most_minima) return false;
    ++tried_;
    const Meeting<T> m = meeting_at(
        pair_, find_places(pair_, places_along(pair_, n), 2 * max_evaluations_cold, T(0)));
    iterations += static_cast<int>(m.touch.evaluations);
    if (!m.touch.stationary || !(m.touch.distance < T(0))) return false;
    const bool better = m.touch.distance > best.touch.distance;
    if (better) best = m;
    for (int i = 0; i < count_; ++i) {
      if (dot(m.touch.normal, minimum_[i].n) > T(1) - T(1e-12)) return better;
    }
    learn(m);
    return true;
  }

  const SuperquadricPair<T>& pair_;
  DifferenceOf<T> difference_;
  engine::Polytope<T> polytope_;
  Minimum minimum_[most_minima];
  int count_ = 0, tried_ = 0;
};

}  // namespace talus::superquadric_superquadric
