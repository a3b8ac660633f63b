// Many pairs at once. Every answer has the same bits as the single query's (contact.h), whatever
// else is in the batch; ellipsoids and superquadrics with each other and with spheres, and with
// polyhedra and segments whose last contact is in the cache, are worked on eight at a time, all
// others one by one.
#pragma once

#include <span>

#include "talus/narrow/contact.h"
#include "talus/narrow/native/kernels.h"

namespace talus {

// Two posed shapes, by address: a body is stored once, however many pairs it is in.
struct PairQuery {
  const Shape* a{};
  const Pose<double>* pose_a{};
  const Shape* b{};
  const Pose<double>* pose_b{};
};

// The production methods' answers, contacts[i] to queries[i]. With caches (none, or one per query,
// which belongs to that ordered pair) each query starts from what the last one left there.
void contact_batch(std::span<const PairQuery> queries, std::span<Contact<double>> contacts,
                   const Settings<double>& settings = {}, std::span<Cache<double>> caches = {});

// The same with given kernels, for tests and benches; nullptr: one pair after the other.
void contact_batch_with(const BatchKernel* kernels, std::span<const PairQuery> queries,
                        std::span<Contact<double>> contacts, const Settings<double>& settings = {},
                        std::span<Cache<double>> caches = {});

}  // namespace talus
