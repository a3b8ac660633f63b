// narrow: measures Talus' contact query beside FCL, libccd, Bullet and ODE on the same pairs in one
// run.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>

#include "bench/growth.h"
#include "bench/machine.h"
#include "bench/report.h"
#include "bench/targets.h"

namespace bench {
namespace {

struct Options {
  int pairs = 3000, growth_pairs = 1000, growth_to = 10000;
  unsigned seed = 1;
  Selection selection;
  std::vector<std::string> parts, workloads, regimes;
  std::string markdown, json, situations = "study/polyhedra/situations", commit = "unknown";
  std::string note;
};

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

template <class Writer>
void save(const std::string& path, const Report& report, Writer write) {
  if (path.empty()) return;
  std::ofstream file(path);
  write(file, report);
  if (!file) throw std::runtime_error("cannot write " + path);
}

Report describe(const Options& options) {
  Report report;
  report.core = Pinned().core();
  report.machine = processor_name();
  report.compiler = compiler_name();
  report.commit = options.commit;
  report.note = options.note;
  report.date = today();
  report.pairs = options.pairs;
  report.repeats = options.selection.repeats;
  report.seed = options.seed;
  return report;
}

void run_workloads(const Options& options, Report& report) {
  write_row_header(std::cout);
  for (const std::string& name : options.workloads) {
    const std::vector<Body> bodies = workload_bodies(name, options.seed);
    for (const Regime regime : all_regimes) {
      if (!selected(options.regimes, name_of(regime))) continue;
      const Workload workload =
          make_workload(name, regime, bodies, pairs_of(name, options.pairs), options.seed);
      for (const Row& row : measure(workload, vertices_of(name), options.selection)) {
        write_row(std::cout, row);
        report.rows.push_back(row);
      }
    }
  }
}

// All but the peers' settings that are only there to show what they do wrong.
std::vector<std::string> faultless() {
  std::vector<std::string> names;
  for (const Entry& entry : contenders()) {
    if (!entry.flawed) names.push_back(entry.name);
  }
  return names;
}

void choose_superquadrics(Options& options) {
  if (options.workloads.empty()) options.workloads = superquadric_workloads();
  options.parts = {"workloads"};
  if (options.selection.contenders.empty()) options.selection.contenders = faultless();
}

void run(const Options& options) {
  Report report = describe(options);
  std::cout << report.machine << ", core " << report.core << "; commit " << report.commit << "; "
            << report.compiler << "; " << options.pairs << " pairs per workload, best of "
            << report.repeats << "\nn!p%: p per cent of the answers are wrong\n";
  if (selected(options.parts, "situations")) {
    report.gjk_td = time_situations(options.situations, "gjk-td");
  }
  if (selected(options.parts, "workloads")) run_workloads(options, report);
  if (selected(options.parts, "growth")) {
    std::cout << "growth with the number of vertices\n";
    measure_growth(options.growth_to, options.growth_pairs, options.seed, options.selection,
                   [&](const Row& row) {
                     write_row(std::cout, row);
                     report.growth.push_back(row);
                   });
  }
  if (selected(options.parts, "methods")) {
    for (const std::string& name : ellipsoid_workloads()) {
      if (!selected(options.workloads, name)) continue;
      const Workload workload =
          make_workload(name, Regime::separated, workload_bodies(name, options.seed),
                        std::min(options.pairs, 1000), options.seed);
      const auto times = time_methods(workload, report.repeats);
      report.methods.insert(report.methods.end(), times.begin(), times.end());
    }
    write_methods(std::cout, report.methods);
  }
  write_targets(std::cout, targets_of(report));
  save(options.markdown, report, write_markdown);
  save(options.json, report, write_json);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app{
      "Measures Talus' contact query beside FCL, libccd, Bullet and ODE on the same pairs."};
  const auto quick = [&options] {
    options.pairs = 2000;
    options.growth_pairs = 500;
    options.growth_to = 1024;
    options.selection.repeats = 2;
    options.selection.contenders = bench::faultless();
  };
  app.add_flag_callback("--quick", quick,
                        "2000 pairs, best of 2, growth up to 1024 vertices, without the peers' "
                        "settings that are only there to show what they do wrong");
  app.add_option("--pairs", options.pairs,
                 "distinct pairs per workload; below about 2000 every "
                 "contender seems up to twice as fast as it is")
      ->check(CLI::Range(1, 1000000))
      ->take_last()  // script/bench gives some of its own
      ->capture_default_str();
  app.add_option("--repeats", options.selection.repeats,
                 "passes over all pairs, of which the best counts")
      ->check(CLI::Range(1, 1000))
      ->take_last()
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the random pairs")->capture_default_str();
  app.add_option("--part", options.parts, "only these")
      ->check(CLI::IsMember({"workloads", "growth", "situations", "methods"}));
  std::vector<std::string> known = bench::workload_names();
  for (const std::string& name : bench::superquadric_workloads()) known.push_back(name);
  app.add_option("--workload", options.workloads, "only these")->check(CLI::IsMember(known));
  app.add_flag_callback(
      "--polyhedra", [&options] { options.workloads = bench::workload_names(true); },
      "only the workloads of polyhedra");
  app.add_flag_callback(
      "--ellipsoids", [&options] { options.workloads = bench::ellipsoid_workloads(); },
      "only the workloads of ellipsoids");
  bool superquadrics = false;
  app.add_flag("--superquadrics", superquadrics,
               "only the workloads of superquadrics, alone and on polyhedra, which are in no other "
               "run, beside the papers' methods for them; --pairs is for those by range of "
               "exponents: half with polyhedra, a quarter at one exponent");
  app.add_option("--regime", options.regimes, "only these")
      ->check(CLI::IsMember({"separated", "shallow", "deep"}));
  app.add_option("--start", options.selection.starts, "only these")
      ->check(CLI::IsMember({"cold", "warm"}));
  std::vector<std::string> names;
  for (const bench::Entry& entry : bench::contenders()) names.push_back(entry.name);
  app.add_option("--contender", options.selection.contenders, "only these")
      ->check(CLI::IsMember(names));
  app.add_option("--growth-pairs", options.growth_pairs, "distinct pairs of each size")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--growth-to", options.growth_to, "the largest number of vertices")
      ->check(CLI::Range(8, 10000))
      ->capture_default_str();
  app.add_option("--situations", options.situations, "folder of the situations of P0")
      ->capture_default_str();
  app.add_option("--markdown", options.markdown, "write the tables to this file");
  app.add_option("--json", options.json, "write all numbers to this file");
  app.add_option("--note", options.note,
                 "to stand at the head of the table, such as what else ran");
  app.add_option("--commit", options.commit, "of the code that runs, for the head of the table");
  CLI11_PARSE(app, argc, argv);
  if (superquadrics) choose_superquadrics(options);
  if (options.workloads.empty()) options.workloads = bench::workload_names();

  // Passes of the contenders alternate at random, so that a slow spell of the machine hits all
  // alike.
  char program[] = "narrow", interleave[] = "--benchmark_enable_random_interleaving=true";
  char* arguments[] = {program, interleave, nullptr};
  int count = 2;
  benchmark::Initialize(&count, arguments);
  try {
    bench::run(options);
  } catch (const std::exception& error) {
    std::cerr << "narrow: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
