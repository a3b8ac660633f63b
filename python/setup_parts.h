// What talus.Setup holds while it is put together, and the complete setup it becomes.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "talus/setup.h"

namespace talus::python {

// A stated interaction of two materials.
struct Override {
  std::size_t a{}, b{};
  Interaction value;
};

struct SetupParts {
  Setup setup;                         // its table of interactions stays empty until complete()
  std::vector<Interaction> own;        // of each material with itself
  std::vector<Override> interactions;  // later ones count more

  Interaction between_materials(std::size_t a, std::size_t b) const;
  Setup complete() const;
};

// In motions.cpp. A vector, or a dictionary as in a scene.
void read_gravity(SetupParts& parts, const pybind11::object& gravity);
void bind_motions(pybind11::class_<SetupParts>& type);
// In flow.cpp.
void bind_flow(pybind11::class_<SetupParts>& type);

}  // namespace talus::python
