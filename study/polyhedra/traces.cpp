#include "polyhedra/traces.h"

#include "polyhedra/growing_faces.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"

namespace study {
namespace {

using nlohmann::json;
using Vec = talus::Vec3<double>;
using namespace talus::polyhedron_polyhedron::gjk;

json to_json(const Vec& v) { return {v.x, v.y, v.z}; }

json to_json(const talus::engine::SupportPair<double>& w) {
  return {{"a", to_json(w.a)}, {"b", to_json(w.b)}, {"at", to_json(w.c)}};
}

struct Recorder {
  json gjk = json::array(), td = json::array();

  void operator()(const GjkStep<double>& step) {
    json corners = json::array();
    for (int i = 0; i < step.tau.count; ++i) corners.push_back(to_json(step.tau.point[i]));
    json kept = json::array();
    for (int i = 0; i < step.nearest.count; ++i) kept.push_back(step.nearest.index[i]);
    // Inside a tetrahedron V is the origin.
    const Vec v = step.nearest.count == 4 ? Vec{} : step.nearest.v;
    gjk.push_back({{"simplex", corners}, {"kept", kept}, {"nearest", to_json(v)}});
  }
  void operator()(const TdStep<double>& step) {
    td.push_back({{"face", json::array({to_json(step.corner[0]), to_json(step.corner[1]),
                                        to_json(step.corner[2])})},
                  {"normal", to_json(step.normal)},
                  {"outermost", to_json(step.e)},
                  {"on_hull", step.on_hull}});
  }
};

}  // namespace

json trace_of(const TimedPair& pair, const Vec& v1) {
  const auto &a = view_of(pair.a), &b = view_of(pair.b);
  talus::PolyhedronDifference<double> difference(a, b, pair.b_in_a);
  GrowingFaces<FaceDistance::of_plane> sigma(most_faces);
  Recorder recorder;
  td_answer(difference, talus::Settings<double>{}, v1, difference.rounding(), sigma, recorder);
  return {{"v1", to_json(v1)},
          {"first", to_json(difference.support(v1))},
          {"gjk", recorder.gjk},
          {"td", recorder.td}};
}

}  // namespace study
