// Pairs collected from queries into blocks of eight, and the answers of the kernels handed back.
#pragma once

#include <utility>

#include "talus/narrow/batch_kernels/kernel_family.h"
#include "talus/narrow/smooth_vertex_body/warm_contact.h"

namespace talus {

inline Cache<double>* cache_of(std::span<Cache<double>> caches, std::size_t i) {
  return caches.empty() ? nullptr : &caches[i];
}

// Calls back with the polyhedron or segment, the second body in canonical order.
template <class Callback>
auto with_vertex_body(const PairQuery& q, const Callback& callback) {
  const Shape& shape = q.a->index() < q.b->index() ? *q.b : *q.a;
  if (const auto* segment = std::get_if<Segment<double>>(&shape)) return callback(*segment);
  return callback(std::get_if<Polyhedron>(&shape)->view());
}

// Whether the cache has the contact that the smooth_vertex_body kernel starts from.
inline bool is_warm(const PairQuery& q, const Cache<double>* cache) {
  return cache != nullptr && with_vertex_body(q, [&](const auto& body) {
           return smooth_vertex_body::is_warm(*cache, smooth_vertex_body::vertex_count(body));
         });
}

// Up to eight pairs of one family and the indices of their queries.
class PairBatch {
 public:
  explicit PairBatch(KernelFamily family) : family_(family) {}

  KernelFamily family() const { return family_; }
  bool full() const { return count_ == batch_size; }
  int count() const { return count_; }
  std::size_t index(int i) const { return index_[i]; }
  BatchBlock& block() { return block_; }

  void add(std::size_t index, const PairQuery& q, const KernelBody& a, const KernelBody& b,
           const Cache<double>* cache) {
    static constexpr Cache<double> cold{};
    const int i = count_++, m = mirrored(q, family_, a, b);
    index_[i] = index;
    // By index, not by branches, which would be mispredicted: the order is as good as random.
    const Superquadric<double>* const body[] = {kept(a, own_a_[i]), kept(b, own_b_[i])};
    const Pose<double>* const pose[] = {q.pose_a, q.pose_b};
    block_.pose_a[i] = pose[m];
    block_.pose_b[i] = pose[1 - m];
    block_.cache[i] = cache == nullptr ? &cold : cache;
    block_.mirrored[i] = m;
    block_.body_a[i] = body[m];
    block_.body_b[i] = body[1 - m];
    if (family_ == KernelFamily::smooth_vertex_body) add_vertices(i, q, *cache);
  }

  // Fills the unused lanes with the first pair.
  void fill_up() {
    for (int i = count_; i < batch_size; ++i) {
      block_.pose_a[i] = block_.pose_a[0];
      block_.pose_b[i] = block_.pose_b[0];
      block_.cache[i] = block_.cache[0];
      block_.mirrored[i] = 0;
      block_.body_a[i] = block_.body_a[0];
      block_.body_b[i] = block_.body_b[0];
      if (family_ == KernelFamily::smooth_vertex_body) block_.vertices.copy(0, i);
    }
  }

  // smooth_vertex_body: whether the vertices that the kernel assumed are those of the contact. The
  // support call that decides it also sets the lower bound.
  bool confirm_vertices(int i, const PairQuery& q, const Cache<double>* cache) {
    if (family_ != KernelFamily::smooth_vertex_body) return true;
    return with_vertex_body(q, [&](const auto& body) {
      return smooth_vertex_body::confirm_feature(body, *cache, block_.support_direction_b.at(i),
                                                 block_.rounding[i], block_.answer[i].lower);
    });
  }

  void read_contact(int i, const Settings<double>& settings, Contact<double>& c,
                    Cache<double>* cache) const {
    const BatchAnswer& answer = block_.answer[i];
    c.distance = answer.distance;
    c.lower = answer.lower;
    c.upper = answer.upper;
    c.normal = answer.normal;
    c.point_a = answer.point_a;
    c.point_b = answer.point_b;
    c.definition = Definition::minimum_translation;
    c.fallback = false;
    c.iterations = static_cast<int>(block_.evaluations[i]);
    judge(c, block_.radius[i], settings.tolerance);
    if (cache == nullptr) return;
    cache->normal = answer.cache_normal;
    if (family_ == KernelFamily::ellipsoid_ellipsoid || family_ == KernelFamily::sphere_ellipsoid) {
      return;
    }
    cache->surface_param_a = block_.cache_points[i].a;
    cache->surface_param_b = block_.cache_points[i].b;
  }
  void clear() { count_ = 0; }

