// Two ellipsoids by the hundred million: batches of random pairs through contact_batch, cold and
// then moved a little and warm, each answer checked in a fraction of a microsecond by support
// functions that are not Talus's.
#pragma once

#include "campaign/tally.h"
#include "narrow/laws/law.h"
#include "talus/narrow/batch.h"

namespace laws {

// Aspect ratios 1/6 to 6, of revolution or with three axes, and one in four up to 1:1000 and with
// sizes up to 1:10,000.
inline Spec campaign_ellipsoid(Random& random) {
  Spec spec;
  spec.type = Type::ellipsoid;
  const bool extreme = random.chance(0.25);
  const double most = extreme ? 1000 : 6;
  const double size =
      extreme && random.chance(0.3) ? random.log_uniform(1e-4, 1) : random.uniform(0.5, 1.5);
  const double aspect = random.log_uniform(1 / most, most), longest = std::max(1.0, aspect);
  spec.semi_axes = {size, size, size * aspect};
  if (random.chance(0.5)) spec.semi_axes[1] = size * longest * random.log_uniform(1 / most, 1);
  spec.orientation = random.orientation();
  return spec;
}

inline double support_along(const Spec& spec, const Triple& direction) {
  return oracle::Body<double>(spec, spec.position).support_value(oracle::Vec<double>(direction));
}

// Half of the pairs overlap; a few are concentric, aligned, touching or a million sizes apart.
inline PairSpec campaign_pair(Random& random) {
  PairSpec pair{campaign_ellipsoid(random), campaign_ellipsoid(random)};
  if (random.chance(0.05)) pair.b.orientation = pair.a.orientation;
  if (random.chance(0.02)) pair.b.semi_axes = pair.a.semi_axes;
  pair.a.position = random.in_box(2);
  Triple d = random.direction();
  const double reach = support_along(pair.a, d) + support_along(pair.b, d);
  double apart = random.uniform(0, 1.6) * reach;
  if (random.chance(0.1)) apart = reach * (1 + random.log_uniform(1e-13, 1e-2));
  if (random.chance(0.1)) apart = reach * (1 - random.log_uniform(1e-13, 1e-2));
  if (random.chance(0.01)) apart = reach * random.log_uniform(1, 1e6);
  if (random.chance(0.01)) apart = 0;
  if (random.chance(0.02)) d = {0, 0, 1};
  for (int k = 0; k < 3; ++k) pair.b.position[k] = pair.a.position[k] + apart * d[k];
  return pair;
}

inline void check_ellipsoids(const PairSpec& pair, const Contact<double>& c, Tally& tally) {
  const bool finite = all_finite(c);
  const double scale = scale_of(pair, finite ? c.distance : 0);
  ++tally.pairs;
  tally.hits += c.status == Status::overlapping || c.status == Status::touching;
  tally.iterations += c.iterations;
  tally.worst_iterations = std::max(tally.worst_iterations, c.iterations);
  tally.fallbacks += c.fallback;
  tally.unproven += !c.proven;
  if (is_failure(c.status)) tally.wrong(tally.failures, "failure status", pair);
  if (!finite) return tally.wrong(tally.not_finite, "not finite", pair);
  tally.worst_bracket = std::max(tally.worst_bracket, (c.upper - c.lower) / scale);
  const oracle::Body<double> a(pair.a, pair.a.position), b(pair.b, pair.a.position);
  const oracle::Vec<double> n(triple(c.normal));
  const double sigma = -b.support_value(-n) - a.support_value(n);
  const double rounding = 1e-13 * scale + 4 * rounding_of_world(pair);
  if (!(std::abs(sigma - c.distance) <= rounding)) {
    tally.wrong(tally.mismatches, "distance is not sigma(normal)", pair);
  }
  // The oracle's own bracket: sigma from below; from above the support points of a separated pair,
  // and for an overlapping one the depth along a few directions must not undercut the claim.
  bool violated = !(c.lower <= c.distance && c.distance <= c.upper) || !status_matches(c) ||
                  sigma > c.upper + rounding;
  if (sigma > 0) {
    violated |= c.lower > length(b.support_point(-n) - a.support_point(n)) + rounding;
  } else {
    constexpr double axes[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const Spec* s : {&pair.a, &pair.b}) {
      const auto turn = oracle::rotation_from<double>(s->orientation);
      for (const auto& axis : axes) {
        for (const double sign : {1.0, -1.0}) {
          const oracle::Vec<double> m =
              turn.to_world({sign * axis[0], sign * axis[1], sign * axis[2]});
          violated |= -b.support_value(-m) - a.support_value(m) > c.upper + rounding;
        }
      }
    }
  }
  if (violated) tally.wrong(tally.bad_brackets, "bracket", pair);
}

// `pairs` queries: blocks of pairs cold, and the same moved a little and warm.
inline void run_ellipsoids(long pairs, std::uint64_t seed, Tally& cold, Tally& warm) {
  constexpr int block = 512;
  Random random(seed);
  std::vector<talus::Contact<double>> contacts(block);
  for (long done = 0; done < pairs;) {
    const int count = static_cast<int>(std::min<long>(block, pairs - done));
    std::vector<PosedPair> posed_pairs;
    for (int i = 0; i < count; ++i) posed_pairs.emplace_back(campaign_pair(random));
    std::vector<talus::PairQuery> queries;
    for (const PosedPair& s : posed_pairs) queries.push_back({&s.a, &s.pose_a, &s.b, &s.pose_b});
    std::vector<talus::Cache<double>> caches(count);
    for (Tally* tally : {&cold, &warm}) {
      if (done >= pairs) break;
      const double before = thread_microseconds();
      talus::contact_batch(queries, contacts, {}, caches);
      tally->microseconds += thread_microseconds() - before;
      for (int i = 0; i < count; ++i) check_ellipsoids(posed_pairs[i].spec, contacts[i], *tally);
      done += count;
      for (PosedPair& s : posed_pairs) {
        s.move_b(random.log_uniform(1e-6, 1e-2) * size_of(s.spec.b) * vec(random.direction()));
      }
    }
  }
}

}  // namespace laws
