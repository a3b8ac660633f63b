// All laws on 10,000 random pairs of every kind.
#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"

namespace laws {
namespace {

class RandomPairs : public testing::TestWithParam<Listed> {};

TEST_P(RandomPairs, KeepTheLaws) {
  const Listed listed = GetParam();
  const Method& method = *listed.method;
  Random random(seed_of(listed));
  Findings findings;
  constexpr int pairs = 10000;
  int hits = 0;
  for (int i = 0; i < pairs; ++i) {
    const Subject subject(random_pair(listed.a, listed.b, random));
    const Contact<double> c = subject.ask(&method);
    hits += c.distance <= 0;
    if (!check_answer(subject, method, c, findings)) continue;
    const double scale = scale_of(subject.spec, c.distance);
    check_swap(subject, method, c, findings);
    check_scaling(subject, method, c, findings);
    check_rigid(subject, method, c, scale, random, findings);
    check_touching_after_move(subject, method, c, scale, findings);
  }
  findings.conclude(title_of(listed));
  // Two segments in space do not meet by chance; everything else must meet often enough.
  if (listed.a != Type::segment || listed.b != Type::segment) {
    EXPECT_GE(hits, 0.3 * pairs);
    EXPECT_LE(hits, 0.7 * pairs);
  }
}

INSTANTIATE_TEST_SUITE_P(Narrow, RandomPairs, testing::ValuesIn(all_listed()), test_name);

}  // namespace
}  // namespace laws
