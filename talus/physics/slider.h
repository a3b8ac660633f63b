// A spring that slides: Coulomb friction and rolling resistance are both this, one with a
// displacement and a force, the other with an angle and a moment.
//
// It keeps its load from step to step, as a vector of the world that turns with the contact. When
// the stiffness has grown since, the load stays and the spring is shorter; when it has shrunk, the
// length stays and the load is less: either way energy is lost, as by the micro-slip at the rim of
// a Hertz spot, and never made (D. Elata and J. G. Berryman, Mech. Mater. 24, 1996: 229). What is
// lost counts as slid.
#pragma once

#include "talus/contact/slider.h"

namespace talus {

struct Slid {
  bool sliding{};
  double heat{};    // J, by sliding in this step
  double energy{};  // J, stored now
};

// The load turned with the contact: by the mean spin of both bodies about the new normal, and with
// the normal, keeping its length.
TALUS_HD inline Vec3<double> turned_with_normal(const Vec3<double>& load,
                                                const Vec3<double>& normal, double angle) {
  const double before = norm_squared(load);
  if (!(before > 0.0)) return {};
  Vec3<double> flat = load - dot(load, normal) * normal;
  flat = flat + angle * cross(normal, flat);
  const double after = norm_squared(flat);
  return after > 0.0 ? square_root(before / after) * flat : Vec3<double>{};
}

// Stretches the spring by `stretch` and lets it slide where its load would exceed the limit.
TALUS_HD inline Slid advance(Slider& slider, double stiffness, const Vec3<double>& stretch,
                             double limit) {
  Slid slid;
  Vec3<double> before = slider.load;
  if (slider.stiffness > 0.0) {
    const double stored = 0.5 * norm_squared(before) / slider.stiffness;
    if (stiffness < slider.stiffness) before = (stiffness / slider.stiffness) * before;
    slid.heat = stored - (stiffness > 0.0 ? 0.5 * norm_squared(before) / stiffness : 0.0);
  }
  Vec3<double> load = before + stiffness * stretch;
  const double squared = norm_squared(load);
  slid.sliding = squared > limit * limit;
  if (slid.sliding) load = (limit / square_root(squared)) * load;
  if (stiffness > 0.0) {
    // Force and displacement of the slip, both in the middle of the step.
    const Vec3<double> slip = stretch - (1.0 / stiffness) * (load - before);
    slid.heat += 0.5 * dot(before + load, slip);
    slid.energy = 0.5 * norm_squared(load) / stiffness;
  }
  slider = {load, stiffness};
  return slid;
}

}  // namespace talus
