// The energy ledger: where the energy of a run is, and where it went. All in joules.
//
// What the bodies had at the start and what walls and prescribed bodies did to them must be found
// again: as motion, height or springs, or as heat. The residual is what is not found: the error of
// the time integration and of laws whose force is not the derivative of an energy.
#pragma once

namespace talus {

struct Ledger {
  // Now.
  double kinetic{};    // of translation and rotation
  double potential{};  // in gravity; zero at the start
  double elastic{};    // in normal, tangential and rolling springs
  // Since the start.
  double damping{};        // turned into heat by normal and tangential dashpots
  double friction{};       // by sliding
  double rolling{};        // by rolling resistance
  double drag{};           // by global damping, where the scene asks for it
  double boundary_work{};  // done by walls and prescribed bodies on the others
  double start{};          // kinetic + potential + elastic at the start

  double found() const {
    return kinetic + potential + elastic + damping + friction + rolling + drag;
  }
  double residual() const { return found() - start - boundary_work; }
};

}  // namespace talus
