#include "study/broad/coherence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "study/broad/distributions.h"
#include "talus/broad/published/fixed_topology.h"
#include "talus/broad/published/slowly_varying.h"
#include "talus/broad/published/space_time.h"

namespace study::broad {
namespace {

using talus::broad::BodyPair;
using talus::broad::PairList;
using talus::broad::Scene;
using Vector = talus::Vec3<double>;

// Radii are about 1 and speeds up to 1: in a step of 0.01 a body goes up to a hundredth of a
// radius.
constexpr double time_step = 0.01;

PairList pairs_of(const Scene& scene) {
  PairList pairs;
  talus::broad::Work work;
  talus::broad::schemes()[0].find(scene, 1, pairs, work);
  return pairs;
}

// Bodies that fly on, with a common acceleration for none and gravity for some, so that the largest
// speed grows.
struct Motion {
  BodySet set;
  std::vector<Vector> acceleration;

  void advance() {
    for (std::size_t i = 0; i < set.box.size(); ++i) {
      set.velocity[i] = set.velocity[i] + time_step * acceleration[i];
      const Vector by = time_step * set.velocity[i];
      set.box[i] = {set.box[i].lower + by, set.box[i].upper + by};
      set.sphere[i].centre = set.sphere[i].centre + by;
    }
  }
  double largest_speed() const {
    double largest = 0.0;
    for (const Vector& v : set.velocity) largest = std::max(largest, norm(v));
    return largest;
  }
};

// Every second body is pulled down, the others up: two phases that fall through each other.
Motion moving(const Distribution& distribution, const CoherenceOptions& options, double pull) {
  Motion motion{distribution.make(options.bodies, options.seed), {}};
  for (std::size_t i = 0; i < motion.set.box.size(); ++i) {
    motion.acceleration.push_back({0.0, 0.0, i % 2 == 0 ? -pull : pull});
  }
  return motion;
}

// The pairs whose boxes are nearer than `gap`.
std::set<BodyPair> listed(const BodySet& set, double gap) {
  BodySet grown = set;
  const Vector half{0.5 * gap, 0.5 * gap, 0.5 * gap};
  for (std::size_t i = 0; i < grown.box.size(); ++i) {
    grown.box[i] = {grown.box[i].lower - half, grown.box[i].upper + half};
  }
  const PairList pairs = pairs_of(grown.scene());
  return {pairs.pair.begin(), pairs.pair.end()};
}

struct Misses {
  std::int64_t missed{}, contacts{}, lists{}, listed{};
};

// A list of the pairs nearer than factor * nstep * dt * velocity_max, made every nstep steps.
// Monitored: velocity_max is that of the moment when a list is made, and a list ends when the
// largest speed exceeds it. Not monitored: that of the start.
Misses run_list(Motion motion, int steps, int nstep, double factor, bool is_monitored) {
  Misses misses;
  std::set<BodyPair> list;
  double speed = motion.largest_speed();
  int age = nstep;
  for (int step = 0; step < steps; ++step) {
    const bool too_fast = is_monitored && motion.largest_speed() > speed;
    if (age >= nstep || too_fast) {
      // Bodies that accelerate: 1 % above the speed of now.
      if (is_monitored) speed = 1.01 * motion.largest_speed();
      list = listed(motion.set, factor * nstep * time_step * speed);
      misses.listed += static_cast<std::int64_t>(list.size());
      ++misses.lists;
      age = 0;
    }
    motion.advance();
    ++age;
    const PairList now = pairs_of(motion.set.scene());
    misses.contacts += static_cast<std::int64_t>(now.pair.size());
    for (const BodyPair& pair : now.pair) misses.missed += list.contains(pair) ? 0 : 1;
  }
  return misses;
}

nlohmann::json row_of(const Misses& m, int steps) {
  return {{"missed", m.missed},
          {"contacts", m.contacts},
          {"lists", m.lists},
          {"listed", m.lists > 0 ? m.listed / m.lists : 0},
          {"steps", steps}};
}

nlohmann::json slowly_varying(const CoherenceOptions& options) {
  nlohmann::json rows = nlohmann::json::array();
  for (const char* name : {"uniform", "bed", "avalanche"}) {
    const Distribution& distribution = *find_distribution(name);
    for (const int nstep : {3, 10, 30}) {
      const Motion steady = moving(distribution, options, 0.0),
                   pulled = moving(distribution, options, 1.0);
      rows.push_back({{"distribution", name},
                      {"nstep", nstep},
                      {"steady_paper",
                       row_of(run_list(steady, options.steps, nstep, 1.0, true), options.steps)},
                      {"steady_twice",
                       row_of(run_list(steady, options.steps, nstep, 2.0, true), options.steps)},
                      {"pulled_unmonitored",
                       row_of(run_list(pulled, options.steps, nstep, 2.0, false), options.steps)},
                      {"pulled_monitored",
                       row_of(run_list(pulled, options.steps, nstep, 2.0, true), options.steps)}});
      // The class of the library checks every body instead of the largest speed.
      Motion motion = pulled;
      talus::broad::SlowlyVaryingPairs pairs(
          talus::broad::schemes()[0],
          talus::broad::skin_for(motion.largest_speed(), time_step, nstep));
      std::int64_t missed = 0;
      for (int step = 0; step < options.steps; ++step) {
        const PairList& kept = pairs.update(motion.set.scene());
        const std::set<BodyPair> have(kept.pair.begin(), kept.pair.end());
        for (const BodyPair& pair : pairs_of(motion.set.scene()).pair)
          missed += !have.contains(pair);
        motion.advance();
      }
      rows.back()["boxes"] = {{"missed", missed}, {"lists", pairs.searches()}};
      fmt::print("slowly varying: {} {}\n", name, nstep);
    }
  }
  return rows;
}

template <class Displacement>
BodySet moved_by(BodySet set, const Displacement& displacement) {
  for (std::size_t i = 0; i < set.box.size(); ++i) {
    const Vector by = displacement(set.sphere[i].centre);
    set.box[i] = {set.box[i].lower + by, set.box[i].upper + by};
    set.sphere[i].centre = set.sphere[i].centre + by;
  }
  return set;
}

// The elements of a body that translates: never a new list. As soon as it bends, the list made at
// the start lacks contacts, and the class refuses.
nlohmann::json fixed_topology(const CoherenceOptions& options) {
  const Distribution& bed = *find_distribution("bed");
  const BodySet start = bed.make(options.bodies, options.seed);
  // More than the rounding of a translation, far less than any motion.
  constexpr double margin = 1e-9;
  talus::broad::FixedTopology fixed(talus::broad::schemes()[0], start.scene(), margin);
  const std::size_t contacts = fixed.connectivity().pair.size();
  std::int64_t missed_moving = 0;
  for (int step = 1; step <= options.steps; ++step) {
    const double t = step;
    const BodySet now = moved_by(start, [t](const Vector&) {
      return t * Vector{0.0125, -0.0078125, 0.00390625};
    });
    missed_moving += static_cast<std::int64_t>(pairs_of(now.scene()).pair.size()) -
                     static_cast<std::int64_t>(fixed.pairs_of(now.scene()).pair.size());
  }
  // Sheared: x grows with the height.
  nlohmann::json sheared = nlohmann::json::array();
  const PairList connectivity = pairs_of(start.scene());
  const std::set<BodyPair> known(connectivity.pair.begin(), connectivity.pair.end());
  for (const double strain : {0.001, 0.01, 0.03, 0.1, 0.3}) {
    const BodySet now = moved_by(start, [strain](const Vector& centre) {
      return Vector{strain * centre.z, 0.0, 0.0};
    });
    const PairList pairs = pairs_of(now.scene());
    std::int64_t missed = 0;
    for (const BodyPair& pair : pairs.pair) missed += known.contains(pair) ? 0 : 1;
    bool is_refused = false;
    try {
      talus::broad::FixedTopology(talus::broad::schemes()[0], start.scene(), margin)
          .pairs_of(now.scene());
    } catch (const talus::broad::TopologyError&) {
      is_refused = true;
    }
    sheared.push_back({{"strain", strain},
                       {"contacts", pairs.pair.size()},
                       {"missed", missed},
                       {"refused", is_refused}});
  }
  return {{"contacts", contacts},
          {"steps", options.steps},
          {"missed_translating", missed_moving},
          {"sheared", sheared}};
}

// A gas of equal spheres with steady velocities: how many time steps a jump spans.
nlohmann::json sparse(const CoherenceOptions& options) {
  nlohmann::json rows = nlohmann::json::array();
  for (const double fraction : {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
    std::mt19937_64 engine(options.seed);
    std::uniform_real_distribution<> unit(0.0, 1.0);
    const int count = 300;
    const double side = std::cbrt(count * 4.18879 / fraction);
    BodySet set;
    std::vector<talus::broad::Motion> motion;
    while (static_cast<int>(set.box.size()) < count) {
      const double x = side * unit(engine), y = side * unit(engine), z = side * unit(engine);
      const talus::BoundingSphere<double> sphere{{x, y, z}, 1.0};
      const bool is_free = std::ranges::none_of(
          set.sphere, [&](const auto& other) { return norm(other.centre - sphere.centre) < 2.0; });
      if (!is_free) continue;
      set.sphere.push_back(sphere);
      set.box.push_back({sphere.centre - Vector{1, 1, 1}, sphere.centre + Vector{1, 1, 1}});
      const double u = 2.0 * unit(engine) - 1.0, v = 2.0 * unit(engine) - 1.0;
      motion.push_back({{u, v, 2.0 * unit(engine) - 1.0}, 0.0});
    }
    // Event after event: the pair of an encounter exchanges its velocities.
    talus::broad::SpaceTime ahead(talus::broad::schemes()[0]);
    double time = 0.0;
    std::int64_t jumps = 0, candidates = 0;
    const double horizon = 0.5 * side;
    while (jumps < 200) {
      const talus::broad::Jump jump = ahead.next({set.box, set.sphere, count, {}}, motion, horizon);
      candidates += static_cast<std::int64_t>(jump.encounter.size());
      const double on = jump.time + 1e-9;
      for (std::size_t i = 0; i < set.box.size(); ++i) {
        const Vector by = on * motion[i].velocity;
        set.box[i] = {set.box[i].lower + by, set.box[i].upper + by};
        set.sphere[i].centre = set.sphere[i].centre + by;
      }
      time += on;
      ++jumps;
      if (jump.encounter.empty()) break;  // all fly apart
      const BodyPair pair = jump.encounter.front().pair;
      const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
      // Apart again, along the line of centres.
      const Vector n = normalized(set.sphere[b].centre - set.sphere[a].centre);
      const double closing = dot(motion[a].velocity - motion[b].velocity, n);
      if (closing > 0.0) {
        motion[a].velocity = motion[a].velocity - closing * n;
        motion[b].velocity = motion[b].velocity + closing * n;
      }
      const double overlap = 2.0 - norm(set.sphere[b].centre - set.sphere[a].centre);
      const Vector apart = (std::max(0.0, overlap) + 1e-6) * n;
      set.sphere[b].centre = set.sphere[b].centre + apart;
      set.box[b] = {set.box[b].lower + apart, set.box[b].upper + apart};
    }
    rows.push_back({{"fraction", fraction},
                    {"bodies", count},
                    {"jumps", jumps},
                    {"steps_per_jump", time / time_step / static_cast<double>(jumps)},
                    {"candidates", static_cast<double>(candidates) / static_cast<double>(jumps)}});
  }
  return rows;
}

}  // namespace

nlohmann::json run_coherence(const CoherenceOptions& options) {
  return {{"time_step", time_step},
          {"bodies", options.bodies},
          {"fixed", fixed_topology(options)},
          {"slowly_varying", slowly_varying(options)},
          {"sparse", sparse(options)}};
}

}  // namespace study::broad
