// The integral of an inlet's rate over time, in closed form: what should have entered.
#pragma once

#include <vector>

#include "talus/flow.h"

namespace talus {

class FlowRate {
 public:
  explicit FlowRate(const Inlet& inlet);

  // Grains or kg from the start of the inlet to this time, at most 1e300.
  double until(double time) const;
  // False where the integral exceeds the range of numbers.
  bool is_finite() const;

 private:
  double table_until(double time) const;

  std::vector<double> time_, rate_, sum_;  // sum: from time_[0] to time_[i]
  double start_, stop_;
};

}  // namespace talus
