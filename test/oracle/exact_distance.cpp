#include "oracle/exact_distance.h"

#include <stdexcept>

#include "oracle/axis_search.h"
#include "oracle/shortest.h"

namespace oracle {

long double exact_distance(const Solid& a, const Place& place_a, const Solid& b,
                           const Place& place_b) {
  const Scene scene(a, place_a, b, place_b);
  const AxisSearch search = search_axes(scene);
  Quad lower = -1e300;
  if (search.best.value < 1e-6 * scene.size()) {
    for (const Axis& axis : search.axes) lower = std::max(lower, exact_sigma(scene, axis));
    // Touching up to the rounding of 113 bits has no direction of its own.
    if (!(lower > Quad(1e-27) * scene.size())) return static_cast<long double>(lower);
  }
  // The direction of a tiny connection is not that exact: there the best axis closes the bracket.
  const Separation separation = separate(scene, search.best.direction);
  lower = std::max(lower, separation.lower);
  if (separation.upper - lower > Quad(1e-18) * scene.size()) {
    throw std::runtime_error("the oracle's bracket of a distance did not close");
  }
  return static_cast<long double>(separation.upper);
}

double rough_distance(const Solid& a, const Place& place_a, const Solid& b, const Place& place_b) {
  const Scene scene(a, place_a, b, place_b);
  const AxisSearch search = search_axes(scene);
  if (!(search.best.value > 0)) return search.best.value;
  return rough_separation(scene, search.best.direction);
}

}  // namespace oracle
