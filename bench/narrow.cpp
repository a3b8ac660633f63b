// narrow: measures Talus' contact query beside FCL, libccd and Bullet on the same pairs in one run.
#include <benchmark/benchmark.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iostream>

#include "bench/machine.h"
#include "bench/report.h"
#include "bench/timing.h"

namespace bench {
namespace {

struct Options {
  int pairs = 3000;
  int repeats = 5;
  unsigned seed = 1;
  std::vector<std::string> workloads, regimes, starts, contenders;
  std::string markdown, json, commit = "unknown";
};

bool wanted(const std::vector<std::string>& choice, const std::string& name) {
  return choice.empty() || std::find(choice.begin(), choice.end(), name) != choice.end();
}

std::vector<int> answered_pairs(const std::vector<Trial>& trials) {
  std::vector<int> pairs;
  for (int i = 0; i < static_cast<int>(trials.size()); ++i) {
    if (trials[i].outcome == Outcome::answered) pairs.push_back(i);
  }
  return pairs;
}

std::vector<Row> measure(const Workload& workload, const Options& options) {
  const Pinned pinned;
  std::vector<Row> rows;
  for (const Start start : all_starts) {
    if (!wanted(options.starts, name_of(start))) continue;
    std::vector<std::unique_ptr<Contender>> loaded;
    std::vector<Timed> timed;
    Row row{workload.name, workload.regime, start, {}};
    for (const Entry& entry : contenders()) {
      if (!wanted(options.contenders, entry.name) || !entry.takes(workload)) continue;
      loaded.push_back(entry.make());
      loaded.back()->load(workload);
      const std::vector<Trial> trials =
          try_all(*loaded.back(), static_cast<int>(workload.pairs.size()), start);
      row.cells.push_back({entry.name, judge(workload, start, trials)});
      timed.push_back({entry.name, loaded.back().get(), start, answered_pairs(trials)});
    }
    time_all(timed, options.repeats);
    for (std::size_t k = 0; k < timed.size(); ++k) {
      if (!timed[k].pairs.empty()) row.cells[k].score.nanoseconds = timed[k].nanoseconds;
    }
    rows.push_back(row);
  }
  return rows;
}

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

void run(const Options& options) {
  Report report;
  report.core = Pinned().core();
  report.machine = processor_name();
  report.compiler = compiler_name();
  report.commit = options.commit;
  report.date = today();
  report.pairs = options.pairs;
  report.repeats = options.repeats;
  report.seed = options.seed;
  std::cout << report.machine << ", core " << report.core << "; commit " << report.commit << "; "
            << report.compiler << "; " << options.pairs << " pairs per workload, best of "
            << options.repeats << "\nn!p%: p per cent of the answers are wrong\n";
  write_row_header(std::cout);
  for (const std::string& name : workload_names()) {
    if (!wanted(options.workloads, name)) continue;
    for (const Regime regime : all_regimes) {
      if (!wanted(options.regimes, name_of(regime))) continue;
      const Workload workload = make_workload(name, regime, options.pairs, options.seed);
      for (const Row& row : measure(workload, options)) {
        write_row(std::cout, row);
        report.rows.push_back(row);
      }
    }
  }
  save(options.markdown, report, write_markdown);
  save(options.json, report, write_json);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app{"Measures Talus' contact query beside FCL, libccd and Bullet on the same pairs."};
  const auto quick = [&options] {
    options.pairs = 2000;
    options.repeats = 2;
    for (const bench::Entry& entry : bench::contenders()) {
      if (!entry.flawed) options.contenders.push_back(entry.name);
    }
  };
  app.add_flag_callback("--quick", quick,
                        "2000 pairs, best of 2, without the peers' settings that are only there to "
                        "show what they do wrong");
  app.add_option("--pairs", options.pairs,
                 "distinct pairs per workload; below about 2000 every "
                 "contender looks up to twice as fast as it is")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  app.add_option("--repeats", options.repeats, "passes over all pairs, of which the best counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the random pairs")->capture_default_str();
  app.add_option("--workload", options.workloads, "only these")
      ->check(CLI::IsMember(bench::workload_names()));
  app.add_option("--regime", options.regimes, "only these")
      ->check(CLI::IsMember({"separated", "shallow", "deep"}));
  app.add_option("--start", options.starts, "only these")->check(CLI::IsMember({"cold", "warm"}));
  std::vector<std::string> names;
  for (const bench::Entry& entry : bench::contenders()) names.push_back(entry.name);
  app.add_option("--contender", options.contenders, "only these")->check(CLI::IsMember(names));
  app.add_option("--markdown", options.markdown, "write the tables to this file");
  app.add_option("--json", options.json, "write all numbers to this file");
  app.add_option("--commit", options.commit, "of the code that runs, for the head of the table");
  CLI11_PARSE(app, argc, argv);

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
