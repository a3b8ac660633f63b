#include "talus/sim/loop/threads.h"

namespace talus {

void run_items(std::int64_t count, int threads, const std::function<void(std::int64_t)>& work) {
  if (threads <= 1 || count <= 1) {
    for (std::int64_t i = 0; i < count; ++i) work(i);
    return;
  }
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::int64_t i = 0; i < count; ++i) work(i);
}

}  // namespace talus
