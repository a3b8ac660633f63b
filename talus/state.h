/// @file
/// The state of a simulation as plain data: how bodies move, what contacts they have, and where the
/// energy is. SI units, world frame.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "talus/math/vec3.h"

namespace talus {

/// How a body may move.
enum class Freedom : std::uint8_t {
  free,        ///< By forces.
  fixed,       ///< Not at all.
  prescribed,  ///< With a given velocity and angular velocity.
};

/// How bodies move: one entry per body in each array, in the order of Bodies.
struct Motion {
  std::vector<Vec3<double>> velocity;          ///< Of the centre of mass, m/s.
  std::vector<Vec3<double>> angular_momentum;  ///< About the centre of mass, kg m2/s; zero if not
                                               ///< free.
  std::vector<Vec3<double>> angular_velocity;  ///< rad/s
  std::vector<Vec3<double>> force;             ///< Of contacts, gravity and damping, N.
  std::vector<Vec3<double>> torque;            ///< About the centre of mass, N m.
  std::vector<double> mass;                    ///< kg
  std::vector<Vec3<double>> inertia;           ///< Principal moments, kg m2.
  std::vector<Freedom> freedom;                ///< How each body may move.

  /// @return The number of bodies.
  std::size_t size() const { return velocity.size(); }
};

/// The contacts at one moment: one row per pair of bodies that exert a force on each other. If they
/// touch at several points (meshes, mesh walls), the row sums them.
struct ContactTable {
  std::vector<std::int32_t> a;       ///< Index of a body; mesh walls follow the bodies.
  std::vector<std::int32_t> b;       ///< Index of a body; mesh walls follow the bodies.
  std::vector<Vec3<double>> point;   ///< Where the force acts, beside body a, m.
  std::vector<Vec3<double>> normal;  ///< Unit, from a to b.
  std::vector<Vec3<double>> force;   ///< On b, N.
  std::vector<Vec3<double>> branch;  ///< From the centre of a to that of the image of b, m.
  std::vector<double> overlap;       ///< m
  std::vector<double> area;          ///< Of the patch, m2; 0 if the law does not use it.

  /// @return The number of rows.
  std::size_t size() const { return a.size(); }
  /// Removes all rows and keeps the memory.
  void clear() {
    a.clear(), b.clear(), point.clear(), normal.clear(), force.clear(), branch.clear();
    overlap.clear(), area.clear();
  }
};

/// How often a run went beyond a limit that sound runs keep, and where it did so first.
struct Excess {
  std::int64_t steps{};       ///< Since the start: steps beyond the limit.
  std::int64_t first_step{};  ///< The first of them.
  double first_time{};        ///< s
  double
      first_value{};  ///< The largest value of that step, in units of the size it is relative to.
  /// Index of the body that had it; mesh walls follow the bodies. -1: there is none, or it has
  /// left.
  std::int32_t a = -1;
  std::int32_t b = -1;       ///< The other body of the contact; -1: there is none, or it has left.
  std::int64_t left_a = -1;  ///< Id of a body a that has left.
  std::int64_t left_b = -1;  ///< Id of a body b that has left.
};

/// Relative overlap, of the smaller body's diameter, above which contacts are counted as large:
/// laws of small deformation do not hold there, and the time step is made for less.
inline constexpr double large_overlap = 0.05;
/// Path of a body in one step, relative to the smallest body's diameter, above which it is counted
/// as large: contacts begin too deep, and small bodies may be missed.
inline constexpr double large_travel = 0.1;
/// Residual of the energy ledger, relative to Ledger::turnover(), above which it is counted as
/// large: the motion is no longer that of the laws.
inline constexpr double large_residual = 0.1;
/// Steps between two checks of the residual.
inline constexpr std::int64_t residual_interval = 100;

/// The energy ledger of a run, J. The energy at the start and the work of walls and prescribed
/// bodies, and the energy of bodies that were added, reappear as motion, height, spring energy or
/// heat, or leave with bodies that were removed. The residual is the rest: the error of
/// the time integration, and of laws whose force is not the derivative of an energy.
struct Ledger {
  double kinetic{};        ///< Now: of translation and rotation.
  double potential{};      ///< Now: in gravity, relative to the start.
  double elastic{};        ///< Now: in normal, tangential and rolling springs; < 0 under cohesion.
  double damping{};        ///< Since the start: heat of dashpots and of "jkr" contacts that broke.
  double friction{};       ///< Since the start: heat of sliding.
  double rolling{};        ///< Since the start: heat of rolling resistance.
  double drag{};           ///< Since the start: heat of Setup::drag and local_damping.
  double boundary_work{};  ///< Since the start: of walls and prescribed bodies on the others.
  double start{};          ///< kinetic + potential + elastic at the start.
  double entered{};        ///< Since the start: of bodies that were added.
  double left{};           ///< Since the start: of bodies that were removed, with their springs.

  /// @return All energy now and all heat so far, J.
  double found() const {
    return kinetic + potential + elastic + damping + friction + rolling + drag;
  }
  /// @return The energy that is not accounted for, J.
  double residual() const { return found() - start - boundary_work - entered + left; }
  /// @return The energy that was available since the start, J: what there was, the work of walls,
  ///   what gravity released, what springs hold and all heat so far.
  double turnover() const {
    return (std::abs(start) + std::abs(boundary_work) + std::abs(entered)) +
           (std::max(0.0, -potential) + std::abs(elastic)) + (damping + friction + rolling + drag);
  }
};

}  // namespace talus
