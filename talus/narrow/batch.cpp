#include "talus/narrow/batch.h"

#include "talus/narrow/native/pair_batch.h"

namespace talus {

void contact_batch_with(const BatchKernel* kernels, std::span<const PairQuery> queries,
                        std::span<Contact<double>> contacts, const Settings<double>& settings,
                        std::span<Cache<double>> caches) {
  const auto alone = [&](std::size_t i) {
    const PairQuery& q = queries[i];
    contacts[i] = contact(*q.a, *q.pose_a, *q.b, *q.pose_b, settings, cache_of(caches, i));
  };
  dispatch_batches(
      kernels, queries, caches, true, alone, [&](PairBatch& batch, const PairKernel& kernel) {
        batch.block().tolerance = settings.tolerance;
        const unsigned closed = kernel.contact(&batch.block());
        for (int i = 0; i < batch.count(); ++i) {
          const std::size_t k = batch.index(i);
          if ((closed >> i & 1) == 0 || !batch.holds(i, queries[k], cache_of(caches, k))) {
            alone(k);
          } else {
            batch.take(i, settings, contacts[k], cache_of(caches, k));
          }
        }
      });
}

void contact_batch(std::span<const PairQuery> queries, std::span<Contact<double>> contacts,
                   const Settings<double>& settings, std::span<Cache<double>> caches) {
  contact_batch_with(best_batch_kernel(), queries, contacts, settings, caches);
}

}  // namespace talus
