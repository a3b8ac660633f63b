// The depth of an overlap from the integrals I_q of the powers of its thickness (thickness.h): a
// smooth stand-in for the largest thickness that does not depend on how the surfaces are cut into
// triangles, nor on which of them is.
//
// I_q is proportional to d^(q + s) / binomial(q + s, s) for a flat face (s = 0), an edge or a ball
// (s = 1) and a corner (s = 2) of depth d. The mean b = I_(q+2) / I_(q+1) therefore is
// (q + 2) / (q + 2 + s) of the depth, and x = 1 - a / b, with a = I_(q+1) / I_q, tells them apart:
// x = s / ((q + 2) (q + 1 + s)). The depth is
//
//   D = c b (1 + u x / (1 + v x)),  0 <= x < 1
//
// within [b c, 1.58 b c] whatever the overlap looks like. With the constants below, D is 1.06 d for
// a face, 1.03 d for an edge or a ball and 0.98 d for a corner, where the smooth maximum of the
// vertices of polyhedra (rounded_maximum.h) has 1.09 d, 1.04 d and d, and smooth bodies have d.
// Energies go with D^(5/2) under Hertz's law: polyhedra and meshes differ by 7 % at most.
//
// A face that is turned by an angle by which its thicknesses have the relative variance e has
// D = c d (1 + 16.5 e): a block rocks against a stiffness like that of a polyhedron (22.5 e).
#pragma once

#include "talus/narrow/mesh_overlap/thickness.h"
#include "talus/narrow/rounded_maximum.h"

namespace talus::mesh_overlap {

struct SmoothDepth {
  double depth{};                // in the unit of the thickness
  double weight[power_count]{};  // derivative of the depth by ThicknessMoments::whole
  double flatness{};             // 1 for a face, 0 for an edge, a ball or a corner
};

// Slope of the depth, as the bodies approach, below which the force is no longer its derivative: a
// needle beside a broad face, whose mean thickness falls as the face comes in. Such overlaps still
// push the bodies apart.
inline constexpr double least_slope = 0.25;

// Chosen as above, within the 10 % by which laws of one body may differ.
inline constexpr double depth_scale = 1.06, shape_gain = 7.5, shape_limit = 12.0;

// Whether the integrals are those of an overlap, not of rounding: their reciprocals are numbers.
inline bool has_depth(const ThicknessMoments& m) {
  constexpr double least = 1e-280;
  for (const double whole : m.whole) {
    if (!(whole > least)) return false;
  }
  return true;
}

// The integrals must be positive.
inline SmoothDepth smooth_depth(const ThicknessMoments& m) {
  const double *i = m.whole, a = i[1] / i[0], b = i[2] / i[1];
  const double x = larger(0.0, 1.0 - a / b);
  const double below = 1.0 / (1.0 + shape_limit * x), factor = 1.0 + shape_gain * x * below;
  SmoothDepth d;
  d.depth = depth_scale * b * factor;
  const double turn = (1.0 - x) * shape_gain * below * below / factor;
  d.weight[0] = d.depth * turn / i[0];
  d.weight[1] = -d.depth * (1.0 + 2.0 * turn) / i[1];
  d.weight[2] = d.depth * (1.0 + turn) / i[2];
  constexpr double q = least_power;
  const double s = x < 1.0 / (q + 2.0) ? (q + 1.0) * (q + 2.0) * x / (1.0 - (q + 2.0) * x) : 1.0;
  d.flatness = larger(0.0, 1.0 - s);
  return d;
}

// How far the patch extends: the smaller principal second moment, and the mean arm of friction as
// mean_arm of rounded_maximum.h has it, here by the moments of the area itself.
struct PatchExtent {
  double smaller_moment{}, mean_arm{};
};

inline PatchExtent patch_extent(const ThicknessMoments& m) {
  PlaneMoments<double> plane{m.rate[0], m.rate_x[0], m.rate_y[0], m.xx, m.xy, m.yy};
  const PatchMoments<double> patch = plane.patch(1.0);
  if (!(patch.larger > 0.0)) return {};
  const double aspect = patch.smaller / patch.larger;
  return {patch.smaller, mean_over_root(aspect) * square_root(patch.smaller + patch.larger)};
}

}  // namespace talus::mesh_overlap
