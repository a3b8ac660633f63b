// Whether two bodies are farther apart than a gap g, for callers who filter many pairs and need the
// contact of few: one direction n with sigma(n) > g (pair.h) proves it, at the cost of one support
// value per body.
#pragma once

#include <span>

#include "talus/narrow/batch.h"

namespace talus {

// Whether the distance of two bodies is larger than `gap`, which may be negative. The cached
// normal, the line of centres or the bounding spheres mostly prove it; otherwise the distance of
// the contact decides, and the cache is updated. False where the contact fails.
bool gap_exceeds(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, double gap, Cache<double>* cache = nullptr);

// The same for many pairs: exceeds[i] is the answer to queries[i].
void gap_exceeds_batch(std::span<const PairQuery> queries, double gap, std::span<bool> exceeds,
                       std::span<Cache<double>> caches = {});

// The same with given kernels, for tests and benches; nullptr: single queries.
void gap_exceeds_batch_with(const BatchKernels* kernels, std::span<const PairQuery> queries,
                            double gap, std::span<bool> exceeds,
                            std::span<Cache<double>> caches = {});

}  // namespace talus
