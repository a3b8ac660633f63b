// A scene file (docs/scene.md): the setup of a simulation and the options of its run. SI units.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "talus/packing/filling.h"
#include "talus/setup/setup.h"
#include "talus/sim/scene/scene_errors.h"

namespace talus {

// Duration of a run and its output.
struct RunOptions {
  double duration{};  // s
  double
      kinetic_energy_ratio{};  // ends when the kinetic energy is below this part of its peak; 0: no
  double output_interval{};    // s between frames
  double series_interval{};    // s between lines of the table, and checks of the kinetic energy
  std::int64_t checkpoint_interval = 10000;  // steps; 0: only when the run is interrupted
  bool csv = true, hdf5 = true, vtk = false, picture = true;
  int threads{};  // 0: as many as the machine has
};

struct Scene {
  Setup setup;
  RunOptions run;
  std::uint64_t seed = 1;
};

// Called while grains are placed, with the name of the filling and the counts of placed and
// requested grains.
using FillListener = std::function<void(const std::string&, const FillProgress&)>;

// Reads a scene, makes its shapes and places its grains. Files are relative to the scene's folder.
// Throws SceneError with all errors at once.
Scene read_scene(const std::filesystem::path& file, const FillListener& listener = {});

}  // namespace talus
