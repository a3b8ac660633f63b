#include "talus/broad/pair_finder.h"

#include <algorithm>
#include <string>

#include "talus/broad/rows/search.h"
#include "talus/parallel/parallel_for.h"

namespace talus::broad {

struct PairFinder::Impl {
  rows::Entries entries;
  rows::Classes classes;
  rows::Search<float> in_floats;
  rows::Search<double> in_doubles;

  std::size_t bytes() const {
    return entries.bytes() + classes.bytes() + in_floats.bytes() + in_doubles.bytes();
  }
};

namespace {

// The axis along which most volumes of the commonest class fit side by side: its rows are the
// longest and the fewest.
int axis_to_sweep(const rows::Classes& classes) {
  const auto& list = classes.list();
  const auto commonest = std::max_element(list.begin(), list.end(),
                                          [](const rows::SizeClass& a, const rows::SizeClass& b) {
                                            return a.end - a.begin < b.end - b.begin;
                                          });
  constexpr double unbounded = 1e300;  // points: any number fits
  int best = 0;
  double most_fit = -1;
  for (int axis = 0; axis < 3; ++axis) {
    const double range = 0.25 * classes.window().upper[axis] - 0.25 * classes.window().lower[axis];
    const double longest = 0.25 * commonest->longest[axis];
    const double fit = longest > 0 ? range / longest : range > 0 ? unbounded : 0;
    if (fit > most_fit) {
      most_fit = fit;
      best = axis;
    }
  }
  return best;
}

// A float resolves 2^-24 of the scene. Volumes below 2^-16 of it, 256 times that, count as small; a
// cluster in a large void, or one body that has escaped, makes most of them small. More than a
// sixteenth of small volumes would leave too many pairs to the exact test: doubles are used
// instead.
constexpr double smallest_for_floats = 0x1p-16;  // of the scene's longest side
constexpr int most_small_divisor = 16;           // at most 1 in 16 volumes may be small
bool floats_suffice(const rows::Classes& classes, const rows::Frame& frame, int count) {
  const double range = std::max({frame.range[0], frame.range[1], frame.range[2]});
  std::int64_t small = 0;
  for (const rows::SizeClass& c : classes.list()) {
    const double size = frame.length(std::max({c.longest[0], c.longest[1], c.longest[2]}));
    if (size < range * smallest_for_floats) small += c.end - c.begin;
  }
  return small * most_small_divisor <= count;
}

}  // namespace

PairFinder::PairFinder() : impl_(std::make_unique<Impl>()) {}
PairFinder::PairFinder(PairFinder&&) noexcept = default;
PairFinder& PairFinder::operator=(PairFinder&&) noexcept = default;
PairFinder::~PairFinder() = default;

std::size_t PairFinder::pair_limit(int volumes) const {
  if (limit_ > 0) return limit_;
  // Choices: 800 MB of pairs, and far more neighbours than grains have (ten to a hundred).
  constexpr std::size_t least_limit = 100'000'000, pairs_per_volume = 1000;
  return std::max(least_limit, pairs_per_volume * volumes);
}

void PairFinder::find(const Scene& scene, int threads, PairList& pairs, Work& work) {
  work = {};
  if (scene.count() == 0) return pairs.clear();
  threads = usable_threads(threads);
  impl_->entries.gather(scene);
  impl_->classes.sort(impl_->entries, scene.body_count, threads);
  const rows::Frame frame =
      rows::make_frame(impl_->classes.window(), axis_to_sweep(impl_->classes));
  const rows::Input input{scene,  impl_->entries, impl_->classes, frame, pair_limit(scene.count()),
                          threads};
  if (floats_suffice(impl_->classes, frame, impl_->entries.count())) {
    impl_->in_floats.run(input, pairs, work);
  } else {
    impl_->in_doubles.run(input, pairs, work);
  }
  work.bytes = impl_->bytes();
}

void size_rows(const Scene& scene, int threads, PairList& pairs, Work& work) {
  PairFinder().find(scene, threads, pairs, work);
}

}  // namespace talus::broad
