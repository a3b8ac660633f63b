// Everything the time loop works on, in flat arrays; the files of this folder are its steps.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/pair_block.h"
#include "talus/physics/met_materials.h"
#include "talus/setup.h"
#include "talus/shape.h"
#include "talus/shape/surface_cloud.h"
#include "talus/shape/triangle_wall.h"
#include "talus/sim/loop/body_facts.h"
#include "talus/state.h"

namespace talus {

// What contacts see of a body's motion, together in memory: two lines of the cache.
struct alignas(64) BodyState {
  Vec3<double> centre{};      // of mass
  Vec3<double> velocity{};    // in the middle of the step
  Vec3<double> spin{};        // angular velocity, in the middle of the step
  Vec3<double> ahead{};       // what the last force adds to it until the end of the step
  Vec3<double> spin_ahead{};  // the same for the spin
  double inverse_mass{};      // 0 unless free
};

// Where a body is: one line of the cache.
struct alignas(64) BodyPlace {
  Pose<double> pose{};  // of its shape
  double way{};         // no point of it has gone farther since the start
};

// What all contacts of a moment sum up to.
struct ContactSums {
  double elastic{}, damping{}, friction{}, rolling{}, boundary_work{};
  double largest_overlap{};  // relative to the size of the smaller body
  std::int64_t count{};      // pairs that touch
  std::int64_t lost = -1;    // a pair of a block whose contact could not be computed
};

// Slots that are moved on together: few enough to be in the innermost cache, and enough to be worth
// asking for.
constexpr std::size_t body_group = 64;

// Bodies are worked on in the order of their slots, those that are close in space close in memory:
// every search of neighbours numbers them anew. Objects are the bodies and, in the slots after
// theirs, the mesh walls. Users see bodies in the order of the setup.
struct LoopState {
  // As set up.
  Setup setup;                       // without bodies
  std::vector<BodyFacts> facts;      // by make: bodies of the same shape and material; mesh walls
  std::vector<double> reach;         // by make, as in the facts but close together
  std::vector<SurfaceCloud> clouds;  // by shape; empty where nothing touches in several points
  std::vector<MetMaterials> met;     // by pair of materials
  std::vector<TriangleWall> walls;   // about their centres
  bool rolls{};                      // any rolling friction
  double step{};                     // s
  int threads = 1;

  // What users see, by body; written when a number of steps is done.
  Bodies bodies;
  Motion motion;

  // Now, by slot; half-spaces have the first ones.
  std::size_t half_spaces{};
  std::vector<std::int32_t> body_of;  // the number that users know it by
  std::vector<std::int32_t> make_of;
  std::vector<BodyState> state;
  std::vector<BodyPlace> place;
  // As Motion; in the middle of a step while it is made.
  std::vector<Vec3<double>> angular_momentum;
  std::int64_t steps{};
  double time{};

  // Neighbours, and where bodies were when they were found, by slot.
  std::vector<PairBlock> blocks;
  std::vector<Vec3<double>> shift;  // by image: by which the second body of a pair is moved
  std::vector<Vec3<double>> found_centre;
  std::vector<Quat<double>> found_orientation;  // empty where all bodies are spheres
  std::vector<double> room;                     // how far a body may go until the next search
  std::vector<double> way_limit;  // before its way is this long a body has not used up its room

  // Follows from the blocks: what chunks of pairs do to bodies. Those that slot i has in chunks are
  // share[share_list[share_start[i]]] and on.
  std::vector<PairChunk> chunks;
  std::vector<Share> share;
  std::vector<std::uint32_t> share_start;
  std::vector<std::uint32_t> share_list;
  // Groups of body_group slots each: those with free bodies in chunk c are
  // group_list[chunks[c].first_group] and on. Moved on together, after the last of their chunks.
  std::vector<std::uint32_t> group_list;
  std::vector<std::int32_t> group_chunks;   // by group: how many chunks it is in
  std::vector<std::uint32_t> loose_groups;  // those that are in none
  std::vector<std::int32_t> held;           // slots of objects that are not free

  ContactSums sums;  // of this moment
  Ledger ledger;     // what was counted since the start

  std::size_t body_count() const { return bodies.size(); }
  std::size_t object_count() const { return state.size(); }
  std::size_t group_count() const { return (body_count() + body_group - 1) / body_group; }
  std::size_t number_of(std::size_t slot) const { return static_cast<std::size_t>(body_of[slot]); }
  const std::string& name_of(std::size_t slot) const { return setup.name[number_of(slot)]; }
  const BodyFacts& facts_of(std::size_t slot) const {
    return facts[static_cast<std::size_t>(make_of[slot])];
  }
  double reach_of(std::size_t slot) const { return reach[static_cast<std::size_t>(make_of[slot])]; }
  // Of a body.
  const Shape& shape(std::size_t slot) const {
    return bodies.shapes[static_cast<std::size_t>(facts_of(slot).shape)];
  }
  const Pose<double>& pose(std::size_t slot) const { return place[slot].pose; }
  bool is_free(std::size_t slot) const { return state[slot].inverse_mass > 0.0; }
  const MetMaterials& met_of(std::size_t a, std::size_t b) const {
    if (met.size() == 1) return met[0];
    return met[static_cast<std::size_t>(facts_of(a).material) * setup.materials.material.size() +
               static_cast<std::size_t>(facts_of(b).material)];
  }
};

}  // namespace talus
