// Contacts of many pairs. Every answer has the bits of the single query (contact.h), whatever else
// is in the batch. Kernels (batch_kernels/) answer ellipsoids and superquadrics with each other and
// with spheres, and with polyhedra and segments whose last contact is in the cache, eight at a
// time; all other pairs are single queries.
#pragma once

#include <span>

#include "talus/narrow/batch_kernels/batch_kernels.h"
#include "talus/narrow/contact.h"

namespace talus {

// Two posed shapes, by address: a body is stored once, however many pairs it is in.
struct PairQuery {
  const Shape* a{};
  const Pose<double>* pose_a{};
  const Shape* b{};
  const Pose<double>* pose_b{};
};

// contacts[i] is the production method's answer to queries[i]. `caches` is empty or has one cache
// per query, which belongs to that ordered pair and is updated.
void contact_batch(std::span<const PairQuery> queries, std::span<Contact<double>> contacts,
                   const Settings<double>& settings = {}, std::span<Cache<double>> caches = {});

// The same with given kernels, for tests and benches; nullptr: single queries.
void contact_batch_with(const BatchKernels* kernels, std::span<const PairQuery> queries,
                        std::span<Contact<double>> contacts, const Settings<double>& settings = {},
                        std::span<Cache<double>> caches = {});

}  // namespace talus
