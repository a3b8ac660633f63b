// Inlets and outlets built in a few lines, and what a simulation with them holds.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "sim/setup_for_tests.h"

namespace talus {

inline Region box_region(const Vec3<double>& lower, const Vec3<double>& upper) {
  Region region;
  region.box = {lower, upper};
  return region;
}

// Spheres of three sizes, in shares 5 : 3 : 2.
inline Inlet feed_of(TestScene& scene) {
  Inlet inlet;
  inlet.name = "feed";
  inlet.region = box_region({0, 0, 0.5}, {0.08, 0.08, 0.56});
  const double radii[] = {0.004, 0.005, 0.006}, shares[] = {5, 3, 2};
  for (int i = 0; i < 3; ++i)
    inlet.parts.push_back({{scene.shape(make_sphere(radii[i]))}, shares[i]});
  inlet.velocity = {0, 0, -1};
  inlet.rate = {400};
  return inlet;
}

inline Outlet drain_of(const Vec3<double>& lower, const Vec3<double>& upper) {
  Outlet outlet;
  outlet.name = "drain";
  outlet.region = box_region(lower, upper);
  return outlet;
}

inline double mass_of(const Simulation& s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < s.motion().size(); ++i) {
    if (s.motion().freedom[i] == Freedom::free) sum += s.motion().mass[i];
  }
  return sum;
}

// Of a setup that is refused, or "none".
inline std::string refusal_of(const Setup& setup) {
  try {
    const Simulation simulation(setup);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace talus
