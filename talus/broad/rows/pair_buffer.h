// A growing list of pairs of entries that is written without a check per pair.
#pragma once

#include "talus/broad/rows/scratch.h"
#include "talus/broad/scene.h"

namespace talus::broad::rows {

class PairBuffer {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  BodyPair* begin() { return memory_.data(); }
  BodyPair* end() { return memory_.data() + size_; }
  std::size_t bytes() const { return memory_.bytes(); }

  // Uninitialised memory for `count` pairs at the end; commit(n) appends the first n written.
  BodyPair* reserve(std::size_t count) {
    memory_.grow(size_ + count, size_);
    return end();
  }
  void commit(std::size_t count) { size_ += count; }
  void resize(std::size_t count) { size_ = count; }

 private:
  Scratch<BodyPair> memory_;
  std::size_t size_ = 0;
};

}  // namespace talus::broad::rows
