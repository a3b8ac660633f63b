#include "polyhedron_superquadric/cases.h"

#include <cmath>
#include <map>
#include <string>

#include "polyhedron_superquadric/random_bodies.h"

namespace study {
namespace {

using talus::superquadric_polyhedron::FacePlanes;
using talus::superquadric_polyhedron::FaceSearch;
using talus::superquadric_polyhedron::FaceStep;

// The prism over a polygon, long enough for its ends to stay out of the search. Its first half of
// vertices is the lower polygon.
talus::Polyhedron prism(const std::vector<Vec>& corners) {
  std::vector<Vec> points;
  for (const double z : {-4.0, 4.0}) {
    for (const Vec& corner : corners) points.push_back({corner.x, corner.y, z});
  }
  return talus::make_polyhedron(points);
}

// A superquadric turned by `angle` about the prism's axis, at a centre in the plane z = 0.
struct PlanePair {
  Superquadric body;
  double angle;
  Vec centre;
  FaceSearch<double> search{};
  std::vector<FaceStep<double>> steps{};
  bool far_face = false;  // no neighbour of the initial face is positive, another face is

  talus::RelativePose<double> prism_in_body() const {
    const double c = std::cos(angle), s = std::sin(angle);
    const talus::Mat3<double> to_body{{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    return {to_body, -(to_body * centre)};
  }
  Vec to_plane(const Vec& x) const {
    const double c = std::cos(angle), s = std::sin(angle);
    return centre + Vec{c * x.x - s * x.y, s * x.x + c * x.y, x.z};
  }

  void solve(const talus::Polyhedron& p) {
    const talus::RelativePose<double> pose = prism_in_body();
    const FacePlanes<double> planes(body, p.view(), pose);
    CaseRecorder recorder;
    search = search_faces(planes, recorder);
    steps = recorder.faces;
    const Vec x_0 = planes.to_ph(steps[0].x);
    far_face =
        search.which != 8 && steps.size() > 1 && planes.positive_neighbour(steps[0].face, x_0) < 0;
  }

  // Whether a picture shows it: nothing close to a decision.
  bool is_clear(double least) const {
    for (const FaceStep<double>& step : steps) {
      if (std::abs(step.value) < least) return false;
    }
    return search.other < 0 || std::abs(search.edge.gauge - 1) > 2 * least;
  }
};

nlohmann::json plane_point(const Vec& x) { return {x.x, x.y}; }

nlohmann::json picture(const std::string& name, const PlanePair& pair, const talus::Polyhedron& p) {
  const talus::PolyhedronView<double>& view = p.view();
  nlohmann::json steps = nlohmann::json::array();
  for (const FaceStep<double>& step : pair.steps) {
    const Vec n = view.face_normal[step.face];
    steps.push_back({{"x", plane_point(pair.to_plane(step.x))},
                     {"normal", plane_point(n)},
                     {"offset", view.face_offset[step.face]},
                     {"value", step.value}});
  }
  nlohmann::json r = {{"name", name},
                      {"case", pair.search.which},
                      {"semi_axes", {pair.body.semi_axes.x, pair.body.semi_axes.y}},
                      {"exponent", pair.body.n2},
                      {"angle", pair.angle},
                      {"centre", plane_point(pair.centre)},
                      {"steps", steps}};
  if (pair.search.other >= 0) r["edge"] = plane_point(pair.to_plane(pair.search.edge.x));
  return r;
}

std::vector<Vec> circle(int corners) {
  std::vector<Vec> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * M_PI * (i + 0.5) / corners;
    points.push_back({1.4 * std::cos(angle), 1.4 * std::sin(angle), 0});
  }
  return points;
}

}  // namespace

nlohmann::json run_cases(std::uint64_t seed) {
  const std::vector<Vec> triangle{{-1.2, -0.8, 0}, {1.2, -0.8, 0}, {0.2, 1.2, 0}};
  const std::vector<Vec> round = circle(14);
  const talus::Polyhedron three = prism(triangle), many = prism(round);
  Random random(seed);
  std::map<std::string, nlohmann::json> found;
  for (int i = 0; i < 2000000 && found.size() < 8; ++i) {
    const bool is_round = i % 2 == 1;
    PlanePair pair{{{random.uniform(0.5, 1.6), random.uniform(0.4, 0.8), 0.8}, 2, 2},
                   random.uniform(0, M_PI),
                   {random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5), 0}};
    if (is_round) pair.body.n1 = pair.body.n2 = random.uniform(2, 8);
    pair.solve(is_round ? many : three);
    std::string name;
    if (!is_round && pair.search.which >= 1 && pair.search.which <= 6) {
      const bool edge = pair.search.which < 5 || pair.search.other >= 0;
      if (edge) name = "case " + std::to_string(pair.search.which);
    } else if (is_round && pair.far_face && pair.search.which == 6) {
      name = "far face";
    } else if (is_round && pair.steps.size() > 2 && pair.search.which == 6 &&
               pair.search.other >= 0) {
      name = "long search";
    }
    if (name.empty() || found.count(name) || !pair.is_clear(is_round ? 0.01 : 0.04)) continue;
    found[name] = picture(name, pair, is_round ? many : three);
    found[name]["polygon"] = nlohmann::json::array();
    for (const Vec& corner : is_round ? round : triangle) {
      found[name]["polygon"].push_back(plane_point(corner));
    }
  }
  nlohmann::json list = nlohmann::json::array();
  for (auto& [name, entry] : found) list.push_back(std::move(entry));
  return list;
}

}  // namespace study
