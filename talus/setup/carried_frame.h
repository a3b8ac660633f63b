// Where prescribed motions have carried a point at a time: pose and velocity as a pure function of
// the setup and the time, by the closed form of every motion. Nothing is integrated, so that a
// checkpoint needs nothing but the time and no error grows with it.
#pragma once

#include <span>
#include <vector>

#include "talus/math/pose.h"
#include "talus/setup.h"

namespace talus {

// A coordinate and its derivative by time.
struct Coordinate {
  double value{}, rate{};  // m and m/s, or rad and rad/s
};

// s(t) - s(0) of a motion.
class MotionCoordinate {
 public:
  explicit MotionCoordinate(const PrescribedMotion& motion);
  Coordinate at(double time) const;

 private:
  Coordinate of_table(double time) const;

  PrescribedMotion motion_;
  std::vector<double> integral_;  // of a table of rates: s at its times
  double start_{};                // s(0)
};

// A point that moves, and the frame at it.
struct CarriedPoint {
  Vec3<double> position{}, velocity{};  // m, m/s
  Quat<double> rotation{};              // from the setup to now
  Vec3<double> spin{};                  // rad/s
};

// A list of motions at one time.
class CarriedFrame {
 public:
  // `point` is where the setup has it.
  CarriedPoint carry(const Vec3<double>& point) const;

 private:
  friend class MotionList;
  struct Stage {
    bool turns{};
    Vec3<double> shift{}, rate{};  // m, m/s; of a rotation: its centre, m, and rad/s
    Quat<double> rotation{};
  };
  std::vector<Stage> stages_;  // from the innermost on
};

class MotionList {
 public:
  explicit MotionList(std::span<const PrescribedMotion> motions);
  CarriedFrame at(double time) const;
  // Whether all motions are constant: a point whose velocity at two times is the same had it in
  // between.
  bool is_steady() const { return steady_; }

 private:
  bool steady_ = true;
  std::vector<PrescribedMotion> motions_;  // without tables
  std::vector<MotionCoordinate> coordinates_;
};

// m/s2
Vec3<double> gravity_at(const Setup& setup, double time);

}  // namespace talus
