// A run as HDF5 (docs/formats.md): model.h5, what does not change; frames/NNNNNN.h5, one moment
// each. The index of them while a run goes on: talus/output/results_index.h.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "talus/output/frame.h"
#include "talus/output/series.h"

namespace talus {

// "000012"
std::string frame_name(int number);

// All throw FileError. When the files are on the disk is up to the caller (sync_files).
void write_model(const std::filesystem::path& file, const FrameView& view);
void write_frame(const std::filesystem::path& file, const FrameView& view);
// The index of a run that is over: contents as in talus/output/results_index.h, in the form of the
// HDF5 library, which finds one of many frames faster. Beside model.h5 and the folder frames.
void write_results_index(const std::filesystem::path& file, const std::vector<FrameRecord>& records,
                         bool with_measures = false);

}  // namespace talus
