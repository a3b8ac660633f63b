// The part of a scene that rows resolve. One body that has escaped from a simulation must not make
// all others look as if they were at one point: coordinates far outside of where most bodies are
// count as being at the edge.
#pragma once

#include "talus/broad/rows/entries.h"

namespace talus::broad::rows {

// The bounds themselves unless they are so wide, beside the usual size of volumes, that rows cannot
// tell those apart. Two clusters that far from each other are the weak case: rows resolve the
// larger.
BoundingBox<double> window_of(const Entries& entries, const BoundingBox<double>& bounds);

}  // namespace talus::broad::rows
