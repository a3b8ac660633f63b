// How many volumes share a cell, as a volume sees it: the number that says how wide rows should be
// and whether small volumes need rows of their own. Estimated from a random sample, whose pairs in
// the same cell grow with the square of its size; so it costs the square root of the scene, and
// sees a dense cluster in a large void for what it is.
#pragma once

#include <cstdint>
#include <vector>

#include "talus/broad/rows/entries.h"

namespace talus::broad::rows {

class DensityProbe {
 public:
  // Draws from the entries [begin, end). kind_of(entry) is what count() can choose by.
  template <class KindOf>
  void draw(const Entries& entries, int begin, int end, KindOf kind_of) {
    start(end - begin);
    for (std::uint64_t i = 0; i < wanted_; ++i) {
      const int entry = begin + index(i, end - begin);
      sample_.push_back(
          {entries.box(entry).lower, entry, static_cast<std::uint32_t>(kind_of(entry))});
    }
    finish();
  }

  // The mean number of others in a volume's cell, with cells of these lengths along the axes of the
  // world, among those whose kind is marked.
  double neighbours(const double (&cell)[3], const std::vector<char>& marked);

 private:
  struct Sample {
    Vec3<double> lower;
    std::int32_t entry;
    std::uint32_t kind;
  };
  struct Slot {
    std::uint64_t key;
    std::uint32_t count;
  };

  void start(int count);
  int index(std::uint64_t i, int count) const;
  void finish();

  std::vector<Sample> sample_;
  std::vector<Slot> table_;
  std::uint64_t wanted_ = 0;
  int total_ = 0;
};

}  // namespace talus::broad::rows
