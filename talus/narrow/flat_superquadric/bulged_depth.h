// A smooth depth of overlapping bodies with flat superquadrics among them, for forces.
//
// The depth is the minimum over unit n of h_A(n) + h_B(-n), h being the support functions. Where a
// side is flat the support point runs from rim to rim as the side tilts by next to nothing, and the
// force that acts there turns the body the more strongly the less it is tilted: no time step is
// short enough, and a block trembles for ever. Polyhedra have a smooth maximum over their vertices
// instead (rounded_maximum.h). Here the sides bulge in proportion to the depth D itself
// (bulged_support.h), by 1/32 of it at an edge:
//
//   D = min over n of  max over points a, b of  n . (a - b) - D/2 (k_A q_A(a) + k_B q_B(b))
//
// with k = 1/16 for flat bodies and 0 for round ones. As an equation for D it has one solution. By
// the envelope theorem f'(D) dD is the derivative of an energy f(D): a force along n through a and
// b, times the slope 1 / (1 + (k_A q_A + k_B q_B) / 2). Level sides have the stiffness against
// rotation that those of polyhedra have, F a^2 / (k D).
//   1. Plane: n is given; solve for D, each time with the support point for the last one. The
//      support point is stationary, so that two or three rounds suffice.
//   2. Two bodies: Newton's method for the tilt of n as well, from the contact's normal. Of a
//      polyhedron the vertices near the contact count by the smooth maximum.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"
#include "talus/shape/superquadric/bulged_support.h"

namespace talus {

struct BulgedDepthLimits {
  // k of sides that are as flat as those of polyhedra: the inverse of their rounding power.
  static constexpr double bulge = 1.0 / rounding_power;
  // Exponents from which sides are flat, and at which k has reached its value. Below, the surface
  // itself is curved enough for bodies to come to rest.
  static constexpr double flat_from = 4.0, flat_at = 6.0;
  static constexpr int steps = 24;
  // Converged if a round changes the depth by less than this part of it, and if the points of both
  // bodies are off the line along n by less than this part of the size.
  static constexpr double converged = 1e-12, on_line = 1e-10;
  // Longest tilt, times the size and over the depth: the points move by their own distances.
  static constexpr double longest_tilt = 0.25;
  // The bulge changes the depth by a sixteenth at most, and the smooth maximum over the vertices of
  // a face by another fifth: what differs more from the depth along the contact's own normal is
  // another minimum, or none.
  static constexpr double largest_change = 1.25;
  // A step that ends beyond the minimum, on a slope of more than this part of that before, is
  // shortened.
  static constexpr double overshoot = 0.5;
};

// k of a body. Bodies with an exponent below 2 have edges on their sides, and are left as they are.
template <class T>
TALUS_HD T relative_bulge(const Superquadric<T>& body) {
  using Limits = BulgedDepthLimits;
  const T most = larger(body.n1, body.n2);
  if (!(most > T(Limits::flat_from)) || smaller(body.n1, body.n2) < T(2)) return T(0);
  constexpr double width = Limits::flat_at - Limits::flat_from;
  return T(Limits::bulge) * smaller(T(1), (most - T(Limits::flat_from)) / T(width));
}

template <class T>
struct BulgedDepth {
  bool found{};
  T depth{}, slope{};
  Vec3<T> normal{};  // unit, from A to B
  Vec3<T> point{};   // midway between the bodies, from the origin of their points
  // m2: the second moment of the vertices of a polyhedron's patch that resists rocking as much
  // (rounded_depth.h); 0 for edges and for round surfaces, which roll freely.
  T moment{};
};

// A superquadric in the world, with the start of the next search.
template <class T>
class BulgedBody {
 public:
  // `centre`: of the body, from the origin of the points.
  TALUS_HD BulgedBody(const Superquadric<T>& body, const Mat3<T>& rotation, const Vec3<T>& centre)
      : bulge(relative_bulge(body)),
        size(larger(body.semi_axes.x, larger(body.semi_axes.y, body.semi_axes.z))),
        thickness(smaller(body.semi_axes.x, smaller(body.semi_axes.y, body.semi_axes.z))),
        search_(body),
        rotation_(rotation),
        centre_(centre) {}

