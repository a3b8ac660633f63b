#include "talus/packing/random_polyhedron.h"

#include <vector>

#include "talus/error.h"
#include "talus/packing/random.h"
#include "talus/shape/check.h"

namespace talus {
namespace {

// Uniform on the unit sphere: the direction of a point of the ball.
Vec3<double> point_on_sphere(Random& random) {
  for (;;) {
    const Vec3<double> p = random.point_in_cube(2.0) - Vec3<double>{1.0, 1.0, 1.0};
    const double square = norm_squared(p);
    constexpr double least_square = 1e-4;  // closer to the centre the direction loses digits
    if (square > least_square && square < 1.0) return p / square_root(square);
  }
}

}  // namespace

Polyhedron random_polyhedron(const RandomPolyhedron& settings, std::uint64_t seed,
                             std::uint64_t variant) {
  require_positive("polyhedron", "semi_axes", settings.semi_axes);
  require_at_least("polyhedron", "vertices", settings.vertices, 4.0);
  Random random(seed, variant);
  // Random points may lie nearly in a plane, or on one side of the middle: such slivers are drawn
  // again.
  constexpr double least_thickness = 0.2;  // inner over outer radius
  constexpr int most_draws = 10000;
  for (int draw = 0; draw < most_draws; ++draw) {
    std::vector<Vec3<double>> points;
    for (int i = 0; i < settings.vertices; ++i) {
      points.push_back(point_on_sphere(random));
    }
    try {
      const Polyhedron round = make_polyhedron(points);
      if (round.view().inner.radius < least_thickness) continue;
    } catch (const ShapeError&) {
      continue;  // flat
    }
    for (Vec3<double>& p : points) p = multiply_componentwise(settings.semi_axes, p);
    return make_polyhedron(points);
  }
  throw ShapeError("polyhedron", "no random grain found; more vertices help");
}

}  // namespace talus
