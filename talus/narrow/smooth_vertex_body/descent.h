// Descends to a direction n from which no small turn makes the depth
//   f(n) = h_S(n) - min over the corners of n.v  =  -sigma(n)
// smaller, with S the smooth body and n from it to the other one: Newton's method in the
// coordinates of place.h, with the corners handled exactly (touching_corners.h). Every step taken
// lowers f, or leaves it and brings the points nearer to being joined by the normal (on flat sides,
// where n hardly turns). Where Newton's step does not, the place opposite to y is tried: with an
// edge on the middle of a flat side n is right to rounding long before the point is. Where that is
// no better the descent ends; it is for its caller to start it nearer (approach.h).
#pragma once

#include "talus/narrow/smooth_vertex_body/touching_corners.h"

namespace talus::smooth_vertex_body {

template <class T>
struct Sizes {
  T radius;    // the larger bounding radius
  T rounding;  // of a coordinate
};

template <class T>
struct Descent {
  Place<T> place;      // x and n
  int corner{};        // farthest along -n
  T depth;             // f(n)
  Touched<T> touched;  // y
  Vec3<T> y;
  T residual;         // |x - y - f n|, zero at a stationary direction
  int evaluations{};  // places looked at
};

// The depth at d.place.
template <class T, class VertexBody>
TALUS_HD void look(const VertexBody& body, Descent<T>& d) {
  d.corner = body.farthest(-d.place.normal, d.corner);
  d.depth = dot(d.place.point - body.corner(d.corner), d.place.normal);
  ++d.evaluations;
}

// A corner lets the point find its place on a flat side; an edge or a face holds the normal, in the
// directions along it.
template <class T>
TALUS_HD Chart chart_of(const Superquadric<T>& s, const Descent<T>& d) {
  Chart chart{s.n2 > T(2), s.n1 > T(2)};
  if (d.touched.count == 1) return chart;
  if (d.touched.count == 3) return {false, false};
  const Place<T>& p = d.place;
  const Vec3<T> edge = d.touched.at[1] - d.touched.at[0];
  const T length = norm_squared(edge);
  // Turning the normal in the inner level alone moves it across o.
  const T inner = square(dot(cross(p.normal, p.o), edge)) / (norm_squared(p.o) * length);
  const T outer = square(dot(cross(p.normal, p.i), edge)) / (norm_squared(p.i) * length);
  if (inner > T(0.25)) chart.inner_point = false;
  if (outer > T(0.25)) chart.outer_point = false;
  return chart;
}

// The second derivative of f where that is positive definite, if need be with the edge held.
// Elsewhere, and where it would turn n by more than makes sense (bodies that all but touch at a
// sharp place), a positive definite one that gives way to it as the points come together.
template <class T>
TALUS_HD Compliance<T> compliance_at(const Descent<T>& d, const Sizes<T>& sizes) {
  const T far = T(4) / d.residual;
  Compliance<T> compliance;
  compliance.tie = T(4096) * sizes.rounding / square(sizes.radius);
  if (compliance.set(d.place, -d.depth, {}, T(0)) && compliance.trace() < far) return compliance;
  if (d.touched.count == 2) {
    const Vec3<T> edge = d.touched.at[1] - d.touched.at[0];
    const Vec3<T> e = edge - dot(edge, d.place.normal) * d.place.normal;
    const T length = norm(e);
    if (length > T(0) && compliance.set(d.place, -d.depth, e / length, T(32) * d.depth) &&
        compliance.trace() < far) {
      return compliance;
    }
  }
  const T least = larger(absolute(d.depth), larger(d.residual, sizes.rounding));
  compliance.set(d.place, least, {}, T(0));
  return compliance;
}

// The unit normal of the face that three corners span, along n; false if they span none.
template <class T>
TALUS_HD bool face_normal(const Touched<T>& t, const Vec3<T>& n, Vec3<T>& normal) {
  normal = cross(t.at[1] - t.at[0], t.at[2] - t.at[0]);
  const T length = norm(normal);
  if (!(length > T(0))) return false;
  normal = (dot(normal, n) < T(0) ? T(-1) / length : T(1) / length) * normal;
  return true;
}

// The foot of x on the edge or face that is touched, where there is one: the mixture of the step
// before says which corners, and only roughly where between them.
template <class T>
TALUS_HD Vec3<T> closest_point(const Touched<T>& t, const Vec3<T>& x, T* weight) {
  for (int k = 0; k < t.count; ++k) weight[k] = t.weight[k];
  if (t.count == 1) return t.at[0];
  const Vec3<T> p = x - t.at[0], u = t.at[1] - t.at[0];
  if (t.count == 2) {
    const T along = dot(p, u) / norm_squared(u);
    if (along > T(0) && along < T(1)) {
      weight[0] = T(1) - along;
      weight[1] = along;
    }
    return weight[0] * t.at[0] + weight[1] * t.at[1];
  }
  const Vec3<T> v = t.at[2] - t.at[0], n = cross(u, v);
  const T square = norm_squared(n);
  const T first = dot(cross(p, v), n) / square, second = dot(cross(u, p), n) / square;
  if (first > T(0) && second > T(0) && first + second < T(1)) {
    weight[0] = T(1) - first - second;
    weight[1] = first;
    weight[2] = second;
  }
  return weight[0] * t.at[0] + weight[1] * t.at[1] + weight[2] * t.at[2];
}

inline constexpr int most_steps = 24;

// A step of the point along a flat side turns the normal by something else than its derivative
// foretold, and away from the right angle to an edge. This turns it back in the other level.
template <class T>
TALUS_HD Place<T> restored(const Superquadric<T>& s, Place<T> p, const Vec3<T>& edge) {
  for (int round = 0; round < 2; ++round) {
    const bool flat_inner = p.a_i * p.b_o * norm_squared(p.i) > p.a_o * p.b_i * norm_squared(p.o);
    const Vec3<T> way = cross(p.normal, flat_inner ? p.i : p.o);
    const T needed = -dot(p.normal, edge) / dot(way, edge);
    if (!(absolute(needed) < infinity_of<T>())) return p;
    Turn<T> turn;
    turn.zeta_o = flat_inner ? needed * dot(p.o, way) : T(0);
    turn.zeta_i = flat_inner ? T(0) : needed * dot(p.i, way);
    p = turned(s, p, Chart{flat_inner, !flat_inner}, turn, T(1));
  }
  return p;
}

// Takes the step to `next` if it lowers f or brings the points together.
template <class T, class VertexBody>
TALUS_HD bool accept(const VertexBody& body, const Place<T>& next, T rounding, Descent<T>& d) {
  ++d.evaluations;
  const int corner = body.farthest(-next.normal, d.corner);
  const T depth = dot(next.point - body.corner(corner), next.normal);
  T weight[3];
  const Vec3<T> y = closest_point(d.touched, next.point, weight);
  const T residual = norm(next.point - y - depth * next.normal);
  if (!(depth < d.depth - rounding) && !(residual < T(0.5) * d.residual)) return false;
  d.place = next;
  d.corner = corner;
  d.depth = depth;
  d.y = y;
  d.residual = residual;
  for (int k = 0; k < d.touched.count; ++k) d.touched.weight[k] = weight[k];
  return true;
}

// Points that miss each other by this are joined by the normal: the depth is then right to the
// square of it.
template <class T>
TALUS_HD T joined(const Sizes<T>& sizes) {
  return larger(T(2) * sizes.rounding, T(2e-13) * sizes.radius);
}

// One step; false if no step is better.
template <class T, class VertexBody>
TALUS_HD bool step_down(const Superquadric<T>& s, const VertexBody& body, const Sizes<T>& sizes,
                        Descent<T>& d) {
  const Compliance<T> compliance = compliance_at(d, sizes);
  touch_corners(body, d.place, compliance, d.corner, sizes.rounding, d.touched);
  const Vec3<T> apart = d.place.point - d.touched.point();
  d.y = closest_point(d.touched, d.place.point, d.touched.weight);
  d.residual = norm(d.place.point - d.y - d.depth * d.place.normal);
  if (!(d.residual > joined(sizes))) return false;
  Vec3<T> n;
  if (d.touched.count == 3 && face_normal(d.touched, d.place.normal, n) &&
      accept(body, place_with_normal(s, n, d.place.point), sizes.rounding, d)) {
    return true;
  }
  const Turn<T> turn = compliance.turn(apart - dot(apart, d.place.normal) * d.place.normal);
  const Chart held = chart_of(s, d), free{s.n2 > T(2), s.n1 > T(2)};
  for (int attempt = 0; attempt < 6; ++attempt) {
    const T part = attempt < 3 ? T(1) : T(0.3);
    const int way = attempt % 3;
    if (way == 2 && d.touched.count != 2) continue;
    Place<T> next = turned(s, d.place, way == 0 ? held : free, turn, part);
    if (way == 2) next = restored(s, next, d.touched.at[1] - d.touched.at[0]);
    if (accept(body, next, sizes.rounding, d)) return true;
  }
  // Where n says nothing of the point: the one that lies opposite to y.
  const Vec3<T> opposite = d.y + d.depth * d.place.normal;
  return accept(body, place_near(s, opposite, d.place.normal), sizes.rounding, d);
}

// From d.place, with a guess of the corners in d.touched.
template <class T, class VertexBody>
TALUS_HD void descend(const Superquadric<T>& s, const VertexBody& body, const Sizes<T>& sizes,
                      Descent<T>& d) {
  look(body, d);
  d.y = body.corner(d.corner);
  d.residual = norm(d.place.point - d.y - d.depth * d.place.normal);
  for (int step = 0; step < most_steps; ++step) {
    if (!step_down(s, body, sizes, d) || !(d.residual > joined(sizes))) return;
  }
}

}  // namespace talus::smooth_vertex_body
