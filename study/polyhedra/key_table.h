// A hash table from keys of 64 bits to ints, for the millions of faces of one query: open
// addressing, doubled before it is two thirds full.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace study {

class KeyTable {
 public:
  void clear() { *this = {}; }

  // The value of the key, and whether the key is new; a new key gets `value`.
  std::pair<int, bool> insert(std::uint64_t key, int value) {
    if (3 * (count_ + 1) > 2 * slots_.size()) grow();
    Slot& slot = find(key);
    if (slot.key != empty) return {slot.value, false};
    slot = {key, value};
    ++count_;
    return {value, true};
  }

 private:
  static constexpr std::uint64_t empty = ~std::uint64_t{0};
  struct Slot {
    std::uint64_t key = empty;
    int value = 0;
  };

  Slot& find(std::uint64_t key) {
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    std::size_t i = (key * 0x9e3779b97f4a7c15u) >> shift_;
    while (slots_[i].key != empty && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (slot.key != empty) find(slot.key) = slot;
    }
  }

  int shift_ = 58;
  std::size_t count_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
};

}  // namespace study
