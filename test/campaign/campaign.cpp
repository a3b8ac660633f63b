// talus_campaign: queries the production methods with millions of random and degenerate pairs of
// every kind and prints, per kind, how often and how badly anything went wrong. Exit status 1 if
// anything did. With --check every answer for two polyhedra is compared with the exact oracle, and
// every other random pair is the one before, moved a little and queried with its cache. With
// --batch two ellipsoids are queried in batches, a hundred million in minutes. With --brackets
// superquadrics are laid around known contacts, two in P3's intervals or one on a polyhedron, and
// every bracket is checked. With --errors it prints the worst error of two superquadrics by their
// exponents.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "campaign/bracket_check.h"
#include "campaign/ellipsoids.h"
#include "campaign/exponent_errors.h"
#include "campaign/polyhedra_families.h"
#include "campaign/pool.h"
#include "campaign/tally.h"
#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"
#include "talus/parallel/parallel_for.h"

namespace laws {
namespace {

struct Options {
  long pairs = 100000;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<std::string> kinds;
  bool check = false, batch = false, brackets = false, errors = false;
  long sample = 0;
  std::size_t examples = 3;
  std::string markdown, commit = "unknown";
};

// Against the truth, which needs nothing from the answer.
void judge(const Candidate& candidate, const Contact<double>& c, Tally& tally) {
  const PairSpec& pair = candidate.pair.spec;
  ++tally.judged;
  const std::optional<double> truth = true_distance(pair, *candidate.solid_a, *candidate.solid_b);
  if (!truth) return tally.wrong(tally.undecided, "undecided", pair);
  const double error = std::abs(c.distance - *truth) / scale_of(pair, *truth);
  tally.worst_error = std::max(tally.worst_error, error);
  if (!(error <= disagreement)) tally.wrong(tally.disagreements, "disagreement", pair);
}

void query(const Candidate& candidate, talus::Cache<double>* cache, Tally& tally) {
  const PosedPair& posed_pair = candidate.pair;
  const double before = thread_microseconds();
  const Contact<double> c = posed_pair.evaluate(nullptr, cache);
  const double spent = thread_microseconds() - before;
  const PairSpec& pair = posed_pair.spec;
  const bool finite = all_finite(c);
  const double scale = scale_of(pair, finite ? c.distance : 0);
  tally.count(c, spent);
  tally.unproven += !c.proven;
  if (is_failure(c.status)) tally.wrong(tally.failures, "failure status", pair);
  if (!finite) return tally.wrong(tally.not_finite, "not finite", pair);
  tally.worst_bracket = std::max(tally.worst_bracket, (c.upper - c.lower) / scale);
  const bool ordered = c.lower <= c.distance && c.distance <= c.upper;
  if (!ordered || !(is_failure(c.status) || status_matches(c))) {
    tally.wrong(tally.bad_brackets, "bracket", pair);
  }
  // The claimed normal must give the claimed distance with support functions that are not Talus's.
  const oracle::Body<double> a(pair.a, pair.a.position), b(pair.b, pair.a.position);
  const oracle::Vec<double> n(triple(c.normal));
  const double sigma = -b.support_value(-n) - a.support_value(n);
  const bool judged = candidate.solid_a != nullptr;
  if (!(std::abs(sigma - c.distance) <= (judged ? disagreement : 1e-9) * scale)) {
    tally.wrong(tally.mismatches, "distance is not sigma(normal)", pair);
  }
  if (judged) judge(candidate, c, tally);
}

// The groups of a kind: random pairs cold and warm, then the degenerate families.
const std::vector<Family>& families_of(bool check) {
  return check ? polyhedra_families() : all_families();
}
std::vector<std::string> group_names(const Options& options, Type b) {
  if (options.brackets) return laid_group_names(b == Type::polyhedron);
  std::vector<std::string> names{"random", "random, moved, warm"};  // with --batch only these
  for (const Family& family : families_of(options.check)) names.push_back(family.name);
  return names;
}

// Five of six pairs are random, the rest from the degenerate families.
void run_kind(Type a, Type b, long pairs, std::uint64_t seed, bool check,
              std::vector<Tally>& groups) {
  Random random(seed);
  Pool pool(a, b, check);
  const auto& families = families_of(check);
  std::optional<Candidate> last;
  talus::Cache<double> cache;
  for (long i = 0; i < pairs; ++i) {
    if (i % 6 == 5) {
      const std::size_t f = static_cast<std::size_t>(i / 6) % families.size();
      query(make_candidate(families[f].draw(a, b, random), check), nullptr, groups[2 + f]);
    } else if (check && i % 2 == 1) {
      move_a_little(last->pair, random);
      query(*last, &cache, groups[1]);
    } else {
      last = pool.draw(random);
      cache = {};
      query(*last, check ? &cache : nullptr, groups[0]);
    }
  }
}

struct PairKind {
  Type a, b;
  std::string name;
};

std::vector<PairKind> selected(const std::vector<std::string>& names) {
  std::vector<PairKind> result;
  for (int i = 0; i < oracle::type_count; ++i) {
    for (int j = i; j < oracle::type_count; ++j) {
      const Type a = static_cast<Type>(i), b = static_cast<Type>(j);
      if (talus::methods_of(kind(a), kind(b)).empty()) continue;
      const std::string name =
          fmt::format("{}-{}", talus::name_of(kind(a)), talus::name_of(kind(b)));
      const bool chosen =
          names.empty() || std::find(names.begin(), names.end(), name) != names.end();
      if (chosen) result.push_back({a, b, name});
    }
  }
  return result;
}

// All groups of one kind, on several threads.
std::vector<Tally> run_threads(const PairKind& kind, long pairs, std::uint64_t seed,
                               const Options& options) {
  Tally empty;
  empty.most_examples = options.examples;
  const std::vector<Tally> none(group_names(options, kind.b).size(), empty);
  std::vector<std::vector<Tally>> parts(static_cast<std::size_t>(options.threads), none);
  talus::parallel_for(options.threads, options.threads, [&](std::int64_t t) {
    std::vector<Tally>& own = parts[static_cast<std::size_t>(t)];
    const long count = pairs / options.threads + (t < pairs % options.threads);
    if (options.brackets) {
      run_laid_pairs(kind.b == Type::polyhedron, count, seed + t, options.sample, own);
    } else if (options.batch) {
      run_ellipsoids(count, seed + t, own[0], own[1]);
    } else {
      run_kind(kind.a, kind.b, count, seed + t, options.check, own);
    }
  });
  std::vector<Tally> sum = none;
  for (const std::vector<Tally>& own : parts) {
    for (std::size_t g = 0; g < sum.size(); ++g) sum[g].add(own[g]);
  }
  return sum;
}

// The table, line by line, on the terminal and, if options.markdown names one, in a file.
class Table {
 public:
  Table(const Options& options, const std::string& head)
      : judged_(options.check || options.brackets) {
    const auto titles = Tally::titles(judged_);
    fmt::print("{}\n{}\n", head, text_line("", titles));
    if (options.markdown.empty()) return;
    file_.open(options.markdown);
    file_ << "# Campaign\n\nCommit " << options.commit << "; " << head << ".\n\n"
          << markdown_line("", titles) << "\n"
          << markdown_line("---", std::vector<std::string>(titles.size(), "---:")) << "\n";
  }

