// Separation tests of many pairs with given batch kernels. gap_exceeds_batch (talus/query.h)
// chooses those of the machine. One direction n with sigma(n) > gap (talus/contact.h) proves that
// two bodies are farther apart, at the cost of one support value per body.
#pragma once

#include <span>

#include "talus/narrow/batch.h"

namespace talus {

// gap_exceeds_batch with given kernels, for tests and benches; nullptr: single queries.
void gap_exceeds_batch_with(const BatchKernels* kernels, std::span<const PairQuery> queries,
                            double gap, std::span<bool> exceeds,
                            std::span<Cache<double>> caches = {});

}  // namespace talus
