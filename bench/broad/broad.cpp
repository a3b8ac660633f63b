// broad: measures Talus' broad phase beside FCL, Bullet and CGAL on the same boxes in one run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>

#include "bench/broad/result.h"
#include "bench/machine.h"
#include "study/broad/distributions.h"
#include "talus/broad/pair_finder.h"

namespace bench::broad {
namespace {

struct Options {
  int repeats = 5, smallest = 10'000, largest = 1'000'000, peers_up_to = 1'000'000;
  unsigned seed = 1;
  double patience = 2;  // seconds after which a contender is not timed again
  bool threads = true, walls = true;
  std::vector<std::string> distributions, only;
  std::string markdown, json, commit = "unknown";
};

bool selected(const std::vector<std::string>& choice, std::string_view name) {
  return choice.empty() || std::find(choice.begin(), choice.end(), name) != choice.end();
}

// Contenders take turns, so that a slow spell of the machine hits all alike.
Row measure(const study::broad::BodySet& set, std::string_view distribution,
            const Options& options) {
  const Pinned pinned;
  Row row{std::string(distribution), static_cast<int>(set.box.size()), {}, 0};
  std::vector<const Contender*> taking_part;
  for (const Contender& c : contenders()) {
    const int most = c.name == "talus" ? c.most : std::min(c.most, options.peers_up_to);
    if (row.bodies > most || !(c.name == "talus" || selected(options.only, c.name))) continue;
    taking_part.push_back(&c);
    row.timings.push_back({std::string(c.name), {}, false});
  }
  std::vector<double> spent(taking_part.size());
  // Small scenes are searched often: their times are short and their number cheap.
  const int repeats = std::max(options.repeats, std::min(50, 1'000'000 / row.bodies));
  for (int round = 0; round < repeats; ++round) {
    for (std::size_t i = 0; i < taking_part.size(); ++i) {
      Trial& best = row.timings[i].best;
      // The first search of Talus at a size finds no memory of that size yet; there are always
      // others.
      const bool enough = i == 0 ? round >= options.repeats : round > 0;
      if (enough && (spent[i] > options.patience || (i > 0 && round >= options.repeats))) continue;
      const Trial trial = taking_part[i]->run(set.box);
      spent[i] += trial.seconds;
      if (round == 0 || trial.seconds < best.seconds) best = trial;
    }
  }
  row.bytes_per_body = talus_bytes_per_body(set.box);
  for (Timing& timing : row.timings) timing.same_pairs = timing.best.tally == row.talus().tally;
  return row;
}

double best_wall_time(const study::broad::BodySet& set, int threads, int repeats) {
  talus::broad::PairFinder finder;
  talus::broad::PairList pairs;
  talus::broad::Work work;
  double best = 1e300;
  for (int i = 0; i < repeats; ++i) {
    const double begin = wall_seconds();
    finder.find(set.scene(), threads, pairs, work);
    best = std::min(best, wall_seconds() - begin);
  }
  return best;
}

void print(const Row& row) {
  std::cout << fmt::format("{:18} {:9} {:9.2f} ms {:6.1f} ns/body", row.distribution, row.bodies,
                           1e3 * row.talus().seconds, 1e9 * row.talus().seconds / row.bodies);
  for (const Timing& t : row.timings) {
    if (&t == &row.timings.front()) continue;
    std::cout << fmt::format("  {} {:.1f}x{}", t.contender, t.best.seconds / row.talus().seconds,
                             t.same_pairs ? "" : " OTHER PAIRS");
  }
  std::cout << std::endl;
}

void print(const MeshWall& wall) {
  std::cout << fmt::format(
      "drum of {} triangles {:9} {:9.2f} ms, without the drum {:.2f} ms  cgal {:.1f}x{}\n",
      wall.triangles, wall.bodies, 1e3 * wall.with_walls.seconds, 1e3 * wall.alone.seconds,
      wall.cgal.seconds / wall.with_walls.seconds, wall.same_pairs() ? "" : " OTHER PAIRS");
}

template <class Writer>
void save(const std::string& path, const Result& result, Writer write) {
  if (path.empty()) return;
  std::ofstream file(path);
  write(file, result);
  if (!file) throw std::runtime_error("cannot write " + path);
}

void run(const Options& options) {
  Result result;
  result.machine = processor_name();
  result.compiler = compiler_name();
  result.commit = options.commit;
  result.repeats = options.repeats;
  for (const study::broad::Distribution& d : study::broad::distributions()) {
    if (!selected(options.distributions, d.name)) continue;
    for (int bodies = options.smallest; bodies <= options.largest; bodies *= 10) {
      const study::broad::BodySet set = d.make(bodies, options.seed);
      result.rows.push_back(measure(set, d.name, options));
      print(result.rows.back());
      if (!options.threads || bodies != 1'000'000) continue;
      result.threads.push_back({std::string(d.name), bodies,
                                best_wall_time(set, 1, 2 * options.repeats),
                                best_wall_time(set, 2, 2 * options.repeats)});
    }
    // As far as it got, should it be stopped.
    save(options.markdown, result, write_markdown);
    save(options.json, result, write_json);
  }
  for (int bodies = 10'000; options.walls && bodies <= options.peers_up_to; bodies *= 10) {
    const Pinned pinned;
    result.walls.push_back(measure_mesh_wall(bodies, 2 * options.repeats, options.seed));
    print(result.walls.back());
  }
  write_targets(std::cout, targets_of(result));
  save(options.markdown, result, write_markdown);
  save(options.json, result, write_json);
}

}  // namespace
}  // namespace bench::broad

int main(int argc, char** argv) {
  bench::broad::Options options;
  CLI::App app{"Measures Talus' broad phase beside FCL, Bullet and CGAL on the same boxes."};
  app.add_option("--repeats", options.repeats, "searches of which the best counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--smallest", options.smallest, "number of bodies to begin with")
      ->check(CLI::Range(1000, 10'000'000))
      ->capture_default_str();
  app.add_option("--largest", options.largest, "number of bodies to go up to, by tens")
      ->check(CLI::Range(10'000, 10'000'000))
      ->capture_default_str();
  app.add_option("--peers-up-to", options.peers_up_to, "bodies; beyond, Talus runs alone")
      ->capture_default_str();
  app.add_option("--seed", options.seed, "of the bodies")->capture_default_str();
  app.add_flag("!--no-threads", options.threads, "leave out the two threads");
  app.add_flag("!--no-walls", options.walls, "leave out the drum of triangles");
  std::vector<std::string> names, peers;
  for (const auto& d : study::broad::distributions()) names.emplace_back(d.name);
  for (const auto& c : bench::broad::contenders()) peers.emplace_back(c.name);
  app.add_option("--distribution", options.distributions, "only these")
      ->check(CLI::IsMember(names));
  app.add_option("--peer", options.only, "only these")->check(CLI::IsMember(peers));
  app.add_option("--markdown", options.markdown, "write the tables to this file");
  app.add_option("--json", options.json, "write all numbers to this file");
  app.add_option("--commit", options.commit, "of the code that runs, for the head of the table");
  CLI11_PARSE(app, argc, argv);
  try {
    bench::broad::run(options);
  } catch (const std::exception& error) {
    std::cerr << "broad: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
