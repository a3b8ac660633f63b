// Separation tests of many pairs with given batch kernels. gap_exceeds_batch (talus/query.h)
// chooses those of the machine.
#pragma once

#include <span>

#include "talus/narrow/batch.h"

namespace talus {

// gap_exceeds_batch with given kernels, for tests and benches; nullptr: one pair after the other.
void gap_exceeds_batch_with(const BatchKernel* kernels, std::span<const PairQuery> queries,
                            double gap, std::span<bool> exceeds,
                            std::span<Cache<double>> caches = {});

}  // namespace talus
