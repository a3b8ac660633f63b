// Pairs of smooth bodies gathered from queries into the columns of blocks, and their answers handed
// back.
#pragma once

#include <utility>

#include "talus/narrow/batch.h"
#include "talus/narrow/canonical_order.h"
#include "talus/narrow/smooth_polyhedron/warm.h"

namespace talus {

// What the kernels know. A sphere has its radius three times.
struct SmoothBody {
  Vec3<double> semi_axes{};
  double n1 = 2, n2 = 2;
};

// The family of the kinds of two shapes, in any order.
inline Family family_of_kinds(const Shape& a, const Shape& b) {
  using enum Family;
  static constexpr Family table[kind_count][kind_count] = {
      // sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh
      {others, sphere_ellipsoid, sphere_superquadric, others, others, others, others},
      {sphere_ellipsoid, ellipsoids, superquadrics, smooth_corners, others, smooth_corners, others},
      {sphere_superquadric, superquadrics, superquadrics, smooth_corners, others, smooth_corners,
       others},
      {others, smooth_corners, smooth_corners, others, others, others, others},
      {others, others, others, others, others, others, others},
      {others, smooth_corners, smooth_corners, others, others, others, others},
      {others, others, others, others, others, others, others}};
  return table[a.index()][b.index()];
}

// For shapes of a family; false where the kernels do not take the exponents. Of a body with corners
// there is nothing to read yet.
inline bool read_body(const Shape& shape, SmoothBody& body) {
  if (const auto* e = std::get_if<Ellipsoid<double>>(&shape)) {
    body.semi_axes = e->semi_axes;
    return true;
  }
  if (const auto* s = std::get_if<Sphere<double>>(&shape)) {
    body.semi_axes = {s->radius, s->radius, s->radius};
    return true;
  }
  const auto* s = std::get_if<Superquadric<double>>(&shape);
  if (s == nullptr) return true;
  body = {s->semi_axes, s->n1, s->n2};
  return is_workable(s->n1) && is_workable(s->n2);
}

inline Family family_of(const PairQuery& q, SmoothBody& a, SmoothBody& b) {
  const Family family = family_of_kinds(*q.a, *q.b);
  if (family == Family::others) return family;
  return read_body(*q.a, a) && read_body(*q.b, b) ? family : Family::others;
}

// canonical_order.h, of which the first number mostly decides: 1 where B comes first.
inline int mirrored(const PairQuery& q, const SmoothBody& a, const SmoothBody& b) {
  if (q.a->index() != q.b->index() || a.semi_axes.x == b.semi_axes.x) {
    return in_canonical_order(*q.a, *q.pose_a, *q.b, *q.pose_b) ? 0 : 1;
  }
  return b.semi_axes.x < a.semi_axes.x ? 1 : 0;
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

inline constexpr bool has_exponents(Family family) {
  return family != Family::ellipsoids && family != Family::sphere_ellipsoid;
}

// Calls back with the body that has corners, the second in canonical order.
template <class Question>
auto with_corners(const PairQuery& q, const Question& question) {
  const Shape& shape = q.a->index() < q.b->index() ? *q.b : *q.a;
  if (const auto* segment = std::get_if<Segment<double>>(&shape)) return question(*segment);
  return question(std::get_if<Polyhedron>(&shape)->view());
}

// Whether the kernel of pairs with corners has something to begin with.
inline bool is_warm(const PairQuery& q, const Cache<double>* cache) {
  return cache != nullptr && with_corners(q, [&](const auto& body) {
           return smooth_polyhedron::is_warm(*cache, smooth_polyhedron::corner_count(body));
         });
}

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
    put(body[m]->semi_axes, block_.axes_a, i);
    put(pose[m]->position, block_.position_a, i);
    put(pose[m]->orientation, block_.orientation_a, i);
    put(body[1 - m]->semi_axes, block_.axes_b, i);
    put(pose[1 - m]->position, block_.position_b, i);
    put(pose[1 - m]->orientation, block_.orientation_b, i);
    put(cache != nullptr ? cache->normal : Vec3<double>{}, block_.guess, i);
    if (!has_exponents(family_)) return;
    block_.exponents_a[0][i] = body[m]->n1;
    block_.exponents_a[1][i] = body[m]->n2;
    block_.exponents_b[0][i] = body[1 - m]->n1;
    block_.exponents_b[1][i] = body[1 - m]->n2;
    put(cache != nullptr ? cache->place_a : Vec3<double>{}, block_.place_a, i);
    put(cache != nullptr ? cache->place_b : Vec3<double>{}, block_.place_b, i);
    if (family_ == Family::smooth_corners) add_corners(i, q, *cache);
  }

  void add_corners(int i, const PairQuery& q, const Cache<double>& cache) {
    namespace method = smooth_polyhedron;
    with_corners(q, [&](const auto& body) {
      for (int k = 0; k < 3; ++k) {
        const int corner = cache.vertex_b[k < cache.feature ? k : 0];
        put(method::corner_of(body, corner), block_.corner + 3 * k, i);
      }
      block_.corner_count[i] = cache.feature;
      block_.reach_b[i] = method::reach_of(body);
      block_.radius_b[i] = method::radius_of(body);
    });
  }

  // The places that are left over do what the first pair does.
  void fill_up() {
    const int inputs = family_ == Family::smooth_corners ? Block::corner_rows
                       : has_exponents(family_)          ? Block::superquadric_rows
                                                         : Block::ellipsoid_rows;
    Block::Row* rows = block_.axes_a;
    for (int i = count_; i < Block::size; ++i) {
      for (int k = 0; k < inputs; ++k) rows[k][i] = rows[k][0];
    }
  }

  // With corners: whether those that the kernel knew of were the right ones.
  bool holds(int i, const PairQuery& q, const Cache<double>* cache) {
    if (family_ != Family::smooth_corners) return true;
    return with_corners(q, [&](const auto& body) {
      return smooth_polyhedron::holds(body, *cache, get(block_.along_b, i), block_.rounding[i],
                                      block_.lower[i]);
    });
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
    if (!has_exponents(family_)) return;
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

// Calls alone(i) for the queries that no kernel answers, with or without those of corners, and
// together(gathered, kernel) for full blocks and the last ones of those that one does.
template <class Alone, class Together>
void go_over(const BatchKernel* kernels, std::span<const PairQuery> queries,
             std::span<Cache<double>> caches, bool corners, const Alone& alone,
             const Together& together) {
  const auto by_kernel = [&](Gathered& gathered) {
    together(gathered, kernels->of(gathered.family()));
  };
  Queue<decltype(by_kernel)> queues[family_count] = {{Family::ellipsoids, by_kernel},
                                                     {Family::superquadrics, by_kernel},
                                                     {Family::sphere_ellipsoid, by_kernel},
                                                     {Family::sphere_superquadric, by_kernel},
                                                     {Family::smooth_corners, by_kernel}};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SmoothBody a, b;
    const Family family = kernels == nullptr ? Family::others : family_of(queries[i], a, b);
    const bool cold =
        family == Family::smooth_corners && !(corners && is_warm(queries[i], cache_of(caches, i)));
    if (family == Family::others || cold) {
      alone(i);
    } else {
      queues[static_cast<int>(family)].add(i, queries[i], a, b, cache_of(caches, i));
    }
  }
  for (auto& queue : queues) queue.finish();
}

}  // namespace talus
