// The corners that a smooth body, seen through its second derivatives at one place, touches first:
// the step of Newton's method that knows the other body exactly.
//
// With x the point and n the normal of the place and v_k the corners, the depth along n + d is
//   f(n + d) = max_k (x - v_k).(n + d) + d^T (H - f I) d / 2 + ...   for d at right angles to n.
// The minimum over d is a quadratic programme in two variables. Its dual, over mixtures lambda of
// corners, is to maximise
//   (x - y).n - g^T P g / 2,   y = sum lambda_k v_k,  g the tangential part of x - y,
// with P = (H + sigma I)^-1, sigma = -f where that is positive definite; and d = -P g. As in GJK a
// set of at most three corners is kept; the corner farthest along -(n + d) joins it and the best
// mixture with it is found. Every round raises the dual, so no set comes twice, and there are
// finitely many.
#pragma once

#include "talus/narrow/smooth_vertex_body/place.h"

namespace talus::smooth_vertex_body {

// P = (H + sigma I + mu e e^T)^-1 and what it says of the levels' coordinates; all finite on flat
// and sharp places (place.h). The last term stiffens the direction of an edge that n is at right
// angles to: the corners hold n there, so it changes no answer, but it makes the matrix positive
// definite where only the way along the edge's arc is uphill.
template <class T>
class Compliance {
 public:
  // Where H is infinite P is zero, and corners at the same depth are all the same to it: next to
  // nothing more than zero makes it choose among them the mixture that is nearest to x.
  T tie{};

  // False where the matrix is not positive definite.
  TALUS_HD bool set(const Place<T>& p, T sigma, const Vec3<T>& e, T mu) {
    place_ = &p;
    sigma_ = sigma;
    mu_ = mu;
    across_o_ = cross(p.normal, p.o);
    across_i_ = cross(p.normal, p.i);
    across_e_ = cross(p.normal, e);
    o_e_ = dot(p.o, across_e_);
    i_e_ = dot(p.i, across_e_);
    const T o = p.a_o * p.b_i, i = p.a_i * p.b_o, both = p.b_o * p.b_i;
    const T oo = o * norm_squared(p.o), ii = i * norm_squared(p.i);
    const T determinant = sigma * ((sigma + mu) * both + oo + ii) +
                          (p.a_o * p.volume) * (p.a_i * p.volume) +
                          mu * (o * square(o_e_) + i * square(i_e_));
    inverse_ = T(1) / determinant;
    trace_ = oo + ii + (T(2) * sigma + mu) * both;
    return determinant > T(0) && trace_ >= T(0) && inverse_ < infinity_of<T>();
  }

  TALUS_HD T trace() const { return inverse_ * trace_; }

  TALUS_HD Vec3<T> times(const Vec3<T>& g) const {
    const Place<T>& p = *place_;
    const T both = p.b_o * p.b_i;
    const T o = p.a_o * p.b_i * dot(across_o_, g), i = p.a_i * p.b_o * dot(across_i_, g);
    const T e = mu_ * both * dot(across_e_, g);
    return inverse_ * (sigma_ * both * g + o * across_o_ + i * across_i_ + e * across_e_) + tie * g;
  }

  // The turn that d = -P g is.
  TALUS_HD Turn<T> turn(const Vec3<T>& g) const {
    const Place<T>& p = *place_;
    const T e = mu_ * dot(across_e_, g);
    const T o = inverse_ *
                (p.a_i * p.volume * dot(across_i_, g) + p.b_i * (sigma_ * dot(p.o, g) + o_e_ * e));
    const T i = inverse_ *
                (p.b_o * (sigma_ * dot(p.i, g) + i_e_ * e) - p.a_o * p.volume * dot(across_o_, g));
    return {-(p.b_o * o), -(p.a_o * o), -(p.b_i * i), -(p.a_i * i)};
  }

 private:
  const Place<T>* place_;
  T sigma_, mu_, inverse_, trace_, o_e_, i_e_;
  Vec3<T> across_o_, across_i_, across_e_;
};

template <class T>
struct Touched {
  int corner[4];
  Vec3<T> at[4];
  T weight[4];
  int count{};

  TALUS_HD Vec3<T> point() const {
    Vec3<T> y = weight[0] * at[0];
    for (int k = 1; k < count; ++k) y = y + weight[k] * at[k];
    return y;
  }
  TALUS_HD bool has(int k) const {
    for (int j = 0; j < count; ++j) {
      if (corner[j] == k) return true;
    }
    return false;
  }
};

// What the mixture of a set of corners is worth, by the dual.
template <class T>
class Mixture {
 public:
  TALUS_HD Mixture(const Place<T>& p, const Compliance<T>& compliance, const Touched<T>& t)
      : count_(t.count) {
    for (int k = 0; k < t.count; ++k) {
      const Vec3<T> apart = p.point - t.at[k];
      c_[k] = dot(apart, p.normal);
      g_[k] = apart - c_[k] * p.normal;
      pg_[k] = compliance.times(g_[k]);
    }
  }

