// Laws of bodies in motion: a warm start answers as a cold one does, and the signed distance
// changes by no more than B moves.
#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"

namespace laws {
namespace {

class Motion : public testing::TestWithParam<MethodCase> {};

// Only of methods that promise the global minimum to full accuracy.
class ContinuousMotion : public testing::TestWithParam<MethodCase> {};

std::vector<MethodCase> promising_continuity() {
  std::vector<MethodCase> kept;
  for (const MethodCase& method_case : all_method_cases()) {
    const talus::Laws& laws = method_case.method->laws;
    if (laws.accurate && laws.global_minimum) kept.push_back(method_case);
  }
  return kept;
}

// Random walks with one cache, small and large steps, through contact and out again.
TEST_P(Motion, WarmEqualsCold) {
  const MethodCase method_case = GetParam();
  const Method& method = *method_case.method;
  Random random(seed_of(method_case) + 2);
  LawReport report;
  for (int walk = 0; walk < 20; ++walk) {
    PosedPair pair(random_pair(method_case.a, method_case.b, random));
    const double step = scale_of(pair.spec, 0) * random.log_uniform(1e-6, 0.3);
    const Triple home = pair.spec.b.position;
    talus::Cache<double> cache;
    for (int i = 0; i < 50; ++i) {
      // Pulled back to where it began, so that the walk stays near contact.
      const Vec3<double> back = vec(home) - pair.pose_b.position;
      pair.move_b(step * vec(random.direction()) + 0.05 * back);
      const Contact<double> warm = pair.evaluate(&method, &cache), cold = pair.evaluate(&method);
      require_answer(method, warm, pair.spec, report);
      report.require("all numbers finite", all_finite(warm), pair.spec);
      const double scale = scale_of(pair.spec, cold.distance);
      if (method.laws.accurate) {
        report.measure("warm equals cold", std::abs(warm.distance - cold.distance) / scale,
                       promised_accuracy(pair.spec), pair.spec);
        check_answer(pair, method, warm, report);
      }
    }
  }
  report.conclude(title_of(method_case) + ", warm");
}

// A foreign or senseless cache is only a bad guess.
TEST_P(Motion, AnyCacheIsSafe) {
  const MethodCase method_case = GetParam();
  const Method& method = *method_case.method;
  Random random(seed_of(method_case) + 3);
  LawReport report;
  talus::Cache<double> cache;
  for (int i = 0; i < 300; ++i) {
    const PosedPair pair(random_pair(method_case.a, method_case.b, random));
    if (i % 3 == 1) cache.normal = vec(random.in_box(1e3));
    if (i % 3 == 2) {
      const double senseless[] = {0.0, 1e300, 1e-300, INFINITY, NAN};
      cache.normal = {senseless[random.below(5)], senseless[random.below(5)], 1.0};
    }
    const Contact<double> c = pair.evaluate(&method, &cache);
    if (method.laws.accurate) check_answer(pair, method, c, report);
    require_answer(method, c, pair.spec, report);
  }
  report.conclude(title_of(method_case) + ", any cache");
}

// Straight through: the signed distance is a distance function of the translation, so between two
// positions it changes by at most the distance between them.
TEST_P(ContinuousMotion, ThroughContact) {
  const MethodCase method_case = GetParam();
  const Method& method = *method_case.method;
  Random random(seed_of(method_case) + 4);
  LawReport report;
  for (int sweep = 0; sweep < 30; ++sweep) {
    PosedPair pair(random_pair(method_case.a, method_case.b, random));
    const Contact<double> start = pair.evaluate(&method);
    const double scale = scale_of(pair.spec, start.distance);
    // Once across zero in 100 steps, along the normal and somewhat aslant.
    const double path_length = std::abs(start.distance) + 0.05 * scale;
    const double towards = start.distance > 0 ? -1 : 1;
    const Vec3<double> step =
        (towards * path_length / 50) * (start.normal + 0.2 * vec(random.direction()));
    double last = start.distance;
    Vec3<double> last_position = pair.pose_b.position;
    for (int i = 0; i < 100; ++i) {
      pair.move_b(step);
      const Contact<double> c = pair.evaluate(&method);
      const double moved = norm(pair.pose_b.position - last_position);
      require_answer(method, c, pair.spec, report);
      report.measure("change of distance <= path length",
                     std::max(0.0, std::abs(c.distance - last) - moved) / scale,
                     2 * promised_accuracy(pair.spec), pair.spec);
      last = c.distance;
      last_position = pair.pose_b.position;
    }
  }
  report.conclude(title_of(method_case) + ", continuity");
}

INSTANTIATE_TEST_SUITE_P(Narrow, Motion, testing::ValuesIn(all_method_cases()), test_name);
INSTANTIATE_TEST_SUITE_P(Narrow, ContinuousMotion, testing::ValuesIn(promising_continuity()),
                         test_name);

}  // namespace
}  // namespace laws
