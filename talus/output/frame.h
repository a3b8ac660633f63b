// What a running simulation shows to the files that are written of it: references to its state at
// one moment, filled in by whoever has the simulation. SI units.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "talus/material.h"
#include "talus/shape.h"
#include "talus/state.h"

namespace talus {

// The numbers of one moment: a row of the series.
struct Moment {
  double time{};  // s
  std::int64_t step{};
  std::size_t contacts{};
  Ledger ledger;
  double largest_overlap{};  // relative to the size of the smaller body
  double largest_travel{};   // in the last step, relative to the size of the smallest body
  // Since the start: steps beyond large_overlap and large_travel (talus/state.h).
  std::int64_t large_overlap_steps{}, large_travel_steps{};
  // Since the start: steps with a pair whose query failed, and checks of the ledger, one in
  // residual_interval steps, whose residual exceeded large_residual.
  std::int64_t unsolved_contact_steps{}, large_residual_checks{};
  std::size_t bodies{};
  double missing_mass{};      // kg, of grains that had no room at inlets
  double unbalanced_force{};  // mean resultant of bodies over mean force of contacts
};

// A surface of triangles that bodies cannot pass, where it is now.
struct WallView {
  std::string name;
  std::span<const Vec3<double>> vertex;
  std::span<const std::array<std::int32_t, 3>> triangle;
  std::int32_t material{};
};

// Along a periodic direction everything repeats with the period upper - lower.
struct PeriodicBox {
  Vec3<double> lower{}, upper{};
  std::array<bool, 3> periodic{};
};

// Valid until the next step of its simulation. The shapes, materials and the triangles of walls are
// the same in all frames of a run, and so are the bodies unless bodies_change.
struct FrameView {
  Moment moment;
  const Bodies& bodies;
  const Motion& motion;
  // Of every body; what follows is not examined. A contact names a mesh wall by its index after
  // the bodies.
  std::span<const std::string> names;
  std::span<const std::int32_t> material_of;  // body -> index into materials
  const MaterialTable& materials;
  const ContactTable& contacts;
  std::vector<WallView> walls;
  PeriodicBox box;
  // By body: periods by which it was moved back into the box; empty in an open one.
  std::span<const std::array<std::int64_t, 3>> periods{};
  std::span<const std::int64_t> ids{};  // by body, increasing; empty: their numbers
  bool bodies_change = false;           // other frames may have other bodies
};

}  // namespace talus
