#include "polyhedron_superquadric/accuracy.h"

#include <algorithm>
#include <array>

#include "polyhedron_superquadric/random_bodies.h"
#include "talus/narrow/contact.h"

namespace study {
namespace {

using talus::Status;
using talus::superquadric_polyhedron::FacePlanes;
using talus::superquadric_polyhedron::FaceSearch;
using talus::superquadric_polyhedron::Return;

enum class Body { sphere, ellipsoid, blocky };

Superquadric draw(Body body, Random& random) {
  const auto axis = [&] { return body == Body::sphere ? 1.0 : random.log_uniform(0.4, 1.6); };
  const auto exponent = [&] { return body == Body::blocky ? random.log_uniform(4, 20) : 2.0; };
  const double a = axis(), b = axis(), c = axis(), n1 = exponent();
  return {{a, b, c}, n1, exponent()};
}

// Of one reading of the paper's return to a face.
struct ReadingTally {
  int missed = 0, no_case = 0, endless = 0;
  long probes = 0;

  void add(const FaceSearch<double>& search, double target) {
    missed += search.which % 2 == 1 && target < 0;
    no_case += search.which == 0;
    endless +=
        search.which == 0 && search.steps >= talus::superquadric_polyhedron::longest_face_path - 1;
    probes += search.probes;
  }
};

constexpr Return readings[] = {Return::any_face, Return::previous_face, Return::all_edges};
constexpr const char* reading_names[] = {"any face", "the face before", "any face, all edges"};

// Of one body on one kind of polyhedron at one distance.
struct Tally {
  int pairs = 0, missed = 0, false_contact = 0, no_case = 0, unproven = 0, far_next = 0;
  std::array<int, 9> count{};
  std::array<std::vector<double>, 3> ratio, angle;  // by feature: depth over exact, degrees
  std::array<ReadingTally, 3> reading;
};

// Peng-Hanley at the given signed distance in units of the superquadric's largest semi-axis, with
// the production method's proven answer beside it; false if the pair has no such distance.
bool add_pair(Body body, bool cube, double distance, Random& random, Tally& tally) {
  static const talus::Polyhedron the_cube = regular_solids()[1].body;
  const Superquadric s = draw(body, random);
  const talus::Shape a = talus::make_superquadric(s.semi_axes, s.n1, s.n2);
  const talus::Shape b = cube ? the_cube : random_hull(8 + random.below(33), random);
  const talus::Pose<double> pose_a{{}, random.orientation()};
  talus::Pose<double> pose_b{2.0 * random.direction(), random.orientation()};
  const double target = distance * max_norm(s.semi_axes);
  const Contact first = talus::contact(a, pose_a, b, pose_b);
  pose_b.position = pose_b.position + (target - first.distance) * first.normal;
  const Contact exact = talus::contact(a, pose_a, b, pose_b);
  const Status expected = target > 0 ? Status::separated : Status::overlapping;
  if (!exact.proven || exact.status != expected ||
      std::abs(exact.distance - target) > 1e-6 * std::abs(target)) {
    return false;
  }
  CaseRecorder recorder;
  const talus::PolyhedronView<double>& view = std::get<talus::Polyhedron>(b).view();
  const talus::RelativePose<double> pose = talus::relative_pose(pose_a, pose_b);
  const Contact c = talus::superquadric_polyhedron::trace_peng_hanley(
      s, view, pose, talus::Settings<double>{}, recorder);
  const FacePlanes<double> planes(s, view, pose);
  const auto is_far = [&](std::size_t k) {
    return planes.common_edge(recorder.faces[k - 1].face, recorder.faces[k].face) < 0;
  };
  bool far_next = false;
  for (std::size_t k = 2; k < recorder.faces.size(); ++k) far_next = far_next || is_far(k);
  tally.far_next += far_next;
  talus::Silent silent;
  for (std::size_t k = 0; k < std::size(readings); ++k) {
    tally.reading[k].add(search_faces(planes, silent, readings[k]), target);
  }
  const int which = recorder.end.which;
  ++tally.pairs;
  ++tally.count[which];
  tally.no_case += which == 0;
  tally.missed += which % 2 == 1 && target < 0;
  tally.false_contact += which % 2 == 0 && which > 0 && target > 0;
  tally.unproven += is_failure(c.status);
  if (recorder.end.feature == Feature::none || target > 0) return true;
  const int feature = static_cast<int>(recorder.end.feature) - 1;
  tally.ratio[feature].push_back(c.distance / exact.distance);
  const Vec normal = rotation_of(pose_a.orientation) * c.normal;
  tally.angle[feature].push_back(std::acos(std::min(1.0, dot(normal, exact.normal))) * 180 / M_PI);
  return true;
}

nlohmann::json quantiles(std::vector<double> list) {
  if (list.empty()) return nullptr;
  std::sort(list.begin(), list.end());
  const auto at = [&](double q) {
    return list[static_cast<std::size_t>(q * static_cast<double>(list.size() - 1))];
  };
  return {{"count", list.size()}, {"least", at(0)},  {"median", at(0.5)},
          {"q90", at(0.9)},       {"q99", at(0.99)}, {"most", at(1)}};
}

}  // namespace

nlohmann::json run_accuracy(int pairs, std::uint64_t seed) {
  nlohmann::json rows = nlohmann::json::array();
  const char* names[] = {"sphere", "ellipsoid", "blocky"};
  for (const bool cube : {true, false}) {
    for (const Body body : {Body::sphere, Body::ellipsoid, Body::blocky}) {
      for (const double distance : {0.01, -1e-3, -1e-2, -1e-1}) {
        Random random(seed);
        Tally tally;
        for (int tries = 0; tally.pairs < pairs && tries < 20 * pairs; ++tries) {
          add_pair(body, cube, distance, random, tally);
        }
        nlohmann::json row = {{"body", names[static_cast<int>(body)]},
                              {"polyhedron", cube ? "cube" : "hull"},
                              {"distance", distance},
                              {"pairs", tally.pairs},
                              {"count", tally.count},
                              {"missed", tally.missed},
                              {"false_contact", tally.false_contact},
                              {"no_case", tally.no_case},
                              {"far_next", tally.far_next},
                              {"unproven", tally.unproven}};
        for (std::size_t k = 0; k < std::size(readings); ++k) {
          const ReadingTally& t = tally.reading[k];
          row["readings"][reading_names[k]] = {{"missed", t.missed},
                                               {"no_case", t.no_case},
                                               {"endless", t.endless},
                                               {"probes", t.probes}};
        }
        const char* features[] = {"face", "edge", "vertex"};
        for (int f = 0; f < 3; ++f) {
          row["ratio"][features[f]] = quantiles(tally.ratio[f]);
          row["angle"][features[f]] = quantiles(tally.angle[f]);
        }
        rows.push_back(row);
      }
    }
  }
  return {{"pairs", pairs}, {"seed", seed}, {"rows", rows}};
}

}  // namespace study
