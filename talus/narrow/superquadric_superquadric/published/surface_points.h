// Two superquadrics by points of their surfaces: P4 section 1.4 (Williams & Pentland 1992), the
// discrete baseline.
//  1. Evaluate the inside-outside function of the other body at every sampled point of each
//     surface, O(N); with section 1.4.1's look-up table it is interpolated from precalculated
//     values.
//  2. The point with the least value is the contact, if it is inside.
//
//   N   points per body: a lattice on the faces of a cube, scaled to the semi-axes and projected to
//       the surface along the ray from the centre (sampled_point). It needs no trigonometry and
//       includes the centres, edges and vertices of a blocky body's sides. 386 by default.
//
// Kernels do not allocate: the points are computed as they are needed, unless the caller passes a
// SampledBody with arrays of the N points and of the table's values.
//
// The paper states that a point inside is a contact and leaves the depth open. Chosen here: the
// deepest point is the one with the least F (of both bodies' points; compared by the gauge, as the
// exponents may differ); the normal is grad F of the body that contains it, Fig. 3; the depth is
// the extent of that body beyond the point along this normal. All points inside go to the trace.
//
// Known failures, published: contacts between the points are missed (an edge or a tip of one body
// that passes between the points of the other), depths are too small by the lattice's mesh size.
// If no point is inside, the status is "separated" only if a plane through the nearest point proves
// it, otherwise iteration_limit: more points would be needed.
#pragma once

#include "talus/narrow/superquadric_potential/published/potential_contact.h"
#include "talus/narrow/trace.h"

