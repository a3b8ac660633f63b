// A smooth depth of two overlapping polyhedra, for forces.
//
// The depth is the minimum over unit n of the maximum over the vertices c of C = A - B of n . c. A
// force that is its derivative jumps where one vertex overtakes another: a block on a face has the
// whole force in one vertex, then in the next, and never comes to rest. Here a smooth maximum
// replaces the maximum (rounded_maximum.h):
//
//   D = min over n of (sum over c of (n . c)_+^16)^(1/16)
//
// near the normal of a contact. At the minimum the weighted mean of the vertices lies along n, so
// that the force acts on both bodies along one line, and by the envelope theorem f'(D) dD is the
// derivative of the energy f(D): along n, times the slope, which is the sum of the weights.
//   1. Collect the vertices of each body near the contact plane; the weights of the others are
//      negligible.
//   2. Newton's method for the tilt of n. Steps change no weight by more than a few powers of e;
//      three or four steps.
//   3. Depth, slope, normal, force point and spread from the weights.
//
// Weaknesses: D is up to 1.2 times the depth for face on face, and a flat face acts as if it bulged
// by a tenth of the overlap. It has local minima; blended_depth.h makes one depth of them. Of more
// than 32 vertices of a body near the plane every second, fourth ... is taken.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/rounded_maximum.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

struct RoundedDepthLimits {
  static constexpr int near_vertices = 32;  // of each body; fixed storage
  // Vertices farther below the plane than this part of the depth are left out. The highest vertex
  // of the other body is at 1/2, so that n . c <= -1/4 of the depth: no weight, unless n tilts that
  // far.
  static constexpr double vertex_depth = 0.75;
  // Newton's method: converged if a step changes n . c by less than this part of the depth (the
  // weights then change by 1.5 %, and by the square of that in the depth); regularisation of the
  // Hessian, whose smaller eigenvalue is zero for an edge.
  static constexpr int steps = 16;
  static constexpr double converged = 1e-3;
  static constexpr double regularisation = 1e-12;
  // Longest step, as the change of n . c times the power: the exponent by which a weight may
  // change.
  static constexpr double longest_step = 6;
};

template <class T>
struct RoundedDepth {
  bool found{};
  T depth{}, slope{};
  Vec3<T> normal{}, point{};  // unit, from A to B; midway between the bodies
  T twist{};                  // couple about the normal over the force, length
  PatchMoments<T> patch{};    // of the body that is narrower there
};

// The plane of a contact, in world coordinates.
template <class T>
struct ContactPlane {
  Vec3<T> middle, normal;
  TangentFrame<T> axes;
  T depth;
};

// The vertices of a body near the plane: coordinates in the plane, and the height above it in units
// of the depth; the highest is at 1/2.
template <class T>
struct NearVertices {
  static constexpr int capacity = RoundedDepthLimits::near_vertices;
  int count{};
  T x[capacity], y[capacity], height[capacity];
  int found{}, stride = 1;  // every stride-th of those found is kept

  TALUS_HD void add(const T& at_x, const T& at_y, const T& at_height) {
    if (count == capacity) thin_out();
    if (found++ % stride != 0) return;
    x[count] = at_x;
    y[count] = at_y;
    height[count++] = at_height;
  }

 private:
  TALUS_HD void thin_out() {
    count = capacity / 2;
    stride = 2 * stride;
    for (int i = 1; i < count; ++i) {
      x[i] = x[2 * i];
      y[i] = y[2 * i];
      height[i] = height[2 * i];
    }
  }
};

// Adds a vertex of the body against which the plane's normal points; `offset` is from the middle.
template <class T>
TALUS_HD void add_near(const Vec3<T>& offset, const ContactPlane<T>& plane, NearVertices<T>& near) {
  near.add(dot(plane.axes.x, offset), dot(plane.axes.y, offset),
           dot(-plane.normal, offset) / plane.depth);
}

// A body in world coordinates.
template <class T>
struct WorldPolyhedron {
  const PolyhedronView<T>& view;
  Mat3<T> rotation;
  Vec3<T> position;

  TALUS_HD WorldPolyhedron(const PolyhedronView<T>& body, const Pose<T>& pose)
      : view(body), rotation(rotation_of(pose.orientation)), position(pose.position) {}
};

