// Estimates the mean number of neighbours of a volume in its cell, from which the width of rows and
// the size classes are chosen. The number of pairs of a random sample that share a cell grows with
// the square of the sample size, so a sample of the square root of the scene is enough. The mean
// over volumes, not over cells, detects a dense cluster in a large void.
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
    for (std::uint64_t i = 0; i < sample_size_; ++i) {
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
  std::uint64_t sample_size_ = 0;
  int total_ = 0;
};

}  // namespace talus::broad::rows
