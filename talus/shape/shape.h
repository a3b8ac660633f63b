// Any shape with its kernels: support mapping, inside-outside function and bounds. The order of the
// alternatives of Shape is the order of kinds everywhere: in the dispatch table, in the canonical
// order of a pair and in the lists of methods.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape.h"
#include "talus/shape/ellipsoid.h"
#include "talus/shape/half_space.h"
#include "talus/shape/mesh/mesh.h"
#include "talus/shape/polyhedron.h"
#include "talus/shape/segment.h"
#include "talus/shape/sphere.h"
#include "talus/shape/superquadric/superquadric.h"
