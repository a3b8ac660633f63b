// A run and the page that shows it as one HTML file, which opens from the disk without a network.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/output/view/run_view.h"

namespace talus {

struct ExportOptions {
  std::size_t every = 1;  // of the frames; the last one is always among them
};

// `page` is that of viewer/. `progress` is called with the share that is done. Returns what was
// left out, a sentence each: frames and tables that cannot be read. Throws FileError, also if the
// file would be too large for browsers.
std::vector<std::string> export_page(RunView& view, std::string_view page,
                                     const std::filesystem::path& file,
                                     const ExportOptions& options,
                                     const std::function<void(double)>& progress = {});

}  // namespace talus
