// Checks an answer for superquadrics, or one and a polyhedron, with support functions in long
// double that are not Talus's. A separated answer is proven or refuted: its normal bounds the
// distance from below, its points, on the bodies, from above. An overlapping one must not be
// undercut by the depth along its own normal, the direction the pair was laid along, or any of a
// few dozen others; a sample goes to the oracle, whose bracket is global.
#pragma once

#include "campaign/laid_pairs.h"
#include "campaign/pool.h"
#include "campaign/tally.h"
#include "narrow/laws/law.h"
#include "oracle/sweep.h"

namespace laws {

// Relative to max(larger bounding radius, |distance|).
inline double wanted_accuracy(const PairSpec& pair) {
  double most = 0;
  for (const Spec* s : {&pair.a, &pair.b}) most = std::max({most, s->n1, s->n2});
  return most > 20 ? 1e-10 : 1e-12;
}

class BracketCheck {
 public:
  BracketCheck(const LaidPair& laid, const Contact<double>& c)
      : posed_pair_(laid.pair),
        pair_(posed_pair_.spec),
        c_(c),
        a_(pair_.a, pair_.a.position),
        b_(pair_.b, pair_.a.position),
        n_(unit(Vec(triple(c.normal)))),
        scale_(scale_of(pair_, c.distance)),
        world_(4 * rounding_of_world(pair_)),
        rounding_(1e-14 * scale_ + world_) {}

  // Nothing is wrong, or what is.
  const char* verdict(const Triple& laid_along) {
    if (!(c_.lower <= c_.distance && c_.distance <= c_.upper)) return "distance outside bracket";
    if (!status_matches(c_)) return "status is not the bracket's";
    const Real along = sigma(n_);
    error_ = static_cast<double>(std::abs(along - c_.distance));
    if (!(error_ <= accuracy() + world_)) return "distance is not sigma(normal)";
    if (!(std::abs(length(Vec(triple(c_.normal))) - 1) <= 2e-15L)) return "normal not unit";
    if (const char* wrong = points_verdict(along)) return wrong;
    if (along > c_.upper + rounding_) return "sigma(normal) above upper";
    if (along > 0) return nullptr;
    return undercut(laid_along) ? "upper undercut by another direction" : nullptr;
  }

  double error() const { return error_ / scale_; }

 private:
  using Real = long double;
  using Vec = oracle::Vec<Real>;

  double accuracy() const { return wanted_accuracy(pair_) * scale_; }

  Real sigma(const Vec& n) const { return -b_.support_value(-n) - a_.support_value(n); }

  // Each point on its surface and its supporting plane, a distance apart along the normal; apart,
  // they bound the true distance from above.
  const char* points_verdict(const Real& along) {
    const Vec origin(pair_.a.position);
    const Vec p = Vec(triple(c_.point_a)) - origin, q = Vec(triple(c_.point_b)) - origin;
    const double tolerance = promised_surface_accuracy(pair_) * scale_ + world_;
    const Real out_a = outside(a_, posed_pair_.a, p), out_b = outside(b_, posed_pair_.b, q);
    if (!(std::abs(out_a) <= tolerance && std::abs(out_b) <= tolerance)) return "point off surface";
    const Real below_a = a_.support_value(n_) - dot(n_, p),
               below_b = b_.support_value(-n_) + dot(n_, q);
    if (!(std::abs(below_a) <= tolerance && std::abs(below_b) <= tolerance)) {
      return "point off its supporting plane";
    }
    const Real link = length(q - p - Real(c_.distance) * Vec(triple(c_.normal)));
    if (!(link <= 1e-13L * scale_ + world_)) return "points not linked by the normal";
    if (!(along > 0)) return nullptr;
    const Real claimed = length(q - p) + std::max<Real>(out_a, 0) + std::max<Real>(out_b, 0);
    const Real high = std::min(claimed, length(b_.support_point(-n_) - a_.support_point(n_)));
    if (c_.lower > high + rounding_) return "lower above the points";
    error_ = std::max(error_, static_cast<double>(high - c_.distance));
    return error_ <= tolerance ? nullptr : "points do not prove the distance";
  }

  static Real outside(const oracle::Body<Real>& body, const talus::Shape& shape, const Vec& x) {
    if (body.type() != Type::polyhedron) return body.outside(x);
    const auto& view = std::get<talus::Polyhedron>(shape).view();
    const Vec local = body.rotation().to_body(x - body.position());
    Real most = -1e300L;
    for (int f = 0; f < view.face_count; ++f) {
      const Vec n(triple(view.face_normal[f]));
      most = std::max(most, dot(n, local) - Real(view.face_offset[f]));
    }
    return most;
  }