  // The stationary mixture of corners i and j, or of i, j and k; false if a weight is not positive.
  TALUS_HD bool pair(int i, int j) {
    const Vec3<T> u = g_[j] - g_[i], pu = pg_[j] - pg_[i];
    const T uu = dot(u, pu), slope = (c_[j] - c_[i]) - dot(pu, g_[i]);
    if (!(slope > T(0)) || !(slope < uu)) return false;
    return offer(i, j, j, slope / uu, T(0));
  }
  TALUS_HD bool triple(int i, int j, int k) {
    const Vec3<T> u = g_[j] - g_[i], pu = pg_[j] - pg_[i], v = g_[k] - g_[i], pv = pg_[k] - pg_[i];
    const T uu = dot(u, pu), uv = dot(u, pv), vv = dot(v, pv);
    const T slope_u = (c_[j] - c_[i]) - dot(pu, g_[i]), slope_v = (c_[k] - c_[i]) - dot(pv, g_[i]);
    const T determinant = uu * vv - uv * uv;
    const T a = slope_u * vv - slope_v * uv, b = slope_v * uu - slope_u * uv;
    if (!(a > T(0)) || !(b > T(0)) || !(a + b < determinant)) return false;
    return offer(i, j, k, a / determinant, b / determinant);
  }
  TALUS_HD bool single(int i) { return offer(i, i, i, T(0), T(0)); }

  // The best of those tried.
  TALUS_HD void choose(Touched<T>& t) const {
    Touched<T> chosen;
    const T weight[3] = {T(1) - weight_[0] - weight_[1], weight_[0], weight_[1]};
    for (int k = 0; k < 3; ++k) {
      if (!(weight[k] > T(0))) continue;
      chosen.corner[chosen.count] = t.corner[who_[k]];
      chosen.at[chosen.count] = t.at[who_[k]];
      chosen.weight[chosen.count++] = weight[k];
    }
    t = chosen;
  }

 private:
  TALUS_HD bool offer(int i, int j, int k, T a, T b) {
    const Vec3<T> g = g_[i] + a * (g_[j] - g_[i]) + b * (g_[k] - g_[i]);
    const Vec3<T> pg = pg_[i] + a * (pg_[j] - pg_[i]) + b * (pg_[k] - pg_[i]);
    const T value = c_[i] + a * (c_[j] - c_[i]) + b * (c_[k] - c_[i]) - T(0.5) * dot(g, pg);
    if (!(value > best_)) return true;
    best_ = value;
    who_[0] = i;
    who_[1] = j;
    who_[2] = k;
    weight_[0] = a;
    weight_[1] = b;
    return true;
  }

  int count_;
  Vec3<T> g_[4], pg_[4];
  T c_[4];
  T best_ = -infinity_of<T>(), weight_[2]{};
  int who_[3]{};
};

// The best mixture with the last corner, which improves on those of the others.
template <class T>
TALUS_HD void mix_with_last(const Place<T>& p, const Compliance<T>& compliance, Touched<T>& t) {
  const int last = t.count - 1;
  Mixture<T> mixture(p, compliance, t);
  mixture.single(last);
  for (int j = 0; j < last; ++j) {
    mixture.pair(last, j);
    for (int k = 0; k < j; ++k) mixture.triple(last, j, k);
  }
  mixture.choose(t);
}

// The mixture in which all of a set take part, which is then the best of the set; false if there is
// none.
template <class T>
TALUS_HD bool mix_all(const Place<T>& p, const Compliance<T>& compliance, Touched<T>& t) {
  if (t.count == 0 || t.count > 3) return false;
  Mixture<T> mixture(p, compliance, t);
  const bool all = t.count == 1   ? mixture.single(0)
                   : t.count == 2 ? mixture.pair(0, 1)
                                  : mixture.triple(0, 1, 2);
  if (all) mixture.choose(t);
  return all;
}

inline constexpr int most_corner_rounds = 24;

// Finds the corners that the body's second derivatives at p touch. `t` comes in with a guess, the
// set of the last step say; `nearest` is the corner farthest along -n.
template <class T, class VertexBody>
TALUS_HD void touch_corners(const VertexBody& body, const Place<T>& p,
                            const Compliance<T>& compliance, int nearest, T rounding,
                            Touched<T>& t) {
  if (!mix_all(p, compliance, t)) {
    t.corner[0] = nearest;
    t.at[0] = body.corner(nearest);
    t.weight[0] = T(1);
    t.count = 1;
  }
  for (int round = 0; round < most_corner_rounds; ++round) {
    const Vec3<T> apart = p.point - t.point();
    const Vec3<T> g = apart - dot(apart, p.normal) * p.normal;
    const Vec3<T> ahead = p.normal - compliance.times(g);
    const int k = body.farthest(-ahead, t.corner[0]);
    if (t.has(k)) return;
    const Vec3<T> at = body.corner(k);
    T gain = infinity_of<T>();
    for (int j = 0; j < t.count; ++j) gain = smaller(gain, dot(ahead, t.at[j] - at));
    if (!(gain > rounding)) return;
    t.corner[t.count] = k;
    t.at[t.count++] = at;
    mix_with_last(p, compliance, t);
  }
}

}  // namespace talus::smooth_vertex_body
