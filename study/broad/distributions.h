// The distributions of bodies on which schemes of the broad phase are compared: each a recipe with
// any number of bodies and a seed. Bodies come in random order, as their identities do in a
// simulation that has run for a while.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "talus/broad/scene.h"

namespace study::broad {

struct BodySet {
  std::vector<talus::BoundingBox<double>> box;
  std::vector<talus::BoundingSphere<double>> sphere;
  std::vector<talus::Vec3<double>> velocity;  // lengths per unit of time

  talus::broad::Scene scene() const { return {box, {}, static_cast<int>(box.size()), {}}; }
};

struct Distribution {
  std::string_view name;
  std::string_view what;
  BodySet (*make)(int count, unsigned seed);
};

// The seven of the study first: uniform, clustered, void, ratio-100, needles, bed, avalanche; then
// some that a scheme should also be shown on.
std::span<const Distribution> distributions();
inline constexpr int studied = 7;

// nullptr if there is none of that name.
const Distribution* find_distribution(std::string_view name);

}  // namespace study::broad