  void add(const std::string& name, const Tally& tally) {
    fmt::print("{}\n", text_line(name, tally.values(judged_)));
    for (const std::string& query : tally.examples) fmt::print("  {}\n", query);
    std::fflush(stdout);
    if (file_.is_open()) file_ << markdown_line(name, tally.values(judged_)) << "\n" << std::flush;
  }

  void explain() {
    if (!file_.is_open()) return;
    file_ << R"(
hit %: touching or overlapping. it: iterations. us: processor time of a query, the worst with whatever
else the machine did. bracket: the widest, relative to max(larger bounding radius, |distance|). mismatch:
the distance is not what the normal gives. disagree: farther than 1e-13 of that scale from the exact
search over faces and edges (overlapping) or the certified distance (separated), in 113 bits; error: the
worst, on the same scale. undecided: the oracle's own bracket did not close. Superquadrics: bad brk counts
every answer that support functions in long double refute: bracket, status, distance along the normal, and
points; the sample that is judged goes to an expansion in long double, with its closed brackets only, and
may be 1e-12 off (1e-10 for exponents above 20).
)";
  }

 private:
  bool judged_;
  std::ofstream file_;
};

int run(const Options& options) {
  if (options.errors) {
    const bool kept = write_errors(options.pairs, options.seed, options.threads, options.examples,
                                   options.commit, options.markdown);
    return kept ? 0 : 1;
  }
  const std::vector<PairKind> kinds = selected(options.kinds);
  if (kinds.empty()) {
    fmt::print(stderr, "talus_campaign: no pair kind of that name; one is \"sphere-ellipsoid\"\n");
    return 2;
  }
  for (const PairKind& kind : kinds) {
    if (!options.check || (kind.a == Type::polyhedron && kind.b == Type::polyhedron)) continue;
    fmt::print(stderr, "talus_campaign: --check is for --kinds polyhedron-polyhedron\n");
    return 2;
  }
  if (options.batch && (kinds.size() != 1 || kinds[0].name != "ellipsoid-ellipsoid")) {
    fmt::print(stderr, "talus_campaign: --batch is for --kinds ellipsoid-ellipsoid\n");
    return 2;
  }
  for (const PairKind& kind : kinds) {
    const bool laid = kind.a == Type::superquadric &&
                      (kind.b == Type::superquadric || kind.b == Type::polyhedron);
    if (!options.brackets || laid) continue;
    fmt::print(stderr,
               "talus_campaign: --brackets is for --kinds superquadric-superquadric and "
               "superquadric-polyhedron\n");
    return 2;
  }
  const long per_kind = std::max<long>(1, options.pairs / static_cast<long>(kinds.size()));
  Table table(options, fmt::format("seed {}, {} pairs of each of {} kinds, {} threads",
                                   options.seed, per_kind, kinds.size(), options.threads));
  const bool grouped = options.check || options.batch || options.brackets;
  Tally total;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const std::vector<Tally> groups =
        run_threads(kinds[k], per_kind, options.seed * 1000003 + k * 1009, options);
    Tally sum;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (grouped && groups[g].pairs > 0) {
        table.add(group_names(options, kinds[k].b)[g], groups[g]);
      }
      sum.add(groups[g]);
    }
    if (grouped) sum.examples.clear();  // shown with their groups
    table.add(kinds[k].name, sum);
    total.add(sum);
  }
  if (kinds.size() > 1) {
    total.examples.clear();
    table.add("all", total);
  }
  table.explain();
  return total.clean() ? 0 : 1;
}

}  // namespace
}  // namespace laws

