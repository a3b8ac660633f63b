// Prescribed motions of walls and bodies in the time loop: poses are those of the closed form at
// the end of every step (talus/setup/carried_frame.h), and contacts get the true velocities.
//
// Like that of a free body, the velocity of the middle of the step moves the object from its last
// pose to the next one, so that springs stretch by what the surface moves; the half kick leads from
// there to the velocity at the end of the step, which dashpots see and the work of the wall is
// counted with.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/setup/carried_frame.h"
#include "talus/shape/triangle_wall.h"
#include "talus/sim/loop/body_table.h"

namespace talus {

// At the start.
struct MovingObject {
  std::int32_t list = -1;
  Vec3<double> centre{};  // of mass, or of a mesh wall
  Quat<double> orientation{};
};

struct WallMotions {
  std::vector<MotionList> lists;
  std::vector<MovingObject> objects;
  std::vector<std::int32_t> object_of;  // by the user's number; -1: does not move; empty: none does

  // Null if the object has no motion, or another one since Simulation::prescribe.
  const MovingObject* find(const UserState& user, std::size_t number) const {
    if (object_of.empty() || object_of[number] < 0 || user.has_new_motion[number] != 0) {
      return nullptr;
    }
    return &objects[static_cast<std::size_t>(object_of[number])];
  }
};

// All lists at the start and at the end of a step.
class WallMotionStep {
 public:
  WallMotionStep(const WallMotions& motions, double start, double end);

  // Moves the object, which is a whole number of periods of the domain away from its closed form.
  void move(const MovingObject& object, const broad::Domain& domain, const RotorOf<double>& rotor,
            BodyMotion& motion, BodyPose& pose) const;

 private:
  const WallMotions& motions_;
  double step_;
  std::vector<CarriedFrame> before_, after_;  // by list
};

// Throws SimulationError for motions, surface motions and measures that are not valid.
void check_motions(const Setup& setup);

// The motions of the setup, and the constant velocities of objects without; the velocities of the
// tables are then those of the start. After all objects are placed.
void start_motions(const Setup& setup, BodyTable& bodies, UserState& user, WallMotions& motions);

// Puts the vertices and the velocities of the walls where they are now.
void move_vertices(const std::vector<TriangleWall>& about_centres, const BodyTable& bodies,
                   std::vector<MeshWall>& walls);

// A surface that moves along itself, by slot of a half-space or mesh wall.
struct SurfaceVelocity {
  Vec3<double> velocity{}, angular_velocity{};  // in the frame of the wall
};

// Empty if there is none.
std::vector<SurfaceVelocity> surface_velocities(const Setup& setup, const BodyTable& bodies);

// The motion of a wall as a contact at this arm and normal sees it: its own, and that of the
// surface without its component along the normal.
BodyMotion with_surface_velocity(const BodyMotion& wall, const Quat<double>& orientation,
                                 const SurfaceVelocity& surface, const Vec3<double>& arm,
                                 const Vec3<double>& normal);

}  // namespace talus
