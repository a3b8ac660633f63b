// Stationary points of the rounded depth (rounded_depth.h) away from the contact plane: a minimum
// that is far from a given direction, and the saddle between two minima, which is the lowest height
// of a path from one to the other. By the envelope theorem the derivative of either is that of the
// rounded depth along its fixed direction.
//
// Newton's method on the sphere of directions, in the plane of a direction that follows. Of the
// Hessian's eigenvalues the signs are set to those of a minimum or of a saddle, so that it leads
// there from afar (eigenvector following; C. J. Cerjan and W. H. Miller, J. Chem. Phys. 75, 1981).
#pragma once

#include "talus/narrow/polyhedron_polyhedron/posed_polyhedra.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus::polyhedron_polyhedron {

struct StationaryLimits {
  static constexpr int planes = 32;        // whose normal follows the direction
  static constexpr int steps = 8;          // of Newton's method, with one plane
  static constexpr double turn = 0.1;      // longest step, radian
  static constexpr double shorter = 0.25;  // factor of the step where the depth did not fall
  // A tilt from the plane that changes the height of a vertex by more than this part of the depth
  // needs a new plane: vertices that were not near it may count then.
  static constexpr double lift = 0.5;
  static constexpr double converged = 1e-4;  // as RoundedDepthLimits
};

enum class Stationary { minimum, saddle };

// Two overlapping bodies in world coordinates.
template <class T>
struct WorldPair {
  WorldPolyhedron<T> a, b;

  // The largest tilt, as RoundedSearch, with which the vertices near a plane are those that count.
  TALUS_HD T farthest_tilt() const {
    return T(StationaryLimits::lift) / (a.view.bounds.radius + b.view.bounds.radius);
  }
  TALUS_HD T depth_along(const Vec3<T>& n) const { return plane_along(n).depth; }
  // The plane between the bodies at right angles to a direction; the depth may not be positive.
  TALUS_HD ContactPlane<T> plane_along(const Vec3<T>& n) const {
    const auto top = [](const WorldPolyhedron<T>& body, const Vec3<T>& along) {
      const int vertex = farthest_vertex(body.view, transpose_times(body.rotation, along));
      return body.rotation * body.view.vertex(vertex);
    };
    const Vec3<T> on_a = top(a, n), on_b = top(b, -n) + (b.position - a.position);
    return {a.position + T(0.5) * (on_a + on_b), n, tangent_frame(n), dot(n, on_a - on_b)};
  }
};

template <class T>
struct StationaryStep {
  T change{infinity_of<T>()};  // of n . c by the full step; infinity if there is none
  bool descends{};             // whether the depth is concave in some direction, as at a saddle
};

