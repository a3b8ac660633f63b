// The overlap K of two convex bodies projected along a direction n: its length along a line
// parallel to n, and its extent orthogonal to n.
//
// The rim along d, at right angles to n, is the farthest point of K in the half-plane of d and n
// through an inner point c: c + r (d + s n) with the largest r over all slopes s. In (s, 1/r) a
// plane that has K on one side is a line that bounds 1/r from below, and the bodies are convex
// functions, the larger of which has its minimum at the rim.
//
// Mostly the rim is where the surfaces of A and B meet. Tangents to the bodies' level functions at
// any point are such planes, and the crossing of the two lines is Newton's step: three or four from
// the rim of the neighbouring ray. Otherwise, at a body's own outline, the rays along d + s n are
// followed to their exits, and the next slope minimises the maximum of four lines: the two of the
// newest ray and the nearest ones that fall from the left and rise to the right (at first, the
// planes between which K lies). Each step at least quarters the error near a minimum; the lines
// bound it, which gives the stopping criterion.
#pragma once

#include "talus/math/mat3.h"
#include "talus/shape/ray_exit.h"

namespace talus {

struct RimLimits {
  // Slack, relative to the height of K, of the test that a line ends at A above and at B below.
  static constexpr double plain_slack = 1e-9;
  // Newton's method stops at a step below this, relative to the radius and to the height of K: the
  // next step would be a few times its square. Three or four steps; 10 bounds those that do not
  // converge.
  static constexpr double newton_step = 1e-6;
  static constexpr int newton_steps = 10;
  // The bracketing search stops at this relative error of the radius. Each step quarters the error:
  // 48 steps exceed double precision.
  static constexpr double radius_error = 1e-10;
  static constexpr int bracket_steps = 48;
};

// A body in the frame of the pair.
template <class T, class Body>
struct PosedBody {
  const Body& body;
  Mat3<T> rotation;  // body to frame
  Vec3<T> position;

  TALUS_HD Vec3<T> to_body(const Vec3<T>& x) const {
    return transpose_times(rotation, x - position);
  }
  TALUS_HD LevelAt<T> level(const Vec3<T>& x) const {
    LevelAt<T> at = level_at_point(body, to_body(x));
    at.gradient = rotation * at.gradient;
    return at;
  }
  // Up to a distance of about `slack`.
  TALUS_HD bool contains(const Vec3<T>& x, const T& slack) const {
    const LevelAt<T> at = level_at_point(body, to_body(x));
    return !(at.value > T(0)) || !(at.value > slack * norm(at.gradient));
  }
  TALUS_HD RayExit<T> exit(const Vec3<T>& x, const Vec3<T>& d, const T& limit) const {
    RayExit<T> exit = exit_of_ray(body, to_body(x), transpose_times(rotation, d), limit);
    exit.normal = rotation * exit.normal;
    return exit;
  }
};

// The segment of a line along n that lies in K: heights relative to the given point of K, and the
// surface normals of A at its top and of B at its bottom (guesses for neighbouring lines).
template <class T>
struct Fibre {
  T low{}, high{};
  Vec3<T> normal_a{}, normal_b{};

  TALUS_HD T middle() const { return T(0.5) * (low + high); }
  TALUS_HD T length() const { return larger(high - low, T(0)); }
};

template <class T, class A, class B>
struct Overlap {
  const A& a;
  const B& b;
  Vec3<T> n;      // from A to B
  T bottom, top;  // K lies between these values of n.x
  T rounding;     // of a length

