#include "bench/broad/contender.h"

#include <time.h>

#include <array>

#include "talus/broad/pair_finder.h"

namespace bench::broad {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

constexpr int everything = 1 << 30;

constexpr std::array list{
    Contender{"talus", "size-rows", everything, run_talus},
    Contender{"cgal", "CGAL::box_self_intersection_d", everything, run_cgal},
    Contender{"fcl", "FCL DynamicAABBTreeCollisionManager", everything, run_fcl},
    Contender{"bullet-dbvt", "Bullet btDbvtBroadphase", everything, run_bullet_tree},
    Contender{"bullet-sweep", "Bullet bt32BitAxisSweep3", 10'000, run_bullet_sweep},
};

}  // namespace

double processor_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }

void Tally::add(std::uint32_t a, std::uint32_t b) {
  std::uint64_t x = a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  sum += x ^ (x >> 31);
  ++count;
}

// One object for all searches, as in a simulation: what a call needs is already there from the
// last.
Trial run_talus_with_walls(Boxes boxes, int bodies) {
  static talus::broad::PairFinder finder;
  static talus::broad::PairList pairs;
  talus::broad::Work work;
  const talus::broad::Scene scene{boxes, {}, bodies, {}};
  Trial trial;
  const double begin = processor_seconds();
  finder.find(scene, 1, pairs, work);
  trial.seconds = processor_seconds() - begin;
  for (const talus::broad::BodyPair& pair : pairs.pair) trial.tally.add(pair.a, pair.b);
  trial.tests = work.tests;
  return trial;
}

double talus_bytes_per_body(Boxes boxes) {
  talus::broad::PairFinder fresh;
  talus::broad::PairList pairs;
  talus::broad::Work work;
  fresh.find({boxes, {}, static_cast<int>(boxes.size()), {}}, 1, pairs, work);
  const std::size_t bytes = work.bytes + pairs.pair.capacity() * sizeof(talus::broad::BodyPair);
  return static_cast<double>(bytes) / static_cast<double>(boxes.size());
}

Trial run_talus(Boxes boxes) { return run_talus_with_walls(boxes, static_cast<int>(boxes.size())); }

std::span<const Contender> contenders() { return list; }

}  // namespace bench::broad
