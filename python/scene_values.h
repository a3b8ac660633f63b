// Values of Python that count in place of those of a scene file.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <vector>

#include "talus/scene.h"

namespace talus::python {

// By key; numbers, booleans, text and lists of them. TypeError for others.
std::vector<SceneChange> changes_from(const std::optional<pybind11::dict>& values);

}  // namespace talus::python
