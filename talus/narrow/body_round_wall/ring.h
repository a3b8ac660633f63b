// The azimuths at which a convex body has contact with the lateral surface of a round wall or its
// rims: those in whose meridian the deepest point of that azimuth lies, so that F, its tangent
// component, falls through zero. Seen from inside, the depth has a maximum there, and a body may
// have several; from outside it has a minimum, which is the overlap of two convex bodies.
//
//   1. Sample the azimuths at which the body is; each interval in which F falls through zero holds
//      a contact. Between two contacts there is a valley, where F rises through zero.
//   2. Refine by regula falsi.
#pragma once

#include "talus/narrow/body_round_wall/meridian.h"

namespace talus::body_round_wall {

struct RingContact {
  Azimuth azimuth{Turn{1.0, 0.0}};
  Depth depth;
  double turn{};  // of the azimuth, from that of the body's centre

  Vec3<double> normal() const { return azimuth.at(depth.normal); }
  double tangent() const { return dot(azimuth.tangent, depth.lowest.point); }  // F
  bool touches() const {
    return depth.is_valid && depth.lowest.depth > 0.0 &&
           dot(azimuth.outward, depth.lowest.point) > 0.0;
  }
};

template <class Body>
class Ring {
 public:
  static constexpr int capacity = 8;

  // `centre` and `radius` of the bounding sphere.
  Ring(const Meridians<Body>& meridians, const Vec3<double>& centre, double radius)
      : meridians_(meridians), radius_(radius) {
    distance_ = square_root(square(centre.x) + square(centre.y));
    base_ = distance_ > 0.0 ? Turn{centre.x / distance_, centre.y / distance_} : Turn{1.0, 0.0};
    // The deepest point is within the bounding sphere, so its azimuth differs by an arc sine.
    const double sine = radius < distance_ ? radius / distance_ : 1.0;
    reach_ = radius < distance_ ? turn_of(square_root(1.0 - sine * sine), sine) : 2.0;
  }

  RingContact at(double x) const {
    const Turn t = turn(x);
    RingContact c;
    c.turn = x;
    c.azimuth = Azimuth({base_.cosine * t.cosine - base_.sine * t.sine,
                         base_.sine * t.cosine + base_.cosine * t.sine});
    c.depth = meridians_.at(c.azimuth);
    return c;
  }

  // Whether a plane was found with the body on one side and, for a body outside, the wall on the
  // other.
  bool has_gap() const { return has_gap_; }

  // At most `capacity` contacts that touch, in the order of their azimuths.
  void find(int samples) {
    count_ = 0;
    RingContact before = at(-reach_);
    has_gap_ = false;
    note_gap(before);
    double largest = absolute(before.tangent());
    for (int i = 1; i <= samples; ++i) {
      const RingContact next = at(reach_ * (2.0 * i / samples - 1.0));
      largest = larger(largest, absolute(next.tangent()));
      note_gap(next);
      scan(before, next, deepest_scan);
      before = next;
    }
    // A body of revolution on the axis touches all around: two opposite contacts stand for it.
    if (largest <= on_axis * meridians_.wall().radius(0)) find_round();
  }

  // The contacts of a sphere: towards it and on the opposite side.
  void find_round() {
    count_ = 0;
    has_gap_ = false;
    add(at(0.0));
    add(at(2.0));
  }

  int count() const { return count_; }
  RingContact& operator[](int i) { return contact_[i]; }
  const RingContact& operator[](int i) const { return contact_[i]; }

  // Of the contacts of a body outside, the one of least depth: it overlaps a convex body. Those
  // over an opening are contacts with a curve, and each is one.
  void keep_least() {
    int least = -1, kept = 0;
    const auto depth = [&](int i) { return contact_[i].depth.lowest.depth; };
    for (int i = 0; i < count_; ++i) {
      if (contact_[i].depth.on_opening) continue;
      if (least < 0 || depth(i) < depth(least)) least = i;
    }
    for (int i = 0; i < count_; ++i) {
      if (i == least || contact_[i].depth.on_opening) contact_[kept++] = contact_[i];
    }
    count_ = kept;
  }

  // The azimuth of least depth between two neighbouring contacts, p before q.
  RingContact valley(const RingContact& p, const RingContact& q) const {
    // F falls through zero at both: it is negative after the first and positive before the second.
    const double width = q.turn - p.turn;
    RingContact after = at(p.turn + inset * width), before = at(q.turn - inset * width);
    if (!(after.tangent() < 0.0 && before.tangent() > 0.0)) return at(p.turn + 0.5 * width);
    return refine(after, before);
  }

