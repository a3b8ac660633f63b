// A contact law is a struct in a header of its own and one line in the list of law/laws.h:
//
//   struct MyLaw {
//     static constexpr std::string_view name = "my-law";        // as scenes and Python write it
//     static constexpr std::string_view description = "...";
//     static constexpr std::array<Parameter, 1> parameters{{...}};  // optional; own parameters
//     template <class N>                                        // force and energy
//     static ResponseOf<N> respond(const ContactMaterialOf<N>&, const ContactGeometryOf<N>&);
//     static double stiffness(const ContactMaterial&, double radius);  // N/m, for the time step
//   };
//
// respond reads its own parameters from ContactMaterialOf::parameter, in the order of the list. N
// is a double, or a pack of eight doubles: decisions are made by select, not by branches.
// Optional members:
//
//   static constexpr bool uses_overlap_volume = true;
//   template <class N>  // a law of cohesion: respond returns CohesiveResponseOf<N> and has this as
//   static N adhesion(const ContactMaterialOf<N>&, const ContactGeometryOf<N>&);  // its adhesion
//   static double range(const ContactMaterial&, double radius);  // m: a contact, once made, holds
//                                                                // bodies that are apart so far
//
// `Law` is the type-erased description; law_of<L>() builds it from the struct. A program registers
// a law of its own through talus/sim/register_law.h.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "talus/physics/contact_geometry.h"
#include "talus/physics/contact_material.h"
#include "talus/physics/parameter.h"

namespace talus {

// Applies the forces of a batch of eight contacts (talus/sim/loop/native/contact_force_batch.h).
using ContactForceKernel = void (*)(void* batch, const void* call);

struct Law {
  std::string_view name, description;
  std::span<const Parameter> parameters;
  // The force follows from the volume in which two polyhedra overlap.
  bool uses_overlap_volume{};
  Response (*respond)(const ContactMaterial&, const ContactGeometry&){};
  // N/m, at an overlap of stiffness_overlap R* unless the law is linear; sets the time step. Must
  // not fall as the radius grows, up to an infinite one (talus/sim/loop/time_step.h).
  double (*stiffness)(const ContactMaterial&, double radius){};
  // N, part of the limits of friction (CohesiveResponseOf::adhesion). Null: a law without cohesion.
  double (*adhesion)(const ContactMaterial&, const ContactGeometry&){};
  // m. Contacts begin when bodies touch, and end when they are apart by more. Must not fall as the
  // radius grows. Null: contacts end when the bodies part.
  double (*range)(const ContactMaterial&, double radius){};
  // Null for the laws of law/laws.h: their kernels exist once per instruction set.
  ContactForceKernel kernel{};
};

// Relative overlap, of R*, at which stiffness is stated: a twentieth, the deepest contact that a
// run at the largest time step is meant to have. Chosen by measurement; no derivation.
inline constexpr double stiffness_overlap = 0.05;

template <class L>
inline constexpr bool has_range = requires {
  &L::range;
};

template <class L>
constexpr Law law_of() {
  Law law{};
  law.name = L::name;
  law.description = L::description;
  if constexpr (requires { L::parameters; }) {
    static_assert(L::parameters.size() <= max_law_parameters);
    law.parameters = L::parameters;
  }
  if constexpr (requires { L::uses_overlap_volume; }) {
    law.uses_overlap_volume = L::uses_overlap_volume;
  }
  law.respond = [](const ContactMaterial& m, const ContactGeometry& g) -> Response {
    return L::respond(m, g);
  };
  law.stiffness = &L::stiffness;
  if constexpr (requires { &L::template adhesion<double>; }) {
    law.adhesion = &L::template adhesion<double>;
  }
  if constexpr (has_range<L>) law.range = &L::range;
  return law;
}

}  // namespace talus
