// From entries that were found to pairs of the scene.
#pragma once

#include "talus/broad/rows/entries.h"
#include "talus/broad/rows/sweep.h"

namespace talus::broad::rows {

// Removes from `found` what the exact question denies and turns entries into volumes; in a periodic
// domain appends the images. All that is left is in found.certain.
void resolve(const Scene& scene, const Entries& entries, Found& found, std::vector<Image>& images);

}  // namespace talus::broad::rows
