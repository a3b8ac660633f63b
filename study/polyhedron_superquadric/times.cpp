#include "polyhedron_superquadric/times.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "bench/machine.h"
#include "polyhedron_superquadric/random_bodies.h"

namespace study {
namespace {

using talus::superquadric_polyhedron::FacePlanes;
using talus::superquadric_polyhedron::FaceSearch;
using talus::superquadric_polyhedron::search_faces;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Detection alone, as the paper times it: the search, without the evaluation. The centroid belongs
// to the body and is not computed again.
FaceSearch<double> detect(const Superquadric& ball, const talus::Polyhedron& p, const Vec& centroid,
                          const Vec& centre) {
  const talus::RelativePose<double> pose{talus::identity_matrix<double>(), -centre};
  talus::Silent silent;
  return search_faces(FacePlanes<double>(ball, p.view(), pose, centroid), silent);
}

// Nanoseconds of one determination: the best of ten passes over its repeats.
double time_of(const Superquadric& ball, const talus::Polyhedron& p, const Vec& centroid,
               const Vec& centre, int repeats) {
  const int pass = std::max(1, repeats / 10);
  double best = 1e9;
  volatile int sink = 0;
  for (int k = 0; k < 10; ++k) {
    const double start = seconds();
    for (int i = 0; i < pass; ++i) sink = sink + detect(ball, p, centroid, centre).which;
    best = std::min(best, (seconds() - start) / pass);
  }
  return 1e9 * best;
}

nlohmann::json time_solid(const std::string& name, const talus::Polyhedron& p, double half,
                          const TimeOptions& options, Random& random) {
  const Superquadric ball{{1, 1, 1}, 2, 2};
  const Vec centroid = talus::superquadric_polyhedron::polyhedron_centroid(p.view());
  std::map<int, std::vector<double>> times;
  std::map<int, long> faces, edge_points;  // the work of a case, the same on every machine
  for (int i = 0; i < options.centres; ++i) {
    const Vec centre = random.in_box(half);
    const FaceSearch<double> search = detect(ball, p, centroid, centre);
    if (search.which == 8) continue;  // disregarded, as in the paper
    times[search.which].push_back(time_of(ball, p, centroid, centre, options.repeats));
    faces[search.which] += search.steps;
    edge_points[search.which] += search.probes;
  }
  nlohmann::json cases = nlohmann::json::object();
  double sum = 0;
  int count = 0;
  for (auto& [which, list] : times) {
    std::sort(list.begin(), list.end());
    for (const double t : list) sum += t;
    count += static_cast<int>(list.size());
    nlohmann::json quantile = nlohmann::json::array();  // every 2 %
    for (int k = 0; k <= 50; ++k)
      quantile.push_back(std::round(10 * list[(list.size() - 1) * k / 50]) / 10);
    const auto spheres = static_cast<double>(list.size());
    cases[std::to_string(which)] = {
        {"count", list.size()},
        {"quantile", quantile},
        {"faces", static_cast<double>(faces[which]) / spheres},
        {"edge_points", static_cast<double>(edge_points[which]) / spheres}};
  }
  return {{"name", name},
          {"faces", p.view().face_count},
          {"mean", sum / std::max(1, count)},
          {"cases", cases}};
}

}  // namespace

nlohmann::json run_times(const TimeOptions& options) {
  const bench::Pinned pinned;
  Random random(12);
  nlohmann::json solids = nlohmann::json::array(), hulls = nlohmann::json::array();
  for (const NamedPolyhedron& solid : regular_solids()) {
    solids.push_back(time_solid(solid.name, solid.body, 3, options, random));
  }
  // Beyond the paper: hulls of points on a sphere, up to a thousand faces.
  TimeOptions few = options;
  few.centres = std::max(20, options.centres / 10);
  for (const int points : {12, 30, 80, 200, 502}) {
    hulls.push_back(time_solid("hull", random_hull(points, random), 3, few, random));
  }
  return {{"solids", solids},
          {"hulls", hulls},
          {"centres", options.centres},
          {"repeats", options.repeats}};
}

}  // namespace study
