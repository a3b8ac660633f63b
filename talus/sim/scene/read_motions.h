// Reads what moves walls and bodies: [[wall.motion]], [[body.motion]], surface velocities, and
// gravity as a function of time. Python reads its motions by the same functions.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "talus/setup.h"
#include "talus/sim/scene/section.h"

namespace talus::scene {

// Whose motion is read.
struct MotionOwner {
  bool can_turn = true;          // not a half-space
  Vec3<double> centre{};         // of rotations that state none, m
  std::filesystem::path folder;  // of tables in files
};

// One motion; the section is its table. Nothing after an error, which is recorded.
std::optional<PrescribedMotion> read_motion(Section& section, const MotionOwner& owner);

// The key "motion": an array of tables, or one table.
std::vector<PrescribedMotion> read_motions(Section& section, const MotionOwner& owner);

// Gives these objects, which were added last and have equal velocities, the motions of the section:
// their constant velocities become the first ones of the list. After an error they stay as they
// are.
void add_motions(Section& section, const MotionOwner& owner, const ObjectList& objects,
                 Setup& setup);

// The keys "surface_velocity" and, of what can turn, "surface_angular_velocity".
void add_surface_motion(Section& section, bool can_turn, const ObjectList& objects, Setup& setup);

// The key "gravity": a vector, or a table of the types "table" and "rotating".
void read_gravity(Section& section, Setup& setup);

}  // namespace talus::scene
