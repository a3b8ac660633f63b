// Pairs of ellipsoids gathered from queries into the columns of a block, and their answers handed
// back.
#pragma once

#include <utility>

#include "talus/narrow/batch.h"
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/ellipsoid_ellipsoid/certified.h"

namespace talus::ellipsoid_ellipsoid {

inline const Ellipsoid<double>* ellipsoid_of(const Shape& shape) {
  return std::get_if<Ellipsoid<double>>(&shape);
}

// canonical_order.h, of which the first number mostly decides: 1 where B comes first.
inline int mirrored(const PairQuery& q, const Ellipsoid<double>& a, const Ellipsoid<double>& b) {
  if (a.semi_axes.x == b.semi_axes.x) {
    return in_canonical_order(*q.a, *q.pose_a, *q.b, *q.pose_b) ? 0 : 1;
  }
  return b.semi_axes.x < a.semi_axes.x ? 1 : 0;
}

inline void put(const Vec3<double>& v, Block::Row* row, int i) {
  row[0][i] = v.x;
  row[1][i] = v.y;
  row[2][i] = v.z;
}

inline void put(const Quat<double>& q, Block::Row* row, int i) {
  row[0][i] = q.w;
  row[1][i] = q.x;
  row[2][i] = q.y;
  row[3][i] = q.z;
}

inline Vec3<double> get(const Block::Row* row, int i) { return {row[0][i], row[1][i], row[2][i]}; }

// Up to eight pairs of ellipsoids, and where their answers belong.
class Gathered {
 public:
  bool full() const { return count_ == Block::size; }
  int count() const { return count_; }
  std::size_t index(int i) const { return index_[i]; }
  Block& block() { return block_; }

  void add(std::size_t index, const PairQuery& q, const Ellipsoid<double>& a,
           const Ellipsoid<double>& b, const Cache<double>* cache) {
    const int i = count_++, m = mirrored(q, a, b);
    index_[i] = index;
    mirrored_[i] = m;
    // By index, not by branches: which comes first is as good as random.
    const Vec3<double>* const axes[] = {&a.semi_axes, &b.semi_axes};
    const Pose<double>* const pose[] = {q.pose_a, q.pose_b};
    put(*axes[m], block_.axes_a, i);
    put(pose[m]->position, block_.position_a, i);
    put(pose[m]->orientation, block_.orientation_a, i);
    put(*axes[1 - m], block_.axes_b, i);
    put(pose[1 - m]->position, block_.position_b, i);
    put(pose[1 - m]->orientation, block_.orientation_b, i);
    put(cache != nullptr ? cache->normal : Vec3<double>{}, block_.guess, i);
  }

  // The places that are left over do what the first pair does.
  void fill_up() {
    constexpr int inputs = 23;
    Block::Row* rows = block_.axes_a;
    for (int i = count_; i < Block::size; ++i) {
      for (int k = 0; k < inputs; ++k) rows[k][i] = rows[k][0];
    }
  }

  void take(int i, const Settings<double>& settings, Contact<double>& c,
            Cache<double>* cache) const {
    c.distance = block_.distance[i];
    c.lower = block_.lower[i];
    c.upper = block_.upper[i];
    const int m = mirrored_[i];
    const Block::Row* const point[] = {block_.point_a, block_.point_b};
    c.normal = double(1 - 2 * m) * get(block_.normal, i);
    c.point_a = get(point[m], i);
    c.point_b = get(point[1 - m], i);
    c.definition = Definition::minimum_translation;
    c.fallback = false;
    c.iterations = static_cast<int>(block_.looks[i]);
    judge(c, block_.radius[i], settings.tolerance);
    if (cache != nullptr) cache->normal = get(block_.next_guess, i);
  }
  void clear() { count_ = 0; }

 private:
  Block block_;
  std::size_t index_[Block::size];
  int mirrored_[Block::size];
  int count_ = 0;
};

inline Cache<double>* cache_of(std::span<Cache<double>> caches, std::size_t i) {
  return caches.empty() ? nullptr : &caches[i];
}

// Calls alone(i) for the queries that are not two ellipsoids, and together(gathered) for full
// blocks and the last ones of those that are. A full block waits until the next is full too: the
// kernel reads whole rows of it, which the processor has not yet put together right after they were
// written number by number.
template <class Alone, class Together>
void go_over(const NativeKernel* kernel, std::span<const PairQuery> queries,
             std::span<Cache<double>> caches, const Alone& alone, const Together& together) {
  Gathered first, second;
  Gathered *filling = &first, *waiting = &second;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const PairQuery& q = queries[i];
    const Ellipsoid<double>*a = ellipsoid_of(*q.a), *b = ellipsoid_of(*q.b);
    if (kernel == nullptr || a == nullptr || b == nullptr) {
      alone(i);
      continue;
    }
    filling->add(i, q, *a, *b, cache_of(caches, i));
    if (!filling->full()) continue;
    if (waiting->full()) together(*waiting);
    std::swap(filling, waiting);
    filling->clear();
  }
  if (waiting->full()) together(*waiting);
  if (filling->count() == 0) return;
  filling->fill_up();
  together(*filling);
}

}  // namespace talus::ellipsoid_ellipsoid
