/// @file
/// Scene files (docs/scene.md): what is simulated, and what a run writes. SI units.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "talus/error.h"
#include "talus/filling.h"
#include "talus/setup.h"

namespace talus {

/// How long a run lasts and what it writes.
struct RunOptions {
  double duration{};  ///< s
  /// The run ends when the kinetic energy is below this fraction of its peak; 0: never.
  double kinetic_energy_ratio{};
  double output_interval{};  ///< s between frames.
  double series_interval{};  ///< s between lines of series.csv, and checks of the kinetic energy.
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

/// Called while grains are placed, with the name of the filling and its progress.
using FillListener = std::function<void(const std::string&, const FillProgress&)>;

/// Reads a scene, makes its shapes and places its grains.
/// @param file TOML; files it names are relative to its folder.
/// @param listener Called in the calling thread; may be empty.
/// @return The scene.
/// @throws SceneError with all errors at once.
Scene read_scene(const std::filesystem::path& file, const FillListener& listener = {});

}  // namespace talus
