#include "polyhedra/random_pairs.h"

#include <fmt/format.h>

#include <cmath>
#include <mutex>

#include "bench/machine.h"
#include "polyhedra/pairs.h"
#include "polyhedra/parallel.h"
#include "polyhedra/subject.h"
#include "polyhedra/tally.h"

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
      subjects_.push_back(
          {shapes[pair.a], shapes[pair.b],
           talus::relative_pose(talus::Pose<double>{},
                                talus::make_pose({p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}))});
    }
  }

  // Every how-many-th pair is asked, so that the method keeps to its time.
  int stride(const talus::Method& method, double seconds) const {
    const int count = static_cast<int>(subjects_.size()), sample = std::min(count, 16);
    const auto pass = [&] {
      for (int i = 0; i < sample; ++i) keep(subjects_[i].ask(method));
    };
    const double nanoseconds = count * best_nanoseconds(pass, sample, 1);
    return std::max(1, static_cast<int>(std::ceil(1e-9 * nanoseconds / seconds)));
  }

  Tally judge(const talus::Method& method, int stride, int threads) const {
    Tally total;
    std::mutex lock;
    constexpr int block = 64;
    const int asked = (static_cast<int>(subjects_.size()) + stride - 1) / stride;
    in_parallel((asked + block - 1) / block, threads, [&](int k) {
      Tally tally;
      for (int i = k * block; i < std::min((k + 1) * block, asked); ++i) {
        const Pair& pair = workload_.pairs[i * stride];
        const oracle::Solid &a = pool_[pair.a], &b = pool_[pair.b];
        const int vertices = static_cast<int>(a.points.size() + b.points.size());
        tally.add(subjects_[i * stride].ask(method), pair.truth, std::max(a.reach, b.reach),
                  3 * vertices - 8);
      }
      const std::lock_guard guard(lock);
      total += tally;
    });
    return total;
  }

  // The mean over pairs spread over the workload, as many as take about a tenth of a second.
  double time(const talus::Method& method, int& timed) const {
    const int count = static_cast<int>(subjects_.size()), least = std::min(count, 8);
    const auto pass_over = [&](int pairs) {
      return [&, pairs] {
        for (int i = 0; i < pairs; ++i) {
          keep(subjects_[static_cast<std::size_t>(i) * count / pairs].ask(method));
        }
      };
    };
    const double first = best_nanoseconds(pass_over(least), least, 1);
    timed = std::clamp(static_cast<int>(1e8 / first), least, std::min(count, 2000));
    return best_nanoseconds(pass_over(timed), timed, 3);
  }

 private:
  const Workload& workload_;
  const std::vector<oracle::Solid>& pool_;
  std::vector<Subject> subjects_;
};

}  // namespace

json run_random_pairs(const RandomOptions& options) {
  json cells = json::array();
  for (const Family& family : families) {
    const std::vector<oracle::Solid> pool = make_pool(family, options.seed);
    const std::vector<talus::Shape> shapes = make_shapes(pool);
    for (const Regime regime : regimes) {
      const int pairs =
          std::max(1, static_cast<int>(std::lround(options.pairs * family.share / 3)));
      fmt::print(stderr, "{}, {}: {} pairs\n", family.name, name_of(regime), pairs);
      const Workload workload =
          make_workload(family, pool, regime, pairs, options.seed, options.threads);
      const Trial trial(workload, pool, shapes);
      for (const talus::Method& method : methods()) {
        const int stride = trial.stride(method, options.seconds_per_cell);
        json cell = trial.judge(method, stride, options.threads);
        const bench::Pinned pinned;
        int timed = 0;
        cell["nanoseconds"] = trial.time(method, timed);
        cell["timed"] = timed;
        cell["pairs"] = pairs;
        cell["family"] = family.name;
        cell["regime"] = name_of(regime);
        cell["method"] = method.name;
        cells.push_back(cell);
      }
    }
  }
  return cells;
}

}  // namespace study
