// Everything the time loop works on, in flat arrays; the files of this folder are its steps.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/contact/pair_block.h"
#include "talus/physics/ledger.h"
#include "talus/physics/met_materials.h"
#include "talus/physics/motion.h"
#include "talus/shape/bodies.h"
#include "talus/shape/surface_cloud.h"
#include "talus/shape/triangle_wall.h"
#include "talus/sim/loop/body_facts.h"
#include "talus/sim/setup.h"

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

// What all contacts of a moment sum up to.
struct ContactSums {
  double elastic{}, damping{}, friction{}, rolling{}, boundary_work{};
  double largest_overlap{};  // relative to the size of the smaller body
  std::int64_t count{};      // pairs that touch
  std::int64_t lost = -1;    // a pair of a block whose contact could not be computed
};

// A mesh wall: its surface about its centre, which is among the states of the bodies.
struct WallState {
  TriangleWall surface;
  Quat<double> orientation;
};

// Bodies are numbered as in the setup; mesh walls follow them in arrays "by object".
struct LoopState {
  // As set up.
  Setup setup;                       // without bodies
  std::vector<BodyFacts> facts;      // by shape; one more, for walls
  std::vector<SurfaceCloud> clouds;  // by shape; empty where nothing touches in several points
  std::vector<MetMaterials> met;     // by pair of materials
  std::vector<double> reach;         // by shape, as in the facts but close together
  std::vector<double> turn_reach;    // by object: how far a point is from the centre; 0 of a sphere
  bool rolls{};                      // any rolling friction
  double step{};                     // s
  int threads = 1;

  // Now.
  Bodies bodies;
  Motion motion;
  std::vector<WallState> walls;
  std::vector<BodyState> state;  // by object
  std::vector<double> way;       // by object: no point of it has gone farther since the start
  std::int64_t steps{};
  double time{};

  // Neighbours, and where bodies were when they were found.
  std::vector<PairBlock> blocks;
  std::vector<Vec3<double>> shift;  // by image: by which the second body of a pair is moved
  std::vector<Vec3<double>> found_centre;
  std::vector<Quat<double>> found_orientation;
  std::vector<double> room;       // how far a body may go until the next search
  std::vector<double> way_limit;  // before its way is this long a body has not used up its room

  // Follows from the blocks: what chunks of pairs do to bodies. Those that body i has in chunks are
  // share[share_list[share_start[i]]] and on.
  std::vector<PairChunk> chunks;
  std::vector<Share> share;
  std::vector<std::int64_t> share_start;
  std::vector<std::uint32_t> share_list;

  ContactSums sums;  // of this moment
  Ledger ledger;     // what was counted since the start

  std::size_t body_count() const { return bodies.size(); }
  std::size_t object_count() const { return state.size(); }
  const BodyFacts& facts_of(std::size_t object) const {
    return object < bodies.size() ? facts[static_cast<std::size_t>(bodies.shape_of[object])]
                                  : facts.back();
  }
  double reach_of(std::size_t body) const {
    return reach[static_cast<std::size_t>(bodies.shape_of[body])];
  }
  bool is_free(std::size_t object) const { return state[object].inverse_mass > 0.0; }
  const Quat<double>& orientation_of(std::size_t object) const {
    return object < bodies.size() ? bodies.poses[object].orientation
                                  : walls[object - bodies.size()].orientation;
  }
  const MetMaterials& met_of(std::size_t a, std::size_t b) const {
    if (met.size() == 1) return met[0];
    return met[static_cast<std::size_t>(setup.material_of[a]) * setup.materials.material.size() +
               static_cast<std::size_t>(setup.material_of[b])];
  }
};

}  // namespace talus
