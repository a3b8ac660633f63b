// Pairs of smooth bodies gathered from queries into the columns of blocks, and their answers handed
// back.
#pragma once

#include <utility>

#include "talus/narrow/batch.h"
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/superquadric_superquadric/certified.h"

namespace talus {

// What the kernels know.
struct SmoothBody {
  const Vec3<double>* semi_axes = nullptr;
  double n1 = 2, n2 = 2;
};

// Which kernel answers a pair.
enum class Family { others, ellipsoids, superquadrics };

inline bool read_body(const Shape& shape, SmoothBody& body, Family& family) {
  if (const auto* e = std::get_if<Ellipsoid<double>>(&shape)) {
    body.semi_axes = &e->semi_axes;
    return true;
  }
  const auto* s = std::get_if<Superquadric<double>>(&shape);
  if (s == nullptr) return false;
  body = {&s->semi_axes, s->n1, s->n2};
  family = Family::superquadrics;
  return superquadric_superquadric::is_workable(s->n1) &&
         superquadric_superquadric::is_workable(s->n2);
}

inline Family family_of(const PairQuery& q, SmoothBody& a, SmoothBody& b) {
  Family family = Family::ellipsoids;
  return read_body(*q.a, a, family) && read_body(*q.b, b, family) ? family : Family::others;
}

// canonical_order.h, of which the first number mostly decides: 1 where B comes first.
inline int mirrored(const PairQuery& q, const SmoothBody& a, const SmoothBody& b) {
  if (q.a->index() != q.b->index() || a.semi_axes->x == b.semi_axes->x) {
    return in_canonical_order(*q.a, *q.pose_a, *q.b, *q.pose_b) ? 0 : 1;
  }
  return b.semi_axes->x < a.semi_axes->x ? 1 : 0;
}

inline Cache<double>* cache_of(std::span<Cache<double>> caches, std::size_t i) {
  return caches.empty() ? nullptr : &caches[i];
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

// Up to eight pairs of one family, and where their answers belong.
class Gathered {
 public:
  explicit Gathered(Family family) : family_(family) {}

  Family family() const { return family_; }
  bool full() const { return count_ == Block::size; }
  int count() const { return count_; }
  std::size_t index(int i) const { return index_[i]; }
  Block& block() { return block_; }

  void add(std::size_t index, const PairQuery& q, const SmoothBody& a, const SmoothBody& b,
           const Cache<double>* cache) {
    const int i = count_++, m = mirrored(q, a, b);
    index_[i] = index;
    mirrored_[i] = m;
    // By index, not by branches: which comes first is as good as random.
    const SmoothBody* const body[] = {&a, &b};
    const Pose<double>* const pose[] = {q.pose_a, q.pose_b};
    put(*body[m]->semi_axes, block_.axes_a, i);
    put(pose[m]->position, block_.position_a, i);
    put(pose[m]->orientation, block_.orientation_a, i);
    put(*body[1 - m]->semi_axes, block_.axes_b, i);
    put(pose[1 - m]->position, block_.position_b, i);
    put(pose[1 - m]->orientation, block_.orientation_b, i);
    put(cache != nullptr ? cache->normal : Vec3<double>{}, block_.guess, i);
    if (family_ == Family::ellipsoids) return;
    block_.exponents_a[0][i] = body[m]->n1;
    block_.exponents_a[1][i] = body[m]->n2;
    block_.exponents_b[0][i] = body[1 - m]->n1;
    block_.exponents_b[1][i] = body[1 - m]->n2;
    put(cache != nullptr ? cache->place_a : Vec3<double>{}, block_.place_a, i);
    put(cache != nullptr ? cache->place_b : Vec3<double>{}, block_.place_b, i);
  }

  // The places that are left over do what the first pair does.
  void fill_up() {
    const int inputs =
        family_ == Family::ellipsoids ? Block::ellipsoid_rows : Block::superquadric_rows;
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
    if (cache == nullptr) return;
    cache->normal = get(block_.next_guess, i);
    if (family_ == Family::ellipsoids) return;
    cache->place_a = get(block_.next_place_a, i);
    cache->place_b = get(block_.next_place_b, i);
  }
  void clear() { count_ = 0; }

 private:
  Block block_;
  Family family_;
  std::size_t index_[Block::size];
  int mirrored_[Block::size];
  int count_ = 0;
};

// The pairs of one family on their way to the kernel. A full block waits until the next is full
// too: the kernel reads whole rows of it, which the processor has not yet put together right after
// they were written number by number.
template <class Together>
class Queue {
 public:
  Queue(Family family, const Together& together)
      : first_(family), second_(family), together_(together) {}

  void add(std::size_t index, const PairQuery& q, const SmoothBody& a, const SmoothBody& b,
           const Cache<double>* cache) {
    filling_->add(index, q, a, b, cache);
    if (!filling_->full()) return;
    if (waiting_->full()) together_(*waiting_);
    std::swap(filling_, waiting_);
    filling_->clear();
  }
  void finish() {
    if (waiting_->full()) together_(*waiting_);
    if (filling_->count() == 0) return;
    filling_->fill_up();
    together_(*filling_);
  }

 private:
  Gathered first_, second_;
  Gathered *filling_ = &first_, *waiting_ = &second_;
  const Together& together_;
};

// Calls alone(i) for the queries that no kernel answers, and together(gathered, kernel) for full
// blocks and the last ones of those that one does.
template <class Alone, class Together>
void go_over(const BatchKernel* kernels, std::span<const PairQuery> queries,
             std::span<Cache<double>> caches, const Alone& alone, const Together& together) {
  const auto by_kernel = [&](Gathered& gathered) {
    together(gathered, gathered.family() == Family::ellipsoids ? kernels->ellipsoids
                                                               : kernels->superquadrics);
  };
  Queue ellipsoids(Family::ellipsoids, by_kernel);
  Queue superquadrics(Family::superquadrics, by_kernel);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SmoothBody a, b;
    const Family family = kernels == nullptr ? Family::others : family_of(queries[i], a, b);
    if (family == Family::others) {
      alone(i);
    } else {
      (family == Family::ellipsoids ? ellipsoids : superquadrics)
          .add(i, queries[i], a, b, cache_of(caches, i));
    }
  }
  ellipsoids.finish();
  superquadrics.finish();
}

}  // namespace talus
