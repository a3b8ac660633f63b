#include "talus/broad/published/heapsort.h"

#include <algorithm>
#include <array>
#include <vector>

#include "talus/broad/published/copies.h"

namespace talus::broad {
namespace {

struct Ordinate {
  double key;
  std::int32_t volume;
  friend auto operator<=>(const Ordinate&, const Ordinate&) = default;
};

using SortedList = std::vector<std::int32_t>;

// The volumes in the order in which they begin along an axis; `heap` is scratch.
SortedList sorted_along(int axis, const Copies& copies, std::vector<Ordinate>& heap) {
  heap.clear();
  for (int i = 0; i < copies.count(); ++i) heap.push_back({copies.box()[i].lower[axis], i});
  std::make_heap(heap.begin(), heap.end());
  std::sort_heap(heap.begin(), heap.end());
  SortedList list;
  list.reserve(heap.size());
  for (const Ordinate& ordinate : heap) list.push_back(ordinate.volume);
  return list;
}

// Number of entries that a search along an axis visits: for every volume those after it in the list
// that begin before it ends, by bisection in the heap that was just sorted.
std::uint64_t search_length(int axis, const Copies& copies, const std::vector<Ordinate>& sorted) {
  std::uint64_t length = 0;
  for (auto from = sorted.begin(); from != sorted.end(); ++from) {
    const double end = copies.box()[from->volume].upper[axis];
    const auto to = std::partition_point(from + 1, sorted.end(),
                                         [end](const Ordinate& other) { return other.key <= end; });
    length += to - from;
  }
  return length;
}

void search(int axis, const SortedList& list, const Copies& copies, PairList& pairs, Work& work) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double end = copies.box()[list[i]].upper[axis];
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      ++work.visits;
      if (copies.box()[list[j]].lower[axis] > end) break;
      copies.compare(list[i], list[j], pairs, work);
    }
  }
}

}  // namespace

void heapsort(const Scene& scene, int /*threads*/, PairList& pairs, Work& work) {
  pairs.clear();
  work = {};
  const Copies copies(scene);
  std::array<SortedList, 3> list;
  std::array<std::uint64_t, 3> length;
  std::vector<Ordinate> heap;
  heap.reserve(copies.count());
  for (int axis = 0; axis < 3; ++axis) {
    list[axis] = sorted_along(axis, copies, heap);
    length[axis] = search_length(axis, copies, heap);
  }
  work.bytes = copies.bytes() + heap.capacity() * sizeof(Ordinate) +
               3 * list[0].capacity() * sizeof(std::int32_t);
  const auto shortest = std::min_element(length.begin(), length.end()) - length.begin();
  search(static_cast<int>(shortest), list[shortest], copies, pairs, work);
}

}  // namespace talus::broad
