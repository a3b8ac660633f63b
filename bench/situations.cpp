#include "bench/situations.h"

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "bench/machine.h"
#include "talus/narrow/contact.h"

namespace bench {
namespace {

struct Side {
  talus::Shape shape;
  talus::Pose<double> pose;
  double radius;
};

struct Situation {
  std::string name;
  Side a, b;
  double expected;
};

talus::Vec3<double> read_vector(const nlohmann::json& v) { return {v.at(0), v.at(1), v.at(2)}; }

Side read_side(const nlohmann::json& body) {
  std::vector<talus::Vec3<double>> points;
  for (const auto& v : body.at("shape").at("vertices")) points.push_back(read_vector(v));
  double radius = 0;  // half the longest diagonal: at most that of the bounding sphere
  for (const auto& p : points) {
    for (const auto& q : points) radius = std::max(radius, 0.5 * norm(p - q));
  }
  const auto& q = body.at("orientation");
  return {talus::make_polyhedron(points),
          talus::make_pose(read_vector(body.at("position")), {q.at(0), q.at(1), q.at(2), q.at(3)}),
          radius};
}

std::vector<Situation> read_situations(const std::string& folder) {
  std::vector<Situation> situations;
  if (!std::filesystem::is_directory(folder)) return situations;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const nlohmann::json json = nlohmann::json::parse(file);
    situations.push_back({entry.path().stem(), read_side(json.at("a")), read_side(json.at("b")),
                          json.at("expected").at("distance")});
  }
  std::sort(situations.begin(), situations.end(),
            [](const Situation& p, const Situation& q) { return p.name < q.name; });
  return situations;
}

double thread_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

talus::Contact<double> evaluate(const Situation& s, const talus::Method* method) {
  return talus::contact(s.a.shape, s.a.pose, s.b.shape, s.b.pose, {}, nullptr, method);
}

}  // namespace

std::optional<SituationTimes> time_situations(const std::string& folder,
                                              const std::string& method_name) {
  const std::vector<Situation> situations = read_situations(folder);
  const talus::Method* method =
      talus::find_method(talus::Kind::polyhedron, talus::Kind::polyhedron, method_name);
  if (situations.empty() || method == nullptr) return std::nullopt;
  SituationTimes result{method_name, {}, std::numeric_limits<double>::infinity(), 0};
  for (const Situation& s : situations) {
    const double error = std::abs(evaluate(s, method).distance - s.expected) /
                         std::max({s.a.radius, s.b.radius, std::abs(s.expected)});
    result.names.push_back(s.name);
    result.worst_error = std::max(result.worst_error, error);
  }
  const Pinned pinned;
  constexpr int rounds = 2000, passes = 20;
  for (int pass = 0; pass < passes; ++pass) {
    const double begin = thread_nanoseconds();
    for (int round = 0; round < rounds; ++round) {
      for (const Situation& s : situations) benchmark::DoNotOptimize(evaluate(s, method));
    }
    const double queries = static_cast<double>(rounds) * static_cast<double>(situations.size());
    result.nanoseconds = std::min(result.nanoseconds, (thread_nanoseconds() - begin) / queries);
  }
  return result;
}

}  // namespace bench