// One step towards a stationary point, which changes n . c by `longest` at most.
template <class T>
TALUS_HD StationaryStep<T> step_to(Stationary kind, const T& depth, const T& longest,
                                   RoundedSearch<T>& search) {
  const RoundedSums<T> s = search.sums();
  if (!(s.value > T(0))) return {};
  // Gradient and Hessian of the logarithm of D.
  const T scale = T(1) / s.value, curved = depth * depth, of_x = scale * s.x, of_y = scale * s.y;
  const T t_x = search.tilt_x, t_y = search.tilt_y;
  const T shrink = curved / (T(1) + curved * (t_x * t_x + t_y * t_y));
  const T more = T(2) * shrink * shrink, p = T(rounding_power - 1), q = T(rounding_power);
  const T h_xx = p * scale * s.xx - q * of_x * of_x - shrink + more * t_x * t_x;
  const T h_yy = p * scale * s.yy - q * of_y * of_y - shrink + more * t_y * t_y;
  const T h_xy = p * scale * s.xy - q * of_x * of_y + more * t_x * t_y;
  const T g_x = of_x - shrink * t_x, g_y = of_y - shrink * t_y;
  const T mean = T(0.5) * (h_xx + h_yy), half = T(0.5) * (h_xx - h_yy);
  const T root = square_root(half * half + h_xy * h_xy);
  // Eigenvector of mean + root: (half + root, h_xy) or (h_xy, root - half), the longer one.
  T e_x = half > T(0) ? half + root : h_xy, e_y = half > T(0) ? h_xy : root - half;
  const T length = square_root(e_x * e_x + e_y * e_y);
  e_x = length > T(0) ? e_x / length : T(1);
  e_y = length > T(0) ? e_y / length : T(0);
  const T least =
      T(RoundedDepthLimits::regularisation) * (absolute(mean) + root) + shrink * epsilon_of<T>();
  const T upper = larger(absolute(mean + root), least),
          lower = larger(absolute(mean - root), least);
  const T along = -(g_x * e_x + g_y * e_y) / upper;
  const T down = -(g_y * e_x - g_x * e_y) / lower,
          across = kind == Stationary::saddle ? -down : down;
  const T step_x = along * e_x - across * e_y, step_y = along * e_y + across * e_x;
  const T changes = search.change(step_x, step_y);
  const T turn = depth * square_root(step_x * step_x + step_y * step_y);
  T cut = changes > longest ? longest / changes : T(1);
  if (cut * turn > T(StationaryLimits::turn)) cut = T(StationaryLimits::turn) / turn;
  search.tilt_x = t_x + cut * step_x;
  search.tilt_y = t_y + cut * step_y;
  return {changes, mean - root < T(0)};
}

// Towards a minimum the depth falls from plane to plane: a plane where it does not is given up, and
// steps become shorter. A minimum that is not found to the last digit is returned as far as it was
// found; there the depth has hardly any slope.
template <class T>
TALUS_HD RoundedDepth<T> stationary_point(const WorldPair<T>& pair, Stationary kind,
                                          const Vec3<T>& start) {
  RoundedDepth<T> lowest;
  Vec3<T> n = start;
  T longest = T(RoundedDepthLimits::longest_step) / T(rounding_power);
  const T farthest = pair.farthest_tilt();
  for (int i = 0; i < StationaryLimits::planes; ++i) {
    const ContactPlane<T> plane = pair.plane_along(n);
    if (!(plane.depth > T(0))) return {};
    NearVertices<T> a, b;
    find_near(pair.a, plane, n, a);
    find_near(pair.b, plane, -n, b);
    RoundedSearch<T> search{a, b};
    if (kind == Stationary::minimum) {
      const RoundedDepth<T> here = summarise(search, plane);
      if (lowest.found && !(here.depth < lowest.depth)) {
        longest = T(StationaryLimits::shorter) * longest;
        n = lowest.normal + T(StationaryLimits::shorter) * (n - lowest.normal);
        n = normalized(n);
        continue;
      }
      lowest = here;
    }
    bool converged = false, near = true;
    for (int k = 0; k < StationaryLimits::steps && near && !converged; ++k) {
      const StationaryStep<T> step = step_to(kind, plane.depth, longest, search);
      converged = step.change <= T(StationaryLimits::converged);
      near = search.tilt_x * search.tilt_x + search.tilt_y * search.tilt_y < farthest * farthest;
      // The search for a saddle has not left the minimum where it began.
      if (converged && kind == Stationary::saddle && !step.descends) return {};
    }
    const RoundedDepth<T> next = summarise(search, plane);
    if (!next.found || (converged && near)) return next;
    n = next.normal;
  }
  return lowest;
}

// The local minimum at the plane, or one below it if there is none. `at_plane`: rounded_depth() of
// the plane.
template <class T>
TALUS_HD RoundedDepth<T> minimum_near(const WorldPair<T>& pair, const ContactPlane<T>& plane,
                                      const RoundedDepth<T>& at_plane) {
  const T farthest = plane.depth * pair.farthest_tilt();
  if (at_plane.found && norm_squared(at_plane.normal - plane.normal) < farthest * farthest) {
    return at_plane;
  }
  return stationary_point(pair, Stationary::minimum,
                          at_plane.found ? at_plane.normal : plane.normal);
}

}  // namespace talus::polyhedron_polyhedron
