// What a contact point keeps from step to step.
#pragma once

#include <cstddef>
#include <cstdint>

#include "talus/math/vec3.h"

namespace talus {

template <class N>
struct ContactHistoryOf {
  N radius{};            // m, R*; 0: no contact
  Vec3<N> elongation{};  // m, of the friction spring, in the contact plane (physics/friction.h)
  N torsion{};           // m, of the torsional spring at the mean arm of friction
  Vec3<N> dashpot{};     // N, force of the dashpots on b in the last step
};

using ContactHistory = ContactHistoryOf<double>;

// The history of a pair with one contact point: one cache line.
struct alignas(64) PairHistory : ContactHistory {};

// What the contact of a pair with an ellipsoid or superquadric has for many steps; renewed from
// time to time (talus/sim/loop/single_contacts.cpp).
struct ContactSpot {
  float patch_arm{};  // m, of a superquadric; else 0
  float lever{};      // as ContactFrameOf
};

// One of several contact points of a pair: a face, edge or corner of a mesh wall
// (talus/narrow/wall_contacts.h), or a part of the overlap of two meshes
// (talus/narrow/mesh_overlap/mesh_mesh_contacts.h).
struct KeyedContact {
  std::int64_t key{};
  ContactHistory history;
  Vec3<double> rolling{};        // rad, of the rolling spring (physics/rolling_resistance.h)
  ContactSpot spot;              // of an ellipsoid or superquadric on a mesh wall
  Vec3<double> position_in_a{};  // m, of two meshes: in the frame of the first
};

// Kernels load a history as a line of eight numbers.
static_assert(sizeof(PairHistory) == 8 * sizeof(double));
static_assert(offsetof(ContactHistory, elongation) == 1 * sizeof(double));
static_assert(offsetof(ContactHistory, torsion) == 4 * sizeof(double));
static_assert(offsetof(ContactHistory, dashpot) == 5 * sizeof(double));

}  // namespace talus
