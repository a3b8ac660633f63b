// Eight contact points: the arguments and results of a kernel that applies their forces. Bodies,
// histories and accumulators are read and written in place, as lines; the rest is in rows.
#pragma once

#include "talus/physics/contact_material.h"
#include "talus/sim/loop/native/line_access.h"

namespace talus {

struct ContactForceBatch {
  static constexpr int size = 8;

  int count{};                   // contacts, in the first lanes
  bool deep{};                   // result: a relative overlap is above the limit of the call
  const double* motion_a[size];  // BodyMotion; the lanes beyond repeat the first one's
  const double* motion_b[size];
  double* history[size];        // ContactHistory, likewise
  double* accumulator_a[size];  // ForceAccumulator
  double* accumulator_b[size];

  VectorRows shift;  // of b by its periodic image
  // As ContactPoint; unused for two spheres, whose radii define the point.
  VectorRows point, normal;
  Row overlap, volume, area, slope, spread_squared, twist, lever, patch_arm, energy_share,
      damping_factor;
  Row radius_a, radius_b;
  Row inverse_size;  // 1/m, of the unit of the relative overlap
  // As ContactMaterial.
  Row modulus, shear_modulus, root_shear_ratio, damping_ratio, friction;
  Row rolling_friction, torsion_ratio, tangential_ratio, parameter[max_law_parameters];
  VectorRows rolling;  // rad, before and after

  VectorRows force;  // result, if the call records it: N, on b

  // Results: sums over all batches so far, lane by lane.
  Row elastic, damping, friction_heat, rolling_heat, boundary_work, largest_overlap;
};

struct ContactForceCall {
  int law{};                   // position in law/laws.h; unused by the kernel of a registered law
  bool rolls{};                // with rolling resistance
  bool spheres{};              // both bodies of all pairs are spheres
  bool records{};              // the forces are a result
  double step{};               // s
  double overlap_limit = 1.0;  // relative
  bool no_tension{};           // Setup::no_tension
};

}  // namespace talus
