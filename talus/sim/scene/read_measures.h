// Reads [[measure]]: what a run measures, by the names of walls and bodies.
#pragma once

#include <map>
#include <set>
#include <string>

#include "talus/setup.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// By name: walls, with those of a box under its own name and "NAME -x" ..., and bodies.
using NamedObjects = std::map<std::string, ObjectList>;

// The key "name"; those of measures, inlets and outlets are names of files.
std::string read_measure_name(Section& section, std::set<std::string>& names);

// The key "region", a box or a cylinder; may be missing, for all of it, in a domain that is
// periodic in all directions.
Region read_measured_region(Section& section, const broad::Domain& domain);

// The key "region", a disc or a rectangle.
FlowPlane read_flow_plane(Section& section, const std::string& name, double interval,
                          const broad::Domain& domain);

void read_measures(Section& top, const NamedObjects& objects, std::set<std::string>& names,
                   Setup& setup);

}  // namespace talus::scene
