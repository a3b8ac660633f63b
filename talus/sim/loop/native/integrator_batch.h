// Eight free bodies: the arguments and results of a kernel that integrates their motion by a step.
// Motions and poses are read and written in place, as lines; the rest is in rows.
#pragma once

#include "talus/sim/loop/native/line_access.h"

namespace talus {

struct IntegratorBatch {
  static constexpr int size = 8;

  int count{};           // bodies, in the first lanes
  bool far{};            // result: a path is above the limit of the call
  double* motion[size];  // BodyMotion; the lanes beyond repeat the first one's
  double* pose[size];    // BodyPose, likewise
  VectorRows force, torque;
  VectorRows velocity;          // at the start of the step; unused with IntegratorCall::ends
  VectorRows angular_momentum;  // before and after
  VectorRows inverse_inertia;   // as RotorOf
  Row turn_reach;
  bool all_round{}, all_centred{};
  Row round;             // 1 or 0
  MatrixRows principal;  // where not all are centred
  VectorRows centroid;   // likewise
  Row longest_path;      // result: m, in one step, of all batches so far, lane by lane
};

struct IntegratorCall {
  bool ends{};            // the last step is completed first (kick_and_drift)
  double step{};          // s
  double travel_limit{};  // m
};

}  // namespace talus
