// The worst error of the production method for two superquadrics, by range of exponents and family
// of pairs, against fifty digits: the table that the accuracy promised to users comes from.
#pragma once

#include <fstream>

#include "campaign/tally.h"
#include "narrow/superquadric_superquadric/exponent_families.h"
#include "narrow/superquadric_superquadric/true_error.h"
#include "talus/parallel/parallel_for.h"

namespace laws {

struct ErrorCell {
  long pairs = 0, closed = 0, unproven = 0, failures = 0, beyond = 0;
  double worst = 0;
  std::vector<std::string> examples;

  void add(const exponents::Bin& bin, const PairSpec& pair) {
    const talus::Contact<double> c = PosedPair(pair).evaluate(nullptr);
    ++pairs;
    unproven += !c.proven;
    if (is_failure(c.status)) {
      ++failures;
      examples.push_back(to_json("failure status", pair));
      return;
    }
    if (!c.proven) examples.push_back(to_json("unproven", pair));
    const exponents::TrueError error = exponents::error_of(pair, c);
    closed += error.closed;
    worst = std::max(worst, error.value);
    if (error.value <= bin.accuracy) return;
    ++beyond;
    examples.push_back(to_json(fmt::format("error {:.1e}", error.value), pair));
  }

  void add(const ErrorCell& other) {
    for (const auto counter : {&ErrorCell::pairs, &ErrorCell::closed, &ErrorCell::unproven,
                               &ErrorCell::failures, &ErrorCell::beyond}) {
      this->*counter += other.*counter;
    }
    worst = std::max(worst, other.worst);
    examples.insert(examples.end(), other.examples.begin(), other.examples.end());
  }
};

inline ErrorCell measure_errors(const exponents::Bin& bin, const exponents::Family& family,
                                long pairs, std::uint64_t seed, int threads) {
  constexpr long chunk_size = 16;  // pairs
  std::vector<ErrorCell> parts(static_cast<std::size_t>((pairs + chunk_size - 1) / chunk_size));
  talus::parallel_for_chunks(
      pairs, chunk_size, threads, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          Random random(seed * 1000003 + static_cast<std::uint64_t>(i));
          parts[static_cast<std::size_t>(chunk)].add(bin, family.draw(bin, random));
        }
      });
  ErrorCell sum;
  for (const ErrorCell& part : parts) sum.add(part);
  return sum;
}

// Rows are the bins; returns whether every answer kept the promise.
inline bool write_errors(long pairs, std::uint64_t seed, int threads, std::size_t examples,
                         const std::string& commit, const std::string& markdown) {
  std::vector<std::string> titles;
  for (const exponents::Family& family : exponents::families) titles.push_back(family.name);
  for (const char* title : {"promised", "beyond", "failure", "unproven", "proven by oracle %"}) {
    titles.push_back(title);
  }
  std::vector<std::string> lines{
      markdown_line("exponents", titles),
      markdown_line("---", std::vector<std::string>(titles.size(), "---:"))};
  fmt::print("{}\n", lines[0]);
  bool kept = true;
  for (const exponents::Bin& bin : exponents::bins) {
    std::vector<std::string> cells;
    ErrorCell sum;
    for (const exponents::Family& family : exponents::families) {
      const ErrorCell cell = measure_errors(bin, family, pairs, seed, threads);
      cells.push_back(fmt::format("{:.1e}", cell.worst));
      for (std::size_t i = 0; i < std::min(examples, cell.examples.size()); ++i) {
        fmt::print("  {}\n", cell.examples[i]);
      }
      sum.add(cell);
    }
    cells.push_back(fmt::format("{:.0e}", bin.accuracy));
    for (const long count : {sum.beyond, sum.failures, sum.unproven}) {
      cells.push_back(std::to_string(count));
    }
    cells.push_back(fmt::format(
        "{:.1f}", 100 * static_cast<double>(sum.closed) / static_cast<double>(sum.pairs)));
    lines.push_back(markdown_line(bin.name, cells));
    fmt::print("{}\n", lines.back());
    std::fflush(stdout);
    kept = kept && sum.beyond + sum.failures == 0;
  }
  if (markdown.empty()) return kept;
  std::ofstream file(markdown);
  file << "# Two superquadrics: the worst error\n\n"
       << fmt::format(
              "Commit {}; seed {}, {} pairs of each cell, axis ratios up to 1:20.\n\nOf the "
              "distance or "
              "depth, relative to max(larger bounding radius, |distance|), against fifty digits "
              "for the\n"
              "lower bound and for bodies apart, and an expansion in long double for the depth of "
              "overlapping ones.\nproven by oracle: the share of pairs whose truth that brackets "
              "to 1e-15; "
              "for the others the least depth\nthat it found stands in. Families: "
              "test/narrow/superquadric_superquadric/exponent_families.h.\n\n",
              commit, seed, pairs);
  for (const std::string& line : lines) file << line << "\n";
  return kept;
}

}  // namespace laws
