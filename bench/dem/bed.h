// Beds of grains at rest, for timing: grains of one kind fall onto a floor and come to rest; a
// small bed that is periodic sideways is then repeated to any size. Every program that is timed is
// given the same grains at the same positions.
#pragma once

#include <string>
#include <vector>

#include "talus/setup.h"

namespace bench::dem {

enum class Grain { sphere, ellipsoid, superquadric_4, superquadric_8, polyhedron };
std::string name_of(Grain grain);

// What the sides of a bed are; there is a floor below and nothing above.
enum class Sides { periodic, walls };

struct BedSettings {
  Grain grain = Grain::sphere;
  Sides sides = Sides::periodic;
  std::string law = "hertz-mindlin";
  int grains = 1000;  // of the tile
  std::uint64_t seed = 1;
};

inline constexpr double mean_diameter = 0.01;  // m, of the ball of equal volume
inline constexpr double spread = 0.1;          // sizes from 0.9 to 1.1 of that, evenly
inline constexpr double young = 1e7, poisson = 0.25, density = 2500;  // SI
inline constexpr double restitution = 0.3, friction = 0.5;

// The width of a tile of so many grains, which then is about as high.
double width_of_tile(int grains);

// Grains at rest; bodies that are walls come first. The material, law and time step are set, the
// velocities zero.
talus::Setup settled_tile(const BedSettings& settings);

// The tile side by side in x and y, in random order: neighbours in space are not neighbours in
// memory, as after a random filling.
talus::Setup repeated(const talus::Setup& tile, int along_x, int along_y, std::uint64_t seed = 1);

// How many grains the setup has, walls left out.
std::size_t grain_count(const talus::Setup& setup);

}  // namespace bench::dem
