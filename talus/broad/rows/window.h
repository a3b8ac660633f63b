// The part of a scene that rows resolve. Coordinates far outside of the region of most bodies are
// clamped to its edge: else one body that has escaped from a simulation would leave no resolution
// for the others.
#pragma once

#include "talus/broad/rows/entries.h"

namespace talus::broad::rows {

// The bounds themselves unless they are so wide, beside the usual size of volumes, that rows cannot
// separate those. Two clusters that far from each other are the weak case: rows resolve the
// larger.
BoundingBox<double> window_of(const Entries& entries, const BoundingBox<double>& bounds);

}  // namespace talus::broad::rows
