// What every method answers on the nine situations of the paper's Table 1, and how long it takes.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace study {

// One entry per situation (a file of the folder), with one answer per method.
nlohmann::json run_situations(const std::filesystem::path& folder, double seconds_per_time);

}  // namespace study
