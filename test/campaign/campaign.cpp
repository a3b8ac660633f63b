// talus_campaign: asks the production methods millions of random and degenerate pairs of every kind
// and prints, per kind, how often and how badly anything went wrong. Exit status 1 if anything did.
#include <fmt/format.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "campaign/tally.h"
#include "narrow/laws/families.h"
#include "narrow/laws/law.h"
#include "narrow/laws/pair_kinds.h"

namespace laws {
namespace {

struct Options {
  long pairs = 100000;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<std::string> kinds;
};

// Time this thread has computed: what other programs do on the machine does not count.
double thread_microseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
}

// Building a polyhedron costs more than a query, so random pairs draw their shapes from a pool that
// is renewed now and then.
class Pool {
 public:
  Pool(Type a, Type b) : type_a_(a), type_b_(b) {}

  Subject draw(Random& random) {
    constexpr int renewals = 20000, size = 64;
    if (drawn_++ % renewals == 0) {
      subjects_.clear();
      for (int i = 0; i < size; ++i) subjects_.emplace_back(random_pair(type_a_, type_b_, random));
    }
    const Subject& first = subjects_[random.below(size)];
    const Subject& second = subjects_[random.below(size)];
    Subject subject = first;
    const bool same_order = first.spec.a.type == second.spec.a.type;
    subject.b = same_order ? second.b : second.a;
    subject.spec.b = same_order ? second.spec.b : second.spec.a;
    subject.spec.a.orientation = random.orientation();
    subject.spec.b.orientation = random.orientation();
    place_randomly(subject.spec, random);
    subject.pose_a = make_pose(subject.spec.a);
    subject.pose_b = make_pose(subject.spec.b);
    return subject;
  }

 private:
  Type type_a_, type_b_;
  long drawn_ = 0;
  std::vector<Subject> subjects_;
};

void ask(const Subject& subject, Tally& tally) {
  const double before = thread_microseconds();
  const Contact<double> c = subject.ask(nullptr);
  const double spent = thread_microseconds() - before;
  const PairSpec& pair = subject.spec;
  const bool finite = all_finite(c);
  const double scale = scale_of(pair, finite ? c.distance : 0);
  ++tally.pairs;
  tally.hits += c.status == Status::overlapping || c.status == Status::touching;
  tally.iterations += c.iterations;
  tally.worst_iterations = std::max(tally.worst_iterations, c.iterations);
  tally.microseconds += spent;
  tally.worst_microseconds = std::max(tally.worst_microseconds, spent);
  tally.fallbacks += c.fallback;
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
  if (!(std::abs(sigma - c.distance) <= 1e-9 * scale)) {
    tally.wrong(tally.mismatches, "distance is not sigma(normal)", pair);
  }
}

// Five of six pairs are random, the rest from the degenerate families.
void run_kind(Type a, Type b, long pairs, std::uint64_t seed, Tally& tally) {
  Random random(seed);
  Pool pool(a, b);
  const auto& families = all_families();
  for (long i = 0; i < pairs; ++i) {
    if (i % 6 != 5) {
      ask(pool.draw(random), tally);
    } else {
      const Family& family = families[static_cast<std::size_t>(i / 6) % families.size()];
      ask(Subject(family.draw(a, b, random)), tally);
    }
  }
}

struct PairKind {
  Type a, b;
  std::string name;
};

std::vector<PairKind> selected(const std::vector<std::string>& wanted) {
  std::vector<PairKind> result;
  for (int i = 0; i < oracle::type_count; ++i) {
    for (int j = i; j < oracle::type_count; ++j) {
      const Type a = static_cast<Type>(i), b = static_cast<Type>(j);
      if (talus::methods_of(kind(a), kind(b)).empty()) continue;
      const std::string name =
          fmt::format("{}-{}", talus::name_of(kind(a)), talus::name_of(kind(b)));
      const bool chosen =
          wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
      if (chosen) result.push_back({a, b, name});
    }
  }
  return result;
}

int run(const Options& options) {
  const std::vector<PairKind> kinds = selected(options.kinds);
  if (kinds.empty()) {
    fmt::print(stderr, "talus_campaign: no pair kind of that name; one is \"sphere-ellipsoid\"\n");
    return 2;
  }
  const long per_kind = std::max<long>(1, options.pairs / static_cast<long>(kinds.size()));
  fmt::print("seed {}, {} pairs of each of {} kinds\n{}\n", options.seed, per_kind, kinds.size(),
             Tally::header());
  Tally total;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Tally sum;
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (int t = 0; t < options.threads; ++t) {
      threads.emplace_back([&, t] {
        Tally own;
        const long share = per_kind / options.threads + (t < per_kind % options.threads);
        run_kind(kinds[k].a, kinds[k].b, share, options.seed * 1000003 + k * 1009 + t, own);
        const std::lock_guard lock(mutex);
        sum.add(own);
      });
    }
    for (std::thread& thread : threads) thread.join();
    fmt::print("{}\n", sum.line(kinds[k].name));
    for (const std::string& query : sum.examples) fmt::print("  {}\n", query);
    std::fflush(stdout);
    total.add(sum);
  }
  fmt::print("{}\n", total.line("all"));
  return total.clean() ? 0 : 1;
}

}  // namespace
}  // namespace laws

int main(int argc, char** argv) {
  laws::Options options;
  CLI::App app("Asks millions of random and degenerate pairs and counts what goes wrong.");
  app.add_option("--pairs", options.pairs, "in all, shared evenly by the kinds")
      ->check(CLI::Range(1L, 10000000000L))
      ->capture_default_str();
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_option("--threads", options.threads)->check(CLI::Range(1, 1024))->capture_default_str();
  app.add_option("--kinds", options.kinds, "such as sphere-ellipsoid; all unless given");
  CLI11_PARSE(app, argc, argv);
  return laws::run(options);
}
