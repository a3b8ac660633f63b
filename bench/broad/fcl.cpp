// FCL: the dynamic tree of boxes, built in one go. The objects themselves are made beforehand.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

#include "bench/broad/contender.h"

namespace bench::broad {
namespace {

class Object : public fcl::CollisionObjectd {
 public:
  Object(const std::shared_ptr<fcl::CollisionGeometryd>& shape, std::uint32_t index,
         const talus::BoundingBox<double>& box)
      : fcl::CollisionObjectd(shape), index_(index) {
    aabb.min_ = {box.lower.x, box.lower.y, box.lower.z};
    aabb.max_ = {box.upper.x, box.upper.y, box.upper.z};
  }
  std::uint32_t index() const { return index_; }

 private:
  std::uint32_t index_;
};

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// FCL calls this for leaves of its tree, whose boxes it has compared already.
bool collect(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* pairs) {
  static_cast<Pairs*>(pairs)->emplace_back(static_cast<Object*>(a)->index(),
                                           static_cast<Object*>(b)->index());
  return false;
}

}  // namespace

Trial run_fcl(Boxes boxes) {
  const auto shape = std::make_shared<fcl::Boxd>(1, 1, 1);
  std::vector<Object> objects;
  objects.reserve(boxes.size());
  std::vector<fcl::CollisionObjectd*> pointers;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    pointers.push_back(&objects.emplace_back(shape, i, boxes[i]));
  }
  Pairs pairs;
  Trial trial;
  {
    fcl::DynamicAABBTreeCollisionManagerd manager;
    const double begin = processor_seconds();
    manager.registerObjects(pointers);
    manager.setup();
    const double built = processor_seconds();
    manager.collide(&pairs, collect);
    const double end = processor_seconds();
    trial.seconds = end - begin;
    trial.search_seconds = end - built;
  }
  for (const auto& [a, b] : pairs) trial.tally.add(a, b);
  return trial;
}

}  // namespace bench::broad
