/// @file
/// All public headers of Talus.
///
/// Headers directly in talus/ and talus/math/{vec3,mat3,pose}.h are the public interface. They and
/// the few headers that they include are installed; others in the folders of the modules are
/// internal and are not.
#pragma once

#include "talus/contact.h"
#include "talus/curvature.h"
#include "talus/error.h"
#include "talus/filling.h"
#include "talus/flow.h"
#include "talus/manifold.h"
#include "talus/material.h"
#include "talus/math/mat3.h"
#include "talus/math/pose.h"
#include "talus/math/vec3.h"
#include "talus/measure.h"
#include "talus/mesh_file.h"
#include "talus/packing.h"
#include "talus/pairs.h"
#include "talus/primitive.h"
#include "talus/query.h"
#include "talus/run.h"
#include "talus/scene.h"
#include "talus/setup.h"
#include "talus/shape.h"
#include "talus/simulation.h"
#include "talus/state.h"
#include "talus/version.h"
