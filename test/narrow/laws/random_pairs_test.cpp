// All laws on 10,000 random pairs of every kind.
#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"

namespace laws {
namespace {

class RandomPairs : public testing::TestWithParam<MethodCase> {};

TEST_P(RandomPairs, KeepTheLaws) {
  const MethodCase method_case = GetParam();
  const Method& method = *method_case.method;
  Random random(seed_of(method_case));
  LawReport report;
  constexpr int pairs = 10000;
  int hits = 0;
  for (int i = 0; i < pairs; ++i) {
    const PosedPair posed_pair(random_pair(method_case.a, method_case.b, random));
    const Contact<double> c = posed_pair.evaluate(&method);
    hits += c.distance <= 0;
    if (!check_answer(posed_pair, method, c, report)) continue;
    const double scale = scale_of(posed_pair.spec, c.distance);
    check_swap(posed_pair, method, c, report);
    check_scaling(posed_pair, method, c, report);
    check_rigid(posed_pair, method, c, scale, random, report);
    check_touching_after_move(posed_pair, method, c, scale, report);
  }
  report.conclude(title_of(method_case));
  // Two segments in space do not meet by chance; everything else must meet often enough.
  if (method_case.a != Type::segment || method_case.b != Type::segment) {
    EXPECT_GE(hits, 0.3 * pairs);
    EXPECT_LE(hits, 0.7 * pairs);
  }
}

INSTANTIATE_TEST_SUITE_P(Narrow, RandomPairs, testing::ValuesIn(all_method_cases()), test_name);

}  // namespace
}  // namespace laws
