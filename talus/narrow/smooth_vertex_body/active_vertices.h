// The vertices that a smooth body, approximated to second order at one surface point, touches
// first: the part of Newton's step that treats the body with vertices exactly.
//
// With x the point and n the normal of the surface point and v_k the vertices, the depth along n +
// d is
//   f(n + d) = max_k (x - v_k).(n + d) + d^T (H - f I) d / 2 + ...   for d orthogonal to n.
// The minimum over d is a quadratic programme in two variables. Its dual, over convex combinations
// lambda of vertices, is to maximise
//   (x - y).n - g^T P g / 2,   y = sum lambda_k v_k,  g the tangential part of x - y,
// with P = (H + sigma I)^-1, sigma = -f where that is positive definite; and d = -P g.
//
// An active set of at most three vertices is kept, as in GJK:
//  1. Compute y of the set and the direction n + d.
//  2. If no vertex is farther along -(n + d) than the set, stop.
//  3. Otherwise add that vertex, and reduce the set to the vertices of its best combination.
// Every round increases the dual, so no set occurs twice and the iteration is finite.
#pragma once

#include "talus/shape/superquadric/hessian_point.h"

namespace talus::smooth_vertex_body {

// P = (H + sigma I + mu e e^T)^-1 and the step d = -P g in level coordinates; finite on flat sides
// and sharp ridges (hessian_point.h). The last term stiffens the direction of an active edge, to
// which n is orthogonal. The edge's vertices already determine n in that direction, so the term
// changes no answer, but it makes the matrix positive definite where f increases only along the
// edge's arc.
template <class T>
class Compliance {
 public:
  // Multiple of I added to P. Where H is infinite P is zero and does not distinguish vertices of
  // equal depth; this term selects the combination nearest to x.
  T tie{};

  // False if the matrix is not positive definite.
  TALUS_HD bool set(const HessianPoint<T>& p, T sigma, const Vec3<T>& e, T mu) {
    surface_ = &p;
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
    const HessianPoint<T>& p = *surface_;
    const T both = p.b_o * p.b_i;
    const T o = p.a_o * p.b_i * dot(across_o_, g), i = p.a_i * p.b_o * dot(across_i_, g);
    const T e = mu_ * both * dot(across_e_, g);
    return inverse_ * (sigma_ * both * g + o * across_o_ + i * across_i_ + e * across_e_) + tie * g;
  }

  // d = -P g in level coordinates.
  TALUS_HD HessianStep<T> step(const Vec3<T>& g) const {
    const HessianPoint<T>& p = *surface_;
    const T e = mu_ * dot(across_e_, g);
    const T o = inverse_ *
                (p.a_i * p.volume * dot(across_i_, g) + p.b_i * (sigma_ * dot(p.o, g) + o_e_ * e));
    const T i = inverse_ *
                (p.b_o * (sigma_ * dot(p.i, g) + i_e_ * e) - p.a_o * p.volume * dot(across_o_, g));
    return {-(p.b_o * o), -(p.a_o * o), -(p.b_i * i), -(p.a_i * i)};
  }

 private:
  const HessianPoint<T>* surface_;
  T sigma_, mu_, inverse_, trace_, o_e_, i_e_;
  Vec3<T> across_o_, across_i_, across_e_;
};

// The active set: indices, positions and weights. The fourth entry is for the vertex that is added.
template <class T>
struct ActiveVertices {
  int vertex[4];
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
      if (vertex[j] == k) return true;
    }
    return false;
  }
};

// Maximises the dual over subsets of a set of vertices.
template <class T>
class Combination {
 public:
  TALUS_HD Combination(const HessianPoint<T>& p, const Compliance<T>& compliance,
                       const ActiveVertices<T>& t)
      : count_(t.count) {
    for (int k = 0; k < t.count; ++k) {
      const Vec3<T> apart = p.point - t.at[k];
      c_[k] = dot(apart, p.normal);
      g_[k] = apart - c_[k] * p.normal;
      pg_[k] = compliance.times(g_[k]);
    }
  }

  // The stationary combination of vertices i and j, or of i, j and k; false if a weight is not
  // positive.
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

  // Reduces the set to the best combination tried.
  TALUS_HD void choose(ActiveVertices<T>& t) const {
    ActiveVertices<T> chosen;
    const T weight[3] = {T(1) - weight_[0] - weight_[1], weight_[0], weight_[1]};
    for (int k = 0; k < 3; ++k) {
      if (!(weight[k] > T(0))) continue;
      chosen.vertex[chosen.count] = t.vertex[member_[k]];
      chosen.at[chosen.count] = t.at[member_[k]];
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
    member_[0] = i;
    member_[1] = j;
    member_[2] = k;
    weight_[0] = a;
    weight_[1] = b;
    return true;
  }

  int count_;
  Vec3<T> g_[4], pg_[4];
  T c_[4];
  T best_ = -infinity_of<T>(), weight_[2]{};
  int member_[3]{};
};

// The best combination that contains the last vertex, which improves on those of the others.
template <class T>
TALUS_HD void combine_with_last(const HessianPoint<T>& p, const Compliance<T>& compliance,
                                ActiveVertices<T>& t) {
  const int last = t.count - 1;
  Combination<T> combination(p, compliance, t);
  combination.single(last);
  for (int j = 0; j < last; ++j) {
    combination.pair(last, j);
    for (int k = 0; k < j; ++k) combination.triple(last, j, k);
  }
  combination.choose(t);
}

// The combination of all vertices of a set with positive weights, which is then the best of the
// set; false if there is none.
template <class T>
TALUS_HD bool combine_all(const HessianPoint<T>& p, const Compliance<T>& compliance,
                          ActiveVertices<T>& t) {
  if (t.count == 0 || t.count > 3) return false;
  Combination<T> combination(p, compliance, t);
  const bool all = t.count == 1   ? combination.single(0)
                   : t.count == 2 ? combination.pair(0, 1)
                                  : combination.triple(0, 1, 2);
  if (all) combination.choose(t);
  return all;
}

// Safety cap of an iteration that is finite in exact arithmetic.
inline constexpr int max_active_set_rounds = 24;

// Finds the active vertices at p. On entry `t` is a guess, such as the set of the last step;
// `nearest` is the vertex farthest along -n.
template <class T, class VertexBody>
TALUS_HD void find_active_vertices(const VertexBody& body, const HessianPoint<T>& p,
                                   const Compliance<T>& compliance, int nearest, T rounding,
                                   ActiveVertices<T>& t) {
  if (!combine_all(p, compliance, t)) {
    t.vertex[0] = nearest;
    t.at[0] = body.vertex(nearest);
    t.weight[0] = T(1);
    t.count = 1;
  }
  for (int round = 0; round < max_active_set_rounds; ++round) {
    const Vec3<T> apart = p.point - t.point();
    const Vec3<T> g = apart - dot(apart, p.normal) * p.normal;
    const Vec3<T> direction = p.normal - compliance.times(g);
    const int k = body.farthest(-direction, t.vertex[0]);
    if (t.has(k)) return;
    const Vec3<T> at = body.vertex(k);
    T gain = infinity_of<T>();
    for (int j = 0; j < t.count; ++j) gain = smaller(gain, dot(direction, t.at[j] - at));
    if (!(gain > rounding)) return;
    t.vertex[t.count] = k;
    t.at[t.count++] = at;
    combine_with_last(p, compliance, t);
  }
}

}  // namespace talus::smooth_vertex_body
