#include "polyhedron_superquadric/analytic.h"

#include "polyhedron_superquadric/random_bodies.h"

namespace study {
namespace {

struct Check {
  const char* name;
  int solid;  // of regular_solids
  Superquadric body;
  Vec centre;
  bool contact;
  Vec point;   // X_c
  Vec normal;  // out of the polyhedron
  double overlap;
};

// A ball of radius 1 over a face, edge or corner at the given height over the contact plane.
Check ball_over(const char* name, int solid, const Vec& closest_point, const Vec& normal,
                double height, bool face) {
  const Vec centre = closest_point + height * normal;
  return {name,   solid,      {{1, 1, 1}, 2, 2},
          centre, height < 1, face ? centre - normal : closest_point,
          normal, 1 - height};
}

std::vector<Check> checks() {
  const double e = std::sqrt(0.5), v = std::sqrt(1 / 3.0);
  const double t = std::cbrt(3.0);  // the tetrahedron of volume 8 has its corners at (t, t, t), ...
  std::vector<Check> list;
  for (const double height : {0.9, 0.5, 1.1}) {
    list.push_back(ball_over("sphere, cube, face", 1, {1, 0.3, -0.2}, {1, 0, 0}, height, true));
    list.push_back(ball_over("sphere, cube, edge", 1, {1, 1, 0.25}, {e, e, 0}, height, false));
    list.push_back(ball_over("sphere, cube, vertex", 1, {1, 1, 1}, {v, v, v}, height, false));
    list.push_back(ball_over("sphere, tetrahedron, face", 0, -t / 3 * Vec{1, 1, 1}, {-v, -v, -v},
                             height, true));
    list.push_back(ball_over("sphere, tetrahedron, edge", 0, {t, 0, 0}, {1, 0, 0}, height, false));
    list.push_back(
        ball_over("sphere, tetrahedron, vertex", 0, {t, t, t}, {v, v, v}, height, false));
  }
  // Ellipsoids with an axis along the face's normal.
  for (const double height : {0.4, 0.45, 0.6}) {
    list.push_back({"ellipsoid, cube, face",
                    1,
                    {{2, 1, 0.5}, 2, 2},
                    {0.5, 0.2, 1 + height},
                    height < 0.5,
                    {0.5, 0.2, 0.5 + height},
                    {0, 0, 1},
                    0.5 - height});
  }
  return list;
}

}  // namespace

nlohmann::json run_analytic() {
  const std::vector<NamedPolyhedron> solids = regular_solids();
  nlohmann::json rows = nlohmann::json::array();
  for (const Check& check : checks()) {
    CaseRecorder recorder;
    const Contact c = query(check.body, solids[check.solid].body, check.centre, recorder);
    const bool found = recorder.end.which % 2 == 0 && recorder.end.which > 0;
    nlohmann::json row = {{"name", check.name},
                          {"case", recorder.end.which},
                          {"contact", check.contact},
                          {"right", found == check.contact},
                          {"overlap", check.overlap}};
    if (found && check.contact) {
      row["point_error"] = norm(recorder.end.x_c + check.centre - check.point);
      row["normal_error"] = norm(c.normal + check.normal);
      row["overlap_error"] = std::abs(-c.distance - check.overlap);
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace study
