// How many faces GJK-TD visits, against the bound that the paper gives for it.
#pragma once

#include "talus/math/pose.h"
#include "talus/shape/polyhedron_view.h"

namespace study {

struct StepCount {
  long pairs = 0, exceeded = 0;
  double most = 0;  // steps over the bound, of the worst pair

  // Runs GJK-TD on an overlapping pair and counts the turns of the loop of Algorithm 3; the paper
  // says less than 3 (v_A + v_B) - 8.
  void add(const talus::PolyhedronView<double>& a, const talus::PolyhedronView<double>& b,
           const talus::RelativePose<double>& b_in_a);
  StepCount& operator+=(const StepCount& other);
};

}  // namespace study
