// The patch of two convex bodies: their overlap K projected along n, with area, centroid, volume
// and force point, by rays from its middle. Definitions: polyhedron_polyhedron_manifold.h, which
// cuts polyhedra exactly. Here a body is anything with a ray exit (overlap_rim.h).
//
//   area    = det W * integral over phi of rho^2 / 2
//   volume  = det W * integral over phi of rho^2 * integral over s of s L(s rho)
//
// with rays v(phi) = W (cos phi, sin phi), rho(phi) the multiple of v at which the patch ends, and
// L the length of K along n. W stretches the rays to the patch. A chord along each axis of the
// frame and its middle give the first W and middle; then eight rays give a polygon, whose centroid
// is the middle and the root of whose second moments is W. An ellipse is then a circle to the rays,
// and a rectangle along the frame a square with its corners at odd multiples of 45 degrees. There
// the integral over phi is broken: four quarters of seven points each (Gauss-Lobatto, the corners
// belong to both quarters), 24 rays. Over s Gauss's rule of three points with the weight s, exact
// for L up to the fifth degree. So a constant L over a rectangle and a parabolic one over an
// ellipse are both exact to 1e-6; kinks of the outline elsewhere (corners of two blocks turned
// against each other) cost up to two percent.
//
// The frame is the caller's, who ties it to a body: no choice of axes depends continuously on n
// alone. Where it jumps the answer jumps by the error of the integrals, no more.
#pragma once

#include "talus/math/tangent_frame.h"
#include "talus/narrow/engine/overlap_rim.h"

