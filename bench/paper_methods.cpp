#include "bench/paper_methods.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "bench/machine.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/ellipsoid_ellipsoid/published/target_error.h"

namespace bench {
namespace {

struct EllipsoidPair {
  talus::Shape a, b;
  talus::Pose<double> pose_a, pose_b;
  double truth, eps_d;
};

talus::Vec3<double> vec(const Vector& v) { return {v.x(), v.y(), v.z()}; }

talus::Pose<double> pose_of(const Placement& p) {
  const Eigen::Quaterniond& q = p.orientation;
  return talus::make_pose(vec(p.position), {q.w(), q.x(), q.y(), q.z()});
}

std::vector<EllipsoidPair> place_all(const Workload& workload) {
  std::vector<EllipsoidPair> placed;
  for (std::size_t i = 0; i < workload.pairs.size(); ++i) {
    const Pair& pair = workload.pairs[i];
    const auto a = talus::make_ellipsoid(vec(workload.bodies[pair.a].semi_axes));
    const auto b = talus::make_ellipsoid(vec(workload.bodies[pair.b].semi_axes));
    placed.push_back({a, b, pose_of(pair.pose_a), pose_of(pair.pose_b), pair.truth,
                      talus::ellipsoid_ellipsoid::target_error(a, b, talus::Settings<double>{})});
  }
  return placed;
}

talus::Contact<double> evaluate(const EllipsoidPair& p, const talus::Method& method) {
  return talus::contact(p.a, p.pose_a, p.b, p.pose_b, {}, nullptr, &method);
}

double thread_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

void judge(const std::vector<EllipsoidPair>& pairs, const talus::Method& method,
           MethodTime& result) {
  int failed = 0;
  for (const EllipsoidPair& p : pairs) {
    const talus::Contact<double> c = evaluate(p, method);
    const double error = std::abs(c.distance - p.truth) / p.eps_d;
    if (is_failure(c.status) || !(error <= 10)) {
      ++failed;
    } else {
      result.error = std::max(result.error, error);
    }
  }
  result.failed_share = static_cast<double>(failed) / static_cast<double>(pairs.size());
}

}  // namespace

std::vector<MethodTime> time_methods(const Workload& workload, int repeats) {
  const Pinned pinned;
  const std::vector<EllipsoidPair> pairs = place_all(workload);
  std::vector<MethodTime> results;
  const auto methods = talus::methods_of(talus::Kind::ellipsoid, talus::Kind::ellipsoid);
  for (const talus::Method& method : methods) {
    MethodTime result{workload.name, std::string(method.name),
                      std::numeric_limits<double>::infinity()};
    judge(pairs, method, result);
    results.push_back(result);
  }
  // In turn, so that a slow spell of the machine hits all alike.
  for (int pass = 0; pass < repeats; ++pass) {
    for (std::size_t k = 0; k < methods.size(); ++k) {
      const double begin = thread_nanoseconds();
      for (const EllipsoidPair& p : pairs) benchmark::DoNotOptimize(evaluate(p, methods[k]));
      const double spent = (thread_nanoseconds() - begin) / static_cast<double>(pairs.size());
      results[k].nanoseconds = std::min(results[k].nanoseconds, spent);
    }
  }
  return results;
}

void write_methods(std::ostream& out, const std::vector<MethodTime>& times) {
  out << R"(
## The published methods for two ellipsoids

Separated pairs at the paper's accuracy (P1 equation 1.6), all built with the same flags. `error`: worst
error of the distance over eps_d, of the answers within ten times of it; `failed`: the others.

| workload | method | us | over production | error / eps_d | failed |
| --- | --- | ---: | ---: | ---: | ---: |
)";
  double production = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const MethodTime& t = times[i];
    if (i == 0 || times[i - 1].workload != t.workload) production = t.nanoseconds;
    out << fmt::format("| {} | {} | {:.3f} | {:.1f} | {:.1e} | {:.2g} % |\n", t.workload, t.method,
                       1e-3 * t.nanoseconds, t.nanoseconds / production, t.error,
                       100 * t.failed_share);
  }
}

}  // namespace bench
