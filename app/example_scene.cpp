#include "app/example_scene.h"

#include <fmt/format.h>

#include <array>

namespace talus {
namespace {

constexpr const char* scene_text =
    R"(# A scene for talus: 300 grains of every kind fall into a box and come to rest.
#
#   talus run scene.toml --out results
#
# SI units throughout: m, kg, s, Pa, J. Every key is described in docs/scene.md; what is left out
# has the value given there.

[simulation]
gravity = [0, 0, -9.81]             # m/s2
law = "hertz-mindlin"               # or "linear", "volume" (of polyhedra); "hertz-cohesion", "jkr"
time_step = "auto"                  # s, or "auto": the largest that is safe
duration = 1.0                      # s
stop = {kinetic_energy_ratio = 1e-6} # end earlier, when the kinetic energy is this part of its peak
seed = 1                            # of all that is random; the same grains on every machine

[output]
interval = 0.02            # s between frames (HDF5, and VTK if enabled)
series_interval = 0.002    # s between lines of series.csv
checkpoint_interval = 5000 # steps; talus run --resume goes on from the newest
csv = true
hdf5 = true
vtk = true                 # files for ParaView
picture = true             # final.png

# What things are made of. Soft grains allow large time steps; the overlaps stay small.
[[material]]
name = "stone"
density = 2500      # kg/m3
young = 1e7         # Pa
poisson = 0.25
restitution = 0.4   # of an impact head-on, 0 to 1
friction = 0.5      # Coulomb's coefficient
rolling_friction = 0.02

[[material]]
name = "steel"
density = 7800
young = 5e7
poisson = 0.3
restitution = 0.6
friction = 0.3

# How two materials meet, where the mean of the two is not good enough.
[[interaction]]
materials = ["stone", "steel"]
friction = 0.4

# A box without a lid: five planes. Other walls: "half_space", "cylinder", "mesh".
[[wall]]
name = "box"
type = "box"
material = "steel"
lower = [-0.06, -0.06, 0.0]
upper = [0.06, 0.06, 1.0]
open = ["+z"]

# One body placed by hand.
[[body]]
name = "ball"
material = "steel"
shape = {type = "sphere", radius = 0.012}
position = [0.0, 0.0, 0.014]
velocity = [0.0, 0.0, 0.0]

# Grains at random positions, none overlapping another, a wall or a body.
[[fill]]
name = "grain"
material = "stone"
region = {type = "box", lower = [-0.06, -0.06, 0.03], upper = [0.06, 0.06, 0.3]}
count = 300         # or mass = (kg), or volume_fraction = (of the region)
velocity = [0.0, 0.0, -0.5]

# The mix: shares are numbers of grains, diameters those of the ball of equal volume.
[[fill.grain]]
share = 2
shape = {type = "sphere", radius = 1}
diameter = {type = "uniform", from = 0.008, to = 0.012, classes = 5}

[[fill.grain]]
share = 2
shape = {type = "ellipsoid", semi_axes = [1.4, 1.0, 0.7]}
diameter = {type = "lognormal", median = 0.01, sigma = 0.1, classes = 5}

[[fill.grain]]
share = 2
shape = {type = "superquadric", semi_axes = [1.0, 0.8, 0.8], exponents = [4, 4]}
diameter = 0.01

[[fill.grain]] # random convex grains, twenty different ones
share = 2
shape = {type = "polyhedron", random = {vertices = 16, variants = 20}}
diameter = 0.011

[[fill.grain]] # cubes
share = 1
shape = {type = "polyhedron", vertices = [[-1,-1,-1], [1,-1,-1], [-1,1,-1], [1,1,-1], [-1,-1,1], [1,-1,1], [-1,1,1], [1,1,1]]}
diameter = 0.01

[[fill.grain]] # concave grains from a mesh; cells: along its longest side
share = 1
shape = {type = "mesh", file = "jack.stl", cells = 24}
diameter = 0.011
)";

using Cell = std::array<int, 3>;

bool is_solid(const Cell& c) {
  int outside = 0;
  for (const int x : c) outside += x == 0 ? 0 : (x == 1 || x == -1 ? 1 : 2);
  return outside <= 1;  // the middle and its six neighbours
}

std::string corner_text(const Cell& twice) {
  return fmt::format("      vertex {} {} {}\n", 0.5 * twice[0], 0.5 * twice[1], 0.5 * twice[2]);
}

// The side of a cube with its normal along an axis, as two triangles, counter-clockwise from
// outside.
std::string side_text(const Cell& cube, std::size_t axis, int sign) {
  const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  std::array<Cell, 4> corner{};
  const int along_u[4] = {-1, 1, 1, -1}, along_v[4] = {-1, -1, 1, 1};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t k = sign > 0 ? i : 3 - i;
    corner[i][axis] = 2 * cube[axis] + sign;
    corner[i][u] = 2 * cube[u] + along_u[k];
    corner[i][v] = 2 * cube[v] + along_v[k];
  }
  Cell normal{};
  normal[axis] = sign;
  std::string text;
  for (const std::array<std::size_t, 3>& t : {std::array<std::size_t, 3>{0, 1, 2}, {0, 2, 3}}) {
    text +=
        fmt::format("  facet normal {} {} {}\n    outer loop\n", normal[0], normal[1], normal[2]);
    for (const std::size_t i : t) text += corner_text(corner[i]);
    text += "    endloop\n  endfacet\n";
  }
  return text;
}

}  // namespace

std::string example_scene() { return scene_text; }

std::string example_mesh() {
  std::string text = "solid jack\n";
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        const Cell cube{x, y, z};
        if (!is_solid(cube)) continue;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          for (const int sign : {-1, 1}) {
            Cell beside = cube;
            beside[axis] += sign;
            if (!is_solid(beside)) text += side_text(cube, axis, sign);
          }
        }
      }
    }
  }
  return text + "endsolid jack\n";
}

}  // namespace talus
