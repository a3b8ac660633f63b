// The motion of a body as contacts see it, and the force accumulator of a body: whole cache lines,
// which kernels load and store as lines of numbers.
#pragma once

#include <cstddef>

#include "talus/math/pose.h"

namespace talus {

// Velocities are those in the middle of the step; a half kick is the change of velocity that half a
// step of the last force makes: velocity + half_kick estimates the velocity at the end of the step.
template <class N>
struct BodyMotionOf {
  Vec3<N> centre{};          // m, centre of mass
  Vec3<N> velocity{};        // m/s
  Vec3<N> spin{};            // rad/s, angular velocity in the world
  Vec3<N> half_kick{};       // m/s
  Vec3<N> spin_half_kick{};  // rad/s
  N inverse_mass{};          // 1/kg; 0: the body is fixed or prescribed

  // From the 16 numbers of a line.
  TALUS_INLINE static BodyMotionOf from_line(const N* n) {
    return {{n[0], n[1], n[2]},   {n[3], n[4], n[5]},    {n[6], n[7], n[8]},
            {n[9], n[10], n[11]}, {n[12], n[13], n[14]}, n[15]};
  }
};

struct alignas(64) BodyMotion : BodyMotionOf<double> {};  // two cache lines

static_assert(sizeof(BodyMotion) == 16 * sizeof(double));
static_assert(offsetof(BodyMotionOf<double>, velocity) == 3 * sizeof(double));
static_assert(offsetof(BodyMotionOf<double>, spin) == 6 * sizeof(double));
static_assert(offsetof(BodyMotionOf<double>, half_kick) == 9 * sizeof(double));
static_assert(offsetof(BodyMotionOf<double>, spin_half_kick) == 12 * sizeof(double));
static_assert(offsetof(BodyMotionOf<double>, inverse_mass) == 15 * sizeof(double));

// The pose of a body's shape: one cache line.
struct alignas(64) BodyPose {
  Pose<double> pose{};
  double path_length{};  // m, upper bound on the path of any surface point since the start
};

// The sum of the contact forces on a body from one chunk of pairs: one cache line.
struct alignas(64) ForceAccumulator {
  Vec3<double> force{}, torque{};  // N, and N m about the centre of mass
  double unused[2]{};              // kernels add zeros here
};

static_assert(sizeof(ForceAccumulator) == 8 * sizeof(double));
static_assert(offsetof(ForceAccumulator, torque) == 3 * sizeof(double));
static_assert(sizeof(BodyPose) == 8 * sizeof(double));
static_assert(offsetof(BodyPose, path_length) == 7 * sizeof(double));

}  // namespace talus
