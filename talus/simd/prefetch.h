// Prefetching. A function that only prefetches must be TALUS_INLINE, and so must its callers that
// do nothing else: the compiler removes calls of functions without effect.
#pragma once

#include "talus/math/host_device.h"

namespace talus {

// Prefetches every cache line of the object.
template <class T>
TALUS_INLINE void prefetch(const T& object) {
  constexpr unsigned long line = 64;  // bytes of a cache line
  const char* const start = reinterpret_cast<const char*>(&object);
  for (unsigned long at = 0; at < sizeof(T); at += line) __builtin_prefetch(start + at);
  if constexpr (sizeof(T) % line != 0 || alignof(T) < line) {
    __builtin_prefetch(start + sizeof(T) - 1);
  }
}

}  // namespace talus
