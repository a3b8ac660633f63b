// Converts found pairs of entries to pairs of the scene.
#pragma once

#include "talus/broad/rows/entries.h"
#include "talus/broad/rows/sweep.h"

namespace talus::broad::rows {

// Removes from `found` the pairs that fail the exact test and replaces entries by volumes; in a
// periodic domain appends the images. The remaining pairs are in found.certain.
void resolve(const Scene& scene, const Entries& entries, Found& found, std::vector<Image>& images);

}  // namespace talus::broad::rows
