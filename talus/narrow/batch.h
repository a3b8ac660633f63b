// Contacts of many pairs with given batch kernels. contact_batch (talus/query.h) chooses those of
// the machine.
#pragma once

#include <span>

#include "talus/narrow/contact.h"
#include "talus/narrow/native/kernels.h"

namespace talus {

// contact_batch with given kernels, for tests and benches; nullptr: one pair after the other.
void contact_batch_with(const BatchKernel* kernels, std::span<const PairQuery> queries,
                        std::span<Contact<double>> contacts, const Settings<double>& settings = {},
                        std::span<Cache<double>> caches = {});

}  // namespace talus
