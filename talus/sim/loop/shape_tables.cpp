#include "talus/sim/loop/shape_tables.h"

#include <algorithm>

#include "talus/shape.h"
#include "talus/sim/loop/guards.h"

namespace talus {
namespace {

std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }

void complete_types(BodyTable& bodies, SkinTable& skins) {
  bodies.reach.clear(), bodies.inverse_diameter.clear();
  for (const BodyType& type : bodies.types) {
    bodies.reach.push_back(type.reach);
    bodies.inverse_diameter.push_back(type.bounded ? 0.5 / type.size_radius : 0.0);
  }
  skins.orientation.resize(any_turns(bodies) ? bodies.object_count() : 0);
}

// The surfaces of meshes, for their contacts with convex bodies and with walls, and which of them
// are convex. The first `kept` shapes are as they were.
void complete_solids(const std::vector<Shape>& shapes, std::size_t kept, bool on_walls,
                     std::vector<std::optional<MeshSolid>>& solids, std::vector<BodyType>& types) {
  solids.resize(std::min(kept, solids.size()));
  for (std::size_t i = solids.size(); i < shapes.size(); ++i) {
    solids.emplace_back();
    if (const auto* mesh = std::get_if<Mesh>(&shapes[i])) solids[i].emplace(mesh->view(), on_walls);
  }
  for (BodyType& type : types) {
    if (type.geometry == nullptr) continue;
    const std::optional<MeshSolid>& solid = solids[index(type.shape)];
    type.acts_as_polyhedron = solid && solid->acts_as_polyhedron;
  }
}

void complete(Loop& loop, std::size_t kept_shapes) {
  const std::vector<Shape>& shapes = loop.user.bodies.shapes;
  complete_types(loop.bodies, loop.skins);
  complete_solids(shapes, kept_shapes, !loop.model.walls.empty(), loop.model.solids,
                  loop.bodies.types);
}

}  // namespace

bool any_turns(const BodyTable& bodies) {
  return std::any_of(bodies.types.begin(), bodies.types.end(),
                     [](const BodyType& type) { return type.rotor.turn_reach > 0.0; });
}

void complete_shape_tables(Loop& loop) { complete(loop, 0); }

AddedShapes added_shapes(const Loop& loop) {
  AddedShapes added;
  const std::vector<Shape>& shapes = loop.user.bodies.shapes;
  added.shapes.assign(shapes.begin() + static_cast<std::ptrdiff_t>(loop.user.setup_shapes),
                      shapes.end());
  for (std::size_t t = loop.bodies.setup_types; t < loop.bodies.types.size(); ++t) {
    added.types.emplace_back(loop.bodies.types[t].shape, loop.bodies.types[t].material);
  }
  return added;
}

void set_added_shapes(Loop& loop, const AddedShapes& added) {
  std::vector<Shape>& shapes = loop.user.bodies.shapes;
  const std::size_t kept = loop.user.setup_shapes;
  std::vector<Shape> all(shapes.begin(), shapes.begin() + static_cast<std::ptrdiff_t>(kept));
  all.insert(all.end(), added.shapes.begin(), added.shapes.end());
  const MaterialTable& materials = loop.model.setup.materials;
  std::vector<BodyType> types;
  for (const auto& [shape, material] : added.types) {
    types.push_back(body_type(all[index(shape)], materials.material[index(material)].density));
    types.back().shape = shape;
    types.back().material = material;
  }
  shapes = std::move(all);
  std::vector<BodyType>& own = loop.bodies.types;
  own.resize(loop.bodies.setup_types);
  own.insert(own.end(), types.begin(), types.end());
  for (BodyType& type : own) {
    if (type.shape >= 0) type.geometry = &shapes[index(type.shape)];
  }
  complete(loop, kept);
  set_limits(loop.bodies, loop.model);
}

std::int32_t find_type(const BodyTable& bodies, std::int32_t shape, std::int32_t material) {
  for (std::size_t t = 0; t < bodies.types.size(); ++t) {
    if (bodies.types[t].shape == shape && bodies.types[t].material == material) {
      return static_cast<std::int32_t>(t);
    }
  }
  return -1;
}

}  // namespace talus