int main(int argc, char** argv) {
  laws::Options options;
  CLI::App app("Queries millions of random and degenerate pairs and counts what goes wrong.");
  app.add_option("--pairs", options.pairs, "in all, shared evenly by the kinds")
      ->check(CLI::Range(1L, 10000000000L))
      ->take_last()  // script/campaign gives one of its own
      ->capture_default_str();
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_option("--threads", options.threads)
      ->check(CLI::Range(1, 1024))
      ->take_last()
      ->capture_default_str();
  app.add_option("--kinds", options.kinds, "such as sphere-ellipsoid; all unless given");
  app.add_flag("--check", options.check,
               "compare every answer for two polyhedra with the exact oracle");
  app.add_flag("--batch", options.batch, "two ellipsoids in batches");
  app.add_flag("--brackets", options.brackets,
               "superquadrics laid around known contacts, two in P3's intervals or one on a "
               "polyhedron, every bracket checked");
  app.add_flag("--errors", options.errors,
               "the worst error of two superquadrics by exponents and family; --pairs of each");
  app.add_option("--sample", options.sample, "with --brackets: one pair in N goes to the oracle")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--examples", options.examples, "queries that went wrong to print of each group")
      ->capture_default_str();
  app.add_option("--markdown", options.markdown, "write the table to this file too");
  app.add_option("--commit", options.commit, "of the code that runs, for the head of that file");
  CLI11_PARSE(app, argc, argv);
  return laws::run(options);
}
