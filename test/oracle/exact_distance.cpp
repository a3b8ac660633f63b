#include "oracle/exact_distance.h"

#include <stdexcept>

#include "oracle/axis_search.h"
#include "oracle/shortest.h"

namespace oracle {

namespace {

Quad best_sigma(const Scene& scene, const AxisSearch& search) {
  Quad best = -1e300;
  for (const Axis& axis : search.axes) best = std::max(best, exact_sigma(scene, axis));
  return best;
}

}  // namespace

long double exact_distance(const Solid& a, const OraclePose& pose_a, const Solid& b,
                           const OraclePose& pose_b) {
  const Scene scene(a, pose_a, b, pose_b);
  const AxisSearch search = search_axes(scene);
  if (search.best.value < 1e-6 * scene.size()) {
    const Quad best = best_sigma(scene, search);
    // Touching up to the rounding of 113 bits has no direction of its own.
    if (!(best > Quad(1e-27) * scene.size())) return static_cast<long double>(best);
  }
  // A connection's direction is known to the square root of its length's precision only, which
  // shows where it is tiny or faces are parallel to the last digits: there an axis closes the
  // bracket.
  const Quad narrow = Quad(1e-16) * scene.size();
  Separation separation = separate(scene, search.best.direction);
  if (separation.upper - separation.lower > narrow) {
    separation.lower = std::max(separation.lower, best_sigma(scene, search));
  }
  if (separation.upper - separation.lower > narrow) {
    throw std::runtime_error("the oracle's bracket of a distance did not close");
  }
  return static_cast<long double>(separation.upper);
}

double rough_distance(const Solid& a, const OraclePose& pose_a, const Solid& b,
                      const OraclePose& pose_b) {
  const Scene scene(a, pose_a, b, pose_b);
  const AxisSearch search = search_axes(scene);
  if (!(search.best.value > 0)) return search.best.value;
  return rough_separation(scene, search.best.direction);
}

}  // namespace oracle
