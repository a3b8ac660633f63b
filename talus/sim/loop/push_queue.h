// Contacts of pairs that touch in one point, pushed eight at a time by a kernel for this machine's
// instruction set (native/push_rows.h). Each contact gets the same bits in any company.
#pragma once

#include "talus/sim/loop/native/push_rows.h"
#include "talus/sim/loop/push.h"

namespace talus {

class PushQueue {
 public:
  // `spheres`: both bodies of all pairs are spheres.
  PushQueue(LoopState& s, const PairChunk& chunk, bool spheres, double step, ContactSums& sums);
  // Pushes what is left, and adds up the sums.
  ~PushQueue();
  PushQueue(const PushQueue&) = delete;
  PushQueue& operator=(const PushQueue&) = delete;

  // Pair k touches; its memory has a radius.
  void add(std::size_t k, const Partners& p, const ContactPoint& contact) {
    const auto i = static_cast<std::size_t>(rows_.count);
    set_vector(rows_.point, rows_.count, contact.point);
    set_vector(rows_.normal, rows_.count, contact.normal);
    rows_.overlap[i] = contact.overlap;
    rows_.volume[i] = contact.volume;
    rows_.area[i] = contact.area;
    rows_.slope[i] = contact.slope;
    rows_.spread_squared[i] = contact.spread_squared;
    rows_.twist[i] = contact.twist;
    rows_.size_of_smaller[i] = size_of_smaller(s_, p);
    add_pair(k, p);
  }
  void add_spheres(std::size_t k, const Partners& p, double radius_a, double radius_b) {
    const auto i = static_cast<std::size_t>(rows_.count);
    rows_.radius_a[i] = radius_a;
    rows_.radius_b[i] = radius_b;
    rows_.size_of_smaller[i] = 2.0 * smaller(radius_a, radius_b);
    add_pair(k, p);
  }

 private:
  void add_pair(std::size_t k, const Partners& p) {
    const auto i = static_cast<std::size_t>(rows_.count);
    pair_[i] = k;
    rows_.state_a[i] = &s_.state[p.a].centre.x;
    rows_.state_b[i] = &s_.state[p.b].centre.x;
    rows_.memory[i] = &block_.point[k].radius;
    rows_.share_a[i] = &shares_[block_.share_a[k]].force.x;
    rows_.share_b[i] = &shares_[block_.share_b[k]].force.x;
    if (periodic_) set_vector(rows_.shift, rows_.count, p.shift);
    set_materials(i, &s_.met_of(p.a, p.b));
    if (order_.rolls) {
      set_vector(rows_.roll.load, rows_.count, block_.rolling[k].load);
      rows_.roll.stiffness[i] = block_.rolling[k].stiffness;
    }
    if (++rows_.count == PushRows::size) push_all();
  }
  // Mostly those of the pair that was at this place before.
  void set_materials(std::size_t i, const MetMaterials* met) {
    if (met_[i] == met) return;
    met_[i] = met;
    rows_.modulus[i] = met->modulus;
    rows_.shear_modulus[i] = met->shear_modulus;
    rows_.damping_ratio[i] = met->damping_ratio;
    rows_.friction[i] = met->friction;
    rows_.rolling_friction[i] = met->rolling_friction;
    rows_.normal_stiffness[i] = met->stiffness;
    rows_.tangential_ratio[i] = met->tangential_ratio;
  }

  void push_all();

  LoopState& s_;
  PairBlock& block_;
  Share* shares_;
  bool periodic_;
  PushOrder order_;
  ContactSums& sums_;
  std::size_t pair_[PushRows::size];
  const MetMaterials* met_[PushRows::size]{};
  PushRows rows_{};
};

}  // namespace talus
