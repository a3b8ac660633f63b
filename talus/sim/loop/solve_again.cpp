#include "talus/sim/loop/solve_again.h"

#include <cmath>

namespace talus {

bool solve_again(const ChunkContacts& c, const PairBodies& p, const PairQuery& query,
                 Contact<double>& answer) {
  answer = contact(*query.a, *query.pose_a, *query.b, *query.pose_b);
  if (!is_failure(answer.status)) return true;
  const double width = answer.upper - answer.lower;
  if (c.sums.unsolved++ == 0) {
    c.sums.unsolved_pair[0] = static_cast<std::int32_t>(p.a);
    c.sums.unsolved_pair[1] = static_cast<std::int32_t>(p.b);
    c.sums.unsolved_width = width * c.bodies.inverse_size(p.a, p.b);
  }
  const Vec3<double> sum = answer.normal + answer.point_a + answer.point_b;
  constexpr double unit = 1e-6;  // rounding of the length of a normal
  return absolute(norm_squared(answer.normal) - 1.0) < unit &&
         std::isfinite(answer.distance + width + (sum.x + sum.y + sum.z));
}

}  // namespace talus
