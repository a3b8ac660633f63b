// All laws on the degenerate families, and bodies that touch to the last bit.
#include "narrow/laws/families.h"

#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"

namespace laws {
namespace {

class Degenerate : public testing::TestWithParam<Listed> {};

bool same_body(const PairSpec& pair) { return to_json(pair.a) == to_json(pair.b); }

TEST_P(Degenerate, KeepTheLaws) {
  const Listed listed = GetParam();
  const Method& method = *listed.method;
  for (const Family& family : all_families()) {
    Random random(seed_of(listed));
    Findings findings;
    for (int i = 0; i < 60; ++i) {
      const Subject subject(family.draw(listed.a, listed.b, random));
      const Contact<double> c = subject.ask(&method);
      if (!check_answer(subject, method, c, findings)) continue;
      // Exchanging two bodies that are the same in every number changes nothing in the question.
      if (!same_body(subject.spec)) check_swap(subject, method, c, findings);
      check_scaling(subject, method, c, findings);
      check_touching_after_move(subject, method, c, scale_of(subject.spec, c.distance), findings);
    }
    findings.conclude(title_of(listed) + ", " + family.name);
  }
}

// B moved until it touches, then by single units in the last place of its position to either side.
TEST_P(Degenerate, TouchingToTheLastBit) {
  const Listed listed = GetParam();
  const Method& method = *listed.method;
  Random random(seed_of(listed) + 1);
  Findings findings;
  for (int i = 0; i < 100; ++i) {
    PairSpec pair = random_pair(listed.a, listed.b, random);
    Subject subject(pair);
    const Contact<double> first = subject.ask(&method);
    if (is_failure(first.status)) continue;
    subject.move_b(-first.distance * first.normal);
    for (int step = -3; step <= 3; ++step) {
      Subject near = subject;
      double& x = near.pose_b.position.x;
      for (int k = 0; k < std::abs(step); ++k) x = std::nextafter(x, step < 0 ? -1e9 : 1e9);
      near.spec.b.position = triple(near.pose_b.position);
      const Contact<double> c = near.ask(&method);
      if (check_answer(near, method, c, findings)) check_swap(near, method, c, findings);
    }
  }
  findings.conclude(title_of(listed) + ", touching to the last bit");
}

INSTANTIATE_TEST_SUITE_P(Narrow, Degenerate, testing::ValuesIn(all_listed()), test_name);

}  // namespace
}  // namespace laws
