#include "talus/sim/loop/flow_rate.h"

#include <algorithm>
#include <cmath>

namespace talus {

FlowRate::FlowRate(const Inlet& inlet)
    : time_(inlet.time), rate_(inlet.rate), start_(inlet.start), stop_(inlet.stop) {
  if (time_.empty()) time_ = {0.0};
  sum_.push_back(0.0);
  for (std::size_t i = 1; i < time_.size(); ++i) {
    sum_.push_back(sum_.back() + 0.5 * (rate_[i - 1] + rate_[i]) * (time_[i] - time_[i - 1]));
  }
}

bool FlowRate::is_finite() const {
  for (std::size_t i = 1; i < time_.size(); ++i) {
    if (!std::isfinite((rate_[i] - rate_[i - 1]) / (time_[i] - time_[i - 1]))) return false;
  }
  return std::isfinite(sum_.back()) && std::isfinite(table_until(start_));
}

// From the first time of the table; negative before it.
double FlowRate::table_until(double time) const {
  if (time <= time_.front()) return rate_.front() * (time - time_.front());
  if (time >= time_.back()) return sum_.back() + rate_.back() * (time - time_.back());
  const auto next =
      static_cast<std::size_t>(std::upper_bound(time_.begin(), time_.end(), time) - time_.begin());
  const std::size_t i = next - 1;
  const double since = time - time_[i];
  const double slope = (rate_[next] - rate_[i]) / (time_[next] - time_[i]);
  return sum_[i] + since * (rate_[i] + 0.5 * slope * since);
}

// Finite: what is missing is part of a saved state.
double FlowRate::until(double time) const {
  constexpr double most = 1e300;
  const double end = std::min(time, stop_);
  return end > start_ ? std::min(table_until(end) - table_until(start_), most) : 0.0;
}

}  // namespace talus
