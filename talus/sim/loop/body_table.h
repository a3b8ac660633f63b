// All bodies by slot. Slots follow a curve through space, so that neighbours in space are
// neighbours in memory: every neighbour search renumbers them. Half-spaces have the first slots;
// mesh walls have the slots after all bodies and are called objects together with them. Users see
// bodies in the order of the setup (UserState).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "talus/physics/body_motion.h"
#include "talus/shape.h"
#include "talus/sim/loop/body_type.h"
#include "talus/state.h"

namespace talus {

// Slots that are integrated together: few enough for the innermost cache, many enough to be
// prefetched.
inline constexpr std::size_t body_group = 64;

struct BodyTable {
  std::vector<BodyType> types;
  // By type, close together in memory: BodyType::reach, and 1/m, the inverse diameter of the ball
  // of equal volume, 0 of an unbounded body.
  std::vector<double> reach, inverse_diameter;

  std::size_t setup_types{};  // those after them came with bodies that were added

  std::size_t body_count{}, half_spaces{};
  std::vector<std::int32_t> body_of;  // the user's number of the body
  std::vector<std::int32_t> type_of;
  std::vector<BodyMotion> motion;
  std::vector<BodyPose> poses;
  std::vector<Vec3<double>> angular_momentum;  // in the middle of a step while it is made
  std::vector<std::int32_t> constrained;       // slots of objects that are not free

  std::size_t object_count() const { return motion.size(); }
  std::size_t group_count() const { return (body_count + body_group - 1) / body_group; }
  std::size_t number_of(std::size_t slot) const { return static_cast<std::size_t>(body_of[slot]); }
  const BodyType& type(std::size_t slot) const {
    return types[static_cast<std::size_t>(type_of[slot])];
  }
  double reach_of(std::size_t slot) const { return reach[static_cast<std::size_t>(type_of[slot])]; }
  // 1/m, of the diameter that overlaps of the pair are compared with: the smaller one.
  double inverse_size(std::size_t a, std::size_t b) const {
    return larger(inverse_diameter[static_cast<std::size_t>(type_of[a])],
                  inverse_diameter[static_cast<std::size_t>(type_of[b])]);
  }
  // On a mesh wall a convex mesh that is not too fine is a polyhedron.
  Kind kind_on_wall(std::size_t i) const {
    return type(i).acts_as_polyhedron ? Kind::polyhedron : kind_of(shape(i));
  }
  const Shape& shape(std::size_t body) const { return *type(body).geometry; }
  const Pose<double>& pose(std::size_t slot) const { return poses[slot].pose; }
  bool is_free(std::size_t slot) const { return motion[slot].inverse_mass > 0.0; }
  double path_length(std::size_t a, std::size_t b) const {
    return poses[a].path_length + poses[b].path_length;
  }
  void list_constrained() {
    constrained.clear();
    for (std::size_t i = 0; i < object_count(); ++i) {
      if (!is_free(i)) constrained.push_back(static_cast<std::int32_t>(i));
    }
  }
};

// A force and a torque about the centre of mass, N and N m.
struct AppliedLoad {
  Vec3<double> force{}, torque{};
};

// What users see, in the order of the setup, then of addition; written at the end of
// Simulation::step.
struct UserState {
  Bodies bodies;
  Motion motion;
  std::vector<std::int64_t> ids;  // by body: never used again
  std::int64_t next_id{};
  std::size_t setup_shapes{};  // those after them came with bodies that were added
  // By body: what users apply (Simulation::apply) in every step; empty: nothing.
  std::vector<AppliedLoad> applied;
  // By object: 1 since Simulation::prescribe replaced its motion.
  std::vector<std::uint8_t> has_new_motion;
  // By body: whole periods of the domain by which the body was moved back (periodic_wrap.h); empty
  // in an open domain.
  std::vector<std::array<std::int64_t, 3>> periods;
};

}  // namespace talus
