#include "polyhedra/situations.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "bench/machine.h"
#include "polyhedra/evaluations.h"
#include "polyhedra/fig4_bodies.h"
#include "polyhedra/timed_pair.h"
#include "polyhedra/traces.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_loop.h"

namespace study {
namespace {

using nlohmann::json;

talus::Shape read_shape(const json& body) {
  std::vector<talus::Vec3<double>> points;
  for (const json& v : body.at("shape").at("vertices")) {
    points.push_back({v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()});
  }
  return talus::make_polyhedron(points);
}

talus::Pose<double> read_pose(const json& body) {
  const json &p = body.at("position"), &q = body.at("orientation");
  return talus::make_pose(
      {p.at(0).get<double>(), p.at(1).get<double>(), p.at(2).get<double>()},
      {q.at(0).get<double>(), q.at(1).get<double>(), q.at(2).get<double>(), q.at(3).get<double>()});
}

json to_json(const talus::Vec3<double>& v) { return {v.x, v.y, v.z}; }

// Each repeat makes as many calls as take about a hundredth of the time.
double time_of(const TimedPair& pair, const talus::Method& method, double seconds) {
  constexpr int repeats = 100;
  const double once = best_nanoseconds([&] { keep(pair.contact(method)); }, 1, 20);
  const int calls = std::max(1, static_cast<int>(1e9 * seconds / repeats / once));
  const auto pass = [&] {
    for (int i = 0; i < calls; ++i) keep(pair.contact(method));
  };
  return best_nanoseconds(pass, calls, repeats);
}

TimedPair read_pair(const json& query, const talus::Shape& a, const talus::Shape& b) {
  return {a, b, talus::relative_pose(read_pose(query.at("a")), read_pose(query.at("b")))};
}

talus::Vec3<double> line_of_centres(const TimedPair& pair) {
  const talus::PolyhedronDifference<double> difference(view_of(pair.a), view_of(pair.b),
                                                       pair.b_in_a);
  return talus::polyhedron_polyhedron::gjk::first_direction(difference);
}

json answer_of(const TimedPair& pair, const talus::Method& method, double seconds) {
  const talus::Contact<double> c = pair.contact(method);
  return {{"method", method.name},
          {"status", talus::name_of(c.status)},
          {"definition", talus::name_of(c.definition)},
          {"distance", c.distance},
          {"normal", to_json(c.normal)},
          {"point_a", to_json(c.point_a)},
          {"point_b", to_json(c.point_b)},
          {"iterations", c.iterations},
          {"nanoseconds", time_of(pair, method, seconds)}};
}

}  // namespace

Situations run_situations(const std::filesystem::path& folder, double seconds_per_time,
                          int fig4_bodies, const std::filesystem::path& sequence) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  const bench::Pinned pinned;
  Situations result;
  for (const auto& file : files) {
    const json query = json::parse(std::ifstream(file));
    const std::string id = query.at("id");
    const talus::Shape a = read_shape(query.at("a")), b = read_shape(query.at("b"));
    const TimedPair pair = read_pair(query, a, b);
    json answers = json::array();
    for (const talus::Method& method : methods()) {
      answers.push_back(answer_of(pair, method, seconds_per_time));
    }
    json evaluations;
    for (const std::string_view name : counted_methods) {
      evaluations[std::string(name)] =
          support_evaluations(name, view_of(a), view_of(b), pair.b_in_a);
    }
    result.answers.push_back({{"id", id},
                              {"vertices", view_of(a).vertex_count + view_of(b).vertex_count},
                              {"answers", answers},
                              {"evaluations", evaluations}});
    if (id == "fig5f" || id == "fig7" || id == "fig8a")
      result.traces[id] = trace_of(pair, line_of_centres(pair));
    if (id == "fig4") result.fig4_bodies = run_fig4_bodies(pair, fig4_bodies);
  }
  const json query = json::parse(std::ifstream(sequence));
  const talus::Shape a = read_shape(query.at("a")), b = read_shape(query.at("b"));
  const json& v1 = query.at("v1");
  result.traces["fig5"] = trace_of(read_pair(query, a, b), {v1.at(0), v1.at(1), v1.at(2)});
  return result;
}

}  // namespace study
