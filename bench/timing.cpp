#include "bench/timing.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace bench {
namespace {

// Keeps the fastest pass of each contestant and prints nothing.
class BestPass : public benchmark::BenchmarkReporter {
 public:
  explicit BestPass(std::vector<Timed>& contestants) : contestants_(contestants) {}

  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration || run.error_occurred) continue;
      Timed& timed = contestants_[std::stoi(run.run_name.function_name)];
      const double passes = static_cast<double>(run.iterations);
      const double nanoseconds =
          1e9 * run.cpu_accumulated_time / passes / static_cast<double>(timed.pairs.size());
      timed.nanoseconds = std::min(timed.nanoseconds, nanoseconds);
    }
  }

 private:
  std::vector<Timed>& contestants_;
};

// A contender whose pass would take longer is timed on fewer pairs: it is so slow (more than 100
// microseconds per pair) that what the processor remembers of a pair plays no part.
constexpr double longest_pass_seconds = 0.4;

double seconds_per_pair(const Timed& timed) {
  const int sample = std::min<int>(50, static_cast<int>(timed.pairs.size()));
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < sample; ++k) {
    const int i = timed.pairs[k];
    benchmark::DoNotOptimize(timed.start == Start::warm ? timed.contender->warm(i)
                                                        : timed.contender->cold(i));
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  return spent.count() / sample;
}

void run_pass(benchmark::State& state, const Timed& timed) {
  for (auto _ : state) {
    if (timed.start == Start::warm) {
      for (int i : timed.pairs) benchmark::DoNotOptimize(timed.contender->warm(i));
    } else {
      for (int i : timed.pairs) benchmark::DoNotOptimize(timed.contender->cold(i));
    }
  }
}

}  // namespace

void time_all(std::vector<Timed>& contestants, int repeats) {
  benchmark::ClearRegisteredBenchmarks();
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    Timed& timed = contestants[k];
    timed.nanoseconds = std::numeric_limits<double>::infinity();
    if (timed.pairs.empty()) continue;
    if (timed.start == Start::warm) {
      for (int i : timed.pairs) timed.contender->remember(i);
    }
    const double affordable = longest_pass_seconds / seconds_per_pair(timed);
    if (affordable < static_cast<double>(timed.pairs.size())) {
      timed.pairs.resize(std::max<std::size_t>(20, static_cast<std::size_t>(affordable)));
    }
    benchmark::RegisterBenchmark(std::to_string(k).c_str(),
                                 [&timed](benchmark::State& state) { run_pass(state, timed); })
        ->Iterations(1)
        ->Repetitions(repeats);
  }
  BestPass best(contestants);
  benchmark::RunSpecifiedBenchmarks(&best);
}

}  // namespace bench
