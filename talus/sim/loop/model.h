// The setup and what follows from it: set up once, changed between steps only, when bodies come and
// go (object_tables.h, restored_bodies.h) or get other prescribed motions.
#pragma once

#include <optional>
#include <vector>

#include "talus/narrow/mesh_contacts.h"
#include "talus/physics/contact_material.h"
#include "talus/physics/law/law.h"
#include "talus/setup.h"
#include "talus/shape/round_wall.h"
#include "talus/shape/triangle_wall.h"
#include "talus/sim/loop/wall_motion.h"

namespace talus {

// Tables by object of the setup; bodies first, then mesh walls.
struct SetupTables {
  std::size_t bodies{};
  std::vector<std::int32_t> object_of;
  std::vector<SurfaceVelocity> surfaces;
  std::vector<std::vector<std::int32_t>> loads_of;
};

struct Model {
  Setup setup;  // without bodies
  const Law* law{};
  int law_index{};  // position in physics/law/laws.h; unused by a law with its own kernel
  std::vector<ContactMaterial> contact_materials;  // by pair of materials
  std::vector<std::optional<MeshSolid>> solids;    // by shape; of meshes
  std::vector<TriangleWall> walls;                 // about their centres
  // By wall: the true surface, if it is round.
  std::vector<std::optional<RoundWall>> round_walls;
  WallMotions motions;
  std::vector<SurfaceVelocity> surfaces;  // by slot; empty: none moves along itself
  // By the user's number of an object: its measures among Setup::wall_loads; empty: there are none.
  std::vector<std::vector<std::int32_t>> loads_of;
  SetupTables of_setup;    // what the three follow from (object_tables.h)
  bool rolls{};            // any rolling friction
  double step{};           // s
  double overlap_limit{};  // relative overlaps above it are reported with their pair
  double smallest_size{};  // m, diameter of the smallest body; infinite: there is none
  double travel_limit{};   // m, paths in one step above it are reported with their body

  const ContactMaterial& contact_material(std::int32_t a, std::int32_t b) const {
    if (contact_materials.size() == 1) return contact_materials[0];
    return contact_materials[static_cast<std::size_t>(a) * setup.materials.material.size() +
                             static_cast<std::size_t>(b)];
  }
};

}  // namespace talus
