// study_superellipsoids: the measurements behind study/superellipsoids/README.md, as a file of JSON
// that report/ turns into tables and figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <fstream>

#include "bench/machine.h"
#include "superellipsoids/series.h"

namespace {

// The production method changes more often than the paper's: its cells alone, into what is there.
void renew_production(const nlohmann::json& measured, nlohmann::json& results) {
  for (nlohmann::json& cell : results.at("cells")) {
    for (const nlohmann::json& other : measured.at("cells")) {
      if (other.at("series") == cell.at("series") && other.at("interval") == cell.at("interval")) {
        cell["production"] = other.at("production");
      }
    }
  }
  for (const char* key : {"production", "production_machine"}) results[key] = measured.at(key);
}

}  // namespace

int main(int argc, char** argv) try {
  study::SeriesOptions options;
  std::string out = "study/superellipsoids/results", commit = "unknown";
  std::vector<double> radii{options.radii.least, options.radii.most};
  std::vector<std::string> rules;
  for (const auto& [name, constants] : study::step_rules()) rules.push_back(name);
  int hypotheses_pairs = -1;  // a quarter of all
  bool only_production = false;
  CLI::App app{"The test series of Wellmann et al. 2008: see study/superellipsoids/README.md"};
  app.add_option("--out", out, "Folder for series.json")->capture_default_str();
  app.add_option("--pairs", options.pairs, "Of each interval and series")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "Of the pairs")->capture_default_str();
  app.add_option("--threads", options.threads, "For everything that is not timed")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--radii", radii, "Least and largest radius parameter; the paper: 0.5 3")
      ->expected(2)
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--timed-pairs", options.timed_pairs, "Of each interval and series")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--repeats", options.repeats, "Of each timing, the fastest counts")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--lm", options.open.rule, "Rule of the Levenberg-Marquardt term")
      ->capture_default_str()
      ->check(CLI::IsMember(rules));
  app.add_option("--armijo", options.open.armijo, "Of the slope, which a step has to fall by")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--shrink", options.open.shrink, "Of the step size, from one trial to the next")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--shift", options.open.shift, "Of points with indeterminate derivatives")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--parallel", options.open.parallel, "Radians between d and c that count as none")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--hypotheses-pairs", hypotheses_pairs,
                 "Of each interval and series, for the table of all rules and radii; 0: without "
                 "it; by default a quarter of --pairs")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--only-production", only_production,
               "Asks only the production method, and renews its part of series.json");
  app.add_option("--commit", commit, "Written into the results");
  CLI11_PARSE(app, argc, argv);
  options.radii = {radii[0], radii[1]};
  options.common_normal = !only_production;

  nlohmann::json results = study::run_series(options);
  if (hypotheses_pairs < 0) hypotheses_pairs = (options.pairs + 3) / 4;
  if (hypotheses_pairs > 0 && !only_production) {
    results["hypotheses"] = study::run_hypotheses(options, hypotheses_pairs);
  }
  results["machine"] = results["production_machine"] = {{"processor", bench::processor_name()},
                                                        {"compiler", bench::compiler_name()},
                                                        {"commit", commit}};
  std::filesystem::create_directories(out);
  const std::filesystem::path file = std::filesystem::path(out) / "series.json";
  if (only_production) {
    const nlohmann::json measured = results;
    results = nlohmann::json::parse(std::ifstream(file));
    renew_production(measured, results);
  }
  std::ofstream stream(file);
  stream << results.dump(1) << "\n";
  if (!stream) throw std::runtime_error("study_superellipsoids: cannot write " + file.string());
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
