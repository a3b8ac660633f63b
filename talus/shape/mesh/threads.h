// Work on independent items by several threads: item by item in any order, each by one thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace talus {

// work(item) must not throw, and must write only what belongs to its item.
template <class Work>
void for_each_item(int threads, int items, const Work& work) {
  std::atomic<int> next = 0;
  const auto take = [&] {
    for (int item = next++; item < items; item = next++) work(item);
  };
  std::vector<std::thread> others;
  const int count = std::clamp(threads, 1, std::min(256, std::max(items, 1)));
  for (int t = 1; t < count; ++t) others.emplace_back(take);
  take();
  for (std::thread& thread : others) thread.join();
}

}  // namespace talus
