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
// by a tenth of the overlap. It has local minima; blended_depth.h makes one depth of them. Of a
// face with more than 32 corners, and of more than 256 vertices of a body near the plane, every
// second, fourth ... is taken: D jumps where that begins, as a coin comes to lie flat.
#pragma once

#include "talus/math/pose.h"
#include "talus/narrow/rounded_maximum.h"
#include "talus/shape/polyhedron_view.h"

namespace talus::polyhedron_polyhedron {

struct RoundedDepthLimits {
  // Of each body; fixed storage. A ball of 642 vertices has 150 at an overlap of 8 % of its
  // diameter.
  static constexpr int near_vertices = 256;
  // Of a face with more corners every second, fourth ... is taken, so that D is at most
  // (32 * 32)^(1/16) of the depth: vertices within this part of the depth of the highest.
  static constexpr int face_vertices = 32;
  static constexpr double face_depth = 0.1;
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
// of the depth; the highest is at 1/2. Arrays are read in lanes: in the last ones the height beyond
// `count` is minus infinity, which has no weight.
template <class T>
struct NearVertices {
  static constexpr int capacity = RoundedDepthLimits::near_vertices;
  int count{};
  T x[capacity], y[capacity], height[capacity];
  int found{}, stride = 1;  // every stride-th of those found is kept; a power of two

  TALUS_HD void add(const T& at_x, const T& at_y, const T& at_height) {
    if (count == capacity) thin_out();
    if ((found++ & (stride - 1)) != 0) return;
    if (count % lane_count == 0) clear_lanes(count);
    x[count] = at_x;
    y[count] = at_y;
    height[count++] = at_height;
  }
  // After the last vertex.
  TALUS_HD void thin_out_face() {
    while (count > RoundedDepthLimits::face_vertices &&
           highest() > RoundedDepthLimits::face_vertices) {
      thin_out();
    }
  }

 private:
  TALUS_HD void clear_lanes(int first) {
    Lanes<T>::all(T(0)).store(x + first);
    Lanes<T>::all(T(0)).store(y + first);
    Lanes<T>::all(-infinity_of<T>()).store(height + first);
  }
  // How many of the vertices are in one face, or nearly.
  TALUS_HD int highest() const {
    int r = 0;
    for (int i = 0; i < count; ++i) r += height[i] > T(0.5 - RoundedDepthLimits::face_depth);
    return r;
  }
  TALUS_HD void thin_out() {
    count = (count + 1) / 2;
    stride = 2 * stride;
    for (int i = 1; i < count; ++i) {
      x[i] = x[2 * i];
      y[i] = y[2 * i];
      height[i] = height[2 * i];
    }
    for (int i = count; i < whole_lanes(count); ++i) height[i] = -infinity_of<T>();
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
      : WorldPolyhedron(body, rotation_of(pose.orientation), pose.position) {}
  TALUS_HD WorldPolyhedron(const PolyhedronView<T>& body, const Mat3<T>& its_rotation,
                           const Vec3<T>& its_position)
      : view(body), rotation(its_rotation), position(its_position) {}
};

// `outward`: the normal that points out of the body.
template <class T>
TALUS_HD void find_near(const WorldPolyhedron<T>& posed, const ContactPlane<T>& plane,
                        const Vec3<T>& outward, NearVertices<T>& near) {
  const PolyhedronView<T>& body = posed.view;
  const Vec3<T> up = transpose_times(posed.rotation, outward),
                middle = plane.middle - posed.position;
  const T limit = dot(outward, middle) - T(RoundedDepthLimits::vertex_depth) * plane.depth;
  const T per_depth = T(1) / plane.depth;
  const LaneVec3<T> along = in_all_lanes(up);
  // Vertices above the limit are gathered first: a branch for each of the lanes is unpredictable.
  constexpr int block = 64;
  for (int first = 0; first < body.vertex_count; first += block) {
    const int end = smaller(first + block, body.vertex_count);
    unsigned long long above = 0;
    for (int i = first; i < end; i += lane_count) {
      const Lanes<T> height = dot(along, load_lanes(body.x + i, body.y + i, body.z + i));
      const unsigned bits = bits_of(Lanes<T>::all(limit) < height) & lanes_below(end, i);
      above |= static_cast<unsigned long long>(bits) << (i - first);
    }
    for (; above != 0; above &= above - 1) {
      const Vec3<T> offset = posed.rotation * body.vertex(first + lowest_bit(above)) - middle;
      near.add(dot(plane.axes.x, offset), dot(plane.axes.y, offset),
               dot(outward, offset) * per_depth);
    }
  }
  near.thin_out_face();
}

template <class T>
TALUS_HD void find_near(const PolyhedronView<T>& body, const Pose<T>& pose,
                        const ContactPlane<T>& plane, const Vec3<T>& outward,
                        NearVertices<T>& near) {
  find_near(WorldPolyhedron<T>(body, pose), plane, outward, near);
}

// Sums over the vertices c of C with z = n . c > 0: of z^16, and of its first and second
// derivatives by the tilt over 16 and 16 * 15.
template <class N>
struct RoundedSums {
  N value{}, x{}, y{}, xx{}, xy{}, yy{};

