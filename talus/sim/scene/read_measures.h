// Reads [[measure]]: what a run measures, by the names of walls and bodies.
#pragma once

#include <map>
#include <string>

#include "talus/setup.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// By name: walls, with those of a box under its own name and "NAME -x" ..., and bodies.
using NamedObjects = std::map<std::string, ObjectList>;

void read_measures(Section& top, const NamedObjects& objects, Setup& setup);

}  // namespace talus::scene