namespace talus {

// The tangent frame of n that follows the axes of a body, built from one of the two that are least
// along n: it turns with the body.
template <class T>
TALUS_HD TangentFrame<T> frame_by_axes(const Mat3<T>& rotation, const Vec3<T>& n) {
  const Mat3<T> axes = transpose(rotation);  // its rows are the body's axes
  const T x = absolute(dot(axes.row0, n)), y = absolute(dot(axes.row1, n));
  const T z = absolute(dot(axes.row2, n));
  const Vec3<T>& axis = x >= y && x >= z ? axes.row1 : (y >= z ? axes.row2 : axes.row0);
  const Vec3<T> across = normalized(axis - dot(axis, n) * n);
  return {across, cross(n, across)};
}

// A symmetric stretch of the plane.
template <class T>
struct Stretch {
  T xx{1}, xy{}, yy{1};
  TALUS_HD T determinant() const { return xx * yy - xy * xy; }
};

struct PatchLimits {
  // Second moments are widened to this part of their trace: a width of a millionth of the length.
  static constexpr double least_moment = 1e-12;
  // A guess from the neighbouring ray is used if it is within these factors of that ray's extent.
  static constexpr double least_guess = 0.5, largest_guess = 4;
  // Distance from the rim, relative to the radius, at which its length is evaluated.
  static constexpr double rim_inset = 1e-6;
};

// The square root of the second moments.
template <class T>
TALUS_HD Stretch<T> root_of(T xx, T xy, T yy) {
  const T trace = xx + yy;
  xx = xx + T(PatchLimits::least_moment) * trace;
  yy = yy + T(PatchLimits::least_moment) * trace;
  const T root = square_root(larger(xx * yy - xy * xy, T(0)));
  const T scale = T(1) / square_root(xx + yy + T(2) * root);
  return {scale * (xx + root), scale * xy, scale * (yy + root)};
}

template <class T>
struct Ray {
  T x, y;        // v, in the frame
  T length;      // |v|
  Vec3<T> unit;  // v / |v|, in space
};

template <class T>
TALUS_HD Ray<T> ray_of(const Stretch<T>& w, const TangentFrame<T>& frame, const T& cosine,
                       const T& sine) {
  const T x = w.xx * cosine + w.xy * sine, y = w.xy * cosine + w.yy * sine;
  const T length = square_root(x * x + y * y);
  return {x, y, length, (x / length) * frame.x + (y / length) * frame.y};
}

// The origin of the rays, in the middle of a line along n through K, and their stretch.
template <class T>
struct PatchView {
  Vec3<T> centre;
  Fibre<T> middle;  // from low to high = -low
  Stretch<T> stretch;
};

template <class T, class A, class B>
TALUS_HD void move_to(const Overlap<T, A, B>& k, const Vec3<T>& inside, PatchView<T>& view) {
  const T none = infinity_of<T>();
  view.middle = k.fibre(inside, none, none);
  const T shift = T(0.5) * (view.middle.low + view.middle.high);
  view.centre = inside + shift * k.n;
  view.middle.low = view.middle.low - shift;
  view.middle.high = view.middle.high - shift;
}

// The guess of a ray from its neighbour: the rim by the neighbour's tangent planes, or its extent.
template <class T, class A, class B>
TALUS_HD Rim<T> guess_after(const Overlap<T, A, B>& k, const PatchView<T>& view, const Ray<T>& last,
                            const Rim<T>& rim, const Ray<T>& ray) {
  if (!(rim.radius > T(0))) return {};
  const Vec3<T> end = rim.radius * (last.unit + rim.slope * k.n);
  const T height = dot(k.n, view.centre);
  const auto plane = [&](const Vec3<T>& normal) {
    const T clearance = dot(normal, end);
    return clearance > T(0) ? inverse_bound(normal, clearance, ray.unit, k.n, k.rounding)
                            : InverseBound<T>{T(0), T(0)};
  };
  const LowestPoint<T> lowest = lowest_point<T>({plane(rim.normal_a),
                                                 plane(rim.normal_b),
                                                 {T(0), T(-1) / (height - k.bottom)},
                                                 {T(0), T(1) / (k.top - height)}});
  const T as_far = rim.radius * (ray.length / last.length);
  if (lowest.inverse * as_far > T(PatchLimits::least_guess) &&
      lowest.inverse * as_far < T(PatchLimits::largest_guess)) {
    return {T(1) / lowest.inverse, lowest.slope, {}, {}};
  }
  return {as_far, rim.slope, {}, {}};
}

// Moves to the middle of the chord along an axis of the frame; returns half its length.
template <class T, class A, class B>
TALUS_HD T move_to_middle(const Overlap<T, A, B>& k, const Vec3<T>& axis, PatchView<T>& view) {
  const Rim<T> ahead = rim_in(k, {view.centre, axis}, {});
  const Rim<T> behind = rim_in(k, {view.centre, -axis}, {});
  const T along = T(0.5) * (ahead.radius - behind.radius);
  const T up = T(0.5) * (ahead.radius * ahead.slope + behind.radius * behind.slope);
  move_to(k, view.centre + (along * axis + up * k.n), view);
  return T(0.5) * (ahead.radius + behind.radius);
}

// Moves to the centroid of the polygon of eight rays and sets the stretch from its second moments.
template <class T, class A, class B>
TALUS_HD void centre_by_rays(const Overlap<T, A, B>& k, const TangentFrame<T>& frame,
                             PatchView<T>& view) {
  constexpr int count = 8;
  const T diagonal = T(0.70710678118654752);
  const T cosine[count] = {T(1), diagonal, T(0), -diagonal, T(-1), -diagonal, T(0), diagonal};
  Vec3<T> end[count];  // in the frame, with the height
  Ray<T> ray{};
  Rim<T> rim;
  for (int i = 0; i < count; ++i) {
    const Ray<T> last = ray;
    ray = ray_of(view.stretch, frame, cosine[i], cosine[(i + 6) % count]);
    rim = rim_in(k, {view.centre, ray.unit}, guess_after(k, view, last, rim, ray));
    const T scale = rim.radius / ray.length;
    end[i] = {scale * ray.x, scale * ray.y, rim.radius * rim.slope};
  }
  T area{}, xx{}, xy{}, yy{};
  Vec3<T> first{};
  for (int i = 0; i < count; ++i) {
    const Vec3<T>&p = end[i], &q = end[(i + 1) % count];
    const T part = p.x * q.y - p.y * q.x;
    area = area + part;
    first = first + part * (p + q);
    xx = xx + part * (p.x * p.x + p.x * q.x + q.x * q.x);
    yy = yy + part * (p.y * p.y + p.y * q.y + q.y * q.y);
    xy = xy + part * (p.x * p.y + T(0.5) * (p.x * q.y + p.y * q.x) + q.x * q.y);
  }
  if (!(area > T(0))) return;
  const Vec3<T> shift = first / (T(3) * area);
  const T sixth = T(1) / (T(6) * area);
  view.stretch = root_of(sixth * xx - shift.x * shift.x, sixth * xy - shift.x * shift.y,
                         sixth * yy - shift.y * shift.y);
  // A mean of points of K, and so in K.
  move_to(k, view.centre + (shift.x * frame.x + shift.y * frame.y + shift.z * k.n), view);
}

inline constexpr int patch_ray_count = 24;

// Cosine and weight (in quarters of a turn) of the rays between 0 and 45 degrees; the others are
// their mirror images.
template <class T>
struct RayRule {
  T cosine, sine, weight;
};

template <class T>
TALUS_HD RayRule<T> ray_rule(int i) {
  // cos and sin of 45 degrees * {0, 0.4688487934707142, 0.8302238962785670, 1}; half the weights
  // of Gauss-Lobatto, that of the corner twice.
  const T cosine[4] = {T(1), T(0.93296487097478509), T(0.79483765738544254),
                       T(0.70710678118654752)};
  const T sine[4] = {T(0), T(0.35996742842513213), T(0.60682213077805747), T(0.70710678118654752)};
  const T weight[4] = {T(0.2438095238095238), T(0.2158726906049313), T(0.1384130236807830),
                       T(0.0476190476190476)};
  const int quarter = i / 6, step = i % 6;  // counted from -45 degrees of each quarter
  const int from_middle = step < 3 ? 3 - step : step - 3;
  const T c = cosine[from_middle], s = step < 3 ? -sine[from_middle] : sine[from_middle];
  const T turned_cosine[4] = {c, -s, -c, s}, turned_sine[4] = {s, c, -s, -c};
  return {turned_cosine[quarter], turned_sine[quarter], weight[from_middle]};
}

template <class T>
struct RayPatch {
  bool found{};
  T area{}, volume{};
  Vec3<T> centroid{};             // of the area, at the height of the force point
  Vec3<T> force_point{};          // the centroid of K
  Vec3<T> rim[patch_ray_count];   // counter-clockwise about n, at the height of the force point
  T rim_length[patch_ray_count];  // of K along n, just inside the rim
};

// How far above x the plane through `point` lies, along n.
template <class T>
TALUS_HD T height_of_plane(const Vec3<T>& normal, const Vec3<T>& point, const Vec3<T>& x,
                           const Vec3<T>& n) {
  const T along = dot(normal, n);
  return along > T(0) ? larger(dot(normal, point - x) / along, T(0)) : infinity_of<T>();
}

// The integrals over one ray.
template <class T>
struct RayIntegral {
  T volume{}, moment{}, height{};
};

template <class T, class A, class B>
TALUS_HD RayIntegral<T> along_ray(const Overlap<T, A, B>& k, const PatchView<T>& view,
                                  const Vec3<T>& unit, const Rim<T>& rim, bool is_plain) {
  // Gauss's rule on [0, 1] with the weight s.
  const T abscissa[3] = {T(0.21234053823915294), T(0.59053313555926528), T(0.91141204048729605)};
  const T weight[3] = {T(0.06982697990145412), T(0.22924110635958624), T(0.20093191373895963)};
  const Vec3<T> to_rim = rim.radius * (unit + rim.slope * k.n), end = view.centre + to_rim;
  const Vec3<T> top = view.centre + view.middle.high * k.n;
  const Vec3<T> bottom = view.centre + view.middle.low * k.n;
  RayIntegral<T> sum;
  for (int j = 0; j < 3; ++j) {
    const Vec3<T> x = view.centre + abscissa[j] * to_rim;  // in K, between two of its points
    const T limit_a = smaller(height_of_plane(view.middle.normal_a, top, x, k.n),
                              height_of_plane(rim.normal_a, end, x, k.n));
    const T limit_b = smaller(height_of_plane(view.middle.normal_b, bottom, x, -k.n),
                              height_of_plane(rim.normal_b, end, x, -k.n));
    const Fibre<T> f = is_plain ? k.plain_fibre(x, limit_a, limit_b) : k.fibre(x, limit_a, limit_b);
    const T share = weight[j] * f.length(), up = abscissa[j] * rim.radius * rim.slope;
    sum.volume = sum.volume + share;
    sum.moment = sum.moment + abscissa[j] * share;
    sum.height = sum.height + share * (up + f.middle());
  }
  return sum;
}

// The integrals over all rays so far, in units of the stretch and of a quarter of a turn.
template <class T>
struct PatchSums {
  T area{}, volume{};
  T first_x{}, first_y{};              // of the area
  T moment_x{}, moment_y{}, height{};  // of the volume

