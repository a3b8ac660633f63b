// Scenes of concave bodies for the profile and the systems.
#pragma once

#include <vector>

#include "talus/pairs.h"
#include "talus/shape.h"

namespace study {

struct Grain {
  talus::Mesh mesh;
  talus::Pose<double> pose;
};

struct GrainScene {
  std::vector<Grain> grains;
  std::vector<Grain> walls;  // fixed blocks: floor and sides
  bool planar = false;
};

// Rough stones in random orientations on a shaken cubic lattice.
std::vector<Grain> stones_on_a_lattice(int count, int detail, int cells, double spacing);

// Rough stones on a lattice above a floor between four sides, in random orientations.
GrainScene stones_in_a_box(int count, int detail, int cells);

// Plates of one layer with a wavy concave outline of 16 corners, upright in the x-z plane: what is
// two-dimensional in the paper.
GrainScene plates_in_a_layer(int count);

}  // namespace study
