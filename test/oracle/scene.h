// Two solids in A's frame: in double for searching, and exactly for the final value.
#pragma once

#include <algorithm>
#include <limits>

#include "oracle/exact_distance.h"
#include "oracle/quad.h"

namespace oracle {

class Scene {
 public:
  Scene(const Solid& a, const OraclePose& pose_a, const Solid& b, const OraclePose& pose_b)
      : a_(a), b_(b) {
    const Rotation<Quad> turn_a = quad_rotation(pose_a.orientation);
    const Rotation<Quad> turn_b = quad_rotation(pose_b.orientation);
    turn_ = {turn_a.to_body(turn_b.e0), turn_a.to_body(turn_b.e1), turn_a.to_body(turn_b.e2)};
    offset_ = turn_a.to_body(vec_of<Quad>(pose_b.position) - vec_of<Quad>(pose_a.position));
    rough_turn_ = {to_double(turn_.e0), to_double(turn_.e1), to_double(turn_.e2)};
    rough_offset_ = to_double(offset_);
    for (const Triple& p : a.points) rough_a_.push_back(vec_of<double>(p));
    for (const Triple& p : b.points) {
      rough_b_.push_back(rough_turn_.to_world(vec_of<double>(p)) + rough_offset_);
    }
    size_ = a.reach + b.reach + length(rough_offset_);
  }

  const Solid& solid_a() const { return a_; }
  const Solid& solid_b() const { return b_; }
  double size() const { return size_; }  // of the whole scene: what rounding is relative to
  const std::vector<Vec<double>>& rough_a() const { return rough_a_; }
  const std::vector<Vec<double>>& rough_b() const { return rough_b_; }
  Vec<double> turned(const Vec<double>& of_b) const { return rough_turn_.to_world(of_b); }

  Vec<double> turned_back(const Vec<double>& of_a) const { return rough_turn_.to_body(of_a); }

  template <class R>
  Vec<R> point_a(int i) const {
    return vec_of<R>(a_.points[i]);
  }
  template <class R>
  Vec<R> point_b(int j) const {
    if constexpr (std::is_same_v<R, double>) {
      return rough_b_[j];
    } else {
      return turn_.to_world(vec_of<Quad>(b_.points[j])) + offset_;
    }
  }

  // The highest point of A and the lowest of B along n, which is about a unit vector.
  template <class R>
  struct Extremes {
    int i = 0, j = 0;
    R high_a{}, low_b{};
  };
  Extremes<double> extremes(const Vec<double>& n) const {
    Extremes<double> e{0, 0, dot(n, rough_a_[0]), dot(n, rough_b_[0])};
    for (int i = 1; i < static_cast<int>(rough_a_.size()); ++i) {
      const double value = dot(n, rough_a_[i]);
      if (value > e.high_a) e.high_a = value, e.i = i;
    }
    for (int j = 1; j < static_cast<int>(rough_b_.size()); ++j) {
      const double value = dot(n, rough_b_[j]);
      if (value < e.low_b) e.low_b = value, e.j = j;
    }
    return e;
  }
  // Exactly: only the points that are extreme in double up to its rounding are tested.
  Extremes<Quad> extremes(const Vec<Quad>& n) const {
    const Vec<double> rough = to_double(n);
    const Extremes<double> about = extremes(rough);
    const double slack = 1e-13 * size_;
    Extremes<Quad> e{-1, -1, Quad(0), Quad(0)};
    for (int i = 0; i < static_cast<int>(rough_a_.size()); ++i) {
      if (dot(rough, rough_a_[i]) < about.high_a - slack) continue;
      const Quad value = dot(n, point_a<Quad>(i));
      if (e.i < 0 || value > e.high_a) e.high_a = value, e.i = i;
    }
    const Vec<Quad> n_b = turn_.to_body(n);
    for (int j = 0; j < static_cast<int>(rough_b_.size()); ++j) {
      if (dot(rough, rough_b_[j]) > about.low_b + slack) continue;
      const Quad value = dot(n_b, vec_of<Quad>(b_.points[j]));
      if (e.j < 0 || value < e.low_b) e.low_b = value, e.j = j;
    }
    e.low_b = e.low_b + dot(n, offset_);
    return e;
  }
  template <class R>
  R sigma(const Vec<R>& n) const {
    const Extremes<R> e = extremes(n);
    return e.low_b - e.high_a;
  }

 private:
  const Solid& a_;
  const Solid& b_;
  Rotation<Quad> turn_;
  Vec<Quad> offset_;
  Rotation<double> rough_turn_;
  Vec<double> rough_offset_;
  std::vector<Vec<double>> rough_a_, rough_b_;
  double size_ = 0;
};

}  // namespace oracle
