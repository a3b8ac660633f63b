// Gathers contacts from a batch, applies their forces (talus/physics/apply_contact_force.h) and
// scatters the results: one contact with N = double, eight with a pack.
#pragma once

#include "talus/physics/apply_contact_force.h"
#include "talus/physics/law/law.h"
#include "talus/physics/sphere_geometry.h"
#include "talus/sim/loop/native/contact_force_batch.h"

namespace talus {

template <class N>
TALUS_INLINE ContactMaterialOf<N> material_from(const ContactForceBatch& batch, int at) {
  using Access = LineAccess<N>;
  static_assert(max_law_parameters == 4);
  return {Access::row(batch.modulus, at),
          Access::row(batch.shear_modulus, at),
          Access::row(batch.root_shear_ratio, at),
          Access::row(batch.damping_ratio, at),
          Access::row(batch.friction, at),
          Access::row(batch.rolling_friction, at),
          Access::row(batch.torsion_ratio, at),
          Access::row(batch.tangential_ratio, at),
          {Access::row(batch.parameter[0], at), Access::row(batch.parameter[1], at),
           Access::row(batch.parameter[2], at), Access::row(batch.parameter[3], at)}};
}

// Frame and geometry of a contact, but for its radius and mass.
template <bool spheres, bool signed_overlap, class N>
TALUS_INLINE void locate_contact(const ContactForceBatch& batch, int at, const BodyMotionOf<N>& a,
                                 const BodyMotionOf<N>& b, ContactFrameOf<N>& frame,
                                 ContactGeometryOf<N>& geometry) {
  using Access = LineAccess<N>;
  const Vec3<N> apart = b.centre + vector_from<N>(batch.shift, at) - a.centre;
  if constexpr (spheres) {
    const SphereContactOf<N> c = sphere_contact<signed_overlap>(
        apart, Access::row(batch.radius_a, at), Access::row(batch.radius_b, at));
    frame.normal = c.normal;
    geometry.overlap = c.overlap;
    frame.arm_a = c.arm_a;
  } else {
    frame.normal = vector_from<N>(batch.normal, at);
    frame.spread_squared = Access::row(batch.spread_squared, at);
    frame.twist = Access::row(batch.twist, at);
    frame.lever = Access::row(batch.lever, at);
    geometry.overlap = Access::row(batch.overlap, at);
    geometry.volume = Access::row(batch.volume, at);
    geometry.area = Access::row(batch.area, at);
    geometry.slope = Access::row(batch.slope, at);
    geometry.patch_arm = Access::row(batch.patch_arm, at);
    frame.arm_a = vector_from<N>(batch.point, at) - a.centre;
  }
  frame.arm_b = frame.arm_a - apart;
}

// A part of a response: the contacts of a body with a wall share its energy.
template <class N, class ResponseOfLaw>
TALUS_INLINE ResponseOfLaw scaled(ResponseOfLaw r, const N& energy_share, const N& damping) {
  r.force = energy_share * r.force;
  r.energy = energy_share * r.energy;
  r.dashpot = energy_share * damping * r.dashpot;
  r.tangential_stiffness = energy_share * r.tangential_stiffness;
  r.tangential_gradient = energy_share * r.tangential_gradient;
  r.tangential_dashpot = energy_share * damping * r.tangential_dashpot;
  if constexpr (requires { r.adhesion; }) r.adhesion = energy_share * r.adhesion;
  return r;
}

// Adds to the sums of the lanes in use.
template <class N>
TALUS_INLINE void add_energies(ContactForceBatch& batch, int at, const ContactActionOf<N>& action,
                               const N& relative_overlap, double overlap_limit) {
  using Access = LineAccess<N>;
  const auto used = Access::used(at, batch.count);
  const auto add = [&](Row& row, const N& value) {
    Access::set_row(row, at, Access::row(row, at) + select(used, value, N(0)));
  };
  add(batch.elastic, action.elastic);
  add(batch.damping, action.damping);
  add(batch.friction_heat, action.friction);
  add(batch.rolling_heat, action.rolling);
  add(batch.boundary_work, action.boundary_work);
  const N largest = Access::row(batch.largest_overlap, at);
  const N larger_one = larger(largest, select(used, relative_overlap, largest));
  Access::set_row(batch.largest_overlap, at, larger_one);
  // Also in later batches: note_deepest finds nothing new then.
  if (any(larger_one > N(overlap_limit))) batch.deep = true;
}

// The contacts from lane `at` on. What the flags of the call exclude is not compiled in, and each
// case is a function of its own: in one function for all of them the packs of eight do not stay in
// registers.
template <class Law, bool spheres, bool rolls, class N>
[[gnu::noinline, gnu::flatten]] void apply_contact_forces_as(ContactForceBatch& batch, int at,
                                                             const ContactForceCall& call) {
  using Access = LineAccess<N>;
  N line_a[16], line_b[16];
  Access::template load<16>(batch.motion_a, at, line_a);
  Access::template load<16>(batch.motion_b, at, line_b);
  const BodyMotionOf<N> a = BodyMotionOf<N>::from_line(line_a);
  const BodyMotionOf<N> b = BodyMotionOf<N>::from_line(line_b);
  ContactFrameOf<N> frame;
  ContactGeometryOf<N> geometry;
  locate_contact<spheres, has_range<Law>>(batch, at, a, b, frame, geometry);

  N old[8];
  Access::template load<8>(batch.history, at, old);
  ContactHistoryOf<N> history{old[0], {old[1], old[2], old[3]}, old[4], {old[5], old[6], old[7]}};
  Vec3<N> rolling;
  if constexpr (rolls) rolling = vector_from<N>(batch.rolling, at);
  const ContactMaterialOf<N> material = material_from<N>(batch, at);
  const ContactActionOf<N> action = apply_contact_force(
      a, b, frame, material, geometry, N(call.step), history, rolls ? &rolling : nullptr,
      [&](const ContactGeometryOf<N>& complete) {
        if constexpr (spheres) {
          return Law::respond(material, complete);
        } else {
          const N energy_share = Access::row(batch.energy_share, at);
          const N damping = Access::row(batch.damping_factor, at);
          return scaled(Law::respond(material, complete), energy_share, damping);
        }
      },
      call.no_tension);
  add_energies(batch, at, action, geometry.overlap * Access::row(batch.inverse_size, at),
               call.overlap_limit);

  const Vec3<N>&elongation = history.elongation, &dashpot = history.dashpot;
  const N kept[8] = {history.radius,  elongation.x, elongation.y, elongation.z,
                     history.torsion, dashpot.x,    dashpot.y,    dashpot.z};
  Access::store(kept, at, batch.count, batch.history);
  if constexpr (rolls) set_vector(batch.rolling, at, rolling);
  const Vec3<N>&force = action.force, &torque_a = action.torque_a, &torque_b = action.torque_b;
  if (call.records) set_vector(batch.force, at, force);
  const N on_a[8] = {-force.x, -force.y, -force.z, torque_a.x, torque_a.y, torque_a.z, N(0), N(0)};
  const N on_b[8] = {force.x, force.y, force.z, torque_b.x, torque_b.y, torque_b.z, N(0), N(0)};
  Access::add(on_a, on_b, at, batch.count, batch.accumulator_a, batch.accumulator_b);
}

template <class Law, class N>
TALUS_INLINE void apply_contact_forces(ContactForceBatch& batch, int at,
                                       const ContactForceCall& call) {
  if (call.spheres) {
    if (call.rolls) {
      apply_contact_forces_as<Law, true, true, N>(batch, at, call);
    } else {
      apply_contact_forces_as<Law, true, false, N>(batch, at, call);
    }
  } else if (call.rolls) {
    apply_contact_forces_as<Law, false, true, N>(batch, at, call);
  } else {
    apply_contact_forces_as<Law, false, false, N>(batch, at, call);
  }
}

}  // namespace talus
