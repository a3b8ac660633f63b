// The tables by shape and by body type: those of the setup, and after them those of bodies that
// were added to the running simulation, of which a saved state holds the shapes.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "talus/sim/loop/loop.h"

namespace talus {

// Shapes beyond those of the setup, and body types of them or of its shapes: shape and material.
struct AddedShapes {
  std::vector<Shape> shapes;
  std::vector<std::pair<std::int32_t, std::int32_t>> types;
};

// Whether orientations count for the skins (SkinTable::orientation).
bool any_turns(const BodyTable& bodies);

// What follows from the shapes and body types of the setup.
void complete_shape_tables(Loop& loop);

AddedShapes added_shapes(const Loop& loop);

// Replaces those that are there. No body may have a type that changes. Throws ShapeError.
void set_added_shapes(Loop& loop, const AddedShapes& added);

// The tables before a call of set_added_shapes, which must follow. They come back at the end, by
// moves that do not fail, unless the new ones are accepted.
class ShapeTablesBefore {
 public:
  explicit ShapeTablesBefore(Loop& loop);
  ~ShapeTablesBefore();
  ShapeTablesBefore(const ShapeTablesBefore&) = delete;
  ShapeTablesBefore& operator=(const ShapeTablesBefore&) = delete;

  void accept_new() { is_accepted_ = true; }

 private:
  Loop& loop_;
  std::vector<Shape> shapes_;
  std::vector<BodyType> types_;  // they point to these shapes
  std::vector<double> reach_, inverse_diameter_;
  std::vector<std::optional<MeshSolid>> added_solids_;
  std::size_t oriented_skins_;
  double overlap_limit_, smallest_size_, travel_limit_;
  bool is_accepted_{};
};

// Body types point to the shapes of the loop, where these are now.
void point_at_shapes(Loop& loop);

// The number of the body type; -1: there is none.
std::int32_t find_type(const BodyTable& bodies, std::int32_t shape, std::int32_t material);

}  // namespace talus
