#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "bench/growth.h"
#include "bench/peer/peer.h"
#include "bench/superquadrics.h"
#include "bench/targets.h"

namespace bench {
namespace {

std::string microseconds(const Score& score) {
  return score.nanoseconds ? fmt::format("{:.2f}", *score.nanoseconds * 1e-3) : "-";
}

// "5.31" for a contender that is right on all pairs, "5.31 (2.4 %)" with the share of wrong
// answers, "0.41 (no distance)" for one that only says that the bodies are separated.
std::string peer_text(const Score& score) {
  std::string text = microseconds(score);
  if (score.wrong() > 0) {
    text += fmt::format(" ({:.2g} % wrong)", 100 * score.wrong_share());
  } else if (!score.measured) {
    text += " (no distance)";
  }
  return text;
}

double ratio(const Score& peer, const Score& talus) {
  return peer.nanoseconds && talus.nanoseconds ? *peer.nanoseconds / *talus.nanoseconds : 0;
}

void write_speed_table(std::ostream& out, const Report& report) {
  out << "## Speed\n\n"
         "Microseconds per pair. `ratio` is the time of the fastest peer that is right on every "
         "pair\n"
         "(error below 1e-6) over that of Talus: above 1, Talus is faster. Times are over all "
         "pairs\n"
         "that a contender answers, rightly or wrongly; the share of wrong ones stands beside "
         "them.\n\n"
         "| workload | regime | start | talus | worst error | fastest right peer | ratio | right "
         "on "
         "99.9 % | ratio |\n"
         "| --- | --- | --- | ---: | ---: | --- | ---: | --- | ---: |\n";
  for (const Row& row : report.rows) {
    const Cell* talus = row.find("talus");
    out << fmt::format("| {} | {} | {} | {} | {} |", row.workload, name_of(row.regime),
                       name_of(row.start), talus ? peer_text(talus->score) : "-",
                       talus ? fmt::format("{:.1e}", talus->score.worst_error) : "-");
    for (const double wrong_allowed : {0.0, 1e-3}) {
      const Cell* peer = row.fastest_right_peer(wrong_allowed);
      const auto faster = row.ratio(wrong_allowed);
      out << fmt::format(" {} | {} |",
                         peer ? peer->contender + " " + microseconds(peer->score) : "none",
                         faster ? fmt::format("{:.2f}", *faster) : "-");
    }
    out << "\n";
  }
}

void write_peer_table(std::ostream& out, const Report& report, bool as_ratio) {
  out << "| workload | regime | start |";
  for (const Entry& entry : contenders()) {
    if (entry.name != "talus") out << " " << entry.name << " |";
  }
  out << "\n| --- | --- | --- |";
  for (std::size_t k = 1; k < contenders().size(); ++k) out << " ---: |";
  out << "\n";
  for (const Row& row : report.rows) {
    const Cell* talus = row.find("talus");
    out << fmt::format("| {} | {} | {} |", row.workload, name_of(row.regime), name_of(row.start));
    for (const Entry& entry : contenders()) {
      if (entry.name == "talus") continue;
      const Cell* cell = row.find(entry.name);
      if (cell == nullptr) {
        out << " |";
      } else if (!as_ratio) {
        out << " " << peer_text(cell->score) << " |";
      } else {
        out << (talus ? fmt::format(" {:.2f}{} |", ratio(cell->score, talus->score),
                                    cell->score.right() ? "" : "*")
                      : " - |");
      }
    }
    out << "\n";
  }
}

// One line per contender: all workloads together.
void write_mistake_totals(std::ostream& out, const Report& report) {
  out << "| contender | pairs | missed | phantom | too deep | too shallow | off | failed | aborted "
         "| no return |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Entry& entry : contenders()) {
    Score sum;
    for (const Row& row : report.rows) {
      const Cell* cell = row.find(entry.name);
      if (cell == nullptr) continue;
      const Score& s = cell->score;
      sum.tried += s.tried;
      sum.missed += s.missed;
      sum.phantom += s.phantom;
      sum.too_deep += s.too_deep;
      sum.too_shallow += s.too_shallow;
      sum.off += s.off;
      sum.failed += s.failed;
      sum.aborted += s.aborted;
      sum.no_return += s.no_return;
    }
    if (sum.tried == 0) continue;
    out << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", entry.name,
                       sum.tried, sum.missed, sum.phantom, sum.too_deep, sum.too_shallow, sum.off,
                       sum.failed, sum.aborted, sum.no_return);
  }
}

