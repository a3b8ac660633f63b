// What a campaign counts, per pair kind or per group of pairs.
#pragma once

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <string>
#include <vector>

#include "narrow/laws/posed_pair.h"

namespace laws {

// Time this thread has computed: what other programs do on the machine does not count.
inline double thread_microseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

struct Tally {
  long pairs = 0, hits = 0, fallbacks = 0, failures = 0, unproven = 0, not_finite = 0;
  long bad_brackets = 0, mismatches = 0;
  long judged = 0, disagreements = 0, undecided = 0;  // by the exact oracle
  double iterations = 0, microseconds = 0;
  int worst_iterations = 0;
  double worst_microseconds = 0, worst_bracket = 0, worst_error = 0;
  std::size_t most_examples = 3;
  std::vector<std::string> examples;  // the first few queries that went wrong

  void wrong(long& counter, const std::string& what, const PairSpec& pair) {
    ++counter;
    if (examples.size() < most_examples) examples.push_back(to_json(what, pair));
  }

  void count(const talus::Contact<double>& c, double spent) {
    ++pairs;
    hits += c.status == talus::Status::overlapping || c.status == talus::Status::touching;
    iterations += c.iterations;
    worst_iterations = std::max(worst_iterations, c.iterations);
    microseconds += spent;
    worst_microseconds = std::max(worst_microseconds, spent);
    fallbacks += c.fallback;
  }

  void add(const Tally& other) {
    for (const auto counter :
         {&Tally::pairs, &Tally::hits, &Tally::fallbacks, &Tally::failures, &Tally::unproven,
          &Tally::not_finite, &Tally::bad_brackets, &Tally::mismatches, &Tally::judged,
          &Tally::disagreements, &Tally::undecided}) {
      this->*counter += other.*counter;
    }
    iterations += other.iterations;
    microseconds += other.microseconds;
    worst_iterations = std::max(worst_iterations, other.worst_iterations);
    worst_microseconds = std::max(worst_microseconds, other.worst_microseconds);
    worst_bracket = std::max(worst_bracket, other.worst_bracket);
    worst_error = std::max(worst_error, other.worst_error);
    examples.insert(examples.end(), other.examples.begin(), other.examples.end());
    if (examples.size() > most_examples) examples.resize(most_examples);
  }

  bool clean() const {
    return failures + not_finite + bad_brackets + mismatches + disagreements + undecided == 0;
  }

  static std::vector<std::string> titles(bool judged) {
    std::vector<std::string> titles{"pairs",    "hit %",    "mean it", "worst",    "mean us",
                                    "worst us", "fallback", "failure", "unproven", "bracket",
                                    "NaN",      "bad brk",  "mismatch"};
    if (judged) titles.insert(titles.end(), {"judged", "disagree", "undecided", "error"});
    return titles;
  }

  std::vector<std::string> values(bool judging) const {
    const double n = static_cast<double>(std::max(1L, pairs));
    std::vector<std::string> values{std::to_string(pairs),
                                    fmt::format("{:.1f}", 100 * static_cast<double>(hits) / n),
                                    fmt::format("{:.1f}", iterations / n),
                                    std::to_string(worst_iterations),
                                    fmt::format("{:.2f}", microseconds / n),
                                    fmt::format("{:.1f}", worst_microseconds),
                                    std::to_string(fallbacks),
                                    std::to_string(failures),
                                    std::to_string(unproven),
                                    fmt::format("{:.1e}", worst_bracket),
                                    std::to_string(not_finite),
                                    std::to_string(bad_brackets),
                                    std::to_string(mismatches)};
    if (judging) {
      values.insert(values.end(), {std::to_string(judged), std::to_string(disagreements),
                                   std::to_string(undecided), fmt::format("{:.1e}", worst_error)});
    }
    return values;
  }
};

inline std::string text_line(const std::string& name, const std::vector<std::string>& cells) {
  std::string line = fmt::format("{:<24}", name);
  for (const std::string& cell : cells) line += fmt::format(" {:>9}", cell);
  return line;
}

inline std::string markdown_line(const std::string& name, const std::vector<std::string>& cells) {
  std::string line = "| " + name + " |";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line;
}

}  // namespace laws
