#include "polyhedra/random_pairs.h"

#include <fmt/format.h>

#include <cmath>
#include <mutex>

#include "bench/machine.h"
#include "polyhedra/early_exit.h"
#include "polyhedra/expansion_steps.h"
#include "polyhedra/pairs.h"
#include "polyhedra/tally.h"
#include "polyhedra/timed_pair.h"
#include "talus/parallel/parallel_for.h"

namespace study {
namespace {

using nlohmann::json;

std::vector<talus::Shape> make_shapes(const std::vector<oracle::Solid>& pool) {
  std::vector<talus::Shape> shapes;
  for (const oracle::Solid& body : pool) {
    std::vector<talus::Vec3<double>> points;
    for (const oracle::Triple& v : body.points) points.push_back({v[0], v[1], v[2]});
    shapes.push_back(talus::make_polyhedron(points));
  }
  return shapes;
}

// The pairs of a workload as Talus sees them.
class Trial {
 public:
  Trial(const Workload& workload, const std::vector<oracle::Solid>& pool,
        const std::vector<talus::Shape>& shapes)
      : workload_(workload), pool_(pool) {
    for (const Pair& pair : workload.pairs) {
      const auto& q = pair.b_in_a.orientation;
      const auto& p = pair.b_in_a.position;
      timed_pairs_.push_back(
          {shapes[pair.a], shapes[pair.b],
           talus::relative_pose(talus::Pose<double>{},
                                talus::make_pose({p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}))});
    }
  }

  // Every `stride`-th pair is queried, so that the method keeps to its time. A slow method is not
  // sampled for longer than half of it.
  int stride(const talus::Method& method, double seconds) const {
    const int count = static_cast<int>(timed_pairs_.size());
    double spent = 0;
    int sampled = 0;
    while (sampled < std::min(count, 16) && spent < 0.5e9 * seconds) {
      spent += best_nanoseconds([&] { keep(timed_pairs_[sampled].contact(method)); }, 1, 1);
      ++sampled;
    }
    return std::max(1, static_cast<int>(std::ceil(1e-9 * count * spent / sampled / seconds)));
  }

  Tally judge(const talus::Method& method, int stride, int threads) const {
    return sum<Tally>(stride, threads, [&](Tally& tally, int i) {
      const Pair& pair = workload_.pairs[i];
      const double size = std::max(pool_[pair.a].reach, pool_[pair.b].reach);
      tally.add(timed_pairs_[i].contact(method), pair.truth, size);
    });
  }

  ExpansionSteps count_steps(FaceDistance reading, int stride, int threads) const {
    return sum<ExpansionSteps>(stride, threads, [&](ExpansionSteps& steps, int i) {
      const TimedPair& s = timed_pairs_[i];
      steps.add(reading, view_of(s.a), view_of(s.b), s.b_in_a);
    });
  }

  // Van den Bergen's early exit beside the whole of GJK, on separated pairs.
  json early_exit() const {
    long iterations = 0, whole = 0, wrong = 0;
    for (const TimedPair& s : timed_pairs_) {
      const EarlyExit exit = gjk_early_exit(view_of(s.a), view_of(s.b), s.b_in_a);
      iterations += exit.iterations;
      wrong += !exit.separated;
      whole += s.contact(method("gjk-signed-volumes")).iterations;
    }
    const int count = std::min(static_cast<int>(timed_pairs_.size()), 2000);
    bool verdict = false;
    const auto pass = [&] {
      for (int i = 0; i < count; ++i) {
        const TimedPair& s = timed_pairs_[i];
        verdict ^= gjk_early_exit(view_of(s.a), view_of(s.b), s.b_in_a).separated;
        asm volatile("" : : "r"(verdict));
      }
    };
    const bench::Pinned pinned;
    const auto pairs = static_cast<double>(timed_pairs_.size());
    return {{"mean_iterations", iterations / pairs},
            {"mean_iterations_whole", whole / pairs},
            {"wrong", wrong},
            {"nanoseconds", best_nanoseconds(pass, count, 3)}};
  }

