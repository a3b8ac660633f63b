// Descends to a direction n from which no small turn makes the depth
//   f(n) = h_S(n) - min over the corners of n.v  =  -sigma(n)
// smaller, with S the smooth body and n from it to the other one: Newton's method in the
// coordinates of place.h, with the corners handled exactly (touching_corners.h). Every step taken
// lowers f, or leaves it and brings the points nearer to being joined by the normal (on flat sides,
// where n hardly turns). Where Newton's step does not, the descent ends; it is for its caller to
// start it nearer (approach.h).
#pragma once

#include "talus/narrow/smooth_polyhedron/touching_corners.h"

namespace talus::smooth_polyhedron {

template <class T>
struct Descent {
  Place<T> place;      // x and n
  int corner;          // farthest along -n
  T depth;             // f(n)
  Touched<T> touched;  // y
  Vec3<T> y;
  T residual;   // |x - y - f n|, zero at a stationary direction
  int looks{};  // places looked at
};

template <class T, class Cornered>
TALUS_HD void look(const Cornered& body, const Place<T>& p, Descent<T>& d) {
  d.place = p;
  d.corner = body.farthest(-p.normal);
  d.depth = dot(p.point - body.corner(d.corner), p.normal);
  ++d.looks;
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

// The second derivative of f where that is positive definite, if need be with the edge held;
// elsewhere a positive definite one.
template <class T>
TALUS_HD Compliance<T> compliance_at(const Descent<T>& d, T rounding) {
  Compliance<T> compliance;
  if (compliance.set(d.place, -d.depth, {}, T(0))) return compliance;
  if (d.touched.count == 2) {
    const Vec3<T> edge = d.touched.at[1] - d.touched.at[0];
    const Vec3<T> e = edge - dot(edge, d.place.normal) * d.place.normal;
    const T length = norm(e);
    if (length > T(0) && compliance.set(d.place, -d.depth, e / length, T(32) * d.depth)) {
      return compliance;
    }
  }
  compliance.set(d.place, larger(absolute(d.depth), rounding), {}, T(0));
  return compliance;
}

inline constexpr int most_steps = 24;

// From d.place, with a guess of the corners in d.touched.
template <class T, class Cornered>
TALUS_HD void descend(const Superquadric<T>& s, const Cornered& body, T rounding, Descent<T>& d) {
  const T joined = T(2) * rounding;
  look(body, Place<T>(d.place), d);
  for (int step = 0; step < most_steps; ++step) {
    const Compliance<T> compliance = compliance_at(d, rounding);
    touch_corners(body, d.place, compliance, d.corner, rounding, d.touched);
    d.y = d.touched.point();
    const Vec3<T> apart = d.place.point - d.y;
    d.residual = norm(apart - d.depth * d.place.normal);
    if (!(d.residual > joined)) return;
    const Turn<T> turn = compliance.turn(apart - dot(apart, d.place.normal) * d.place.normal);
    const Chart held = chart_of(s, d), free{s.n2 > T(2), s.n1 > T(2)};
    Descent<T> next = d;
    bool lower = false;
    for (int attempt = 0; attempt < 4 && !lower; ++attempt) {
      look(body,
           turned(s, d.place, attempt % 2 == 0 ? held : free, turn, attempt < 2 ? T(1) : T(0.3)),
           next);
      next.residual = norm(next.place.point - d.y - next.depth * next.place.normal);
      lower = next.depth < d.depth - rounding || next.residual < T(0.5) * d.residual;
    }
    d.looks = next.looks;
    if (!lower) return;
    d = next;
    if (!(d.residual > joined)) return;
  }
}

}  // namespace talus::smooth_polyhedron