 private:
  static const Superquadric<double>* kept(const KernelBody& body, OwnBody& own) {
    if (body.data != &body.own.data) return body.data;
    own.data = body.own.data;
    return &own.data;
  }

  void add_vertices(int i, const PairQuery& q, const Cache<double>& cache) {
    namespace method = smooth_vertex_body;
    BatchVertexRows& rows = block_.vertices;
    with_vertex_body(q, [&](const auto& body) {
      for (int k = 0; k < 3; ++k) {
        rows.vertex[k].set(i, method::vertex_of(body, cache.vertex_b[k < cache.feature ? k : 0]));
      }
      rows.count[i] = cache.feature;
      rows.reach[i] = method::reach_of(body);
      rows.radius[i] = method::radius_of(body);
    });
  }

  BatchBlock block_;
  OwnBody own_a_[batch_size], own_b_[batch_size];
  KernelFamily family_;
  std::size_t index_[batch_size];
  int count_ = 0;
};

// The pairs of one family, waiting for the kernel. A full batch waits until the next is full
// too: the kernel loads whole rows, and loads that follow right after the stores of single numbers
// would wait for the store buffer.
template <class AnswerBatch>
class PairBatchQueue {
 public:
  PairBatchQueue(KernelFamily family, const AnswerBatch& answer_batch)
      : first_(family), second_(family), answer_batch_(answer_batch) {}

  void add(std::size_t index, const PairQuery& q, const KernelBody& a, const KernelBody& b,
           const Cache<double>* cache) {
    filling_->add(index, q, a, b, cache);
    if (!filling_->full()) return;
    if (waiting_->full()) answer_batch_(*waiting_);
    std::swap(filling_, waiting_);
    filling_->clear();
  }
  void finish() {
    if (waiting_->full()) answer_batch_(*waiting_);
    if (filling_->count() == 0) return;
    filling_->fill_up();
    answer_batch_(*filling_);
  }

 private:
  PairBatch first_, second_;
  PairBatch *filling_ = &first_, *waiting_ = &second_;
  const AnswerBatch& answer_batch_;
};

// Calls answer_single(i) for the queries that no kernel answers, and answer_batch(batch, kernels)
// for full batches and the last ones of each family. Without `vertex_bodies`, smooth_vertex_body
// pairs are answered singly.
template <class AnswerSingle, class AnswerBatch>
void dispatch_batches(const BatchKernels* kernels, std::span<const PairQuery> queries,
                      std::span<Cache<double>> caches, bool vertex_bodies,
                      const AnswerSingle& answer_single, const AnswerBatch& answer_batch) {
  const auto by_kernel = [&](PairBatch& batch) {
    answer_batch(batch, kernels->of(batch.family()));
  };
  PairBatchQueue<decltype(by_kernel)> queues[kernel_family_count] = {
      {KernelFamily::ellipsoid_ellipsoid, by_kernel},
      {KernelFamily::superquadric_superquadric, by_kernel},
      {KernelFamily::sphere_ellipsoid, by_kernel},
      {KernelFamily::sphere_superquadric, by_kernel},
      {KernelFamily::smooth_vertex_body, by_kernel}};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    KernelBody a, b;
    const KernelFamily family =
        kernels == nullptr ? KernelFamily::none : kernel_family_of(queries[i], a, b);
    const bool cold = family == KernelFamily::smooth_vertex_body &&
                      !(vertex_bodies && is_warm(queries[i], cache_of(caches, i)));
    if (family == KernelFamily::none || cold) {
      answer_single(i);
    } else {
      queues[static_cast<int>(family)].add(i, queries[i], a, b, cache_of(caches, i));
    }
  }
  for (auto& queue : queues) queue.finish();
}

}  // namespace talus
