// "Is the gap larger than g?": what a simulation asks first of every pair of neighbours, mostly
// with the answer yes, which one direction n with sigma(n) > g proves.
#pragma once

#include <span>

#include "talus/narrow/batch.h"

namespace talus {

// Whether two bodies are farther apart than a gap (which may be negative: not so deep in each
// other). The last normal, the line of centres or the spheres around the bodies mostly prove it;
// else the contact decides, by its distance, and leaves its normal in the cache. A contact that
// fails proves nothing: false.
bool gap_exceeds(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                 const Pose<double>& pose_b, double gap, Cache<double>* cache = nullptr);

// The same for many pairs: exceeds[i] tells of queries[i], as the single question does.
void gap_exceeds_batch(std::span<const PairQuery> queries, double gap, std::span<bool> exceeds,
                       std::span<Cache<double>> caches = {});

// The same with given kernels, for tests and benches; nullptr: one pair after the other.
void gap_exceeds_batch_with(const BatchKernel* kernels, std::span<const PairQuery> queries,
                            double gap, std::span<bool> exceeds,
                            std::span<Cache<double>> caches = {});

}  // namespace talus
