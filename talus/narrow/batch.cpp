#include "talus/narrow/batch.h"

#include "talus/narrow/batch_kernels/pair_batch.h"
#include "talus/narrow/contact.h"

namespace talus {

void contact_batch_with(const BatchKernels* kernels, std::span<const PairQuery> queries,
                        std::span<Contact<double>> contacts, const Settings<double>& settings,
                        std::span<Cache<double>> caches) {
  const auto answer_single = [&](std::size_t i) {
    const PairQuery& q = queries[i];
    contacts[i] = contact(*q.a, *q.pose_a, *q.b, *q.pose_b, settings, cache_of(caches, i));
  };
  const auto answer_batch = [&](PairBatch& batch, const PairKernels& kernel) {
    batch.block().tolerance = settings.tolerance;
    const unsigned closed = kernel.contact(&batch.block());
    for (int i = 0; i < batch.count(); ++i) {
      const std::size_t k = batch.index(i);
      if ((closed >> i & 1) == 0 || !batch.confirm_vertices(i, queries[k], cache_of(caches, k))) {
        answer_single(k);
      } else {
        batch.read_contact(i, settings, contacts[k], cache_of(caches, k));
        if (!is_measured(contacts[k])) answer_single(k);
      }
    }
  };
  dispatch_batches(kernels, queries, caches, true, answer_single, answer_batch);
}

void contact_batch(std::span<const PairQuery> queries, std::span<Contact<double>> contacts,
                   const Settings<double>& settings, std::span<Cache<double>> caches) {
  contact_batch_with(best_batch_kernels(), queries, contacts, settings, caches);
}

}  // namespace talus
