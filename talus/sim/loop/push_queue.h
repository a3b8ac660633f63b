// Contacts of pairs that touch in one point, pushed eight at a time by a kernel for this machine's
// instruction set (native/push_rows.h). Each contact gets the same bits in any company.
#pragma once

#include "talus/sim/loop/native/push_rows.h"
#include "talus/sim/loop/push.h"

namespace talus {

class PushQueue {
 public:
  PushQueue(LoopState& s, PairBlock& block, double step, ContactSums& sums)
      : s_(s), block_(block), step_(step), sums_(sums) {}
  ~PushQueue() {
    if (count_ > 0) push_all();
  }
  PushQueue(const PushQueue&) = delete;
  PushQueue& operator=(const PushQueue&) = delete;

  // Pair k touches; its memory has a radius.
  void add(std::size_t k, const ContactPoint& contact) {
    const Partners p = partners_of(block_, k);
    const auto i = static_cast<std::size_t>(count_);
    pair_[i] = k;
    note_overlap(s_, p, contact.overlap, sums_);
    const BodyState &a = s_.state[p.a], &b = s_.state[p.b];
    set_mover(rows_.a, i, a, contact.point - a.centre);
    set_mover(rows_.b, i, b, contact.point - (b.centre + p.shift));
    set(rows_.normal, i, contact.normal);
    rows_.spread_squared[i] = contact.spread_squared;
    rows_.twist[i] = contact.twist;
    rows_.overlap[i] = contact.overlap;
    rows_.volume[i] = contact.volume;
    rows_.area[i] = contact.area;
    rows_.inverse_mass[i] = a.inverse_mass + b.inverse_mass;
    set_materials(i, &s_.met_of(p.a, p.b));
    set_memory(i, k);
    if (++count_ == PushRows::size) push_all();
  }

 private:
  using Row = PushRows::Row;

  static void set(Row* rows, std::size_t i, const Vec3<double>& v) {
    rows[0][i] = v.x, rows[1][i] = v.y, rows[2][i] = v.z;
  }
  static Vec3<double> get(const Row* rows, std::size_t i) {
    return {rows[0][i], rows[1][i], rows[2][i]};
  }
  static void set_mover(PushRows::Mover& m, std::size_t i, const BodyState& b,
                        const Vec3<double>& arm) {
    set(m.arm, i, arm);
    set(m.velocity, i, b.velocity);
    set(m.spin, i, b.spin);
    set(m.ahead, i, b.ahead);
    set(m.spin_ahead, i, b.spin_ahead);
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
  void set_memory(std::size_t i, std::size_t k) {
    const PointMemory& memory = block_.point[k];
    rows_.radius[i] = memory.radius;
    set(rows_.slide.load, i, memory.friction.load);
    rows_.slide.stiffness[i] = memory.friction.stiffness;
    set(rows_.dashpot, i, memory.dashpot);
    if (block_.rolling.empty()) return;
    set(rows_.roll.load, i, block_.rolling[k].load);
    rows_.roll.stiffness[i] = block_.rolling[k].stiffness;
  }

  void push_all();
  void take(std::size_t i);

  LoopState& s_;
  PairBlock& block_;
  double step_;
  ContactSums& sums_;
  int count_ = 0;
  std::size_t pair_[PushRows::size];
  const MetMaterials* met_[PushRows::size]{};
  PushRows rows_{};
};

}  // namespace talus
