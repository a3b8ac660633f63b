#include "polyhedron_superquadric/accuracy.h"

#include <algorithm>
#include <array>

#include "polyhedron_superquadric/random_bodies.h"
#include "talus/narrow/contact.h"

namespace study {
namespace {

using talus::Status;

enum class Body { sphere, ellipsoid, blocky };

Superquadric draw(Body body, Random& random) {
  const auto axis = [&] { return body == Body::sphere ? 1.0 : random.log_uniform(0.4, 1.6); };
  const auto exponent = [&] { return body == Body::blocky ? random.log_uniform(4, 20) : 2.0; };
  const double a = axis(), b = axis(), c = axis(), n1 = exponent();
  return {{a, b, c}, n1, exponent()};
}

// Of one body on one kind of polyhedron at one distance.
struct Tally {
  int pairs = 0, missed = 0, false_contact = 0, no_case = 0, unproven = 0;
  std::array<int, 9> count{};
  std::array<std::vector<double>, 3> ratio, angle;  // by feature: depth over exact, degrees
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
  const Contact c = talus::superquadric_polyhedron::trace_peng_hanley(
      s, std::get<talus::Polyhedron>(b).view(), talus::relative_pose(pose_a, pose_b),
      talus::Settings<double>{}, recorder);
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
                              {"unproven", tally.unproven}};
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
