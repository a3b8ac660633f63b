// Bullet 3, double precision: its dynamic tree, and its sweep and prune. The sweep rounds boxes to
// a grid of 32 bits, so its pairs are compared once more.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <btBulletCollisionCommon.h>

#include <limits>
#include <memory>

#include "bench/broad/contender.h"

namespace bench::broad {
namespace {

btVector3 to_bullet(const talus::Vec3<double>& v) { return {v.x, v.y, v.z}; }

// The index of a body instead of a pointer to it.
void* pointer_of(std::size_t index) { return reinterpret_cast<void*>(index + 1); }
std::uint32_t index_of(const btBroadphaseProxy* proxy) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::size_t>(proxy->m_clientObject) - 1);
}

Trial run(btBroadphaseInterface& broadphase, Boxes boxes) {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher(&configuration);
  Trial trial;
  const double begin = processor_seconds();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    broadphase.createProxy(to_bullet(boxes[i].lower), to_bullet(boxes[i].upper), 0, pointer_of(i),
                           1, 1, &dispatcher);
  }
  const double built = processor_seconds();
  broadphase.calculateOverlappingPairs(&dispatcher);
  btOverlappingPairCache* const cache = broadphase.getOverlappingPairCache();
  const btBroadphasePair* const pair = cache->getOverlappingPairArrayPtr();
  const int count = cache->getNumOverlappingPairs();
  std::vector<talus::broad::BodyPair> pairs;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t a = index_of(pair[i].m_pProxy0), b = index_of(pair[i].m_pProxy1);
    if (!talus::broad::overlap(boxes[a], boxes[b])) continue;
    pairs.push_back({static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)});
  }
  const double end = processor_seconds();
  trial.seconds = end - begin;
  trial.search_seconds = end - built;
  for (const auto& [a, b] : pairs) trial.tally.add(a, b);
  return trial;
}

}  // namespace

Trial run_bullet_tree(Boxes boxes) {
  btDbvtBroadphase broadphase;
  broadphase.m_deferedcollide = true;  // all at once, by the call that returns the pairs
  return run(broadphase, boxes);
}

Trial run_bullet_sweep(Boxes boxes) {
  talus::BoundingBox<double> world = boxes[0];
  for (const auto& box : boxes) {
    for (int axis = 0; axis < 3; ++axis) {
      world.lower[axis] = std::min(world.lower[axis], box.lower[axis] - 1);
      world.upper[axis] = std::max(world.upper[axis], box.upper[axis] + 1);
    }
  }
  const auto broadphase =
      std::make_unique<bt32BitAxisSweep3>(to_bullet(world.lower), to_bullet(world.upper),
                                          static_cast<unsigned>(boxes.size()) + 10, nullptr, true);
  return run(*broadphase, boxes);
}

}  // namespace bench::broad