  TALUS_HD void add(const RayIntegral<T>& along, const Ray<T>& ray, const T& rho, const T& weight) {
    const T share = weight * rho * rho;
    area = area + T(0.5) * share;
    volume = volume + share * along.volume;
    first_x = first_x + share * rho * ray.x;
    first_y = first_y + share * rho * ray.y;
    moment_x = moment_x + share * rho * ray.x * along.moment;
    moment_y = moment_y + share * rho * ray.y * along.moment;
    height = height + share * along.height;
  }
};

template <class T>
TALUS_HD void finish(const PatchSums<T>& sum, const PatchView<T>& view,
                     const TangentFrame<T>& frame, const Vec3<T>& n, RayPatch<T>& seen) {
  const T scale = view.stretch.determinant() * T(1.5707963267948966);
  seen.area = sum.area * scale;
  seen.volume = sum.volume * scale;
  const auto is_size = [](const T& x) { return x > T(0) && x < infinity_of<T>(); };
  seen.found = is_size(seen.area) && is_size(seen.volume);
  if (!seen.found) return;
  const T per_volume = T(1) / sum.volume, per_area = T(1) / (T(3) * sum.area);
  const T z = sum.height * per_volume;
  const auto in_space = [&](const T& x, const T& y) {
    return view.centre + (x * frame.x + y * frame.y + z * n);
  };
  seen.force_point = in_space(sum.moment_x * per_volume, sum.moment_y * per_volume);
  seen.centroid = in_space(sum.first_x * per_area, sum.first_y * per_area);
  for (Vec3<T>& rim : seen.rim) rim = in_space(rim.x, rim.y);
}

// `start` is a point of K. With `has_corners` the length of K at the rim may be positive and is
// evaluated.
template <class T, class A, class B>
TALUS_HD RayPatch<T> ray_patch(const Overlap<T, A, B>& k, const TangentFrame<T>& frame,
                               const Vec3<T>& start, bool has_corners) {
  RayPatch<T> seen;
  const T none = infinity_of<T>();
  if (!k.a.contains(start, T(0)) || !k.b.contains(start, T(0))) return seen;
  PatchView<T> view;
  move_to(k, start, view);
  view.stretch.xx = move_to_middle(k, frame.x, view);
  view.stretch.yy = move_to_middle(k, frame.y, view);
  centre_by_rays(k, frame, view);
  const bool middle_is_plain = k.is_plain(view.centre);
  PatchSums<T> sum;
  Ray<T> ray{};
  Rim<T> rim;
  for (int i = 0; i < patch_ray_count; ++i) {
    const RayRule<T> rule = ray_rule<T>(i);
    const Ray<T> last = ray;
    ray = ray_of(view.stretch, frame, rule.cosine, rule.sine);
    rim = rim_in(k, {view.centre, ray.unit}, guess_after(k, view, last, rim, ray));
    const Vec3<T> to_rim = rim.radius * (ray.unit + rim.slope * k.n);
    const bool is_plain = middle_is_plain && k.is_plain(view.centre + to_rim);
    const T rho = rim.radius / ray.length;
    sum.add(along_ray(k, view, ray.unit, rim, is_plain), ray, rho, rule.weight);
    seen.rim[i] = {rho * ray.x, rho * ray.y, T(0)};
    seen.rim_length[i] = T(0);
    if (has_corners) {
      const Vec3<T> inside = view.centre + (T(1) - T(PatchLimits::rim_inset)) * to_rim;
      seen.rim_length[i] = k.fibre(inside, none, none).length();
    }
  }
  finish(sum, view, frame, k.n, seen);
  return seen;
}

}  // namespace talus
