// Contacts of many pairs with given batch kernels (batch_kernels/). contact_batch (talus/query.h)
// chooses those of the machine. They answer ellipsoids and superquadrics with each other and with
// spheres, and with polyhedra and segments whose last contact is in the cache, eight at a time; all
// other pairs are single queries.
#pragma once

#include <span>

#include "talus/narrow/batch_kernels/batch_kernels.h"
#include "talus/narrow/contact.h"

namespace talus {

// contact_batch with given kernels, for tests and benches; nullptr: single queries.
void contact_batch_with(const BatchKernels* kernels, std::span<const PairQuery> queries,
                        std::span<Contact<double>> contacts, const Settings<double>& settings = {},
                        std::span<Cache<double>> caches = {});

}  // namespace talus
