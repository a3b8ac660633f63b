// What every method answers on the nine situations of the paper's Table 1, and how long it takes.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace study {

struct Situations {
  nlohmann::json answers;      // one entry per situation (a file of the folder)
  nlohmann::json traces;       // of Figs. 5f, 7, 8a and of `sequence`, Fig. 5: traces.h
  nlohmann::json fig4_bodies;  // fig4_bodies.h
};

Situations run_situations(const std::filesystem::path& folder, double seconds_per_time,
                          int fig4_bodies, const std::filesystem::path& sequence);

}  // namespace study
