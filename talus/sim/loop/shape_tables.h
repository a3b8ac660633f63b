// The tables by shape and by body type: those of the setup, and after them those of bodies that
// were added to the running simulation, of which a saved state holds the shapes.
#pragma once

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

// The number of the body type; -1: there is none.
std::int32_t find_type(const BodyTable& bodies, std::int32_t shape, std::int32_t material);

}  // namespace talus
