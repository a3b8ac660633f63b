// Eight doubles that read like one: the same kernel answers one pair with a double and eight pairs
// with a pack, and every pair gets the same bits, because a pack does to each of its numbers what
// the kernel does to one. Only for kernel sources (cmake/simd.cmake).
#pragma once

#include "talus/simd/lanes.h"

#if defined(TALUS_SIMD_KERNEL)

namespace talus {

inline constexpr int pack_width = RegisterOf<double>::width;

// A kernel whose variables would not fit the registers with eight numbers each defines
// TALUS_PACK_IS_ONE_REGISTER: its packs are as long as one register.
#if defined(TALUS_PACK_IS_ONE_REGISTER)
inline constexpr int pack_size = pack_width;
#else
inline constexpr int pack_size = 8;
#endif

inline constexpr int pack_parts = pack_size / pack_width;

using Pack = Lanes<double, pack_size>;
using PackMask = Pack::Mask;
using PackRegister = Pack::Register;

}  // namespace talus

#endif
