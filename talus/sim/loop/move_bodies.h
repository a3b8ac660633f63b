// Velocity Verlet for translation and rotation, in two halves with the contacts in between:
//
//   start_step   v(n+1/2) = v(n) + h/2 F(n)/m,  L(n+1/2) = L(n) + h/2 T(n);  x and q go a step
//   end_step     F(n+1), T(n+1) summed up from the shares of contacts;  v(n+1), L(n+1)
//
// Between two steps both are done as soon as a group of bodies knows all of its contacts.
//
// Second order. Without torque, energy and angular momentum of a rotation are kept for any step
// (talus/physics/rotation.h). Shares are summed body by body in their order: the same bits for any
// number of threads.
#pragma once

#include "talus/sim/loop/state.h"

namespace talus {

// What a group of bodies tells after a step.
struct GroupReport {
  double drag_heat{};      // J
  std::int64_t lost = -1;  // a slot whose force is not finite
  bool left{};             // a body has left its room (neighbours.h)
};

// Whether a body or wall has left its room.
bool start_step(LoopState& s);

// The step is 0 for the forces of the start, which move nothing yet. Throws as take_report.
void end_step(LoopState& s, double step);

// One after the other in one go through memory, for the free bodies of a group, all of whose
// contacts are known; with the same bits. What only users see of the moment in between (velocities,
// forces) is not written. Any thread may do this while others work on contacts of other groups.
GroupReport end_and_start_step(LoopState& s, std::size_t group);

// The same for all that is not free, after all contacts; whether one of them has left its room.
bool move_held(LoopState& s);

// Counts the heat. Throws SimulationError naming a body whose force is not finite.
void take_report(LoopState& s, const GroupReport& report);

// Poses of shapes from centres of mass, and the other way round.
void set_pose_from_centre(LoopState& s, std::size_t slot);
Vec3<double> centre_of(const LoopState& s, std::size_t slot);

// Angular velocity in the world from the angular momentum, and the other way round.
Vec3<double> angular_velocity_of(const LoopState& s, std::size_t slot,
                                 const Vec3<double>& momentum);
Vec3<double> angular_momentum_of(const LoopState& s, std::size_t slot, const Vec3<double>& spin);

// Kinetic energy of all free bodies and their potential energy in gravity.
void count_motion(const LoopState& s, double& kinetic, double& potential);

}  // namespace talus
