// A loop over indices on a few threads, in blocks; an exception of any of them reaches the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <future>
#include <vector>

namespace study {

template <class Work>
void in_parallel(int count, int threads, const Work& work) {
  constexpr int block = 16;
  std::atomic<int> next = 0;
  std::vector<std::future<void>> workers;
  for (int t = 0; t < threads; ++t) {
    workers.push_back(std::async(std::launch::async, [&] {
      for (int begin = next.fetch_add(block); begin < count; begin = next.fetch_add(block)) {
        for (int i = begin; i < std::min(begin + block, count); ++i) work(i);
      }
    }));
  }
  for (auto& worker : workers) worker.get();
}

}  // namespace study
