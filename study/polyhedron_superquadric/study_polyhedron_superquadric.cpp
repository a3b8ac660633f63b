// study_polyhedron_superquadric: the measurements behind study/polyhedron_superquadric/README.md,
// as one file of JSON that report turns into tables and figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <fstream>

#include "bench/machine.h"
#include "polyhedron_superquadric/accuracy.h"
#include "polyhedron_superquadric/analytic.h"
#include "polyhedron_superquadric/cases.h"
#include "polyhedron_superquadric/monte_carlo.h"
#include "polyhedron_superquadric/times.h"

int main(int argc, char** argv) try {
  int centres = 1000000, pairs = 5000;
  std::uint64_t seed = 1;
  study::TimeOptions times;
  std::string out = "study/polyhedron_superquadric/results", commit = "unknown";
  CLI::App app{"Measures peng-hanley: see study/polyhedron_superquadric/README.md"};
  app.add_option("--out", out, "Folder for results.json")->capture_default_str();
  app.add_option("--centres", centres, "Spheres around the cube (Table 1)")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--timed", times.centres, "Spheres around each solid that are timed (Fig. 12)")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--repeats", times.repeats, "Of each timed determination")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--pairs", pairs, "Pairs for each body, polyhedron and distance")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", seed, "Of the random numbers")->capture_default_str();
  app.add_option("--commit", commit, "Written into the results");
  CLI11_PARSE(app, argc, argv);

  const nlohmann::json results = {{"machine",
                                   {{"processor", bench::processor_name()},
                                    {"compiler", bench::compiler_name()},
                                    {"commit", commit}}},
                                  {"analytic", study::run_analytic()},
                                  {"cases", study::run_cases(seed)},
                                  {"monte_carlo", study::run_monte_carlo(centres, seed)},
                                  {"times", study::run_times(times)},
                                  {"accuracy", study::run_accuracy(pairs, seed)}};
  std::filesystem::create_directories(out);
  const std::filesystem::path file = std::filesystem::path(out) / "results.json";
  std::ofstream stream(file);
  stream << results.dump(1) << "\n";
  if (!stream) throw std::runtime_error("cannot write " + file.string());
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "study_polyhedron_superquadric: {}\n", error.what());
  return 1;
}
