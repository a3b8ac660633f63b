// Limits of the time step. A contact of stiffness k and effective mass m* oscillates with the half
// period T = pi sqrt(m*/k). Velocity Verlet is stable up to h = 2/omega = 0.64 T for that contact
// alone; a grain in a bed has a dozen contacts and tangential springs, which costs a factor of
// about three.
#pragma once

#include "talus/physics/law/law.h"

namespace talus {

// Steps per T: fewer are refused; the default where the scene leaves the choice.
inline constexpr double fewest_steps_per_half_period = 6.0, default_steps_per_half_period = 20.0;

// Kinds of surfaces of either body that raise the stiffness.
struct ContactSurfaces {
  bool faces{};   // a polyhedron, which lies and rocks on a face
  bool meshes{};  // a mesh, of which a patch lies flat
};

// A block on its face is up to half again as stiff as on a corner, and rocks faster than it
// bounces. By measurement: with the stiffness of a corner falling cubes explode at the largest
// step.
inline constexpr double face_stiffness_factor = 4.0;

// Area of a patch of a mesh in R*^2; the margin of the largest step covers larger ones. Chosen by
// measurement; no derivation.
inline constexpr double patch_area_factor = 0.5;

// N/m. A law of the overlap volume states the stiffness of a face itself.
inline double contact_stiffness(const Law& law, const ContactMaterial& m, double radius,
                                const ContactSurfaces& surfaces) {
  double stiffness = law.stiffness(m, radius);
  if (surfaces.faces && !law.uses_overlap_volume) stiffness = face_stiffness_factor * stiffness;
  if (surfaces.meshes) {
    const double patch = patch_area_factor * radius * radius;
    stiffness = larger(stiffness, law.foundation_modulus(m, radius) * patch);
  }
  return stiffness;
}

// s
inline double half_period(double mass, double stiffness) {
  return 3.14159265358979323846 * square_root(mass / stiffness);
}

}  // namespace talus
