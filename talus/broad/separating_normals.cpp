#include "talus/broad/separating_normals.h"

#include <cmath>
#include <limits>
#include <variant>

#include "talus/broad/filter_pairs.h"
#include "talus/shape/mesh/support.h"
#include "talus/shape/shape.h"

namespace talus::broad {
namespace {

// Relative to everything that is added up; far more than two support functions lose.
constexpr double slack = 256 * std::numeric_limits<double>::epsilon();

// How far a body reaches along a direction, from its own origin.
double reach_along(const Shape& shape, const Pose<double>& pose, const Vec3<double>& direction) {
  const Vec3<double> own = transpose_times(rotation_of(pose.orientation), direction);
  return std::visit(
      [&](const auto& body) {
        if constexpr (requires { body.view(); }) {
          return support_value(body.view(), own);
        } else {
          return support_value(body, own);
        }
      },
      shape);
}

}  // namespace

double gap_along(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, const Vec3<double>& shift,
                 const Vec3<double>& normal) {
  const double length = norm(normal);
  if (!(length > 0) || !std::isfinite(length)) return -std::numeric_limits<double>::infinity();
  const Vec3<double> n = normal / length;
  const double reach_a = reach_along(a, pose_a, n), reach_b = reach_along(b, pose_b, -n);
  if (!std::isfinite(reach_a) || !std::isfinite(reach_b)) {
    return -std::numeric_limits<double>::infinity();
  }
  const Vec3<double> apart = (pose_b.position - pose_a.position) + shift;
  const double magnitude = max_norm(pose_a.position) + max_norm(pose_b.position) + max_norm(shift) +
                           std::abs(reach_a) + std::abs(reach_b);
  return dot(n, apart) - reach_a - reach_b - slack * magnitude;
}

void remove_separated_bodies(const Bodies& bodies, const Domain& domain,
                             std::span<const Vec3<double>> normal, int threads, PairList& pairs,
                             std::vector<std::uint32_t>& kept) {
  const auto keep = [&](std::size_t i) {
    const BodyPair pair = pairs.pair[i];
    const Vec3<double> shift =
        pairs.image.empty() ? Vec3<double>{} : shift_of(domain, pairs.image[i]);
    return !(gap_along(bodies.shape(pair.a), bodies.poses[pair.a], bodies.shape(pair.b),
                       bodies.poses[pair.b], shift, normal[i]) > 0);
  };
  filter_pairs(pairs, threads, keep, &kept);
}

}  // namespace talus::broad
