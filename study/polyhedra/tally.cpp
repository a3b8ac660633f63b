#include "polyhedra/tally.h"

#include <algorithm>
#include <cmath>

namespace study {

void Tally::add(const talus::Contact<double>& answer, long double truth, double size) {
  ++tried;
  iterations += answer.iterations;
  if (talus::is_failure(answer.status)) {
    ++failed;
    return;
  }
  const auto scale = static_cast<double>(std::max<long double>(size, std::abs(truth)));
  const auto error = static_cast<double>(std::abs(answer.distance - truth)) / scale;
  worst = std::max(worst, error);
  const int decade = error > 0 ? static_cast<int>(std::floor(std::log10(error))) + 18 : 0;
  ++decades[std::clamp(decade, 0, static_cast<int>(decades.size()) - 1)];
  if (truth < 0 && answer.status == talus::Status::separated) {
    ++missed;
  } else if (truth > 0 && answer.status == talus::Status::overlapping) {
    ++phantom;
  } else if (error > wrong_beyond) {
    ++wrong_distance;
  } else {
    worst_right = std::max(worst_right, error);
  }
}

Tally& Tally::operator+=(const Tally& other) {
  tried += other.tried;
  failed += other.failed;
  missed += other.missed;
  phantom += other.phantom;
  wrong_distance += other.wrong_distance;
  iterations += other.iterations;
  worst_right = std::max(worst_right, other.worst_right);
  worst = std::max(worst, other.worst);
  for (std::size_t i = 0; i < decades.size(); ++i) decades[i] += other.decades[i];
  return *this;
}

void to_json(nlohmann::json& json, const Tally& t) {
  json = {{"tried", t.tried},
          {"failed", t.failed},
          {"missed", t.missed},
          {"phantom", t.phantom},
          {"wrong_distance", t.wrong_distance},
          {"mean_iterations", t.tried > 0 ? static_cast<double>(t.iterations) / t.tried : 0},
          {"worst_right", t.worst_right},
          {"worst", t.worst},
          {"decades", t.decades}};
}

}  // namespace study