// `outward`: the normal that points out of the body.
template <class T>
TALUS_HD void find_near(const WorldPolyhedron<T>& posed, const ContactPlane<T>& plane,
                        const Vec3<T>& outward, NearVertices<T>& near) {
  const PolyhedronView<T>& body = posed.view;
  const Mat3<T>& rotation = posed.rotation;
  const Vec3<T> up = transpose_times(rotation, outward);
  const Vec3<T> middle = transpose_times(rotation, plane.middle - posed.position);
  const Vec3<T> x = transpose_times(rotation, plane.axes.x);
  const Vec3<T> y = transpose_times(rotation, plane.axes.y);
  const T level = dot(up, middle),
          limit = level - T(RoundedDepthLimits::vertex_depth) * plane.depth;
  const LaneVec3<T> along = in_all_lanes(up);
  const T per_depth = T(1) / plane.depth;
  for (int i = 0; i < body.vertex_count; i += lane_count) {
    const Lanes<T> height = dot(along, load_lanes(body.x + i, body.y + i, body.z + i));
    unsigned above = bits_of(Lanes<T>::all(limit) < height);
    for (; above != 0; above &= above - 1) {
      const int k = i + lowest_bit(above);
      if (k >= body.vertex_count) break;  // the last lanes hold copies
      const Vec3<T> offset = body.vertex(k) - middle;
      near.add(dot(x, offset), dot(y, offset), dot(up, offset) * per_depth);
    }
  }
}

template <class T>
TALUS_HD void find_near(const PolyhedronView<T>& body, const Pose<T>& pose,
                        const ContactPlane<T>& plane, const Vec3<T>& outward,
                        NearVertices<T>& near) {
  find_near(WorldPolyhedron<T>(body, pose), plane, outward, near);
}

// Sums over the vertices c of C with z = n . c > 0: of z^16, and of its first and second
// derivatives by the tilt over 16 and 16 * 15.
template <class T>
struct RoundedSums {
  T value{}, x{}, y{}, xx{}, xy{}, yy{};
};

// The vertices of C near the plane, and n as its tilt (x, y): n = normal + depth (x, y), not
// normalised.
template <class T>
struct RoundedSearch {
  const NearVertices<T>&a, &b;
  T tilt_x{}, tilt_y{};

  // Calls visit(x, y, z, i, k): z is n . c over the depth.
  template <class Visit>
  TALUS_HD void for_vertices(const Visit& visit) const {
    for (int i = 0; i < a.count; ++i) {
      for (int k = 0; k < b.count; ++k) {
        const T x = a.x[i] - b.x[k], y = a.y[i] - b.y[k];
        const T z = a.height[i] + b.height[k] + (tilt_x * x + tilt_y * y);
        if (z > T(0)) visit(x, y, z, i, k);
      }
    }
  }
  TALUS_HD RoundedSums<T> sums() const {
    RoundedSums<T> s;
    for_vertices([&](const T& x, const T& y, const T& z, int, int) {
      const T power = rounding_weight(z), weight = power * z, px = power * x, py = power * y;
      s.value = s.value + weight * z;
      s.x = s.x + weight * x;
      s.y = s.y + weight * y;
      s.xx = s.xx + px * x;
      s.xy = s.xy + px * y;
      s.yy = s.yy + py * y;
    });
    return s;
  }
  // The largest change of n . c by a step.
  TALUS_HD T change(const T& step_x, const T& step_y) const {
    const auto most = [&](const NearVertices<T>& near) {
      T largest_change{};
      for (int i = 0; i < near.count; ++i) {
        largest_change = larger(largest_change, absolute(step_x * near.x[i] + step_y * near.y[i]));
      }
      return largest_change;
    };
    return most(a) + most(b);
  }
  // Takes a step of Newton's method. Returns the change of n . c, infinity if there is no step.
  TALUS_HD T step(const T& depth) {
    const RoundedSums<T> s = sums();
    if (!(s.value > T(0))) return infinity_of<T>();
    // Gradient and Hessian of the logarithm of D. Where the Hessian is not that of a minimum, a
    // convex one: without the curvature of the sphere of directions.
    const T scale = T(1) / s.value, curved = depth * depth, power = T(rounding_power - 1);
    const T of_x = scale * s.x, of_y = scale * s.y;
    T h_xx = power * (scale * s.xx - of_x * of_x), h_yy = power * (scale * s.yy - of_y * of_y);
    T h_xy = power * (scale * s.xy - of_x * of_y);
    const T least = T(RoundedDepthLimits::regularisation) * (h_xx + h_yy);
    h_xx = h_xx + least;
    h_yy = h_yy + least;
    const T shrink = curved / (T(1) + curved * (tilt_x * tilt_x + tilt_y * tilt_y));
    const T more = T(2) * shrink * shrink;
    const T sphere_xx = h_xx - of_x * of_x - shrink + more * tilt_x * tilt_x;
    const T sphere_yy = h_yy - of_y * of_y - shrink + more * tilt_y * tilt_y;
    const T sphere_xy = h_xy - of_x * of_y + more * tilt_x * tilt_y;
    if (sphere_xx > T(0) && sphere_xx * sphere_yy > sphere_xy * sphere_xy) {
      h_xx = sphere_xx;
      h_yy = sphere_yy;
      h_xy = sphere_xy;
    }
    const T g_x = of_x - shrink * tilt_x, g_y = of_y - shrink * tilt_y;
    const T determinant = h_xx * h_yy - h_xy * h_xy;
    if (!(determinant > T(0))) return infinity_of<T>();
    const T inverse = T(-1) / determinant;
    T step_x = inverse * (h_yy * g_x - h_xy * g_y), step_y = inverse * (h_xx * g_y - h_xy * g_x);
    const T longest = T(RoundedDepthLimits::longest_step) / T(rounding_power),
            changes = change(step_x, step_y);
    const T cut = changes > longest ? longest / changes : T(1);
    tilt_x = tilt_x + cut * step_x;
    tilt_y = tilt_y + cut * step_y;
    return changes;
  }
};

