// Pairs of ellipsoids gathered from queries into the columns of a block, and their answers handed
// back.
#pragma once

#include "talus/narrow/batch.h"
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/ellipsoid_ellipsoid/certified.h"

namespace talus::ellipsoid_ellipsoid {

inline const Ellipsoid<double>* ellipsoid_of(const Shape& shape) {
  return std::get_if<Ellipsoid<double>>(&shape);
}

// canonical_order.h, of which the first number mostly decides.
inline bool mirrored(const PairQuery& q, const Ellipsoid<double>& a, const Ellipsoid<double>& b) {
  if (a.semi_axes.x != b.semi_axes.x) return b.semi_axes.x < a.semi_axes.x;
  return !in_canonical_order(*q.a, *q.pose_a, *q.b, *q.pose_b);
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
    const int i = count_++;
    index_[i] = index;
    mirrored_[i] = mirrored(q, a, b);
    const Ellipsoid<double>&first = mirrored_[i] ? b : a, &second = mirrored_[i] ? a : b;
    const Pose<double>&pose_first = mirrored_[i] ? *q.pose_b : *q.pose_a,
          &pose_second = mirrored_[i] ? *q.pose_a : *q.pose_b;
    put(first.semi_axes, block_.axes_a, i);
    put(pose_first.position, block_.position_a, i);
    put(pose_first.orientation, block_.orientation_a, i);
    put(second.semi_axes, block_.axes_b, i);
    put(pose_second.position, block_.position_b, i);
    put(pose_second.orientation, block_.orientation_b, i);
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
    const Vec3<double> normal = get(block_.normal, i);
    const Vec3<double> on_first = get(block_.point_a, i), on_second = get(block_.point_b, i);
    c.normal = mirrored_[i] ? -normal : normal;
    c.point_a = mirrored_[i] ? on_second : on_first;
    c.point_b = mirrored_[i] ? on_first : on_second;
    c.definition = Definition::minimum_translation;
    c.fallback = false;
    c.iterations = static_cast<int>(block_.looks[i]);
    const double radius = larger(max_norm(get(block_.axes_a, i)), max_norm(get(block_.axes_b, i)));
    judge(c, radius, settings.tolerance);
    if (cache != nullptr) cache->normal = get(block_.next_guess, i);
  }
  void clear() { count_ = 0; }

 private:
  Block block_;
  std::size_t index_[Block::size];
  bool mirrored_[Block::size];
  int count_ = 0;
};

inline Cache<double>* cache_of(std::span<Cache<double>> caches, std::size_t i) {
  return caches.empty() ? nullptr : &caches[i];
}

// Calls alone(i) for the queries that are not two ellipsoids, and together(gathered) for full and
// for the last blocks of those that are.
template <class Alone, class Together>
void go_over(const NativeKernel* kernel, std::span<const PairQuery> queries,
             std::span<Cache<double>> caches, const Alone& alone, const Together& together) {
  Gathered gathered;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const PairQuery& q = queries[i];
    const Ellipsoid<double>*a = ellipsoid_of(*q.a), *b = ellipsoid_of(*q.b);
    if (kernel == nullptr || a == nullptr || b == nullptr) {
      alone(i);
      continue;
    }
    gathered.add(i, q, *a, *b, cache_of(caches, i));
    if (gathered.full()) {
      together(gathered);
      gathered.clear();
    }
  }
  if (gathered.count() == 0) return;
  gathered.fill_up();
  together(gathered);
}

}  // namespace talus::ellipsoid_ellipsoid
