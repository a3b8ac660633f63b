// What the contact functions of a chunk of pairs work on, and what they share.
#pragma once

#include <chrono>
#include <vector>

#include "talus/contact/contact_record.h"
#include "talus/contact/pair_block.h"
#include "talus/physics/apply_contact_force.h"
#include "talus/sim/loop/contact_schedule.h"
#include "talus/sim/loop/model.h"
#include "talus/sim/loop/progress.h"

namespace talus {

// The two bodies of a pair by slot; b is translated by the shift of its periodic image.
struct PairBodies {
  std::size_t a, b;
  Vec3<double> shift;
};

inline PairBodies pair_bodies(const PairBlock& block, const std::vector<Vec3<double>>& shift,
                              std::size_t k) {
  return {static_cast<std::size_t>(block.a[k]), static_cast<std::size_t>(block.b[k]),
          block.image.empty() ? Vec3<double>{} : shift[block.image[k]]};
}

inline const ContactMaterial& contact_material(const Model& model, const BodyTable& bodies,
                                               const PairBodies& p) {
  if (model.contact_materials.size() == 1) return model.contact_materials[0];
  return model.contact_material(bodies.type(p.a).material, bodies.type(p.b).material);
}

// Bodies of a pair are anywhere in memory: they are prefetched this many pairs ahead. Chosen by
// measurement (bench/dem).
inline constexpr std::size_t prefetch_distance = 64;

// Where two bodies touch, in the world beside body a.
struct ContactPoint {
  Vec3<double> point{}, normal{};  // normal from a to b
  double overlap{};
  double volume{}, area{};    // as ContactGeometry
  double spread_squared{};    // m2, of a patch (talus/narrow/force_point.h); 0: a point
  double twist{};             // m, couple about the normal over the force
  double slope = 1.0;         // as ContactGeometry
  double patch_arm{};         // likewise
  double energy_share = 1.0;  // of the law's response (WallContact::energy_share)
  double damping = 1.0;       // factor of its dashpots
  double lever{};             // as ContactFrameOf
};

struct ChunkContacts {
  const Model& model;
  const BodyTable& bodies;
  const std::vector<Vec3<double>>& shift;  // NeighbourList::shift
  PairBlock& block;
  const PairChunk& chunk;
  ForceAccumulator* accumulators;  // of the chunk
  double step;                     // s; 0: nothing is counted as heat
  bool follows_curvature;          // in this step (contact_radius.h)
  bool follows_patches;            // likewise (contact_patch.h)
  bool renews_patches;             // likewise
  ContactSums& sums;
  std::vector<ContactRecord>* records;  // null: not recorded
  // Receives the time that the force kernels take; null: not measured.
  std::chrono::steady_clock::duration* force_time = nullptr;

  PairBodies pair(std::size_t k) const { return pair_bodies(block, shift, k); }

  // A contact ended near the point.
  void release(const PairBodies& p, const Vec3<double>& point, ContactHistory& history,
               Vec3<double>* rolling) const {
    if (history.radius == 0.0) return;
    const BodyMotion &a = bodies.motion[p.a], &b = bodies.motion[p.b];
    ContactFrameOf<double> frame;
    frame.arm_a = point - a.centre;
    frame.arm_b = point - (b.centre + p.shift);
    sums.damping += release_contact(a, b, frame, step, history);
    if (rolling != nullptr) *rolling = {};
  }
  // The same for pair k of a block with one contact point per pair.
  void release_pair(std::size_t k, const PairBodies& p, const Vec3<double>& point) const {
    release(p, point, block.history[k], block.rolling.empty() ? nullptr : &block.rolling[k]);
  }
};

}  // namespace talus
