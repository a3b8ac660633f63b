// study_polyhedra: the measurements behind study/polyhedra/README.md, as files of JSON that
// report/ turns into tables and figures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <fstream>

#include "bench/machine.h"
#include "polyhedra/methods.h"
#include "polyhedra/random_pairs.h"
#include "polyhedra/situations.h"
#include "talus/parallel/parallel_for.h"

namespace {

void write(const std::filesystem::path& file, const nlohmann::json& content) {
  std::ofstream out(file);
  out << content.dump(1) << "\n";
  if (!out) throw std::runtime_error("study_polyhedra: cannot write " + file.string());
}

}  // namespace

int main(int argc, char** argv) try {
  study::RandomOptions options;
  options.threads = talus::available_threads();
  std::string situations = "study/polyhedra/situations", out = "study/polyhedra/results";
  std::string sequence = "study/polyhedra/sequence/fig5.json", commit = "unknown";
  double seconds_per_time = 0.2;
  int fig4_bodies = 400;
  CLI::App app{"Measures every method for two polyhedra: see study/polyhedra/README.md"};
  app.add_option("--situations", situations, "Folder of the nine situations")
      ->capture_default_str();
  app.add_option("--sequence", sequence, "Bodies and first direction of the steps of Fig. 5")
      ->capture_default_str();
  app.add_option("--out", out, "Folder for situations.json and random.json")->capture_default_str();
  app.add_option("--pairs", options.pairs, "Random pairs")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed, "Of the random pairs")->capture_default_str();
  app.add_option("--threads", options.threads, "For everything that is not timed")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--seconds-per-cell", options.seconds_per_cell,
                 "Processor time of a method on one family and regime, beyond which it answers "
                 "every n-th pair")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--seconds-per-time", seconds_per_time,
                 "How long each method is timed on each situation")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--fig4-bodies", fig4_bodies,
                 "Bodies that are tried for the cost of Fig. 4, each size")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--most-faces", study::most_faces, "Faces after which gjk-td is given up")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--commit", commit, "Written into the results");
  CLI11_PARSE(app, argc, argv);

  const nlohmann::json machine = {{"processor", bench::processor_name()},
                                  {"compiler", bench::compiler_name()},
                                  {"commit", commit}};
  std::filesystem::create_directories(out);
  const study::Situations measured =
      study::run_situations(situations, seconds_per_time, fig4_bodies, sequence);
  write(std::filesystem::path(out) / "situations.json", {{"machine", machine},
                                                         {"situations", measured.answers},
                                                         {"fig4_bodies", measured.fig4_bodies}});
  write(std::filesystem::path(out) / "traces.json", measured.traces);
  nlohmann::json random = study::run_random_pairs(options);
  random["machine"] = machine;
  write(std::filesystem::path(out) / "random.json", random);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
