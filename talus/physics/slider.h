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

template <class N>
struct Slid {
  MaskOf<N> sliding;
  N heat;    // J, by sliding in this step
  N energy;  // J, stored now
};

// The load turned with the contact: by the mean spin of both bodies about the new normal, and with
// the normal, keeping its length.
template <class N>
TALUS_HD Vec3<N> turned_with_normal(const Vec3<N>& load, const Vec3<N>& normal, const N& angle) {
  Vec3<N> flat = load - dot(load, normal) * normal;
  flat = flat + angle * cross(normal, flat);
  const N after = norm_squared(flat);
  const N scale = square_root(norm_squared(load) / after);
  return select(after > N(0), scale, N(0)) * flat;
}

// Stretches the spring by `stretch` and lets it slide where its load would exceed the limit.
template <class N>
TALUS_HD Slid<N> advance(SliderOf<N>& slider, const N& stiffness, const Vec3<N>& stretch,
                         const N& limit) {
  const N zero(0), one(1);
  const N compliance = select(stiffness > zero, one / stiffness, zero);
  const N last_compliance = select(slider.stiffness > zero, one / slider.stiffness, zero);
  const MaskOf<N> softer = stiffness < slider.stiffness;
  const N ratio = select(softer, stiffness * last_compliance, slider.stiffness * compliance);
  const N stored = N(0.5) * norm_squared(slider.load) * last_compliance;
  const Vec3<N> before = select(softer, ratio, one) * slider.load;

  Vec3<N> load = before + stiffness * stretch;
  const N squared = norm_squared(load);
  Slid<N> slid;
  slid.sliding = squared > limit * limit;
  load = select(slid.sliding, limit / square_root(squared), one) * load;
  slid.energy = N(0.5) * norm_squared(load) * compliance;
  // What the bodies gave, half of it against the old load and half against the new one, and the
  // spring does not have.
  slid.heat = stored - slid.energy + N(0.5) * dot(slider.load + load, stretch);
  slider = {load, stiffness};
  return slid;
}

}  // namespace talus
