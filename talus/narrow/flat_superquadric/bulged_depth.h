// A smooth depth of overlapping bodies with flat superquadrics among them, for forces.
//
// The depth is the minimum over unit n of h_A(n) + h_B(-n), h being the support functions. Where a
// side is flat the support point runs from rim to rim as the side tilts by next to nothing, and the
// force that acts there turns the body the more strongly the less it is tilted: no time step is
// short enough, and a block trembles for ever. Polyhedra have a smooth maximum over their vertices
// instead (rounded_maximum.h). Here the sides bulge in proportion to the depth D itself
// (bulged_support.h):
//
//   D = min over n of  h_A(n, D) + h_B(-n, D)
//
// As an equation for D it has one solution. By the envelope theorem f'(D) dD is the derivative of
// an energy f(D): a force along n through the gradients of both h, times the slope
// 1 / (1 - dh_A/dD - dh_B/dD). Level sides have the stiffness against rotation that those of
// polyhedra have, F a^2 / (k D), k = 1/16.
//   0. Directions in which nothing bulges keep the contact as it is.
//   1. Plane: n is given; Newton's method for D.
//   2. Two bodies: Newton's method for the tilt of n and D, from the contact. Of a polyhedron the
//      vertices near the contact count by the smooth maximum.
#pragma once

#include "talus/narrow/flat_superquadric/bulged_body.h"

