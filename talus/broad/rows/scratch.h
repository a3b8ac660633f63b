// Uninitialised memory that is kept from one call to the next: the arrays of the search are written
// before they are read, and clearing or freshly mapping them would cost as much as the sort.
#pragma once

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

namespace talus::broad::rows {

template <class T>
class Scratch {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Scratch() = default;
  Scratch(Scratch&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}
  Scratch& operator=(Scratch&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~Scratch() { std::free(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  std::size_t bytes() const { return capacity_ * sizeof(T); }

  // At least `count` items; the contents are lost if memory is reallocated.
  T* need(std::size_t count) {
    if (count > capacity_) {
      std::free(std::exchange(data_, nullptr));
      capacity_ = 0;
      data_ = allocated(count);
      capacity_ = count;
    }
    return data_;
  }

  // At least `count` items, keeping the first `kept`; grows by half, so that repeated calls cost
  // linear time.
  void grow(std::size_t count, std::size_t kept) {
    if (count <= capacity_) return;
    count = count > capacity_ + capacity_ / 2 ? count : capacity_ + capacity_ / 2;
    T* larger = allocated(count);
    if (kept > 0) std::memcpy(static_cast<void*>(larger), data_, kept * sizeof(T));
    std::free(data_);
    data_ = larger;
    capacity_ = count;
  }

 private:
  // Large arrays on 2 MB pages, so that random access rarely misses the TLB.
  static T* allocated(std::size_t count) {
    constexpr std::size_t large_page = std::size_t{2} << 20, line = 64;
    const std::size_t bytes = count * sizeof(T);
    const std::size_t alignment = bytes >= 2 * large_page ? large_page : line;
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    if (alignment == large_page) madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }

  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace talus::broad::rows
