// How far objects may move until the neighbour list is out of date. An object has a skin: the
// distance by which its box was enlarged in the search. The list holds while no point of any object
// is farther from its place at the search than its skin.
#pragma once

#include <vector>

#include "talus/sim/loop/body_table.h"

namespace talus {

struct SkinTable {
  std::vector<double> skin;               // m, by slot
  std::vector<Vec3<double>> centre;       // at the search
  std::vector<Quat<double>> orientation;  // likewise; empty where all bodies are spheres
  // Path length up to which the skin is certainly not exceeded.
  std::vector<double> path_limit;
};

// Whether the object exceeded its skin. Measured by centre and orientation, so that trembling in
// place uses up nothing; call it when the path length has reached its limit, which is then renewed.
bool skin_exceeded(const BodyTable& bodies, SkinTable& skins, std::size_t slot);

// The skins of a new search: steps_of_skin steps at the present speed and a fraction of the size,
// within limits.
void set_skins(const BodyTable& bodies, double step, SkinTable& skins);

}  // namespace talus
