// A convex polyhedron with its view complete, for kernels.
#pragma once

#include "talus/shape.h"
#include "talus/shape/polyhedron_view.h"
