// Work on all cores: the oracle and large hulls are what takes long outside the timing.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <thread>
#include <vector>

namespace bench {

// Calls work(0), ..., work(count - 1).
inline void for_all(int count, const std::function<void(int)>& work) {
  std::atomic<int> next = 0;
  std::vector<std::future<void>> workers;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k) {
    workers.push_back(std::async(std::launch::async, [&] {
      for (int i = next++; i < count; i = next++) work(i);
    }));
  }
  for (auto& worker : workers) worker.get();
}

}  // namespace bench