  bool undercut(const Triple& laid_along) const {
    const oracle::Body<double> a(pair_.a, pair_.a.position), b(pair_.b, pair_.a.position);
    const auto exceeds = [&](const oracle::Vec<double>& n) {
      return -b.support_value(-n) - a.support_value(n) > length(n) * (c_.upper + rounding_);
    };
    if (exceeds(oracle::Vec<double>(laid_along))) return true;
    for (const oracle::Body<double>* body : {&a, &b}) {
      const auto& r = body->rotation();
      for (const auto& n : {r.e0, r.e1, r.e2}) {
        if (exceeds(n) || exceeds(-n)) return true;
      }
    }
    constexpr int spread = 20;
    for (int i = 0; i < spread; ++i) {
      if (exceeds(oracle::spiral_direction(i, spread))) return true;
    }
    return false;
  }

  const PosedPair& posed_pair_;
  const PairSpec& pair_;
  const Contact<double>& c_;
  oracle::Body<Real> a_, b_;
  Vec n_;
  double scale_, world_, rounding_, error_ = 0;
};

// Against the oracle; an overlap whose own bracket does not close is not judged.
inline void judge_sample(const PosedPair& posed_pair, const Contact<double>& c, Tally& tally) {
  constexpr std::size_t most_corners = 60;  // its polytopes are made by trying all planes
  if (posed_pair.spec.b.points.size() > most_corners) return;
  const oracle::Judgement truth = oracle::Judge<long double>(posed_pair.spec)
                                      .judge(claim_of(c), 0.01 * wanted_accuracy(posed_pair.spec));
  if (!truth.closed) return;
  ++tally.judged;
  const double error =
      std::max(0.0, truth.distance_error - 4 * rounding_of_world(posed_pair.spec)) / truth.scale;
  tally.worst_error = std::max(tally.worst_error, error);
  if (!(error <= wanted_accuracy(posed_pair.spec))) {
    tally.wrong(tally.disagreements, "disagreement", posed_pair.spec);
  }
}

inline void query_and_check(const LaidPair& laid, talus::Cache<double>& cache, bool judged,
                            Tally& tally) {
  const double before = thread_microseconds();
  const Contact<double> c = laid.pair.evaluate(nullptr, &cache);
  const double spent = thread_microseconds() - before;
  const PairSpec& pair = laid.pair.spec;
  tally.count(c, spent);
  if (!c.proven) tally.wrong(tally.unproven, "unproven", pair);
  if (is_failure(c.status)) return tally.wrong(tally.failures, "failure status", pair);
  if (!all_finite(c)) return tally.wrong(tally.not_finite, "not finite", pair);
  BracketCheck check(laid, c);
  tally.worst_bracket =
      std::max(tally.worst_bracket, (c.upper - c.lower) / scale_of(pair, c.distance));
  if (const char* wrong = check.verdict(laid.direction)) {
    return tally.wrong(tally.bad_brackets, wrong, pair);
  }
  tally.worst_error = std::max(tally.worst_error, check.error());
  if (judged) judge_sample(laid.pair, c, tally);
}

// The groups of a campaign: each interval or bin of exponents apart, shallow, deep and moved.
inline std::vector<std::string> laid_group_names(bool polyhedra) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& bin) {
    for (const char* gap : gap_names) names.push_back(bin + ", " + gap);
    names.push_back(bin + ", moved, warm");
  };
  if (polyhedra) {
    for (const exponents::Bin& bin : exponents::bins) add(bin.name);
  } else {
    for (const char* interval : {"interval 1", "interval 2", "interval 3"}) add(interval);
  }
  return names;
}

// One pair in `sample` is judged by the oracle, none if that is 0.
inline void run_laid_pairs(bool polyhedra, long pairs, std::uint64_t seed, long sample,
                           std::vector<Tally>& groups) {
  Random random(seed);
  PolyhedronStock stock;
  const int bins = static_cast<int>(groups.size()) / 4;
  for (long i = 0; i < pairs;) {
    const int bin = random.below(bins), kind = random.below(3);
    const Gap gap = static_cast<Gap>(kind);
    LaidPair laid = polyhedra ? lay_on_polyhedron(exponents::bins[bin], gap, stock, random)
                              : lay_superellipsoids(bin, gap, random);
    talus::Cache<double> cache;
    const auto judged = [&] { return sample > 0 && i % sample == 0; };
    query_and_check(laid, cache, judged(), groups[4 * bin + kind]);
    if (++i == pairs || !random.chance(1.0 / 3)) continue;
    move_a_little(laid.pair, random);
    query_and_check(laid, cache, judged(), groups[4 * bin + 3]);
    ++i;
  }
}

}  // namespace laws
