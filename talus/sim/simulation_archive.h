// The state of a simulation as a part of an HDF5 file that holds other groups as well: checkpoints
// of a run, and Simulation::save.
#pragma once

#include <cstdint>

#include "talus/output/hdf5.h"
#include "talus/simulation.h"

namespace talus {

struct SimulationArchive {
  // Identifies the setup (fingerprint.h).
  static std::uint64_t fingerprint(const Simulation& simulation);
  // Writes the group "state". Throws Hdf5Error, and SimulationError after a failed step.
  static void save(const Simulation& simulation, Hdf5Writer& file);
  // Reads the group "state" of a simulation of the same setup. Throws Hdf5Error and
  // leaves the simulation as it was.
  static void restore(Simulation& simulation, const Hdf5Reader& file);
  // From now on the arrays by body that users see stay in memory, as they are then, when bodies
  // come or go: for views that cannot be updated.
  static void keep_arrays(const Simulation& simulation);
  // Whether bodies came or went, or may do so in a step: there is no view that lasts.
  static bool bodies_change(const Simulation& simulation);
};

}  // namespace talus