// Depth, slope, normal, force point and spread at the tilt of the search.
template <class T>
TALUS_HD RoundedDepth<T> summarise(const RoundedSearch<T>& search, const ContactPlane<T>& plane) {
  const NearVertices<T>&a = search.a, &b = search.b;
  RoundedDepth<T> r;
  T sum{};
  PlaneMoments<T> of_a, of_b;
  T weight_a[NearVertices<T>::capacity] = {}, weight_b[NearVertices<T>::capacity] = {};
  search.for_vertices([&](const T&, const T&, const T& z, int i, int k) {
    const T weight = rounding_weight(z) * z;
    sum = sum + weight * z;
    of_a.add(weight, a.x[i], a.y[i]);
    of_b.add(weight, b.x[k], b.y[k]);
    weight_a[i] = weight_a[i] + weight;
    weight_b[k] = weight_b[k] + weight;
  });
  r.found = sum > T(0);
  if (!r.found) return r;
  const T x = plane.depth * search.tilt_x, y = plane.depth * search.tilt_y;
  const T root = rounding_root(sum), shrink = T(1) / square_root(T(1) + (x * x + y * y));
  const T half = T(0.5) / of_a.weight;
  r.depth = plane.depth * root * shrink;
  r.slope = of_a.weight * root / sum;
  r.normal = shrink * (plane.normal + (x * plane.axes.x + y * plane.axes.y));
  r.point = plane.middle +
            ((half * (of_a.x + of_b.x)) * plane.axes.x + (half * (of_a.y + of_b.y)) * plane.axes.y);
  const auto squares = [](const T* weight, int count) {
    T sum_of_squares{};
    for (int i = 0; i < count; ++i) sum_of_squares = sum_of_squares + weight[i] * weight[i];
    return sum_of_squares;
  };
  const PatchMoments<T> patch_a = of_a.patch(squares(weight_a, a.count));
  const PatchMoments<T> patch_b = of_b.patch(squares(weight_b, b.count));
  r.patch = patch_b.smaller + patch_b.larger < patch_a.smaller + patch_a.larger ? patch_b : patch_a;
  r.patch.smaller = smaller(patch_a.smaller, patch_b.smaller);
  return r;
}

// Not found if Newton's method does not converge: depths of the order of rounding, or no contact.
template <class T>
TALUS_HD RoundedDepth<T> rounded_depth(const NearVertices<T>& a, const NearVertices<T>& b,
                                       const ContactPlane<T>& plane) {
  RoundedSearch<T> search{a, b};
  bool converged = false;
  for (int i = 0; i < RoundedDepthLimits::steps && !converged; ++i) {
    converged = search.step(plane.depth) <= T(RoundedDepthLimits::converged);
  }
  return converged ? summarise(search, plane) : RoundedDepth<T>{};
}

// Two overlapping bodies, in world coordinates.
template <class T>
struct RoundedQuery {
  const PolyhedronView<T>*a, *b;
  Pose<T> pose_a, pose_b;
  ContactPlane<T> plane;
};

}  // namespace talus::polyhedron_polyhedron
