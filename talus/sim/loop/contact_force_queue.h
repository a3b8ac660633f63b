// Contacts of a chunk, whose forces are applied eight at a time by a kernel for this machine's
// instruction set (native/contact_force_batch.h). A contact gets the same bits in any batch.
#pragma once

#include <array>

#include "talus/physics/law/law.h"
#include "talus/sim/loop/chunk_contacts.h"
#include "talus/sim/loop/native/contact_force_batch.h"

namespace talus {

class ContactForceQueue {
 public:
  explicit ContactForceQueue(const ChunkContacts& chunk);
  // Applies what is left, and adds the energies to the sums of the chunk.
  ~ContactForceQueue();
  ContactForceQueue(const ContactForceQueue&) = delete;
  ContactForceQueue& operator=(const ContactForceQueue&) = delete;

  // The contact of pair k, which has one contact point; its history has a radius.
  void add(std::size_t k, const PairBodies& p, const ContactPoint& contact) {
    ++pairs_;
    set_point(contact);
    batch_.inverse_size[lane()] = chunk_.bodies.inverse_size(p.a, p.b);
    if (call_.records) add_record(k, contact);
    add_pair(k, p, history_[k], rolling_of(k));
  }
  // The same for a contact without a patch that the narrow phase found, most contacts of smooth
  // bodies. Values, not a ContactPoint: its fields would be read back from memory right after their
  // stores, in pairs, which waits for the store buffer (5 % of a bed of ellipsoids).
  TALUS_INLINE void add_smooth(std::size_t k, const PairBodies& p, const Vec3<double>& point,
                               const Vec3<double>& normal, double overlap, double lever,
                               double patch_arm) {
    ++pairs_;
    const std::size_t i = lane();
    if (has_patch_[i]) {
      set_point({});
      has_patch_[i] = false;
    }
    set_vector(batch_.point, batch_.count, point);
    set_vector(batch_.normal, batch_.count, normal);
    batch_.overlap[i] = overlap;
    batch_.lever[i] = lever;
    batch_.patch_arm[i] = patch_arm;
    batch_.inverse_size[i] = chunk_.bodies.inverse_size(p.a, p.b);
    if (call_.records) add_record(k, {point, normal, overlap});
    add_pair(k, p, history_[k], rolling_of(k));
  }
  void add_spheres(std::size_t k, const PairBodies& p, double radius_a, double radius_b) {
    ++pairs_;
    batch_.radius_a[lane()] = radius_a;
    batch_.radius_b[lane()] = radius_b;
    batch_.inverse_size[lane()] = chunk_.bodies.inverse_size(p.a, p.b);
    add_pair(k, p, history_[k], rolling_of(k));
  }
  // One of several contact points of pair k.
  void add_point(std::size_t k, const PairBodies& p, const ContactPoint& contact,
                 KeyedContact& kept) {
    set_point(contact);
    batch_.inverse_size[lane()] = chunk_.bodies.inverse_size(p.a, p.b);
    add_pair(k, p, kept.history, call_.rolls ? &kept.rolling : nullptr);
  }
  // Starts the record of a pair; contacts that follow add their forces to it.
  void add_record(std::size_t k, const ContactPoint& contact) {
    chunk_.records->push_back({chunk_.chunk.block,
                               static_cast<std::int32_t>(k),
                               contact.point,
                               contact.normal,
                               {},
                               contact.overlap,
                               contact.area});
  }

 private:
  std::size_t lane() const { return static_cast<std::size_t>(batch_.count); }
  Vec3<double>* rolling_of(std::size_t k) {
    return call_.rolls ? &chunk_.block.rolling[k] : nullptr;
  }
  void set_point(const ContactPoint& contact) {
    const std::size_t i = lane();
    has_patch_[i] = true;
    set_vector(batch_.point, batch_.count, contact.point);
    set_vector(batch_.normal, batch_.count, contact.normal);
    batch_.overlap[i] = contact.overlap;
    batch_.volume[i] = contact.volume;
    batch_.area[i] = contact.area;
    batch_.slope[i] = contact.slope;
    batch_.spread_squared[i] = contact.spread_squared;
    batch_.twist[i] = contact.twist;
    batch_.lever[i] = contact.lever;
    batch_.patch_arm[i] = contact.patch_arm;
    batch_.energy_share[i] = contact.energy_share;
    batch_.damping_factor[i] = contact.damping;
  }
  void add_pair(std::size_t k, const PairBodies& p, ContactHistory& history,
                Vec3<double>* rolling) {
    const std::size_t i = lane();
    batch_.motion_a[i] = &motion_[p.a].centre.x;
    batch_.motion_b[i] = &motion_[p.b].centre.x;
    batch_.history[i] = &history.radius;
    batch_.accumulator_a[i] = &accumulators_[accumulator_a_[k]].force.x;
    batch_.accumulator_b[i] = &accumulators_[accumulator_b_[k]].force.x;
    if (periodic_) set_vector(batch_.shift, batch_.count, p.shift);
    if (!seen_.empty()) add_surface_velocity(p);
    set_material(i, only_material_ != nullptr ? only_material_
                                              : &contact_material(chunk_.model, chunk_.bodies, p));
    if (call_.rolls) {
      rolling_[i] = rolling;
      set_vector(batch_.rolling, batch_.count, *rolling);
    }
    if (call_.records) record_[i] = chunk_.records->size() - 1;
    if (++batch_.count == ContactForceBatch::size) apply();
  }
  // Reloads the rows only if the lane's material changed.
  void set_material(std::size_t i, const ContactMaterial* m) {
    if (material_[i] == m) return;
    material_[i] = m;
    batch_.modulus[i] = m->modulus;
    batch_.shear_modulus[i] = m->shear_modulus;
    batch_.root_shear_ratio[i] = m->root_shear_ratio;
    batch_.damping_ratio[i] = m->damping_ratio;
    batch_.friction[i] = m->friction;
    batch_.rolling_friction[i] = m->rolling_friction;
    batch_.torsion_ratio[i] = m->torsion_ratio;
    batch_.tangential_ratio[i] = m->tangential_ratio;
    for (int k = 0; k < max_law_parameters; ++k) batch_.parameter[k][i] = m->parameter[k];
  }

  void apply();
  // For a pair with a wall whose surface moves along itself (Model::surfaces).
  void add_surface_velocity(const PairBodies& p);
  void note_deepest(std::size_t count);

  const ChunkContacts& chunk_;
  // The arrays of the chunk: stores into the batch would make the compiler reload them from there.
  const BodyMotion* motion_;
  PairHistory* history_;
  const std::uint16_t *accumulator_a_, *accumulator_b_;
  ForceAccumulator* accumulators_;
  const ContactMaterial* only_material_;  // null: there are several
  ContactForceKernel kernel_;
  bool periodic_;
  ContactForceCall call_;
  std::int64_t pairs_ = 0;
  double deepest_overlap_ = 0.0;        // relative, of the large ones
  std::int32_t deepest_[2] = {-1, -1};  // its slots
  Vec3<double>* rolling_[ContactForceBatch::size];
  std::size_t record_[ContactForceBatch::size];
  const ContactMaterial* material_[ContactForceBatch::size]{};
  // Whether the rows of the lane that describe a patch are not those of a point; so at the start.
  std::array<bool, ContactForceBatch::size> has_patch_;
  // By lane: the motion of a wall as the contact sees it, and its slot; empty if no surface moves.
  std::vector<BodyMotion> seen_;
  std::array<std::int32_t, ContactForceBatch::size> seen_slot_{};
  ContactForceBatch batch_{};
};

}  // namespace talus
