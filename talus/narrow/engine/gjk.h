// GJK over a support mapping (Gilbert, Johnson and Keerthi 1988; sub-distance by Montanari et al.
// 2017): the point of the Minkowski difference C nearest to the origin.
//   1. Evaluate the support point w of C along n = -v/|v|, v the nearest point of the simplex:
//      sigma(n) <= distance <= |v| is a certified bracket.
//   2. Stop if the bracket is closed, or if w repeats.
//   3. Add w to the simplex and reduce it to the face nearest to the origin (simplex.h). Stop if it
//      encloses the origin, or if |v| did not decrease.
#pragma once

#include "talus/narrow/engine/simplex.h"

namespace talus::engine {

enum class GjkEnd { closed, enclosed, stalled, limit };

template <class T>
struct GjkResult {
  GjkEnd end{};
  Simplex<T> simplex;
  T upper{};            // |v|, infinity if the origin is enclosed
  T lower{};            // best sigma so far
  Vec3<T> normal;       // the unit n that gives it, from A to B
  Vec3<T> direction;    // of the nearest points; `normal` may be from an earlier step
  SupportPair<T> last;  // the last support point, not part of the simplex unless it made progress
  int iterations{};
};

// `gap` is the width at which the bracket counts as closed, relative to max(radius, |v|); rounding
// is the absolute error of a coordinate of C. `start` is the first search direction (from A to B).
template <class T, class Difference>
TALUS_HD GjkResult<T> gjk(Difference& difference, const Vec3<T>& start, T radius, T gap, T rounding,
                          int max_iterations) {
  GjkResult<T> r;
  Simplex<T>& s = r.simplex;
  r.normal = start;
  s.point[0] = r.last = difference.support(start);
  s.weight[0] = T(1);
  s.count = 1;
  r.lower = -dot(start, s.point[0].c);
  Vec3<T> v = s.point[0].c;
  r.upper = norm(v);
  r.end = GjkEnd::limit;
  while (r.iterations < max_iterations) {
    if (!(r.upper > rounding)) {
      r.end = GjkEnd::stalled;  // the origin lies on the simplex to rounding
      break;
    }
    ++r.iterations;
    const Vec3<T> n = v / -r.upper;
    const SupportPair<T> w = difference.support(n);
    const T sigma = -dot(n, w.c);
    r.last = w;
    if (sigma > r.lower) {
      r.lower = sigma;
      r.normal = n;
    }
    if (!(r.upper - sigma > gap * larger(radius, r.upper))) {
      r.end = GjkEnd::closed;
      break;
    }
    bool repeated = false;
    for (int i = 0; i < s.count; ++i) repeated = repeated || s.point[i].c == w.c;
    if (repeated) {
      r.end = GjkEnd::stalled;
      break;
    }
    s.point[s.count++] = w;
    const SubDistance<T> nearest = nearest_on(s);
    const T length = square_root(nearest.distance_squared);
    if (nearest.count < 4 && !(length < r.upper)) {
      --s.count;  // no progress beyond rounding
      r.end = GjkEnd::stalled;
      break;
    }
    reduce(s, nearest);
    if (s.count == 4) {
      r.end = GjkEnd::enclosed;
      break;
    }
    v = nearest.nearest;
    r.upper = length;
  }
  // The search uses the projection of the origin on the plane of the simplex, whose direction is
  // more accurate; the bound must be the length of a vector between points of the two bodies.
  const Vec3<T> nearest = s.nearest();
  r.upper = r.end == GjkEnd::enclosed ? infinity_of<T>() : norm(nearest);
  const bool apart = r.end != GjkEnd::enclosed && r.upper > rounding;
  r.direction = apart ? nearest / -r.upper : r.normal;
  return r;
}

}  // namespace talus::engine
