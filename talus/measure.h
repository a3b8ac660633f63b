/// @file
/// What a granular material is like in a region at one moment: stress, fabric, coordination,
/// porosity, motion. Every function reads the state of a simulation and changes nothing; all may be
/// called from several threads at once. SI units, world frame.
#pragma once

#include <cstdint>

#include "talus/flow.h"
#include "talus/math/mat3.h"
#include "talus/pairs.h"
#include "talus/shape.h"
#include "talus/state.h"

namespace talus {

/// The state that measures read; Simulation::state() returns it. It refers to arrays of the
/// simulation and is valid as long as these.
struct StateView {
  const Bodies& bodies;          ///< Shapes and poses, m.
  const Motion& motion;          ///< Velocities, masses and freedom.
  const ContactTable& contacts;  ///< Of the same moment.
  const broad::Domain& domain;   ///< Open or periodic; of a periodic one all images count.
};

/// The mean stress in a region; compression is positive. Stress times volume is the sum over
/// contacts of force times branch, and over bodies of mass times velocity squared (Love, Weber;
/// Goldhirsch 2010). A branch that leaves the region counts with the part of its length inside, so
/// that a thin slab has the stress that passes through it.
struct Stress {
  double volume{};  ///< Of the region, m3.
  /// Of contacts, Pa: row i, column j has force i times branch j. The branch leads from the centre
  /// of mass of one body to that of the other, or to the contact point on walls, half-spaces and
  /// mesh walls.
  Mat3<double> contact{};
  /// Of motion relative to the mean velocity of the bodies whose centre is inside, Pa.
  SymMat3<double> kinetic{};

  /// @return A third of the trace of both parts, Pa.
  double pressure() const;
  /// @return sqrt(3/2 s : s) of the deviator s of the symmetric part of both, Pa: the difference of
  ///   the axial and the lateral stress in a triaxial test.
  double deviator() const;
};

/// Directions of contact normals. Contacts of two bodies whose point is inside count, those with
/// half-spaces and mesh walls do not.
struct Fabric {
  std::int64_t contacts{};   ///< Their number.
  SymMat3<double> tensor{};  ///< Mean of n n^T; its trace is 1, or 0 without a contact.

  /// @return sqrt(3/2 a : a) with a = 15/2 (tensor - 1/3): the amplitude of the distribution
  ///   1 + n.a.n of directions (Oda 1982); 0 if all directions are equally frequent.
  double anisotropy() const;
};

/// Contacts of the free bodies whose centre is inside.
struct Coordination {
  std::int64_t bodies{};         ///< Their number.
  std::int64_t rattlers{};       ///< Those with one contact or none, walls included.
  std::int64_t body_contacts{};  ///< Their contacts with other bodies, fixed ones among them.
  std::int64_t wall_contacts{};  ///< Their contacts with half-spaces and mesh walls.
  std::int64_t contacts_of_rattlers{};  ///< Contacts of bodies that have one only.

  /// @return Contacts with bodies and walls per body; 0 without a body.
  double mean() const;
  /// @return The same without rattlers and their contacts (Thornton 2000); 0 if all are rattlers.
  double mechanical() const;
};

/// How much of a region bodies fill.
struct Porosity {
  double volume{};  ///< Of the region, m3.
  /// Of the bodies inside, m3: exact for bodies that are inside as a whole. The part of others is
  /// that of points in them, at least Porosity::least_points in each. Overlaps count twice.
  double solid{};
  /// Standard error of `solid` if the points were random, m3. They are more even than that: the
  /// error is smaller.
  double sampling_error{};

  static constexpr int least_points = 2048;  ///< In a body that the region cuts.

  /// @return 1 - solid / volume.
  double porosity() const { return 1.0 - solid / volume; }
};

/// The free bodies whose centre is inside.
struct RegionMotion {
  std::int64_t bodies{};               ///< Their number.
  double mass{};                       ///< kg
  Vec3<double> momentum{};             ///< kg m/s
  double translation{};                ///< Kinetic energy of translation, J.
  double rotation{};                   ///< Kinetic energy of rotation, J.
  Vec3<double> mean_velocity() const;  ///< @return By mass, m/s; 0 without a body.
};

/// @param state Of a simulation.
/// @param region Not a disc.
/// @return The mean stress in the region.
Stress stress(const StateView& state, const Region& region);
/// @param state Of a simulation.
/// @param region Not a disc.
/// @return Directions of the contacts in the region.
Fabric fabric(const StateView& state, const Region& region);
/// @param state Of a simulation.
/// @param region Not a disc.
/// @return Numbers of contacts of the bodies in the region.
Coordination coordination(const StateView& state, const Region& region);
/// @param state Of a simulation.
/// @param region Not a disc.
/// @return The volume of the bodies in the region.
Porosity porosity(const StateView& state, const Region& region);
/// @param state Of a simulation.
/// @param region Not a disc.
/// @return Mass, momentum and kinetic energy of the bodies in the region.
RegionMotion motion(const StateView& state, const Region& region);

}  // namespace talus
