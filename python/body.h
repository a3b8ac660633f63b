// What the Python shape classes hold: a validated shape. One C++ type per kind, so that each has
// its own Python class.
#pragma once

#include "talus/shape/shape.h"

namespace talus::python {

struct Body {
  Shape shape;
};

template <Kind kind>
struct BodyOf : Body {};

}  // namespace talus::python
