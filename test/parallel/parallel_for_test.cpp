#include "talus/parallel/parallel_for.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace talus {
namespace {

TEST(ParallelFor, RunsEveryItemOnce) {
  for (const int threads : {-1, 1, 2, 7, 1000}) {
    for (const int count : {0, 1, 2, 1000}) {
      std::vector<int> runs(count);
      parallel_for(count, threads, [&](std::int64_t i) { ++runs[i]; });
      EXPECT_EQ(runs, std::vector<int>(count, 1)) << threads << " threads";
    }
  }
}

TEST(ParallelFor, ItemsWithTheSameThreadDoNotOverlap) {
  std::vector<std::atomic<int>> running(usable_threads(4));
  std::atomic<bool> overlapped = false;
  parallel_for(2000, 4, [&](std::int64_t, int thread) {
    if (++running[thread] != 1) overlapped = true;
    --running[thread];
  });
  EXPECT_FALSE(overlapped);
}

TEST(ParallelFor, ChunksCoverTheRange) {
  for (const std::int64_t count : {0, 1, 16, 17, 100}) {
    std::vector<int> runs(count);
    parallel_for_chunks(count, 16, 3,
                        [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
                          EXPECT_EQ(begin, 16 * chunk);
                          for (std::int64_t i = begin; i < end; ++i) ++runs[i];
                        });
    EXPECT_EQ(runs, std::vector<int>(count, 1));
  }
}

TEST(ParallelFor, RethrowsTheExceptionOfTheLowestItem) {
  for (int trial = 0; trial < 50; ++trial) {
    for (const int threads : {1, 4}) {
      try {
        parallel_for(500, threads, [](std::int64_t i) {
          if (i % 100 == 37) throw std::runtime_error(std::to_string(i));
        });
        FAIL() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "37");
      }
    }
  }
}

// OpenMP alone would hang in the child.
TEST(ParallelFor, RunsInTheChildOfAFork) {
  const auto sum = [] {
    std::atomic<int> s = 0;
    parallel_for(100, 3, [&](std::int64_t i) { s += static_cast<int>(i); });
    return s.load();
  };
  ASSERT_EQ(sum(), 4950);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);
    std::_Exit(sum() == 4950 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace talus