  // For the unit direction n and the depth D.
  TALUS_HD void find(const Vec3<T>& n, const T& depth) {
    constexpr double least = 1e-12;  // of a round body: the search needs one above 0
    const BulgedSupport<T> s =
        search_.find(transpose_times(rotation_, n), larger(bulge, T(least)) * depth);
    point = rotation_ * s.point + centre_;
    excess = bulge * s.excess;
    curvature_ = s.curvature;
  }
  // Derivative of the point by n, in the body's frame.
  TALUS_HD const SymMat3<T>& curvature() const { return curvature_; }
  // Derivative of the point by a tilt of n towards t.
  TALUS_HD Vec3<T> turned(const Vec3<T>& t) const {
    return rotation_ * (curvature_ * transpose_times(rotation_, t));
  }

  T bulge, size, thickness;  // k; the largest and the smallest semi-axis
  Vec3<T> point{};
  T excess{};  // k q

 private:
  BulgedSupportSearch<T> search_;
  Mat3<T> rotation_;
  Vec3<T> centre_;
  SymMat3<T> curvature_{};
};

// Derivatives of points across n, in the axes of the tangent plane.
template <class T>
TALUS_HD SymMat2<T> across(const BulgedBody<T>& body, const TangentFrame<T>& axes) {
  const Vec3<T> x = body.turned(axes.x), y = body.turned(axes.y);
  return {dot(axes.x, x), dot(axes.x, y), dot(axes.y, y)};
}

template <class T>
TALUS_HD T smaller_eigenvalue(const SymMat2<T>& m) {
  const T half = T(0.5) * (m.tt - m.uu), middle = T(0.5) * (m.tt + m.uu);
  return larger(T(0), middle - square_root(half * half + m.tu * m.tu));
}

// `turning`: m, the smaller principal derivative of the points by n; times the force it is the
// stiffness against rocking. The part by which the body bulges there, against its own curvature,
// counts.
template <class T>
TALUS_HD T moment_of(const BulgedBody<T>& body, const T& turning, const T& depth) {
  const T bulges = turning * body.bulge * depth / (body.thickness * body.thickness);
  return smaller(T(1), bulges) * turning * depth * T(1.0 / (rounding_power - 1));
}

// A body on a half-space with the unit normal -`normal`. The origin of the body's points is half of
// `depth` below the plane, where `depth` is that of the deepest point.
template <class T>
TALUS_HD BulgedDepth<T> bulged_depth_on_plane(BulgedBody<T>& body, const Vec3<T>& normal,
                                              const T& depth) {
  BulgedDepth<T> r;
  T below{};
  r.depth = depth;
  for (int i = 0; i < BulgedDepthLimits::steps; ++i) {
    body.find(normal, r.depth);
    below = dot(normal, body.point) + T(0.5) * depth;
    r.slope = T(1) / (T(1) + T(0.5) * body.excess);
    const T last = r.depth;
    r.depth = below * r.slope;
    if (!(r.depth > T(0))) return r;
    if (absolute(r.depth - last) <= T(BulgedDepthLimits::converged) * last) break;
  }
  r.found = true;
  r.normal = normal;
  r.point = body.point - (T(0.5) * below) * normal;
  r.moment = moment_of(body, smaller_eigenvalue(across(body, tangent_frame(normal))), r.depth);
  return r;
}

// The pair along one n: the depth that follows from the last one, and its derivatives.
template <class T>
struct BulgedRound {
  bool touches{};
  T depth{}, slope{};
  T x{}, y{};          // A's point off B's, in the axes of the tangent plane
  SymMat2<T> along{};  // derivative of (x, y) by the tilt of n
  T turning{};
  Vec3<T> between{};  // midway between the points
};

template <class T>
TALUS_HD T in_series(const T& p, const T& q) {
  return p + q > T(0) ? p * q / (p + q) : T(0);
}

// B: another superquadric.
template <class T>
TALUS_HD BulgedRound<T> bulged_round(BulgedBody<T>& a, BulgedBody<T>& b, const Vec3<T>& n,
                                     const TangentFrame<T>& axes, const T& depth) {
  a.find(n, depth);
  b.find(-n, depth);
  BulgedRound<T> r;
  const Vec3<T> apart = a.point - b.point;
  const T overlap = dot(n, apart);
  r.slope = T(1) / (T(1) + T(0.5) * (a.excess + b.excess));
  r.depth = overlap * r.slope;
  r.touches = r.depth > T(0);
  r.x = dot(axes.x, apart);
  r.y = dot(axes.y, apart);
  const SymMat2<T> of_a = across(a, axes), of_b = across(b, axes);
  r.along = of_a + of_b + SymMat2<T>{-overlap, T(0), -overlap};
  r.turning = in_series(smaller_eigenvalue(of_a), smaller_eigenvalue(of_b));
  r.between = T(0.5) * (a.point + b.point);
  return r;
}

// The vertices of a polyhedron near the contact, in the world.
template <class T>
struct VerticesNear {
  int count{};
  Vec3<T> vertex[polyhedron_polyhedron::NearVertices<T>::capacity];
  T size{};  // largest distance of two of them, or a little more
};

// `plane`: its normal points out of A, towards B; its middle is the origin of the vertices.
template <class T>
TALUS_HD VerticesNear<T> vertices_near(const PolyhedronView<T>& b, const Pose<T>& pose,
                                       const polyhedron_polyhedron::ContactPlane<T>& plane) {
  polyhedron_polyhedron::NearVertices<T> near;
  polyhedron_polyhedron::find_near(b, pose, plane, -plane.normal, near);
  VerticesNear<T> v;
  v.count = near.count;
  T farthest{};
  for (int i = 0; i < near.count; ++i) {
    v.vertex[i] = near.x[i] * plane.axes.x + near.y[i] * plane.axes.y -
                  (near.height[i] * plane.depth) * plane.normal;
    farthest = larger(farthest, norm_squared(v.vertex[i] - v.vertex[0]));
  }
  v.size = T(2) * square_root(farthest);
  return v;
}

// B: a polyhedron. The smooth maximum over its vertices, as in rounded_depth.h.
template <class T>
TALUS_HD BulgedRound<T> bulged_round(BulgedBody<T>& a, VerticesNear<T>& b, const Vec3<T>& n,
                                     const TangentFrame<T>& axes, const T& depth) {
  a.find(n, depth);
  BulgedRound<T> r;
  const T per_depth = T(1) / depth, half_excess = T(0.5) * a.excess;
  const T above = dot(n, a.point) * per_depth - half_excess;
  T sum{}, weights{}, x1{}, y1{}, xx{}, xy{}, yy{};
  Vec3<T> at{};
  for (int k = 0; k < b.count; ++k) {
    const T z = above - per_depth * dot(n, b.vertex[k]);
    if (!(z > T(0))) continue;
    const Vec3<T> apart = a.point - b.vertex[k];
    const T power = rounding_weight(z), weight = power * z;
    const T x = dot(axes.x, apart), y = dot(axes.y, apart);
    sum = sum + weight * z;
    weights = weights + weight;
    x1 = x1 + weight * x;
    y1 = y1 + weight * y;
    xx = xx + power * x * x;
    xy = xy + power * x * y;
    yy = yy + power * y * y;
    at = at + weight * b.vertex[k];
  }
  r.touches = sum > T(0);
  if (!r.touches) return r;
  const T root = rounding_root(sum), whole = depth * root;
  const T slope = weights * root / sum, held = slope * half_excess;
  r.depth = (whole + held * depth) / (T(1) + held);
  r.slope = slope / (T(1) + held);
  const T per_weight = T(1) / weights;
  r.x = per_weight * x1;
  r.y = per_weight * y1;
  // 15 over the depth times the spread of the vertices by their weights.
  const T factor = T(rounding_power - 1) * per_depth * per_weight, per_sum = T(1) / sum;
  const SymMat2<T> of_b{factor * (xx - per_sum * x1 * x1), factor * (xy - per_sum * x1 * y1),
                        factor * (yy - per_sum * y1 * y1)};
  const SymMat2<T> of_a = across(a, axes);
  r.along = of_a + of_b + SymMat2<T>{-whole, T(0), -whole};
  r.turning = in_series(smaller_eigenvalue(of_a), smaller_eigenvalue(of_b));
  r.between = T(0.5) * (a.point + per_weight * at);
  return r;
}

// B: a straight line through `point` along the unit vector `axis`; n is at right angles to it.
template <class T>
struct LineNear {
  Vec3<T> point, axis;
  T size{};
};

template <class T>
TALUS_HD BulgedRound<T> bulged_round(BulgedBody<T>& a, LineNear<T>& b, const Vec3<T>& n,
                                     const TangentFrame<T>& axes, const T& depth) {
  a.find(n, depth);
  BulgedRound<T> r;
  const Vec3<T> apart = a.point - b.point, side = cross(b.axis, n), turned = a.turned(side);
  const T overlap = dot(n, apart), off = dot(side, apart);
  r.slope = T(1) / (T(1) + T(0.5) * a.excess);
  r.depth = overlap * r.slope;
  r.touches = r.depth > T(0);
  r.x = off * dot(axes.x, side);
  r.y = off * dot(axes.y, side);
  const T along = dot(side, turned) - overlap;  // along the line as well, where nothing turns
  r.along = {along, T(0), along};
  r.between = a.point - (T(0.5) * overlap) * n;
  return r;
}

// Two bodies, of which A is a superquadric and B one, the vertices of a polyhedron, or a line.
// `plane` is that of their contact, and its middle the origin of their points. Not found if they do
// not overlap, or if Newton's method does not converge to this contact.
template <class T, class Other>
TALUS_HD BulgedDepth<T> bulged_depth(BulgedBody<T>& a, Other& b,
                                     const polyhedron_polyhedron::ContactPlane<T>& plane) {
  using Limits = BulgedDepthLimits;
  BulgedDepth<T> r;
  const T size = larger(a.size, b.size);
  Vec3<T> n = plane.normal, from = n, step{};
  T depth = plane.depth, slope_before{}, first{};
  for (int i = 0; i < Limits::steps; ++i) {
    const TangentFrame<T> axes = tangent_frame(n);
    const BulgedRound<T> at = bulged_round(a, b, n, axes, depth);
    if (!at.touches) return r;
    const bool settled = absolute(at.depth - depth) <= T(Limits::converged) * depth;
    depth = at.depth;
    if (i == 0) first = depth;
    if (depth > T(Limits::largest_change) * first || T(Limits::largest_change) * depth < first) {
      return r;
    }
    if (settled && at.x * at.x + at.y * at.y <= square(T(Limits::on_line) * size)) {
      r = {true, depth, at.slope, n, at.between, moment_of(a, at.turning, depth)};
      return r;
    }
    const Vec3<T> slope = at.x * axes.x + at.y * axes.y;
    const T slope_after = dot(slope, step);
    if (slope_after > -T(Limits::overshoot) * slope_before && slope_before < T(0)) {
      step = (slope_before / (slope_before - slope_after)) * step;
      n = normalized(from + step);
      continue;
    }
    const T determinant = at.along.tt * at.along.uu - at.along.tu * at.along.tu;
    if (!(determinant > T(0)) || !(at.along.tt > T(0))) return r;  // no minimum
    const T inverse = T(-1) / determinant;
    step = (inverse * (at.along.uu * at.x - at.along.tu * at.y)) * axes.x +
           (inverse * (at.along.tt * at.y - at.along.tu * at.x)) * axes.y;
    const T length = norm(step), longest = T(Limits::longest_tilt) * depth / size;
    if (length > longest) step = (longest / length) * step;
    slope_before = dot(slope, step);
    from = n;
    n = normalized(n + step);
  }
  return r;
}

}  // namespace talus
