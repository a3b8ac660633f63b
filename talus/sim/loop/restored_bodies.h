// Which bodies there are, in saved states: those of the setup without the ones that were removed,
// and those that were added, with their shapes.
#pragma once

#include <string_view>

#include "talus/output/hdf5.h"
#include "talus/sim/loop/loop.h"

namespace talus {

// What saved arrays do not hold: the names of bodies, and the shapes and body types that came
// with them. Throws SimulationError for a mesh among these shapes, whose cells no file holds.
void write_added_bodies(const Loop& loop, Hdf5Writer& file);

// The same, read; the names are those of bodies and mesh walls then. Throws Hdf5Error.
void read_added_bodies(Loop& loop, const Hdf5Reader& file);

// The rows of saved arrays for a number of bodies.
class RestoredSizes {
 public:
  RestoredSizes(const Loop& loop, std::size_t bodies);

  // Of the array of that name, which has `present` rows now.
  std::size_t rows(std::string_view name, std::size_t present) const;
  // BodyTable::body_count and half_spaces, after all arrays were read; checks ids and types.
  void apply(Loop& loop, const Hdf5Reader& file) const;

 private:
  std::size_t bodies_, objects_;
  bool open_, turns_;
};

// Half-spaces have the first slots.
void count_half_spaces(BodyTable& bodies);

// The tables that follow from the arrays: masses, inertias, motions and measures by object.
void complete_bodies(Loop& loop);

}  // namespace talus