  // The mean over pairs spread over the workload, as many as take about 0.03 seconds, three
  // times; slow methods once, on the pairs that they are judged on.
  json time(const talus::Method& method, int stride) const {
    const bench::Pinned pinned;
    const int count = static_cast<int>(timed_pairs_.size()), least = std::min(count, 8);
    const auto pass_over = [&](int pairs) {
      return [&, pairs] {
        for (int i = 0; i < pairs; ++i) {
          keep(timed_pairs_[static_cast<std::size_t>(i) * count / pairs].contact(method));
        }
      };
    };
    const int judged = (count + stride - 1) / stride;
    if (judged < 100 && stride > 1) {
      return {{"nanoseconds", best_nanoseconds(pass_over(judged), judged, 1)}, {"timed", judged}};
    }
    const double first = best_nanoseconds(pass_over(least), least, 1);
    const int timed = std::clamp(static_cast<int>(3e7 / first), least, std::min(count, 2000));
    return {{"nanoseconds", best_nanoseconds(pass_over(timed), timed, 3)}, {"timed", timed}};
  }

 private:
  // Adds up what work(part, i) makes of every stride-th pair.
  template <class Part, class Work>
  Part sum(int stride, int threads, const Work& work) const {
    Part total;
    std::mutex lock;
    constexpr int block = 64;
    const int count = (static_cast<int>(timed_pairs_.size()) + stride - 1) / stride;
    talus::parallel_for_chunks(count, block, threads, [&](std::int64_t, auto begin, auto end) {
      Part part;
      for (auto i = static_cast<int>(begin); i < end; ++i) work(part, i * stride);
      const std::lock_guard guard(lock);
      total += part;
    });
    return total;
  }

  const Workload& workload_;
  const std::vector<oracle::Solid>& pool_;
  std::vector<TimedPair> timed_pairs_;
};

}  // namespace

namespace {

struct Tables {
  json cells = json::array(), steps = json::array(), early_exit = json::array();
};

// All methods on one workload: how often each fails or is wrong, and its time.
void run_methods(const Trial& trial, const json& cell_key, const RandomOptions& options,
                 json& cells) {
  for (const talus::Method& method : methods()) {
    const int stride = trial.stride(method, options.seconds_per_cell);
    json cell = trial.judge(method, stride, options.threads);
    cell.update(trial.time(method, stride));
    cell.update(cell_key);
    cell["method"] = method.name;
    cells.push_back(cell);
  }
}

void run_steps(const Trial& trial, const json& cell_key, const RandomOptions& options,
               json& steps) {
  for (const auto& [name, reading] : {std::pair("gjk-td", FaceDistance::of_plane),
                                      std::pair("gjk-td-triangle", FaceDistance::of_triangle)}) {
    const int stride = trial.stride(method(name), options.seconds_per_cell);
    steps.push_back(trial.count_steps(reading, stride, options.threads));
    steps.back().update(cell_key);
    steps.back()["method"] = name;
  }
}

template <class Families>
Tables run_families(const Families& families, double pairs_of_all, const RandomOptions& options,
                    bool with_separated) {
  Tables tables;
  for (const Family& family : families) {
    const std::vector<oracle::Solid> pool = make_pool(family, options.seed);
    const std::vector<talus::Shape> shapes = make_shapes(pool);
    const double share = family.share > 0 ? family.share : 1.0 / std::size(families);
    const int pairs = std::max(1, static_cast<int>(std::lround(pairs_of_all * share / 3)));
    for (const Regime regime : regimes) {
      if (regime == Regime::separated && !with_separated) continue;
      fmt::print(stderr, "{}, {}: {} pairs\n", family.name, name_of(regime), pairs);
      const Workload workload =
          make_workload(family, pool, regime, pairs, options.seed, options.threads);
      const Trial trial(workload, pool, shapes);
      const json cell_key = {
          {"family", family.name}, {"regime", name_of(regime)}, {"pairs", pairs}};
      run_methods(trial, cell_key, options, tables.cells);
      if (regime == Regime::separated) {
        tables.early_exit.push_back(trial.early_exit());
        tables.early_exit.back().update(cell_key);
      } else {
        run_steps(trial, cell_key, options, tables.steps);
      }
    }
  }
  return tables;
}

}  // namespace

json run_random_pairs(const RandomOptions& options) {
  const Tables random = run_families(families, options.pairs, options, true);
  // A tenth of the pairs is enough for means of one pair of bodies.
  const Tables compared = run_families(compared_families, 0.1 * options.pairs, options, false);
  return {{"pairs", options.pairs},          {"seed", options.seed},
          {"cells", random.cells},           {"steps", random.steps},
          {"early_exit", random.early_exit}, {"compared", compared.cells}};
}

}  // namespace study
