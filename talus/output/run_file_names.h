// The names of the files of a run, relative to its folder.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace talus {

// Whether a run writes files of this name: "series.csv", "frames/000012.h5".
bool is_run_file(std::string_view name);

// 12 for "frames/000012.h5" and "vtk/bodies_000012.vtp"; none for files that are not of a frame.
std::optional<std::size_t> frame_number_in(std::string_view name);

}  // namespace talus
