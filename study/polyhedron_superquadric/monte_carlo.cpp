#include "polyhedron_superquadric/monte_carlo.h"

#include "polyhedron_superquadric/random_bodies.h"

namespace study {
namespace {

// How far a point is outside the cube [-1, 1]^3; not positive inside. The centres of spheres in
// contact are those within 1: the round-cornered cube of Fig. 11.
double outside_cube(const Vec& c) {
  Vec beyond{};
  for (int i = 0; i < 3; ++i) beyond[i] = std::max(std::abs(c[i]) - 1, 0.0);
  return norm(beyond);
}

}  // namespace

nlohmann::json run_monte_carlo(int centres, std::uint64_t seed) {
  const talus::Polyhedron cube = regular_solids()[1].body;
  const Superquadric ball{{1, 1, 1}, 2, 2};
  Random random(seed);
  int count[9] = {}, disagreements = 0, unproven = 0;
  double worst_depth = 0;  // of face contacts, whose depth is the exact one
  for (int i = 0; i < centres; ++i) {
    const Vec centre = random.in_box(3);
    CaseRecorder recorder;
    const Contact c = query(ball, cube, centre, recorder);
    const double exact = outside_cube(centre);
    const int which = recorder.end.which;
    ++count[which];
    const bool agrees = which == 8 ? exact <= 0 : exact > 0 && (which % 2 == 0) == (exact < 1);
    disagreements += !agrees || which == 0;
    unproven += is_failure(c.status);
    if (recorder.end.feature == Feature::face && which != 8) {
      worst_depth = std::max(worst_depth, std::abs(c.distance - (exact - 1)));
    }
  }
  return {{"centres", centres},   {"seed", seed},
          {"count", count},       {"disagreements", disagreements},
          {"unproven", unproven}, {"worst_face_depth", worst_depth}};
}

}  // namespace study
