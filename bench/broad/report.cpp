#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "bench/broad/result.h"
#include "study/broad/distributions.h"

namespace bench::broad {
namespace {

void write_times(std::ostream& out, const Result& result) {
  out << "## Times\n\nMilliseconds of processor time from boxes to pairs, and how many times that "
         "of "
         "Talus each peer\ntakes. In brackets the peer's search alone, its tree being there "
         "already, over all of Talus.\n\n| distribution | bodies | pairs per body | talus | ns per "
         "body | tests per body | bytes per body |";
  for (const Contender& c : contenders().subspan(1)) out << " " << c.name << " |";
  out << "\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |";
  for (std::size_t i = 1; i < contenders().size(); ++i) out << " ---: |";
  out << "\n";
  for (const Row& row : result.rows) {
    const Trial& talus = row.talus();
    out << fmt::format("| {} | {} | {:.2f} | {:.2f} | {:.0f} | {:.1f} | {:.0f} |", row.distribution,
                       row.bodies, static_cast<double>(talus.tally.count) / row.bodies,
                       1e3 * talus.seconds, 1e9 * talus.seconds / row.bodies,
                       static_cast<double>(talus.tests) / row.bodies, row.bytes_per_body);
    for (const Contender& c : contenders().subspan(1)) {
      std::string text = "-";
      for (const Timing& t : row.timings) {
        if (t.contender != c.name) continue;
        text = fmt::format("{:.1f}x", t.best.seconds / talus.seconds);
        if (t.best.search_seconds > 0) {
          text += fmt::format(" ({:.1f}x)", t.best.search_seconds / talus.seconds);
        }
        if (!t.same_pairs) text += " other pairs";
      }
      out << " " << text << " |";
    }
    out << "\n";
  }
}

void write_growth(std::ostream& out, const Result& result) {
  out << "\n## Growth\n\nThe exponent e of a line through the logarithms: time as bodies^e.\n\n"
         "| distribution | exponent |\n| --- | ---: |\n";
  for (const study::broad::Distribution& d : study::broad::distributions()) {
    const double exponent = growth_exponent(result, std::string(d.name));
    if (exponent > 0) out << fmt::format("| {} | {:.3f} |\n", d.name, exponent);
  }
}

void write_threads(std::ostream& out, const Result& result) {
  if (result.threads.empty()) return;
  out << "\n## Threads\n\nMilliseconds on the wall.\n\n| distribution | bodies | one thread | two "
         "threads | ratio |\n| --- | ---: | ---: | ---: | ---: |\n";
  for (const Threads& t : result.threads) {
    out << fmt::format("| {} | {} | {:.1f} | {:.1f} | {:.2f} |\n", t.distribution, t.bodies,
                       1e3 * t.one, 1e3 * t.two, t.one / t.two);
  }
}

void write_walls(std::ostream& out, const Result& result) {
  if (result.walls.empty()) return;
  out << "\n## A mesh of walls\n\nA drum of triangles, its caps fans of triangles as long as it is "
         "wide, half filled with spheres\n1:3: all pairs of bodies, and of bodies and triangles. "
         "Milliseconds of processor time.\n\n| bodies | triangles | pairs of bodies | pairs with "
         "triangles | bodies alone | with the drum | cgal |\n| ---: | ---: | ---: | ---: | ---: | "
         "---: | ---: |\n";
  for (const MeshWall& w : result.walls) {
    out << fmt::format("| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.1f}x{} |\n", w.bodies,
                       w.triangles, w.alone.tally.count,
                       w.with_walls.tally.count - w.alone.tally.count, 1e3 * w.alone.seconds,
                       1e3 * w.with_walls.seconds, w.cgal.seconds / w.with_walls.seconds,
                       w.same_pairs() ? "" : ", other pairs");
  }
}

}  // namespace

void write_markdown(std::ostream& out, const Result& result) {
  out << "# Broad phase: Talus and its peers\n\n"
      << fmt::format(
             "{}; {}; commit {}; best of {} or more searches, fewer where one takes "
             "seconds.\n\n",
             result.machine, result.compiler, result.commit, result.repeats);
  out << "Every contender is given the same axis-aligned boxes in random order and gives all pairs "
         "that overlap;\nthe sets are compared. Talus keeps its memory from search to search, as "
         "in "
         "a simulation. The peers:\n\n";
  for (const Contender& c : contenders().subspan(1)) {
    out << "- " << c.name << ": " << c.what;
    if (c.most < 1'000'000)
      out << ", up to " << c.most << " bodies, since it grows with the square";
    out << "\n";
  }
  out << "\nThe distributions, of which the first seven are the study's:\n\n";
  for (const study::broad::Distribution& d : study::broad::distributions()) {
    out << "- " << d.name << ": " << d.what << "\n";
  }
  out << "\n## Targets\n\n";
  write_targets(out, targets_of(result));
  out << "\n";
  write_times(out, result);
  write_growth(out, result);
  write_threads(out, result);
  write_walls(out, result);
}

void write_json(std::ostream& out, const Result& result) {
  nlohmann::json json{{"machine", result.machine},
                      {"compiler", result.compiler},
                      {"commit", result.commit},
                      {"repeats", result.repeats}};
  for (const Row& row : result.rows) {
    nlohmann::json timings;
    for (const Timing& t : row.timings) {
      timings[t.contender] = {{"seconds", t.best.seconds},
                              {"search_seconds", t.best.search_seconds},
                              {"pairs", t.best.tally.count},
                              {"same_pairs", t.same_pairs}};
    }
    json["rows"].push_back({{"distribution", row.distribution},
                            {"bodies", row.bodies},
                            {"tests", row.talus().tests},
                            {"bytes_per_body", row.bytes_per_body},
                            {"timings", timings}});
  }
  for (const Threads& t : result.threads) {
    json["threads"].push_back({{"distribution", t.distribution},
                               {"bodies", t.bodies},
                               {"one_thread_seconds", t.one},
                               {"two_threads_seconds", t.two}});
  }
  for (const MeshWall& w : result.walls) {
    json["walls"].push_back({{"bodies", w.bodies},
                             {"triangles", w.triangles},
                             {"pairs", w.with_walls.tally.count},
                             {"seconds", w.with_walls.seconds},
                             {"bodies_alone_seconds", w.alone.seconds},
                             {"cgal_seconds", w.cgal.seconds},
                             {"same_pairs", w.same_pairs()}});
  }
  for (const Target& t : targets_of(result)) {
    json["targets"].push_back(
        {{"what", t.what}, {"required", t.required}, {"measured", t.measured}, {"met", t.met}});
  }
  out << json.dump(1) << "\n";
}

}  // namespace bench::broad
