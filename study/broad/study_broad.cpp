// study_broad: the measurements behind study/broad/README.md, as one file of JSON that report turns
// into tables and figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>

#include "bench/machine.h"
#include "study/broad/coherence.h"
#include "study/broad/comparison.h"
#include "study/broad/distributions.h"
#include "study/broad/parts.h"
#include "talus/broad/schemes.h"

namespace {

nlohmann::json described_distributions() {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& d : study::broad::distributions().first(study::broad::studied)) {
    list.push_back({{"name", d.name}, {"what", d.what}});
  }
  return list;
}

}  // namespace

int main(int argc, char** argv) try {
  study::broad::ComparisonOptions options;
  study::broad::CoherenceOptions coherence;
  int bodies_in_parts = 100'000, repeats = 3;
  std::string out = "study/broad/results", commit = "unknown";
  CLI::App app{"Compares the schemes of the broad phase: see study/broad/README.md"};
  app.add_option("--out", out, "Folder for results.json")->capture_default_str();
  app.add_option("--largest", options.largest, "Bodies to go up to, from 1000")
      ->capture_default_str()
      ->check(CLI::Range(1000, 10'000'000));
  app.add_option("--limit", options.limit, "Seconds a search may be expected to take")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--enough", options.enough, "Seconds after which a search is not repeated")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--parts", bodies_in_parts, "Bodies for the parts of heapsort and octree")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--repeats", repeats, "Of every timed part")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--coherent-bodies", coherence.bodies, "For the schemes of section 2.1")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--coherent-steps", coherence.steps, "For the schemes of section 2.1")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  std::vector<std::string> names;
  for (const auto& scheme : talus::broad::schemes()) names.emplace_back(scheme.name);
  app.add_option("--scheme", options.schemes, "Only these")->check(CLI::IsMember(names));
  app.add_option("--seed", options.seed, "Of the bodies")->capture_default_str();
  const std::vector<std::string> all_parts = {"parts", "coherence", "comparison"};
  std::vector<std::string> parts = all_parts;
  app.add_option("--part", parts, "What to measure; the rest is kept as it is in results.json")
      ->check(CLI::IsMember(all_parts));
  app.add_option("--commit", commit, "Written into the results");
  CLI11_PARSE(app, argc, argv);

  const bench::Pinned pinned;
  std::filesystem::create_directories(out);
  const std::filesystem::path file = std::filesystem::path(out) / "results.json";
  nlohmann::json results;
  if (std::ifstream known(file); known && parts.size() < all_parts.size()) known >> results;
  const nlohmann::json machine = {{"processor", bench::processor_name()},
                                  {"compiler", bench::compiler_name()},
                                  {"commit", commit}};
  const auto has = [&](const char* name) { return std::ranges::count(parts, name) > 0; };
  if (!results.contains("machine") || has("comparison")) results["machine"] = machine;
  results["distributions"] = described_distributions();
  if (has("parts")) {
    results["parts"] = study::broad::run_parts(bodies_in_parts, repeats, options.seed);
    results["parts_machine"] = machine;
  }
  if (has("coherence")) {
    results["coherence"] = study::broad::run_coherence(coherence);
    results["coherence_machine"] = machine;
  }
  if (has("comparison")) {
    results["limit"] = options.limit;
    results["comparison"] = study::broad::run_comparison(options);
  }
  std::ofstream stream(file);
  stream << results.dump(1) << "\n";
  if (!stream) throw std::runtime_error("cannot write " + file.string());
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "study_broad: {}\n", error.what());
  return 1;
}
