// Asking memory for something that is needed soon. A function that does nothing else has to be
// TALUS_INLINE, and so have those that call it only: a compiler takes calls that change nothing for
// superfluous and leaves them out.
#pragma once

#include "talus/math/host_device.h"

namespace talus {

// All lines of the cache that the object lies on.
template <class T>
TALUS_INLINE void prefetch(const T& object) {
  constexpr unsigned long line = 64;  // bytes
  const char* const start = reinterpret_cast<const char*>(&object);
  for (unsigned long at = 0; at < sizeof(T); at += line) __builtin_prefetch(start + at);
  if constexpr (sizeof(T) % line != 0 || alignof(T) < line) {
    __builtin_prefetch(start + sizeof(T) - 1);
  }
}

}  // namespace talus
