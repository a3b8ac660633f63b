#include "talus/sim/loop/shape_tables.h"

#include <algorithm>
#include <type_traits>
#include <utility>

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
  point_at_shapes(loop);
  complete(loop, kept);
  set_limits(loop.bodies, loop.model);
}

void point_at_shapes(Loop& loop) {
  for (BodyType& type : loop.bodies.types) {
    if (type.shape >= 0) type.geometry = &loop.user.bodies.shapes[index(type.shape)];
  }
}

// The loop goes on with copies, so that pointers to the shapes hold when they come back.
ShapeTablesBefore::ShapeTablesBefore(Loop& loop)
    : loop_(loop),
      shapes_(loop.user.bodies.shapes),
      types_(loop.bodies.types),
      reach_(loop.bodies.reach),
      inverse_diameter_(loop.bodies.inverse_diameter),
      oriented_skins_(loop.skins.orientation.size()),
      overlap_limit_(loop.model.overlap_limit),
      smallest_size_(loop.model.smallest_size),
      travel_limit_(loop.model.travel_limit) {
  std::vector<std::optional<MeshSolid>>& solids = loop.model.solids;
  static_assert(std::is_nothrow_move_constructible_v<MeshSolid>);
  added_solids_.reserve(solids.size() - loop.user.setup_shapes);
  // Nothing fails from here on.
  for (std::size_t i = loop.user.setup_shapes; i < solids.size(); ++i) {
    added_solids_.push_back(std::move(solids[i]));
  }
  std::swap(loop.user.bodies.shapes, shapes_);
  std::swap(loop.bodies.types, types_);
  point_at_shapes(loop);
}

// Arrays only shrink, or grow within the memory that they had.
ShapeTablesBefore::~ShapeTablesBefore() {
  if (is_accepted_) return;
  std::swap(loop_.user.bodies.shapes, shapes_);
  std::swap(loop_.bodies.types, types_);
  std::swap(loop_.bodies.reach, reach_);
  std::swap(loop_.bodies.inverse_diameter, inverse_diameter_);
  std::vector<std::optional<MeshSolid>>& solids = loop_.model.solids;
  solids.erase(solids.begin() + static_cast<std::ptrdiff_t>(loop_.user.setup_shapes), solids.end());
  for (std::optional<MeshSolid>& solid : added_solids_) solids.push_back(std::move(solid));
  loop_.skins.orientation.resize(oriented_skins_);
  loop_.model.overlap_limit = overlap_limit_;
  loop_.model.smallest_size = smallest_size_;
  loop_.model.travel_limit = travel_limit_;
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
