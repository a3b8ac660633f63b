// Eight contact points side by side: what goes into a kernel and what comes out. Bodies and
// memories are read and written where they are, line by line; the rest is here, number by number.
#pragma once

#include "talus/sim/loop/native/line_access.h"

namespace talus {

struct PushRows {
  static constexpr int size = 8;

  struct Spring {
    Row load[3], stiffness;
  };

  int count{};                  // contacts, in the first places
  const double* state_a[size];  // BodyState, also in the places after them
  const double* state_b[size];
  double* memory[size];   // PointMemory, likewise
  double* share_a[size];  // Share, to which forces are added
  double* share_b[size];

  Row shift[3];  // of b
  // Where they touch, as ContactPoint; of two spheres only the radii.
  Row point[3], normal[3], overlap, volume, area, slope, spread_squared, twist;
  Row radius_a, radius_b;
  Row size_of_smaller;                                  // to which overlaps are compared
  Row modulus, shear_modulus, damping_ratio, friction;  // as MetMaterials
  Row rolling_friction, normal_stiffness, tangential_ratio;
  Spring roll;  // before and after

  // Sums of what was pushed so far, place by place.
  Row elastic, damping, friction_heat, rolling_heat, boundary_work, largest_overlap;
};

// How a kernel is asked.
struct PushOrder {
  int law{};       // a Law
  bool rolls{};    // with rolling resistance
  bool spheres{};  // the contact point follows from the radii
  double step{};   // s
};

}  // namespace talus
