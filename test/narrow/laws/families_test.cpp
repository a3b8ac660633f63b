// All laws on the degenerate families, and bodies that touch to the last bit.
#include "narrow/laws/families.h"

#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"

namespace laws {
namespace {

class Degenerate : public testing::TestWithParam<MethodCase> {};

bool same_body(const PairSpec& pair) { return to_json(pair.a) == to_json(pair.b); }

TEST_P(Degenerate, KeepTheLaws) {
  const MethodCase method_case = GetParam();
  const Method& method = *method_case.method;
  for (const Family& family : all_families()) {
    Random random(seed_of(method_case));
    LawReport report;
    for (int i = 0; i < 60; ++i) {
      const PosedPair posed_pair(family.draw(method_case.a, method_case.b, random));
      const Contact<double> c = posed_pair.evaluate(&method);
      if (!check_answer(posed_pair, method, c, report)) continue;
      // Exchanging two bodies that are the same in every number changes nothing in the question.
      if (!same_body(posed_pair.spec)) check_swap(posed_pair, method, c, report);
      check_scaling(posed_pair, method, c, report);
      check_touching_after_move(posed_pair, method, c, scale_of(posed_pair.spec, c.distance),
                                report);
    }
    report.conclude(title_of(method_case) + ", " + family.name);
  }
}

// B moved until it touches, then by single units in the last place of its position to either side.
TEST_P(Degenerate, TouchingToTheLastBit) {
  const MethodCase method_case = GetParam();
  const Method& method = *method_case.method;
  Random random(seed_of(method_case) + 1);
  LawReport report;
  for (int i = 0; i < 100; ++i) {
    PairSpec pair = random_pair(method_case.a, method_case.b, random);
    PosedPair posed_pair(pair);
    const Contact<double> first = posed_pair.evaluate(&method);
    if (is_failure(first.status)) continue;
    posed_pair.move_b(-first.distance * first.normal);
    for (int step = -3; step <= 3; ++step) {
      PosedPair near = posed_pair;
      double& x = near.pose_b.position.x;
      for (int k = 0; k < std::abs(step); ++k) x = std::nextafter(x, step < 0 ? -1e9 : 1e9);
      near.spec.b.position = triple(near.pose_b.position);
      const Contact<double> c = near.evaluate(&method);
      if (check_answer(near, method, c, report)) check_swap(near, method, c, report);
    }
  }
  report.conclude(title_of(method_case) + ", touching to the last bit");
}

INSTANTIATE_TEST_SUITE_P(Narrow, Degenerate, testing::ValuesIn(all_method_cases()), test_name);

}  // namespace
}  // namespace laws