  // For a line where K ends upward at A's surface and downward at B's. The limits are those of the
  // exits of A upward and of B downward.
  TALUS_HD Fibre<T> plain_fibre(const Vec3<T>& x, const T& limit_a, const T& limit_b) const {
    const RayExit<T> up = a.exit(x, n, limit_a), down = b.exit(x, -n, limit_b);
    return {-down.length, up.length, up.normal, down.normal};
  }
  TALUS_HD Fibre<T> fibre(const Vec3<T>& x, const T& limit_a, const T& limit_b) const {
    Fibre<T> f = plain_fibre(x, limit_a, limit_b);
    const T none = infinity_of<T>();
    if (!b.contains(x + f.high * n, rounding)) {
      f.high = smaller(f.high, b.exit(x, n, none).length);
    }
    if (!a.contains(x + f.low * n, rounding)) {
      f.low = larger(f.low, -a.exit(x, -n, none).length);
    }
    return f;
  }
  // Whether plain fibres are right at x: B reaches up beyond all of K there, and A down. At two
  // points of K it holds also between them, since the bodies are convex.
  TALUS_HD bool is_plain(const Vec3<T>& x) const {
    const T height = dot(n, x), slack = T(RimLimits::plain_slack) * (top - bottom) + rounding;
    return b.contains(x + (top - height) * n, slack) &&
           a.contains(x + (bottom - height) * n, slack);
  }
};

template <class T>
struct Rim {
  T radius{}, slope{};
  Vec3<T> normal_a{}, normal_b{};  // of the surfaces there
};

// 1 / r >= constant + factor s.
template <class T>
struct InverseBound {
  T constant, factor;
  TALUS_HD T at(const T& slope) const { return constant + factor * slope; }
};

// The half-plane of a search for the rim.
template <class T>
struct HalfPlane {
  Vec3<T> c, d;
};

// The bound of the plane with points y, normal . (y - c) = clearance; the clearance is at least the
// rounding.
template <class T>
TALUS_HD InverseBound<T> inverse_bound(const Vec3<T>& normal, const T& clearance, const Vec3<T>& d,
                                       const Vec3<T>& n, const T& rounding) {
  const T inverse = T(1) / larger(clearance, rounding * max_norm(normal));
  return {dot(normal, d) * inverse, dot(normal, n) * inverse};
}

// The minimum of the maximum of the lines.
template <class T>
struct LowestPoint {
  T slope, inverse;
};

template <class T>
TALUS_HD LowestPoint<T> lowest_point(const InverseBound<T> (&line)[4]) {
  LowestPoint<T> best{T(0), infinity_of<T>()};
  for (int i = 0; i < 4; ++i) {
    for (int k = i + 1; k < 4; ++k) {
      // Only where one falls and the other rises.
      if (!(line[i].factor * line[k].factor < T(0))) continue;
      const T slope = (line[k].constant - line[i].constant) / (line[i].factor - line[k].factor);
      T highest = line[i].at(slope);
      for (int j = 0; j < 4; ++j) highest = larger(highest, line[j].at(slope));
      if (highest < best.inverse) best = {slope, highest};
    }
  }
  return best;
}

// Newton's method from the guess; a radius of zero if it does not converge.
template <class T, class A, class B>
TALUS_HD Rim<T> crossing_in(const Overlap<T, A, B>& k, const HalfPlane<T>& plane,
                            const InverseBound<T>& below, const InverseBound<T>& above,
                            const Rim<T>& guess) {
  T r = guess.radius, slope = guess.slope;
  for (int step = 0; step < RimLimits::newton_steps; ++step) {
    const Vec3<T> from_c = r * (plane.d + slope * k.n), x = plane.c + from_c;
    const LevelAt<T> a = k.a.level(x), b = k.b.level(x);
    const auto bound = [&](const LevelAt<T>& level) {
      return inverse_bound(level.gradient, dot(level.gradient, from_c) - level.value, plane.d, k.n,
                           k.rounding);
    };
    const LowestPoint<T> next = lowest_point<T>({bound(a), bound(b), below, above});
    if (!(next.inverse > T(0)) || !(next.inverse < infinity_of<T>())) break;
    const T radius = T(1) / next.inverse;
    const T by_r = absolute(radius - r), by_z = absolute(next.slope - slope) * radius;
    r = radius;
    slope = next.slope;
    const T small = T(RimLimits::newton_step);
    const bool converged = !(by_r > small * r) && !(by_z > small * (k.top - k.bottom));
    if (converged) return {r, slope, a.gradient, b.gradient};
  }
  return {};
}

// `plane.c` is inside K; any guess is safe, a radius of zero means none.
template <class T, class A, class B>
TALUS_HD Rim<T> rim_in(const Overlap<T, A, B>& k, const HalfPlane<T>& plane, const Rim<T>& guess) {
  const T height = dot(k.n, plane.c);
  InverseBound<T> fall{T(0), T(-1) / (height - k.bottom)}, rise{T(0), T(1) / (k.top - height)};
  if (guess.radius > T(0)) {
    const Rim<T> rim = crossing_in(k, plane, fall, rise, guess);
    if (rim.radius > T(0)) return rim;
  }
  T slope = T(0), limit_a = infinity_of<T>(), limit_b = infinity_of<T>();
  Rim<T> rim;
  for (int step = 0; step < RimLimits::bracket_steps; ++step) {
    const Vec3<T> d = plane.d + slope * k.n;
    const RayExit<T> a = k.a.exit(plane.c, d, limit_a), b = k.b.exit(plane.c, d, limit_b);
    const auto bound = [&](const RayExit<T>& exit) {
      if (!(exit.length < infinity_of<T>())) return InverseBound<T>{T(0), T(0)};
      return inverse_bound(exit.normal, exit.length * dot(exit.normal, d), plane.d, k.n,
                           k.rounding);
    };
    const InverseBound<T> line_a = bound(a), line_b = bound(b);
    const bool by_b = b.length < a.length;
    const InverseBound<T> active = by_b ? line_b : line_a;
    const T radius = by_b ? b.length : a.length;
    (active.factor > T(0) ? rise : fall) = active;
    const LowestPoint<T> next = lowest_point<T>({line_a, line_b, fall, rise});
    const bool bounded = next.inverse > T(0) && next.inverse < infinity_of<T>();
    if (!bounded || !(T(1) - next.inverse * radius > T(RimLimits::radius_error))) {
      return {radius, slope, a.normal, b.normal};
    }
    rim = {T(1) / next.inverse, next.slope, a.normal, b.normal};
    if (!(absolute(next.slope - slope) * radius > k.rounding)) break;
    slope = next.slope;
    const auto limit = [&](const InverseBound<T>& line) {
      const T inverse = line.at(slope);
      return inverse > T(0) ? T(1) / inverse : infinity_of<T>();
    };
    limit_a = limit(line_a);
    limit_b = limit(line_b);
  }
  return rim;
}

}  // namespace talus
