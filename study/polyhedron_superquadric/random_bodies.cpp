#include "polyhedron_superquadric/random_bodies.h"

#include <cmath>
#include <utility>

#include "oracle/sample_solids.h"
#include "talus/shape.h"
#include "talus/shape/shape.h"

namespace study {

std::vector<NamedPolyhedron> regular_solids() {
  using enum oracle::RegularSolid;
  constexpr std::pair<const char*, oracle::RegularSolid> all[] = {{"tetrahedron", tetrahedron},
                                                                  {"cube", cube},
                                                                  {"octahedron", octahedron},
                                                                  {"dodecahedron", dodecahedron},
                                                                  {"icosahedron", icosahedron}};
  std::vector<NamedPolyhedron> solids;
  for (const auto& [name, which] : all) {
    std::vector<Vec> points;
    for (const auto& p : oracle::regular_corners(which)) points.push_back({p.x, p.y, p.z});
    const double volume = talus::mass_properties(talus::make_polyhedron(points)).volume;
    for (Vec& p : points) p = std::cbrt(8 / volume) * p;
    solids.push_back({name, talus::make_polyhedron(points)});
  }
  return solids;
}

talus::Polyhedron random_hull(int points, Random& random) {
  std::vector<Vec> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back(random.direction());
  return talus::make_polyhedron(cloud);
}

Contact query(const Superquadric& s, const talus::Polyhedron& p, const Vec& centre,
              CaseRecorder& recorder) {
  return talus::superquadric_polyhedron::trace_peng_hanley(
      s, p.view(), {talus::identity_matrix<double>(), -centre}, talus::Settings<double>{},
      recorder);
}

}  // namespace study