namespace talus {

// A body on a half-space with the unit normal -`normal`. The origin of the body's points is half of
// `depth` below the plane, where `depth` is that of the deepest point. Not found where nothing
// bulges.
template <class T>
TALUS_HD BulgedDepth<T> bulged_depth_on_plane(BulgedBody<T>& body, const Vec3<T>& normal,
                                              const T& depth) {
  BulgedDepth<T> r;
  if (!body.bulges(normal, depth)) return r;
  r.depth = depth;
  for (int i = 0; i < BulgedDepthLimits::steps; ++i) {
    body.find(normal, r.depth);
    r.slope = T(1) / (T(1) - body.by_depth);
    const T change = (body.value + T(0.5) * depth - r.depth) * r.slope;
    r.depth = r.depth + change;
    if (!(r.depth > T(0))) return r;
    body.point = body.point + change * body.point_by_depth;
    if (absolute(change) <= T(BulgedDepthLimits::converged) * r.depth) break;
  }
  r.found = true;
  r.normal = normal;
  r.point = body.point - (T(0.5) * (dot(normal, body.point) + T(0.5) * depth)) * normal;
  r.moment = moment_of(body, smaller_eigenvalue(across(body, tangent_frame(normal))), r.depth);
  return r;
}

// The pair along one n and for one D.
template <class T>
struct BulgedRound {
  MaskOf<T> touches{};
  T change{}, slope{};     // of D, by Newton's method; of the depth as the bodies approach
  T x{}, y{};              // A's point off B's, in the axes of the tangent plane
  T x_depth{}, y_depth{};  // their derivatives by D
  SymMat2<T> along{};      // derivative of (x, y) by the tilt of n
  T turning{};
  Vec3<T> between{};  // midway between the points
};

template <class T>
TALUS_INLINE T in_series(const T& p, const T& q) {
  const T sum = p + q;
  const MaskOf<T> some = sum > T(0);
  return select(some, p * q / select(some, sum, T(1)), T(0));
}

// B: another superquadric.
template <class T>
TALUS_INLINE BulgedRound<T> bulged_round(BulgedBody<T>& a, BulgedBody<T>& b, const Vec3<T>& n,
                                         const TangentFrame<T>& axes, const T& depth) {
  a.find(n, depth);
  b.find(-n, depth);
  BulgedRound<T> r;
  const Vec3<T> apart = a.point - b.point, apart_depth = a.point_by_depth - b.point_by_depth;
  const T whole = a.value + b.value, overlap = dot(n, apart);
  r.slope = T(1) / (T(1) - (a.by_depth + b.by_depth));
  r.change = (whole - depth) * r.slope;
  r.touches = depth + r.change > T(0);
  r.x = dot(axes.x, apart);
  r.y = dot(axes.y, apart);
  r.x_depth = dot(axes.x, apart_depth);
  r.y_depth = dot(axes.y, apart_depth);
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
  const T per_depth = T(1) / depth, above = a.value * per_depth;
  T sum{}, weights{}, x1{}, y1{}, x0{}, y0{}, xx{}, xy{}, yy{};
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
    x0 = x0 + power * x;
    y0 = y0 + power * y;
    xx = xx + power * x * x;
    xy = xy + power * x * y;
    yy = yy + power * y * y;
    at = at + weight * b.vertex[k];
  }
  r.touches = sum > T(0);
  if (!r.touches) return r;
  const T root = rounding_root(sum), whole = depth * root, slope = weights * root / sum;
  r.slope = slope / (T(1) - slope * a.by_depth);
  r.change = (whole - depth) / (T(1) - slope * a.by_depth);
  const T per_weight = T(1) / weights;
  r.x = per_weight * x1;
  r.y = per_weight * y1;
  // 15 over the depth times the spread of the vertices by their weights.
  const T factor = T(rounding_power - 1) * per_depth * per_weight, per_sum = T(1) / sum;
  const SymMat2<T> of_b{factor * (xx - per_sum * x1 * x1), factor * (xy - per_sum * x1 * y1),
                        factor * (yy - per_sum * y1 * y1)};
  // As A rises, vertices farther away gain weight.
  const T rise = factor * a.by_depth;
  r.x_depth = dot(axes.x, a.point_by_depth) + rise * (x0 - per_sum * weights * x1);
  r.y_depth = dot(axes.y, a.point_by_depth) + rise * (y0 - per_sum * weights * y1);
  const SymMat2<T> of_a = across(a, axes);
  const T height = dot(n, a.point) - per_weight * dot(n, at);
  r.along = of_a + of_b + SymMat2<T>{-height, T(0), -height};
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
  const T overlap = dot(n, apart), off = dot(side, apart), off_depth = dot(side, a.point_by_depth);
  const T side_x = dot(axes.x, side), side_y = dot(axes.y, side);
  r.slope = T(1) / (T(1) - a.by_depth);
  r.change = (a.value - dot(n, b.point) - depth) * r.slope;
  r.touches = depth + r.change > T(0);
  r.x = off * side_x;
  r.y = off * side_y;
  r.x_depth = off_depth * side_x;
  r.y_depth = off_depth * side_y;
  const T along = dot(side, turned) - overlap;  // along the line as well, where nothing turns
  r.along = {along, T(0), along};
  r.between = a.point - (T(0.5) * overlap) * n;
  return r;
}

// Newton's method for the tilt of n and for D, one round after the other; for a pair, or for the
// pairs of a pack.
template <class T>
struct BulgedSearch {
  TALUS_INLINE BulgedSearch(const Vec3<T>& normal, const T& first_depth, const T& longer_size)
      : n(normal), depth(first_depth), reference(first_depth), size(longer_size), from(normal) {}

