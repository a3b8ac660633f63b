#include "polyhedra/random_pairs.h"

#include <fmt/format.h>

#include <cmath>
#include <mutex>

#include "bench/machine.h"
#include "polyhedra/pairs.h"
#include "polyhedra/step_bound.h"
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

  // Every `stride`-th pair is queried, so that the method keeps to its time.
  int stride(const talus::Method& method, double seconds) const {
    const int count = static_cast<int>(timed_pairs_.size()), sample = std::min(count, 16);
    const auto pass = [&] {
      for (int i = 0; i < sample; ++i) keep(timed_pairs_[i].contact(method));
    };
    const double nanoseconds = count * best_nanoseconds(pass, sample, 1);
    return std::max(1, static_cast<int>(std::ceil(1e-9 * nanoseconds / seconds)));
  }

  Tally judge(const talus::Method& method, int stride, int threads) const {
    return sum<Tally>(stride, threads, [&](Tally& tally, int i) {
      const Pair& pair = workload_.pairs[i];
      const double size = std::max(pool_[pair.a].reach, pool_[pair.b].reach);
      tally.add(timed_pairs_[i].contact(method), pair.truth, size);
    });
  }

  StepCount count_steps(int stride, int threads) const {
    return sum<StepCount>(stride, threads, [&](StepCount& steps, int i) {
      const TimedPair& s = timed_pairs_[i];
      steps.add(std::get<talus::Polyhedron>(s.a).view(), std::get<talus::Polyhedron>(s.b).view(),
                s.b_in_a);
    });
  }

  // The mean over pairs spread over the workload, as many as take about a tenth of a second.
  json time(const talus::Method& method) const {
    const bench::Pinned pinned;
    const int count = static_cast<int>(timed_pairs_.size()), least = std::min(count, 8);
    const auto pass_over = [&](int pairs) {
      return [&, pairs] {
        for (int i = 0; i < pairs; ++i) {
          keep(timed_pairs_[static_cast<std::size_t>(i) * count / pairs].contact(method));
        }
      };
    };
    const double first = best_nanoseconds(pass_over(least), least, 1);
    const int timed = std::clamp(static_cast<int>(1e8 / first), least, std::min(count, 2000));
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

json run_random_pairs(const RandomOptions& options) {
  json cells = json::array(), steps = json::array();
  for (const Family& family : families) {
    const std::vector<oracle::Solid> pool = make_pool(family, options.seed);
    const std::vector<talus::Shape> shapes = make_shapes(pool);
    const int pairs = std::max(1, static_cast<int>(std::lround(options.pairs * family.share / 3)));
    for (const Regime regime : regimes) {
      fmt::print(stderr, "{}, {}: {} pairs\n", family.name, name_of(regime), pairs);
      const Workload workload =
          make_workload(family, pool, regime, pairs, options.seed, options.threads);
      const Trial trial(workload, pool, shapes);
      const json cell_key = {
          {"family", family.name}, {"regime", name_of(regime)}, {"pairs", pairs}};
      for (const talus::Method& method : methods()) {
        const int stride = trial.stride(method, options.seconds_per_cell);
        json cell = trial.judge(method, stride, options.threads);
        cell.update(trial.time(method));
        cell.update(cell_key);
        cell["method"] = method.name;
        cells.push_back(cell);
        if (method.name == "gjk-td" && regime != Regime::separated) {
          const StepCount count = trial.count_steps(stride, options.threads);
          steps.push_back(cell_key);
          steps.back().update(
              {{"tried", count.pairs}, {"exceeded", count.exceeded}, {"most", count.most}});
        }
      }
    }
  }
  return {{"pairs", options.pairs}, {"seed", options.seed}, {"cells", cells}, {"steps", steps}};
}

}  // namespace study