void write_mistakes(std::ostream& out, const Report& report) {
  out << "| contender | workload | regime | start | pairs | missed | phantom | too deep | too "
         "shallow "
         "| off | failed | aborted | no return | worst error | median error | depth too small by "
         "|\n| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
         "---: "
         "| ---: | ---: | ---: |\n";
  for (const Entry& entry : contenders()) {
    for (const Row& row : report.rows) {
      const Cell* cell = row.find(entry.name);
      if (cell == nullptr) continue;
      const Score& s = cell->score;
      if (s.wrong() == 0) continue;
      out << fmt::format(
          "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1e} | {:.1e} | {} "
          "|\n",
          entry.name, row.workload, name_of(row.regime), name_of(row.start), s.tried, s.missed,
          s.phantom, s.too_deep, s.too_shallow, s.off, s.failed, s.aborted, s.no_return,
          s.worst_error, s.median_error,
          s.worst_understatement > 1.001 ? fmt::format("{:.4g} x", s.worst_understatement) : "");
    }
  }
}

}  // namespace

void write_row_header(std::ostream& out) {
  out << fmt::format("{:<16}{:<11}{:<6}{:>10}{:>9}{:>7}  {:<24}{:>6}\n", "workload", "regime",
                     "start", "talus us", "error", "wrong", "fastest right peer us", "ratio");
}

void write_row(std::ostream& out, const Row& row) {
  const Cell* talus = row.find("talus");
  const Cell* peer = row.fastest_right_peer();
  out << fmt::format("{:<16}{:<11}{:<6}{:>10}{:>9}{:>7}  {:<24}{:>6}", row.workload,
                     name_of(row.regime), name_of(row.start),
                     talus ? microseconds(talus->score) : "-",
                     talus ? fmt::format("{:.0e}", talus->score.worst_error) : "-",
                     talus ? std::to_string(talus->score.wrong()) : "-",
                     peer ? peer->contender + " " + microseconds(peer->score) : "none",
                     peer && talus ? fmt::format("{:.2f}", ratio(peer->score, talus->score)) : "-");
  for (const Cell& cell : row.cells) {
    if (cell.contender == "talus") continue;
    out << fmt::format("  {} {}", cell.contender, microseconds(cell.score));
    if (cell.score.wrong() > 0) out << fmt::format("!{:.2g}%", 100 * cell.score.wrong_share());
  }
  out << "\n" << std::flush;
}

void write_markdown(std::ostream& out, const Report& report) {
  out << "# Narrow phase: Talus and its peers\n\n"
      << fmt::format(
             "{}, core {}; commit {}; {}; {}. {} distinct random pairs per workload (seed {}), "
             "best "
             "of {} passes, all contenders in turn in the same run, double precision.\n\n",
             report.machine, report.core, report.commit, report.compiler, report.date, report.pairs,
             report.seed, report.repeats);
  if (!report.note.empty()) out << report.note << "\n\n";
  write_targets_markdown(out, targets_of(report));
  write_speed_table(out, report);
  out << "\n## Every peer\n\nMicroseconds per pair, with the share of wrong answers.\n\n";
  write_peer_table(out, report, false);
  out << "\nThe same as a ratio to Talus (above 1, Talus is faster); `*`: not right on all pairs, "
         "or "
         "without a distance.\n\n";
  write_peer_table(out, report, true);
  out << "\n| contender | what runs |\n| --- | --- |\n";
  for (const Entry& entry : contenders()) {
    out << fmt::format("| {} | {} |\n", entry.name, entry.what);
  }
  if (!report.methods.empty()) write_methods(out, report.methods);
  write_growth(out, report.growth);
  write_superquadrics(out, report.rows);
  out << R"(
## What the peers do wrong

Counts of pairs, all workloads together and then each on which a contender is not right on every pair.
missed: overlapping, reported as separated; phantom: the reverse; too deep: not along the shortest translation;
too shallow: less than the true depth; off: a wrong distance of separated bodies; failed: an error
status, an exception or not a number; no return: still running after 20 ms. Errors are relative to
max(larger bounding radius, |distance|). A peer that needs more than 4 s of processor time for the
answers of a workload is stopped there; `pairs` are those tried.

)";
  write_mistake_totals(out, report);
  out << "\n";
  write_mistakes(out, report);
}

}  // namespace bench
