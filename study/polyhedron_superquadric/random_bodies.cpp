#include "polyhedron_superquadric/random_bodies.h"

#include "talus/shape.h"
#include "talus/shape/shape.h"

namespace study {

Vec Random::in_box(double half) {
  const double x = uniform(-half, half), y = uniform(-half, half);
  return {x, y, uniform(-half, half)};
}

Vec Random::direction() {
  for (;;) {
    const Vec v = in_box(1);
    const double square = norm_squared(v);
    if (square > 0.01 && square < 1) return v / std::sqrt(square);
  }
}

talus::Quat<double> Random::orientation() {
  for (;;) {
    const Vec v = in_box(1);
    const double w = uniform(-1, 1), square = w * w + norm_squared(v);
    if (square < 0.01 || square > 1) continue;
    const double s = 1 / std::sqrt(square);
    return {s * w, s * v.x, s * v.y, s * v.z};
  }
}

namespace {

// All (0, +-p, +-q) and their rotations.
void add_cyclic(double p, double q, std::vector<Vec>& points) {
  for (const double u : {p, -p}) {
    for (const double v : {q, -q}) {
      points.push_back({0, u, v});
      points.push_back({v, 0, u});
      points.push_back({u, v, 0});
    }
  }
}

std::vector<Vec> cube_corners() {
  std::vector<Vec> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  }
  return points;
}

NamedPolyhedron of_volume_8(const char* name, std::vector<Vec> points) {
  const double volume = talus::mass_properties(talus::make_polyhedron(points)).volume;
  for (Vec& p : points) p = std::cbrt(8 / volume) * p;
  return {name, talus::make_polyhedron(points)};
}

}  // namespace

std::vector<NamedPolyhedron> regular_solids() {
  const double golden = (1 + std::sqrt(5.0)) / 2;
  std::vector<Vec> dodecahedron = cube_corners(), icosahedron;
  add_cyclic(1 / golden, golden, dodecahedron);
  add_cyclic(1, golden, icosahedron);
  return {of_volume_8("tetrahedron", {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}),
          {"cube", talus::make_polyhedron(cube_corners())},
          of_volume_8("octahedron",
                      {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}),
          of_volume_8("dodecahedron", dodecahedron),
          of_volume_8("icosahedron", icosahedron)};
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
