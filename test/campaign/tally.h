// What a campaign counts, per pair kind.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "narrow/laws/subject.h"

namespace laws {

struct Tally {
  long pairs = 0, hits = 0, fallbacks = 0, failures = 0, unproven = 0, not_finite = 0;
  long bad_brackets = 0, mismatches = 0;
  double iterations = 0, microseconds = 0;
  int worst_iterations = 0;
  double worst_microseconds = 0, worst_bracket = 0;
  std::vector<std::string> examples;  // the first few queries that went wrong

  void wrong(long& counter, const std::string& what, const PairSpec& pair) {
    ++counter;
    if (examples.size() < 3) examples.push_back(to_json(what, pair));
  }

  void add(const Tally& other) {
    pairs += other.pairs;
    hits += other.hits;
    fallbacks += other.fallbacks;
    failures += other.failures;
    unproven += other.unproven;
    not_finite += other.not_finite;
    bad_brackets += other.bad_brackets;
    mismatches += other.mismatches;
    iterations += other.iterations;
    microseconds += other.microseconds;
    worst_iterations = std::max(worst_iterations, other.worst_iterations);
    worst_microseconds = std::max(worst_microseconds, other.worst_microseconds);
    worst_bracket = std::max(worst_bracket, other.worst_bracket);
    examples.insert(examples.end(), other.examples.begin(), other.examples.end());
    if (examples.size() > 3) examples.resize(3);
  }

  bool clean() const { return failures + not_finite + bad_brackets + mismatches == 0; }

  static std::string header() {
    return fmt::format(
        "{:<26}{:>10}{:>7}{:>8}{:>7}{:>9}{:>10}{:>10}{:>9}{:>10}{:>10}{:>6}{:>9}{:>10}",
        "pair kind", "pairs", "hit %", "mean it", "worst", "mean us", "worst us", "fallback",
        "failure", "unproven", "bracket", "NaN", "bad brk", "mismatch");
  }

  std::string line(const std::string& name) const {
    const double n = static_cast<double>(pairs);
    return fmt::format(
        "{:<26}{:>10}{:>7.1f}{:>8.1f}{:>7}{:>9.2f}{:>10.1f}{:>10}{:>9}{:>10}{:>10.1e}{:>6}{:>9}{:>"
        "10}",
        name, pairs, 100 * static_cast<double>(hits) / n, iterations / n, worst_iterations,
        microseconds / n, worst_microseconds, fallbacks, failures, unproven, worst_bracket,
        not_finite, bad_brackets, mismatches);
  }
};

}  // namespace laws
