#include "talus/broad/filter_pairs.h"

#include <algorithm>
#include <utility>

#include "talus/broad/threads.h"

namespace talus::broad {

void filter_pairs(PairList& pairs, int threads, const std::function<bool(std::size_t)>& keep,
                  std::vector<std::uint32_t>* kept) {
  threads = usable_threads(threads);
  constexpr std::size_t block_size = 1 << 12;
  const std::size_t count = pairs.pair.size();
  const int blocks = static_cast<int>((count + block_size - 1) / block_size);
  std::vector<std::uint32_t> place(count), found(blocks);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
  for (int block = 0; block < blocks; ++block) {
    const std::size_t begin = block * block_size, end = std::min(count, begin + block_size);
    std::uint32_t n = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (keep(i)) place[begin + n++] = static_cast<std::uint32_t>(i);
    }
    found[block] = n;
  }
  std::size_t size = 0;
  for (int block = 0; block < blocks; ++block) {
    for (std::uint32_t n = 0; n < found[block]; ++n) {
      const std::uint32_t i = place[block * block_size + n];
      pairs.pair[size] = pairs.pair[i];
      if (!pairs.image.empty()) pairs.image[size] = pairs.image[i];
      place[size++] = i;
    }
  }
  pairs.pair.resize(size);
  if (!pairs.image.empty()) pairs.image.resize(size);
  place.resize(size);
  if (kept != nullptr) *kept = std::move(place);
}

}  // namespace talus::broad
