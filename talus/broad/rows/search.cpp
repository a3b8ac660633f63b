#include "talus/broad/rows/search.h"

#include <algorithm>
#include <atomic>
#include <string>

#include "talus/broad/rows/resolve.h"
#include "talus/parallel/parallel_for.h"

namespace talus::broad::rows {
namespace {

// Large enough that the search outweighs the handling of a piece, small enough for a core's cache;
// a choice.
constexpr std::uint32_t boxes_per_piece = 1 << 13;

[[noreturn]] void refuse(const Input& input) {
  throw SceneError("scene: more than " + std::to_string(input.pair_limit) + " pairs among " +
                   std::to_string(input.scene.count()) +
                   " volumes: too many lie on top of each other");
}

}  // namespace

template <class Real>
void Search<Real>::build(const Input& input) {
  const std::vector<SizeClass>& classes = input.classes.list();
  store_.need(input.entries.count());
  layers_.resize(classes.size());
  for (std::size_t i = 0; i < classes.size(); ++i) {
    builder_.build(input.entries, input.classes.order(), classes[i], input.frame, input.threads,
                   store_, layers_[i]);
  }
}

template <class Real>
void Search<Real>::cut(int a, int b) {
  const Layer<Real>& layer = layers_[a];
  for (std::uint32_t row = 0; row < layer.row_count();) {
    Piece piece{static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), {row, row}, 0};
    const std::uint32_t begin = layer.rows[row].begin;
    while (row < layer.row_count() && layer.rows[row].begin - begin < boxes_per_piece) ++row;
    piece.rows.end = row;
    piece.boxes = layer.rows[row].begin - begin;
    pieces_.push_back(piece);
  }
}

template <class Real>
void Search<Real>::cut() {
  pieces_.clear();
  const int count = static_cast<int>(layers_.size());
  for (int a = 0; a < count; ++a) {
    if (can_pair_within(layers_[a].role)) cut(a, a);
    for (int b = a + 1; b < count; ++b) {
      if (!can_pair(layers_[a].role, layers_[b].role)) continue;
      // Iterate over the rows of the layer with fewer rows and search the other.
      const bool fewer = layers_[a].row_count() <= layers_[b].row_count();
      cut(fewer ? a : b, fewer ? b : a);
    }
  }
}

// Appends the pairs of a piece; false if there are more than the limit.
template <class Real>
bool Search<Real>::search_piece(const Input& input, const Piece& piece, Worker& worker,
                                PairList& pairs) {
  Found& found = worker.found;
  found.certain.clear();
  found.doubtful.clear();
  found.tests = 0;
  found.limit = input.pair_limit;
  const SortedBoxes<Real> boxes = store_.view();
  const Layer<Real>& a = layers_[piece.a];
  worker.work.visits += piece.a == piece.b
                            ? join_one(boxes, a, piece.rows, found)
                            : join_two(boxes, a, piece.rows, layers_[piece.b], found);
  worker.work.tests += found.tests;
  if (found.too_many()) return false;
  resolve(input.scene, input.entries, found, pairs.image);
  pairs.pair.insert(pairs.pair.end(), found.certain.begin(), found.certain.end());
  return pairs.pair.size() <= input.pair_limit;
}

// Reserves for the total extrapolated from the share of boxes searched so far, so that the list is
// reallocated once or twice instead of at every doubling.
template <class Real>
void Search<Real>::reserve(PairList& pairs, std::size_t more, double share) const {
  const std::size_t needed = pairs.pair.size() + more;
  if (needed <= pairs.pair.capacity()) return;
  constexpr double spare = 1.05;       // beyond the extrapolation
  constexpr double most_growth = 1.5;  // an early extrapolation may be far too large
  const double now = static_cast<double>(needed);
  const double expected = std::min(spare * now / share, most_growth * now);
  pairs.pair.reserve(std::max(needed, static_cast<std::size_t>(expected)));
}

template <class Real>
bool Search<Real>::search_alone(const Input& input, PairList& pairs) {
  pairs.clear();
  std::size_t total = 0, done = 0;
  for (const Piece& piece : pieces_) total += piece.boxes;
  for (const Piece& piece : pieces_) {
    done += piece.boxes;
    const std::size_t before = pairs.pair.size();
    if (!search_piece(input, piece, workers_[0], pairs)) return false;
    // The next piece is expected to find as many as this one.
    reserve(pairs, pairs.pair.size() - before,
            static_cast<double>(done) / static_cast<double>(total));
  }
  return true;
}

template <class Real>
bool Search<Real>::search_together(const Input& input, PairList& pairs) {
  const int count = static_cast<int>(pieces_.size());
  std::vector<Part> parts(count);
  std::atomic<bool> enough = true;
  for (Worker& worker : workers_) worker.pairs.clear();
  parallel_for(count, input.threads, [&](std::int64_t i, int thread) {
    PairList& own = workers_[thread].pairs;
    const std::size_t begin = own.pair.size();
    if (enough && !search_piece(input, pieces_[i], workers_[thread], own)) enough = false;
    parts[i] = {thread, begin, own.pair.size()};
  });
  std::vector<std::size_t> offset(count + 1);
  for (int i = 0; i < count; ++i) offset[i + 1] = offset[i] + (parts[i].end - parts[i].begin);
  if (!enough || offset[count] > input.pair_limit) return false;
  pairs.pair.resize(offset[count]);
  pairs.image.resize(input.entries.is_periodic() ? offset[count] : 0);
  parallel_for(count, input.threads, [&](std::int64_t i) {
    const PairList& from = workers_[parts[i].thread].pairs;
    std::copy(from.pair.begin() + parts[i].begin, from.pair.begin() + parts[i].end,
              pairs.pair.begin() + offset[i]);
    if (from.image.empty()) return;
    std::copy(from.image.begin() + parts[i].begin, from.image.begin() + parts[i].end,
              pairs.image.begin() + offset[i]);
  });
  return true;
}

template <class Real>
void Search<Real>::run(const Input& input, PairList& pairs, Work& work) {
  build(input);
  cut();
  workers_.resize(input.threads);
  for (Worker& worker : workers_) worker.work = {};
  const bool done = input.threads == 1 ? search_alone(input, pairs) : search_together(input, pairs);
  if (!done) refuse(input);
  for (const Worker& worker : workers_) {
    work.tests += worker.work.tests;
    work.visits += worker.work.visits;
  }
}

template <class Real>
std::size_t Search<Real>::bytes() const {
  std::size_t sum = store_.bytes() + builder_.bytes() + pieces_.capacity() * sizeof(Piece);
  for (const Layer<Real>& layer : layers_) {
    sum += layer.rows.capacity() * sizeof(Row<Real>) + layer.slabs.capacity() * sizeof(Slab<Real>);
  }
  for (const Worker& worker : workers_) {
    sum += worker.found.certain.bytes() + worker.found.doubtful.bytes() +
           worker.pairs.pair.capacity() * sizeof(BodyPair) +
           worker.pairs.image.capacity() * sizeof(Image);
  }
  return sum;
}

template class Search<float>;
template class Search<double>;

}  // namespace talus::broad::rows