  TALUS_HD void add(const N& at_x, const N& at_y, const N& z) {
    const N power = rounding_weight(z), weight = power * z, px = power * at_x, py = power * at_y;
    value = value + weight * z;
    x = x + weight * at_x;
    y = y + weight * at_y;
    xx = xx + px * at_x;
    xy = xy + px * at_y;
    yy = yy + py * at_y;
  }
};

// A step of Newton's method for the tilt.
template <class N>
struct TiltStep {
  N x, y;
  MaskOf<N> exists;
};

template <class N>
TALUS_HD TiltStep<N> tilt_step(const RoundedSums<N>& s, const N& depth, const N& tilt_x,
                               const N& tilt_y) {
  // Gradient and Hessian of the logarithm of D. Where the Hessian is not that of a minimum, a
  // convex one: without the curvature of the sphere of directions.
  const N scale = N(1) / s.value, curved = depth * depth, power = N(rounding_power - 1);
  const N of_x = scale * s.x, of_y = scale * s.y;
  N h_xx = power * (scale * s.xx - of_x * of_x), h_yy = power * (scale * s.yy - of_y * of_y);
  N h_xy = power * (scale * s.xy - of_x * of_y);
  // A copy: lanes take numbers by reference, and device code has no address of a static member.
  constexpr double regularisation = RoundedDepthLimits::regularisation;
  const N least = N(regularisation) * (h_xx + h_yy);
  h_xx = h_xx + least;
  h_yy = h_yy + least;
  const N shrink = curved / (N(1) + curved * (tilt_x * tilt_x + tilt_y * tilt_y));
  const N more = N(2) * shrink * shrink;
  const N sphere_xx = h_xx - of_x * of_x - shrink + more * tilt_x * tilt_x;
  const N sphere_yy = h_yy - of_y * of_y - shrink + more * tilt_y * tilt_y;
  const N sphere_xy = h_xy - of_x * of_y + more * tilt_x * tilt_y;
  const MaskOf<N> is_minimum = (sphere_xx > N(0)) & (sphere_xx * sphere_yy > sphere_xy * sphere_xy);
  h_xx = select(is_minimum, sphere_xx, h_xx);
  h_yy = select(is_minimum, sphere_yy, h_yy);
  h_xy = select(is_minimum, sphere_xy, h_xy);
  const N g_x = of_x - shrink * tilt_x, g_y = of_y - shrink * tilt_y;
  const N determinant = h_xx * h_yy - h_xy * h_xy, inverse = N(-1) / determinant;
  const MaskOf<N> exists = (s.value > N(0)) & (determinant > N(0));
  return {inverse * (h_yy * g_x - h_xy * g_y), inverse * (h_xx * g_y - h_xy * g_x), exists};
}

// The vertices of C near the plane, and n as its tilt (x, y): n = normal + depth (x, y), not
// normalised.
template <class T>
struct RoundedSearch {
  const NearVertices<T>&a, &b;
  T tilt_x{}, tilt_y{};

  // The body with more vertices near the plane is read in lanes, against one vertex of the other.
  TALUS_HD bool has_lanes_of_b() const { return b.count > a.count; }
  TALUS_HD const NearVertices<T>& in_lanes() const { return has_lanes_of_b() ? b : a; }
  TALUS_HD const NearVertices<T>& one_by_one() const { return has_lanes_of_b() ? a : b; }

  // Calls visit(x, y, z, i, k) for vertex i of one body and those from k on of the other: (x, y) is
  // from the one to the others, z is n . c over the depth, 0 where that is negative.
  template <class Visit>
  TALUS_HD void for_vertices(const Visit& visit) const {
    const NearVertices<T>&one = one_by_one(), &other = in_lanes();
    const T sign = T(has_lanes_of_b() ? -1 : 1);
    const Lanes<T> zero = Lanes<T>::all(T(0));
    const Lanes<T> t_x = Lanes<T>::all(sign * tilt_x), t_y = Lanes<T>::all(sign * tilt_y);
    for (int i = 0; i < one.count; ++i) {
      const Lanes<T> one_x = Lanes<T>::all(one.x[i]), one_y = Lanes<T>::all(one.y[i]);
      const Lanes<T> one_height = Lanes<T>::all(one.height[i]);
      for (int k = 0; k < other.count; k += lane_count) {
        const Lanes<T> x = Lanes<T>::load(other.x + k) - one_x;
        const Lanes<T> y = Lanes<T>::load(other.y + k) - one_y;
        const Lanes<T> z = one_height + Lanes<T>::load(other.height + k) + (t_x * x + t_y * y);
        visit(x, y, larger(z, zero), i, k);
      }
    }
  }
  TALUS_HD RoundedSums<T> sums() const {
    const Lanes<T> zero = Lanes<T>::all(T(0));
    RoundedSums<Lanes<T>> s{zero, zero, zero, zero, zero, zero};
    for_vertices(
        [&](const Lanes<T>& x, const Lanes<T>& y, const Lanes<T>& z, int, int) { s.add(x, y, z); });
    const T sign = T(has_lanes_of_b() ? -1 : 1);
    return {sum_across(s.value), sign * sum_across(s.x), sign * sum_across(s.y),
            sum_across(s.xx),    sum_across(s.xy),       sum_across(s.yy)};
  }
  // The largest change of n . c by a step.
  TALUS_HD T change(const T& step_x, const T& step_y) const {
    const Lanes<T> s_x = Lanes<T>::all(step_x), s_y = Lanes<T>::all(step_y);
    const auto most = [&](const NearVertices<T>& near) {
      Lanes<T> largest_change = Lanes<T>::all(T(0));
      for (int i = 0; i < near.count; i += lane_count) {
        largest_change = larger(largest_change, absolute(s_x * Lanes<T>::load(near.x + i) +
                                                         s_y * Lanes<T>::load(near.y + i)));
      }
      return largest(largest_change);
    };
    return most(a) + most(b);
  }
  // Takes a step of Newton's method. Returns the change of n . c, infinity if there is no step.
  TALUS_HD T step(const T& depth) {
    const TiltStep<T> full = tilt_step(sums(), depth, tilt_x, tilt_y);
    if (!full.exists) return infinity_of<T>();
    const T longest = T(RoundedDepthLimits::longest_step) / T(rounding_power),
            changes = change(full.x, full.y);
    const T cut = changes > longest ? longest / changes : T(1);
    tilt_x = tilt_x + cut * full.x;
    tilt_y = tilt_y + cut * full.y;
    return changes;
  }
};

// The vertices of one body with their weights.
template <class T>
struct WeightedVertices {
  PlaneMoments<T> moments;
  T squares{};  // sum of the squared weights

