/// @file
/// Scene files (docs/scene.md): what is simulated, and what a run writes. SI units.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "talus/error.h"
#include "talus/filling.h"
#include "talus/setup.h"

namespace talus {

/// Largest FlowStop::count.
inline constexpr std::int64_t most_flow_stop_count = 1'000'000'000'000;

/// Ends a run by what came through an inlet, or left by an outlet, since the start; checked every
/// outlet_steps steps. One of count and mass is set.
struct FlowStop {
  std::string name;                   ///< Of an inlet or outlet of the setup, or beyond_name.
  std::optional<std::int64_t> count;  ///< Bodies, at least 1.
  std::optional<double> mass;         ///< kg, > 0.
};

/// How long a run lasts and what it writes.
struct RunOptions {
  double duration{};  ///< s
  /// The run ends when the kinetic energy is below this fraction of its peak; 0: never.
  double kinetic_energy_ratio{};
  /// The run ends when Simulation::unbalanced_force() is below this at a line of the series and at
  /// least half of the free bodies touch something; 0: never. The second is for the moments in
  /// which few of many falling bodies are hit by a force that is much larger than weights.
  double unbalanced_force{};
  std::vector<FlowStop> flow_stops;  ///< The run ends when one of them is reached.
  double output_interval{};          ///< s between frames.
  double series_interval{};  ///< s between lines of series.csv, and checks of what ends the run.
  std::int64_t checkpoint_interval = 10000;  ///< Steps; 0: only when the run is interrupted.
  bool csv = true;                           ///< Whether to write series.csv.
  bool hdf5 = true;                          ///< Whether to write results.h5.
  bool vtk = false;                          ///< Whether to write files for ParaView.
  bool picture = true;                       ///< Whether to write final.png.
  int threads{};                             ///< 0: as many as the machine has.
};

/// A scene file that was read.
struct Scene {
  Setup setup;             ///< With all grains placed.
  RunOptions run;          ///< Duration and output.
  std::uint64_t seed = 1;  ///< Of the fillings.
};

/// A value that counts in place of one of the scene file.
struct SceneChange {
  /// Keys from the outermost on, with dots: "simulation.duration"; of an array of tables the name
  /// of an element or its number from 0: "material.stone.friction", "fill.0.grain.1.share".
  std::string key;
  std::string value;  ///< As in the file; text that is no value of TOML is a string.
};

/// @param text KEY=VALUE.
/// @return The change.
/// @throws SceneError for text without a key or a value.
SceneChange scene_change(const std::string& text);

/// Called while grains are placed, with the name of the filling and its progress.
using FillListener = std::function<void(const std::string&, const FillProgress&)>;

/// Reads a scene, makes its shapes and places its grains.
/// @param file TOML; files it names are relative to its folder.
/// @param listener Called in the calling thread; may be empty.
/// @param changes Made to the file's values first, in their order.
/// @return The scene.
/// @throws SceneError with all errors at once; the first of changes that fit nothing alone.
Scene read_scene(const std::filesystem::path& file, const FillListener& listener = {},
                 const std::vector<SceneChange>& changes = {});

}  // namespace talus
