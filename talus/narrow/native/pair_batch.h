// Pairs of smooth bodies gathered from queries into blocks, and their answers handed back.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>

#include "talus/narrow/native/smooth_body.h"
#include "talus/narrow/smooth_vertex_body/warm_contact.h"

namespace talus {

inline Cache<double>* cache_of(std::span<Cache<double>> caches, std::size_t i) {
  return caches.empty() ? nullptr : &caches[i];
}

inline void put(const Vec3<double>& v, Block::Row* row, int i) {
  row[0][i] = v.x;
  row[1][i] = v.y;
  row[2][i] = v.z;
}

inline Vec3<double> get(const Block::Row* row, int i) { return {row[0][i], row[1][i], row[2][i]}; }

inline constexpr bool has_places(Family family) {
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
           return smooth_vertex_body::is_warm(*cache, smooth_vertex_body::vertex_count(body));
         });
}

// Up to eight pairs of one family, and where their answers belong.
class PairBatch {
 public:
  explicit PairBatch(Family family) : family_(family) {}

  Family family() const { return family_; }
  bool full() const { return count_ == Block::size; }
  int count() const { return count_; }
  std::size_t index(int i) const { return index_[i]; }
  Block& block() { return block_; }

  void add(std::size_t index, const PairQuery& q, const SmoothBody& a, const SmoothBody& b,
           const Cache<double>* cache) {
    const int i = count_++, m = mirrored(q, family_, a, b);
    index_[i] = index;
    // By index, not by branches: which comes first is as good as random.
    const double* const body[] = {kept(a, own_a_[i]), kept(b, own_b_[i])};
    const Pose<double>* const pose[] = {q.pose_a, q.pose_b};
    block_.pose_a[i] = numbers_of(*pose[m]);
    block_.pose_b[i] = numbers_of(*pose[1 - m]);
    block_.memory[i] = numbers_of(cache);
    block_.mirrored[i] = m;
    block_.body_a[i] = body[m];
    block_.body_b[i] = body[1 - m];
    if (family_ == Family::smooth_corners) add_corners(i, q, *cache);
  }

  void add_corners(int i, const PairQuery& q, const Cache<double>& cache) {
    namespace method = smooth_vertex_body;
    with_corners(q, [&](const auto& body) {
      for (int k = 0; k < 3; ++k) {
        const int corner = cache.vertex_b[k < cache.feature ? k : 0];
        put(method::vertex_of(body, corner), block_.corner + 3 * k, i);
      }
      block_.corner_count[i] = cache.feature;
      block_.reach_b[i] = method::reach_of(body);
      block_.radius_b[i] = method::radius_of(body);
    });
  }

  // The places that are left over do what the first pair does.
  void fill_up() {
    for (int i = count_; i < Block::size; ++i) {
      block_.pose_a[i] = block_.pose_a[0];
      block_.pose_b[i] = block_.pose_b[0];
      block_.memory[i] = block_.memory[0];
      block_.mirrored[i] = 0;
      block_.body_a[i] = block_.body_a[0];
      block_.body_b[i] = block_.body_b[0];
      if (family_ != Family::smooth_corners) continue;
      Block::Row* rows = block_.corner;
      for (int k = 0; k < Block::corner_rows; ++k) rows[k][i] = rows[k][0];
    }
  }

  // With corners: whether those that the kernel knew of were the right ones.
  bool holds(int i, const PairQuery& q, const Cache<double>* cache) {
    if (family_ != Family::smooth_corners) return true;
    return with_corners(q, [&](const auto& body) {
      return smooth_vertex_body::confirm_feature(body, *cache, get(block_.along_b, i),
                                                 block_.rounding[i], block_.answer[i][1]);
    });
  }

  void take(int i, const Settings<double>& settings, Contact<double>& c,
            Cache<double>* cache) const {
    const double *answer = block_.answer[i], *surface_param = block_.surface_param[i];
    const auto vector = [](const double* v) { return Vec3<double>{v[0], v[1], v[2]}; };
    c.distance = answer[0];
    c.lower = answer[1];
    c.upper = answer[2];
    c.normal = vector(answer + 3);
    c.point_a = vector(answer + 6);
    c.point_b = vector(answer + 9);
    c.definition = Definition::minimum_translation;
    c.fallback = false;
    c.iterations = static_cast<int>(block_.evaluations[i]);
    judge(c, block_.radius[i], settings.tolerance);
    if (cache == nullptr) return;
    cache->normal = vector(answer + 12);
    if (!has_places(family_)) return;
    cache->surface_param_a = vector(surface_param);
    cache->surface_param_b = vector(surface_param + 3);
  }
  void clear() { count_ = 0; }

 private:
  static const double* kept(const SmoothBody& body, double* own) {
    if (body.numbers != body.own) return body.numbers;
    std::copy(std::begin(body.own), std::end(body.own), own);
    return own;
  }

  Block block_;
  double own_a_[Block::size][5], own_b_[Block::size][5];
  Family family_;
  std::size_t index_[Block::size];
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
  PairBatch first_, second_;
  PairBatch *filling_ = &first_, *waiting_ = &second_;
  const Together& together_;
};

// Calls alone(i) for the queries that no kernel answers, with or without those of corners, and
// together(gathered, kernel) for full blocks and the last ones of those that one does.
template <class Alone, class Together>
void dispatch_batches(const BatchKernel* kernels, std::span<const PairQuery> queries,
                      std::span<Cache<double>> caches, bool corners, const Alone& alone,
                      const Together& together) {
  const auto by_kernel = [&](PairBatch& batch) { together(batch, kernels->of(batch.family())); };
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
