// study_ellipsoids: the measurements behind study/ellipsoids/README.md, as files of JSON that
// report/ turns into tables and figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>

#include "bench/machine.h"
#include "ellipsoids/charges.h"
#include "ellipsoids/errors.h"
#include "ellipsoids/iterations.h"
#include "ellipsoids/lubrication.h"
#include "ellipsoids/mirrored.h"
#include "ellipsoids/mixed.h"
#include "ellipsoids/penalty_readings.h"
#include "ellipsoids/small_arrays.h"
#include "ellipsoids/steps.h"
#include "ellipsoids/times.h"

namespace {

// Sizes of everything: those of the paper, or small ones that take seconds.
struct Sizes {
  study::MirroredOptions mirrored;
  study::IterationOptions iterations{.lengths = {5, 10, 15, 20, 25, 30, 35, 40}};
  study::TimeOptions times;
  study::ErrorOptions errors;
  study::SmallArrayOptions small_arrays;
  study::MixedOptions mixed;
  study::ChargeOptions charges;
  study::PenaltyOptions penalty;
  study::LubricationOptions lubrication;

  void make_quick() {
    mirrored = {.passes = 1, .penalty_limit = 5000, .limit = 5000, .blurred_pairs = 20};
    iterations.lengths = {5, 7};
    times = {.length = 7, .queries = 40, .slow_queries = 5, .passes = 1};
    errors.length = 5;
    small_arrays = {.arrays = 2, .timed_arrays = 1, .passes = 1, .limit = 1000};
    mixed = {.length = 10, .queries = 10, .passes = 1};
    charges = {.limit = 1000, .arrays = 1, .larger_step_arrays = 2, .blurred_pairs = 10};
    penalty.limit = 1000;
    lubrication.length = 7;
  }
  void set_seed(std::uint64_t seed) {
    iterations.seed = times.seed = errors.seed = small_arrays.seed = mixed.seed = seed;
    charges.seed = lubrication.seed = seed;
  }
};

}  // namespace

int main(int argc, char** argv) try {
  std::string out = "study/ellipsoids/results", commit = "unknown";
  std::vector<std::string> only;
  std::uint64_t seed = 1;
  bool quick = false;
  CLI::App app{"Measures the methods for two ellipsoids: see study/ellipsoids/README.md"};
  app.add_option("--out", out, "Folder for the files of JSON")->capture_default_str();
  app.add_option("--seed", seed, "Of the arrays")->capture_default_str();
  app.add_flag("--quick", quick, "Small arrays and few queries: a few seconds");
  app.add_option(
      "--only", only,
      "Parts: mirrored steps charges penalty_readings small_arrays iterations times mixed "
      "lubrication errors");
  app.add_option("--commit", commit, "Written into the results");
  CLI11_PARSE(app, argc, argv);

  Sizes sizes;
  if (quick) sizes.make_quick();
  sizes.set_seed(seed);
  const bench::Pinned pinned;
  const nlohmann::json machine = {{"processor", bench::processor_name()},
                                  {"compiler", bench::compiler_name()},
                                  {"commit", commit}};
  std::filesystem::create_directories(out);
  const auto part = [&](const std::string& name, const auto& run) {
    if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) return;
    const auto start = std::chrono::steady_clock::now();
    nlohmann::json content = run();
    content["machine"] = machine;
    std::ofstream file(std::filesystem::path(out) / (name + ".json"));
    file << content.dump(1) << "\n";
    if (!file) throw std::runtime_error("study_ellipsoids: cannot write " + name + ".json");
    fmt::print("{}: {:.0f} s\n", name,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    std::fflush(stdout);
  };
  part("mirrored", [&] { return study::run_mirrored(sizes.mirrored); });
  part("steps", [&] { return study::run_steps(); });
  part("charges", [&] { return study::run_charges(sizes.charges); });
  part("penalty_readings", [&] { return study::run_penalty_readings(sizes.penalty); });
  part("small_arrays", [&] { return study::run_small_arrays(sizes.small_arrays); });
  part("iterations", [&] { return study::run_iterations(sizes.iterations); });
  part("times", [&] { return study::run_times(sizes.times); });
  part("mixed", [&] { return study::run_mixed(sizes.mixed); });
  part("lubrication", [&] { return study::run_lubrication(sizes.lubrication); });
  part("errors", [&] { return study::run_errors(sizes.errors); });
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