 private:
  static constexpr double on_axis = 1e-12;    // F over the radius of the wall: rounding
  static constexpr double jump = 1e-3;        // of F between neighbours, over the body's radius
  static constexpr double no_jump = 1e-9;     // F at a zero, likewise: far above its rounding
  static constexpr double tolerance = 1e-15;  // width of the interval of turns
  static constexpr int most_steps = 60;       // every fourth one halves; a choice
  static constexpr int deepest_scan = 3;      // intervals within an interval; a choice

  void add(const RingContact& c) {
    note_gap(c);
    if (count_ < capacity && c.touches()) contact_[count_++] = c;
  }

  // Adds the contacts between two azimuths. A peak beside a valley shows by neither of their signs:
  // if the deepest point stayed the same, F would vanish at its azimuth, so the azimuths a little
  // beyond that are evaluated, too.
  void scan(const RingContact& from, const RingContact& to, int depth) {
    const double first = from.tangent(), last = to.tangent();
    if (first > 0.0 && !(last > 0.0)) return add_falling(from, to);
    if (depth == 0) return;
    constexpr double beyond = 1.3;  // a choice: less than a third beyond that azimuth
    constexpr double quarters_per_radian = 0.6366;  // 2/pi
    const auto to_zero = [&](const RingContact& c) {
      return beyond * quarters_per_radian * c.tangent() /
             dot(c.azimuth.outward, c.depth.lowest.point);
    };
    double x = to.turn;
    if (first > 0.0) x = from.turn + to_zero(from);
    if (last < 0.0) x = to.turn + to_zero(to);
    if (!(x > from.turn && x < to.turn)) return;
    const RingContact middle = at(x);
    scan(from, middle, depth - 1);
    scan(middle, to, depth - 1);
  }

  // The normal of a plane with the whole wall behind it does not lean inward.
  void note_gap(const RingContact& c) {
    has_gap_ = has_gap_ || (!(c.depth.lowest.depth > 0.0) && c.depth.normal.r >= 0.0);
  }

  // F falls through zero between the two. If the zero that is found is one through which it rises,
  // there are two others beside it. Where the least depth passes from one edge of the body to
  // another, F jumps: that is a largest depth only if both normals lean inward.
  void add_falling(RingContact from, RingContact to) {
    const RingContact first = from, last = to, zero = refine(from, to);
    const bool on_rim = from.depth.on_rim || to.depth.on_rim;
    // An F that is nearly linear is refined from one side only.
    const bool is_zero = absolute(zero.tangent()) <= no_jump * radius_;
    if (on_rim && !is_zero && absolute(from.tangent() - to.tangent()) > jump * radius_) {
      if (from.depth.normal.r < 0.0 && to.depth.normal.r < 0.0) add(zero);
      return;
    }
    from = first;
    to = last;
    const double part = inset * (to.turn - from.turn);
    const RingContact left = at(zero.turn - part), right = at(zero.turn + part);
    if (left.tangent() < 0.0 && right.tangent() > 0.0) {
      RingContact inner = left;
      add(refine(from, inner));
      inner = right;
      add(refine(inner, to));
    } else {
      add(zero);
    }
  }

  // A zero of F, whose signs differ at the ends, which close in on it.
  RingContact refine(RingContact& low, RingContact& high) const {
    double f_low = low.tangent(), f_high = high.tangent();
    RingContact best = absolute(f_low) < absolute(f_high) ? low : high;
    int last = 0;
    for (int i = 0; i < most_steps && high.turn - low.turn > tolerance; ++i) {
      double x = low.turn - f_low * (high.turn - low.turn) / (f_high - f_low);
      if (!(x > low.turn && x < high.turn) || i % 4 == 3) x = 0.5 * (low.turn + high.turn);
      best = at(x);
      const double f = best.tangent();
      if (f == 0.0) break;
      // The Illinois variant: the end that stays twice counts half.
      if ((f > 0.0) == (f_low > 0.0)) {
        low = best;
        f_low = f;
        if (last < 0) f_high *= 0.5;
        last = -1;
      } else {
        high = best;
        f_high = f;
        if (last > 0) f_low *= 0.5;
        last = 1;
      }
      if (absolute(f) <= converged * meridians_.wall().radius(0)) break;
    }
    return best;
  }
  // Part of an interval of azimuths by which the ends of a new one are moved off a zero of F, whose
  // sign is not certain there. A choice.
  static constexpr double inset = 1e-3;
  static constexpr double converged = 1e-15;  // F over the radius of the wall

  const Meridians<Body>& meridians_;
  Turn base_;
  double radius_, distance_{}, reach_{};
  int count_{};
  bool has_gap_{};
  RingContact contact_[capacity];
};

}  // namespace talus::body_round_wall