  // `at`: the round for the present n and D. Sets `failed` or `ended` where the search is over: n
  // and D are the last ones then.
  TALUS_INLINE void advance(const BulgedRound<T>& at, const TangentFrame<T>& axes) {
    using Limits = BulgedDepthLimits;
    const MaskOf<T> settled = absolute(at.change) < converged * depth;
    depth = depth + at.change;
    const MaskOf<T> above = depth > T(Limits::largest_change) * reference;
    const MaskOf<T> below = T(Limits::largest_change) * depth < reference;
    // The slope where the depth is the new one.
    const T x = at.x + at.change * at.x_depth, y = at.y + at.change * at.y_depth;
    const Vec3<T> slope = x * axes.x + y * axes.y;
    const T slope_after = dot(slope, step);
    const MaskOf<T> on_line = x * x + y * y < square(joined * size);
    const MaskOf<T> descended = slope_before < T(0);
    const MaskOf<T> beyond = slope_after > -T(Limits::overshoot) * slope_before;
    const MaskOf<T> shortens = (!on_line) & descended & beyond;
    const T part = slope_before / select(shortens, slope_before - slope_after, T(1));

    const T determinant = at.along.tt * at.along.uu - at.along.tu * at.along.tu;
    const MaskOf<T> is_minimum = determinant > T(0), grows = at.along.tt > T(0);
    const T inverse = T(-1) / select(is_minimum, determinant, T(1));
    const Vec3<T> newton = (inverse * (at.along.uu * x - at.along.tu * y)) * axes.x +
                           (inverse * (at.along.tt * y - at.along.tu * x)) * axes.y;
    const T length = norm(newton), longest = T(Limits::longest_tilt) * depth / size;
    const MaskOf<T> is_long = length > longest;
    const T cut = select(is_long, longest / select(is_long, length, T(1)), T(1));
    const MaskOf<T> sound = at.touches & (shortens | (is_minimum & grows));
    failed = (!sound) | above | below;
    ended = (!(failed | shortens | is_long)) & settled & on_line;
    from = select_vector(shortens, from, n);
    step = select_vector(shortens, part * step, cut * newton);
    slope_before = select(shortens, slope_before, dot(slope, step));
    n = normalized(from + step);
    // Half of what the slope promises is left after the last step.
    depth = select(ended, depth + T(0.5) * at.slope * slope_before, depth);
  }

  // Midway between the bodies after the last step.
  TALUS_INLINE Vec3<T> point_of(const BulgedBody<T>& a, const BulgedRound<T>& at) const {
    const Vec3<T> end = a.point + at.change * a.point_by_depth + a.turned(step);
    return end + dot(from, at.between - end) * from;
  }

  // Begins anew where `mask` is set.
  TALUS_INLINE void restart(const MaskOf<T>& mask, const Vec3<T>& normal, const T& first_depth) {
    n = select_vector(mask, normal, n);
    from = select_vector(mask, normal, from);
    depth = select(mask, first_depth, depth);
    slope_before = select(mask, T(0), slope_before);
  }

  Vec3<T> n;
  T depth;
  T reference;  // depths that differ from it by more than largest_change fail
  T converged{BulgedDepthLimits::converged}, joined{BulgedDepthLimits::on_line};
  MaskOf<T> failed{}, ended{};

 private:
  T size, slope_before{};
  Vec3<T> from, step{};
};

// Two bodies, of which A is a superquadric and B the vertices of a polyhedron, or a line (for two
// superquadrics see bulged_pair.h). `plane` is that of their contact, and its middle the origin of
// their points. Not found if they do not overlap, or if Newton's method does not converge to this
// contact.
template <class T, class Other>
TALUS_HD BulgedDepth<T> bulged_depth(BulgedBody<T>& a, Other& b,
                                     const polyhedron_polyhedron::ContactPlane<T>& plane) {
  BulgedDepth<T> r;
  BulgedSearch<T> search(plane.normal, plane.depth, larger(a.size, b.size));
  for (int i = 0; i < BulgedDepthLimits::steps; ++i) {
    const TangentFrame<T> axes = tangent_frame(search.n);
    const BulgedRound<T> at = bulged_round(a, b, search.n, axes, search.depth);
    if (i == 0) search.reference = search.depth + at.change;
    search.advance(at, axes);
    if (search.failed) return r;
    if (!search.ended) continue;
    r = {true,     search.depth,           at.slope,
         search.n, search.point_of(a, at), moment_of(a, at.turning, search.depth)};
    return r;
  }
  return r;
}

}  // namespace talus
