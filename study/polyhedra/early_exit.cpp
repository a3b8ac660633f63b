#include "polyhedra/early_exit.h"

#include "talus/narrow/polyhedron_polyhedron/published/gjk_signed_volumes.h"

namespace study {

EarlyExit gjk_early_exit(const talus::PolyhedronView<double>& a,
                         const talus::PolyhedronView<double>& b,
                         const talus::RelativePose<double>& b_in_a) {
  using namespace talus::polyhedron_polyhedron::gjk;
  talus::PolyhedronDifference<double> difference(a, b, b_in_a);
  const double rounding = difference.rounding();
  // All of A - B lies beyond the plane through w at right angles to v, which O is before.
  const auto separates = [&](const talus::Vec3<double>& v, const talus::Vec3<double>& w) {
    return dot(v, w) > rounding * norm(v);
  };
  const talus::Vec3<double> v1 = first_direction(difference);
  talus::engine::Simplex<double> tau;
  tau.point[0] = difference.support(v1);
  tau.count = 1;
  NearestFace<double> nearest{{0}, {1.0}, 1, tau.point[0].c};
  EarlyExit exit{separates(-v1, tau.point[0].c), 0};
  while (!exit.separated) {
    const double square = norm_squared(nearest.v);
    if (nearest.count == 4 || !(square > rounding * rounding)) break;
    keep_face(tau, nearest);
    ++exit.iterations;
    const auto w = difference.support(-nearest.v);
    exit.separated = separates(nearest.v, w.c);
    if (exit.separated || !is_nearer(tau, nearest.v, square, w, rounding)) break;
    tau.point[tau.count++] = w;
    nearest = SignedVolumes::nearest(tau);
    if (nearest.count < 4 && !(norm_squared(nearest.v) < square)) break;
  }
  return exit;
}

}  // namespace study