  TALUS_HD WeightedVertices(const NearVertices<T>& near, const T* weight) {
    for (int i = 0; i < near.count; ++i) {
      moments.add(weight[i], near.x[i], near.y[i]);
      squares = squares + weight[i] * weight[i];
    }
  }
};

// The weights of the vertices of both bodies at a tilt.
template <class T>
struct RoundedWeights {
  T of_a[NearVertices<T>::capacity], of_b[NearVertices<T>::capacity];
  T sum, root;               // of z^16, and its 16th root
  T tilt_x, tilt_y, shrink;  // n = shrink (normal + depth (x, y))
};

// Depth, slope, normal, force point and spread. The sum of the weights must be positive.
template <class T>
TALUS_HD RoundedDepth<T> summarise(const NearVertices<T>& a, const NearVertices<T>& b,
                                   const RoundedWeights<T>& w, const ContactPlane<T>& plane) {
  const WeightedVertices<T> of_a(a, w.of_a), of_b(b, w.of_b);
  const PlaneMoments<T>&at_a = of_a.moments, &at_b = of_b.moments;
  const T x = plane.depth * w.tilt_x, y = plane.depth * w.tilt_y, half = T(0.5) / at_a.weight;
  RoundedDepth<T> r;
  r.found = true;
  r.depth = plane.depth * w.root * w.shrink;
  r.slope = at_a.weight * w.root / w.sum;
  r.normal = w.shrink * (plane.normal + (x * plane.axes.x + y * plane.axes.y));
  r.point = plane.middle +
            ((half * (at_a.x + at_b.x)) * plane.axes.x + (half * (at_a.y + at_b.y)) * plane.axes.y);
  const PatchMoments<T> patch_a = at_a.patch(of_a.squares), patch_b = at_b.patch(of_b.squares);
  r.patch = patch_b.smaller + patch_b.larger < patch_a.smaller + patch_a.larger ? patch_b : patch_a;
  r.patch.smaller = smaller(patch_a.smaller, patch_b.smaller);
  return r;
}

// The same at the tilt of the search.
template <class T>
TALUS_HD RoundedDepth<T> summarise(const RoundedSearch<T>& search, const ContactPlane<T>& plane) {
  const NearVertices<T>& other = search.in_lanes();
  const Lanes<T> zero = Lanes<T>::all(T(0));
  RoundedWeights<T> w;
  T* const of_one = search.has_lanes_of_b() ? w.of_a : w.of_b;
  T* const of_other = search.has_lanes_of_b() ? w.of_b : w.of_a;
  for (int k = 0; k < other.count; k += lane_count) zero.store(of_other + k);
  Lanes<T> sums = zero, row;
  search.for_vertices([&](const Lanes<T>&, const Lanes<T>&, const Lanes<T>& z, int i, int k) {
    const Lanes<T> weight = rounding_weight(z) * z;
    sums = sums + weight * z;
    row = k == 0 ? weight : row + weight;
    (Lanes<T>::load(of_other + k) + weight).store(of_other + k);
    if (k + lane_count >= other.count) of_one[i] = sum_across(row);
  });
  w.sum = sum_across(sums);
  if (!(w.sum > T(0))) return {};
  w.root = rounding_root(w.sum);
  w.tilt_x = search.tilt_x;
  w.tilt_y = search.tilt_y;
  const T x = plane.depth * w.tilt_x, y = plane.depth * w.tilt_y;
  w.shrink = T(1) / square_root(T(1) + (x * x + y * y));
  return summarise(search.a, search.b, w, plane);
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
