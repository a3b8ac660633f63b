// bench_dem: particle-steps per second of settled dense beds on one core, beside LIGGGHTS (spheres)
// and YADE (polyhedra) in the same run; how the cost grows with the number of grains; memory.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "bench/dem/result.h"
#include "bench/machine.h"

namespace bench::dem {
namespace {

struct Options {
  std::vector<std::string> parts = {"spheres", "smooth", "polyhedra", "growth"};
  std::string scripts = "bench/dem", folder, commit = "unknown", markdown, json;
  int tile = 1000, largest = 1'000'000;
  bool peers = true;
  Passes passes;

  bool has(const std::string& part) const { return std::ranges::count(parts, part) > 0; }
};

void say(const std::string& bed, const Rate& rate) {
  fmt::print(
      "{:<34} {:<9} {:>8} grains {:>5.2f} contacts {:>10.0f} particle-steps/s {:>6.0f} bytes\n",
      bed, rate.program, rate.grains, rate.contacts_per_grain, rate.particle_steps(),
      std::max(rate.bytes_per_grain, rate.resident_per_grain));
  std::fflush(stdout);
}

void measure_spheres(const Options& options, const talus::Setup& tile, Result& result) {
  const talus::Setup bed = repeated(tile, 2, 5);
  Row row{Grain::sphere, name_of(Grain::sphere), "periodic", {}};
  row.rates.push_back(measure_talus(bed, options.passes));
  say(row.bed, row.rates.back());
  if (options.peers) {
    row.rates.push_back(measure_liggghts(bed, options.passes, options.scripts, options.folder));
    say(row.bed, row.rates.back());
  }
  result.rows.push_back(row);
}

void measure_smooth(const Options& options, Result& result) {
  for (const Grain grain : {Grain::ellipsoid, Grain::superquadric_4, Grain::superquadric_8}) {
    const talus::Setup tile = settled_tile({.grain = grain, .grains = options.tile});
    Row row{grain, name_of(grain), "periodic", {}};
    row.rates.push_back(measure_talus(repeated(tile, 2, 5), options.passes));
    say(row.bed, row.rates.back());
    result.rows.push_back(row);
  }
}

void measure_polyhedra(const Options& options, Result& result) {
  talus::Setup bed =
      settled_tile({.grain = Grain::polyhedron, .sides = Sides::walls, .grains = options.tile});
  Row row{Grain::polyhedron, name_of(Grain::polyhedron), "walls", {}};
  row.rates.push_back(measure_talus(bed, options.passes));
  say(row.bed, row.rates.back());
  if (options.peers) {
    row.rates.push_back(measure_yade(bed, options.passes, options.scripts, options.folder));
    say(row.bed, row.rates.back());
  }
  result.rows.push_back(row);
  // The same bed, settled by Hertz's law, which takes longer steps.
  bed.law = "volume";
  bed.time_step = 0.0;
  Row by_volume{Grain::polyhedron, name_of(Grain::polyhedron) + ", volume law", "walls", {}};
  by_volume.rates.push_back(measure_talus(bed, options.passes));
  say(by_volume.bed, by_volume.rates.back());
  result.rows.push_back(by_volume);
}

// Tiles along x and y of a bed of so many of them, as square as possible.
std::pair<int, int> sides_of(int tiles) {
  int x = 1;
  for (int k = 2; k * k <= tiles; ++k) {
    if (tiles % k == 0) x = k;
  }
  return {x, tiles / x};
}

void measure_growth(const Options& options, const talus::Setup& tile, Result& result) {
  for (int grains = 1000; grains <= options.largest; grains *= 10) {
    const auto [x, y] = sides_of(grains / options.tile);
    Passes passes = options.passes;
    // A bed of a million is at rest as its tile was, but for the friction, which starts anew.
    passes.relax = std::min(passes.relax, 100'000'000 / grains);
    result.growth.push_back(measure_talus(repeated(tile, x, y), passes));
    say("growth, spheres", result.growth.back());
  }
}

}  // namespace
}  // namespace bench::dem

int main(int argc, char** argv) try {
  using namespace bench::dem;
  Options options;
  bool quick = false, no_peers = false;
  CLI::App app{"Settled beds: Talus beside LIGGGHTS and YADE"};
  app.add_option("--part", options.parts, "spheres, smooth, polyhedra, growth; several, or all")
      ->check(CLI::IsMember({"spheres", "smooth", "polyhedra", "growth"}));
  app.add_option("--seconds", options.passes.seconds, "Of a pass, about")->capture_default_str();
  app.add_option("--repeats", options.passes.count, "Passes; the fastest counts")
      ->capture_default_str();
  app.add_option("--relax", options.passes.relax, "Steps before the first pass")
      ->capture_default_str();
  app.add_option("--largest", options.largest, "Bed of the growth")->capture_default_str();
  app.add_flag("--quick", quick, "Short passes, up to 100,000 grains");
  app.add_flag("--no-peers", no_peers, "Talus alone");
  app.add_option("--scripts", options.scripts, "Where the peers' inputs are")
      ->capture_default_str();
  app.add_option("--commit", options.commit, "Written into the results");
  app.add_option("--markdown", options.markdown, "File for the tables");
  app.add_option("--json", options.json, "File for all numbers");
  CLI11_PARSE(app, argc, argv);
  options.peers = !no_peers;
  if (quick) {
    options.passes = {.relax = 300, .seconds = 0.5, .count = 3};
    options.largest = std::min(options.largest, 100'000);
  }
  options.folder = (std::filesystem::temp_directory_path() / "talus_bench_dem").string();

  Result result;
  result.machine = bench::processor_name();
  result.compiler = bench::compiler_name();
  result.commit = options.commit;
  getloadavg(&result.load, 1);
  const bench::Pinned pinned;  // and with this process the peers that it starts
  if (options.has("spheres") || options.has("growth")) {
    const talus::Setup tile = settled_tile({.grain = Grain::sphere, .grains = options.tile});
    if (options.has("spheres")) measure_spheres(options, tile, result);
    if (options.has("growth")) measure_growth(options, tile, result);
  }
  if (options.has("smooth")) measure_smooth(options, result);
  if (options.has("polyhedra")) measure_polyhedra(options, result);
  std::cout << "\n";
  write_targets(std::cout, targets_of(result));
  if (!options.markdown.empty()) {
    std::ofstream file(options.markdown);
    write_markdown(file, result);
  }
  if (!options.json.empty()) {
    std::ofstream file(options.json);
    write_json(file, result);
  }
  std::filesystem::remove_all(options.folder);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_dem: {}\n", error.what());
  return 1;
}
