// Random pairs for the campaign. Building a polyhedron costs more than a query, so they draw their
// shapes from a pool that is renewed now and then.
#pragma once

#include <memory>
#include <vector>

#include "campaign/exact_check.h"
#include "narrow/laws/posed_pair.h"
#include "narrow/laws/random_shape.h"

namespace laws {

// A pair to query, with the bodies of the exact oracle if it is to judge the answer.
struct Candidate {
  PosedPair pair;
  std::shared_ptr<const oracle::Solid> solid_a, solid_b;
};

inline Candidate make_candidate(const PairSpec& pair, bool judged) {
  Candidate candidate{PosedPair(pair), nullptr, nullptr};
  if (judged) {
    candidate.solid_a = std::make_shared<oracle::Solid>(oracle::make_solid(pair.a.points));
    candidate.solid_b = std::make_shared<oracle::Solid>(oracle::make_solid(pair.b.points));
  }
  return candidate;
}

class Pool {
 public:
  Pool(Type a, Type b, bool judged) : type_a_(a), type_b_(b), judged_(judged) {}

  Candidate draw(Random& random) {
    constexpr int renewals = 20000, size = 64;
    if (drawn_++ % renewals == 0) {
      candidates_.clear();
      for (int i = 0; i < size; ++i) {
        candidates_.push_back(make_candidate(random_pair(type_a_, type_b_, random), judged_));
      }
    }
    Candidate candidate = candidates_[random.below(size)];
    const Candidate& other = candidates_[random.below(size)];
    PosedPair& posed = candidate.pair;
    const bool same_order = posed.spec.a.type == other.pair.spec.a.type;
    posed.b = same_order ? other.pair.b : other.pair.a;
    posed.spec.b = same_order ? other.pair.spec.b : other.pair.spec.a;
    candidate.solid_b = same_order ? other.solid_b : other.solid_a;
    posed.spec.a.orientation = random.orientation();
    posed.spec.b.orientation = random.orientation();
    place_randomly(posed.spec, random);
    posed.pose_a = make_pose(posed.spec.a);
    posed.pose_b = make_pose(posed.spec.b);
    return candidate;
  }

 private:
  Type type_a_, type_b_;
  bool judged_;
  long drawn_ = 0;
  std::vector<Candidate> candidates_;
};

// A time step of the pair: mostly by 1e-6 to 1e-2 of B's size and of a radian, now and then a leap
// that leaves nothing of what a cache remembers.
inline void move_a_little(PosedPair& posed, Random& random) {
  const double step = random.chance(0.05) ? 1 : random.log_uniform(1e-6, 1e-2);
  Spec& b = posed.spec.b;
  shift(b, random.direction(), step * size_of(b));
  const Triple axis = random.direction();
  const double h = 0.5 * step;
  const auto r = b.orientation;
  b.orientation = {r[0] - h * (axis[0] * r[1] + axis[1] * r[2] + axis[2] * r[3]),
                   r[1] + h * (axis[0] * r[0] + axis[1] * r[3] - axis[2] * r[2]),
                   r[2] + h * (axis[1] * r[0] + axis[2] * r[1] - axis[0] * r[3]),
                   r[3] + h * (axis[2] * r[0] + axis[0] * r[2] - axis[1] * r[1])};
  double square = 0;
  for (const double x : b.orientation) square += x * x;
  for (double& x : b.orientation) x /= std::sqrt(square);
  posed.pose_b = make_pose(b);
}

}  // namespace laws