namespace talus::superquadric_superquadric {

// A point of one body's surface inside the other.
template <class T>
struct PointInside {
  Vec3<T> x;  // in the frame of A
  bool of_a;  // of A and inside B; false: of B and inside A
  T gauge;    // of the body it is in, as the method sees it: interpolated where there is a table
};

// The precalculated data of a body. Each part is optional.
template <class T>
struct SampledBody {
  const Vec3<T>* point{};  // of sampled_point, in the body's frame, for the same number of cells
  const T* value{};        // of the gauge on a lattice of nodes^3 points, x fastest (fill_table)
  int nodes{};
  T reach{};  // the lattice's box is this many semi-axes to either side
};

inline constexpr int default_sample_cells = 8;  // along a side of the cube; even: its middle is one

TALUS_HD constexpr int sample_count(int cells) { return 6 * cells * cells + 2; }

// The i-th point of the lattice on the cube [-1, 1]^3: two full sides, then the rings between.
template <class T>
TALUS_HD Vec3<T> cube_lattice(int i, int cells) {
  const int line = cells + 1, side = line * line, ring = 4 * cells;
  const T step = T(2) / T(cells);
  const auto at = [step](int k) { return step * T(k) - T(1); };
  if (i < 2 * side) {
    const int k = i % side;
    return {at(k % line), at(k / line), i < side ? T(-1) : T(1)};
  }
  const int k = (i - 2 * side) % ring, level = (i - 2 * side) / ring + 1;
  const int quarter = k / cells, along = k % cells;
  if (quarter == 0) return {at(along), T(-1), at(level)};
  if (quarter == 1) return {T(1), at(along), at(level)};
  if (quarter == 2) return {at(cells - along), T(1), at(level)};
  return {T(-1), at(cells - along), at(level)};
}

template <class T>
TALUS_HD Vec3<T> sampled_point(const Superquadric<T>& s, int i, int cells) {
  const Vec3<T> ray = multiply_componentwise(s.semi_axes, cube_lattice<T>(i, cells));
  return ray / gauge_of(s, ray);
}

// Writes nodes^3 values; nodes >= 2.
template <class T>
TALUS_HD void fill_table(const Superquadric<T>& s, T* value, int nodes, T reach) {
  const T step = T(2) * reach / T(nodes - 1);
  for (int k = 0; k < nodes; ++k) {
    for (int j = 0; j < nodes; ++j) {
      for (int i = 0; i < nodes; ++i) {
        const Vec3<T> cube{step * T(i) - reach, step * T(j) - reach, step * T(k) - reach};
        value[(k * nodes + j) * nodes + i] = gauge_of(s, multiply_componentwise(s.semi_axes, cube));
      }
    }
  }
}

// Trilinear interpolation between the eight nodes around x. The box contains the body, so points
// beyond it are outside.
template <class T>
TALUS_HD T interpolated_gauge(const Superquadric<T>& s, const SampledBody<T>& table,
                              const Vec3<T>& x) {
  const T scale = T(table.nodes - 1) / (T(2) * table.reach);
  int cell[3];
  T part[3];
  for (int i = 0; i < 3; ++i) {
    const T at = (x[i] / s.semi_axes[i] + table.reach) * scale;
    if (!(at >= T(0) && at < T(table.nodes - 1))) return larger(T(1), table.reach);
    cell[i] = static_cast<int>(at);
    part[i] = at - T(cell[i]);
  }
  const int y = table.nodes, z = y * y;
  const T* node = table.value + cell[0] + y * cell[1] + z * cell[2];
  const auto mix = [](T low, T high, T t) { return low + t * (high - low); };
  const auto line = [&](int start) { return mix(node[start], node[start + 1], part[0]); };
  return mix(mix(line(0), line(y), part[1]), mix(line(z), line(z + y), part[1]), part[2]);
}

namespace detail {

template <class T>
struct DeepestPoint {
  Vec3<T> x;  // in the frame of the body that has it on its surface
  bool of_a;
  T gauge;
};

// Evaluates the points of `from` in the other body; to_other maps between their frames.
template <class T, class ToOther, class Inside>
TALUS_HD void evaluate_points(const Superquadric<T>& from, const SampledBody<T>& sample,
                              const Superquadric<T>& other, const SampledBody<T>& table, int cells,
                              bool of_a, const ToOther& to_other, DeepestPoint<T>& deepest,
                              const Inside& inside) {
  for (int i = 0; i < sample_count(cells); ++i) {
    const Vec3<T> x = sample.point ? sample.point[i] : sampled_point(from, i, cells);
    const Vec3<T> x_other = to_other(x);
    const T g = table.value ? interpolated_gauge(other, table, x_other) : gauge_of(other, x_other);
    if (g < T(1)) inside(x, g);
    if (g < deepest.gauge) deepest = {x, of_a, g};
  }
}

}  // namespace detail

template <class T, class Trace>
TALUS_HD Contact<T> trace_surface_points(const Superquadric<T>& a, const Superquadric<T>& b,
                                         const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                         Trace& trace, int cells = default_sample_cells,
                                         const SampledBody<T>& sample_a = {},
                                         const SampledBody<T>& sample_b = {}) {
  using namespace superquadric_potential;
  Difference<T, Superquadric<T>, Superquadric<T>> difference(a, b, b_in_a);
  const T rounding = difference.rounding();
  const auto to_a = [&](const Vec3<T>& x) { return b_in_a.point_to_a(x); };
  const auto to_b = [&](const Vec3<T>& x) { return b_in_a.direction_to_b(x - b_in_a.translation); };
  detail::DeepestPoint<T> deepest{{}, true, infinity_of<T>()};
  detail::evaluate_points(a, sample_a, b, sample_b, cells, true, to_b, deepest,
                          [&](const Vec3<T>& x, T g) {
                            trace(PointInside<T>{x, true, g});
                          });
  detail::evaluate_points(b, sample_b, a, sample_a, cells, false, to_a, deepest,
                          [&](const Vec3<T>& x, T g) {
                            trace(PointInside<T>{to_a(x), false, g});
                          });
  const Superquadric<T>& other = deepest.of_a ? b : a;
  const Vec3<T> x = deepest.of_a ? to_b(deepest.x) : to_a(deepest.x);  // in the other's frame
  const Vec3<T> outward = unit_or(gauge_at(other, x).gradient, x);
  const LineHit<T> hit = surface_along(other, x, outward);
  Contact<T> r;
  r.definition = Definition::deepest_contact;
  r.iterations = 2 * sample_count(cells);
  const Vec3<T> n = deepest.of_a ? unit_or(b_in_a.rotation * -outward, x) : outward;
  set_from_points(r, difference, n, deepest.of_a ? deepest.x : hit.x,
                  deepest.of_a ? to_a(hit.x) : x, hit.on_line);
  const Vec3<T> own = pulled_inside(deepest.of_a ? a : b, deepest.x);
  const Vec3<T> own_in_other = deepest.of_a ? to_b(own) : to_a(own);
  const T upper = gauge_of(other, x) < T(1)
                      ? -inner_ball(other, own_in_other, rounding)
                      : norm(pulled_inside(other, hit.x) - own_in_other) + rounding;
  certify(r, difference, settings, upper);
  return r;
}

template <class T>
TALUS_HD Contact<T> surface_points(const Superquadric<T>& a, const Superquadric<T>& b,
                                   const RelativePose<T>& b_in_a, const Settings<T>& settings,
                                   Cache<T>&) {
  Silent silent;
  return trace_surface_points(a, b, b_in_a, settings, silent);
}

}  // namespace talus::superquadric_superquadric
