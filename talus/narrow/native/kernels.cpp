#include "talus/narrow/native/kernels.h"

#include "talus/simd/instruction_sets.h"

#if defined(__x86_64__)

// The kernels of all families for one instruction set.
#define TALUS_DECLARE(family, level)                \
  unsigned talus_##family##_contact_##level(void*); \
  unsigned talus_##family##_gap_##level(void*, unsigned*);
#define TALUS_DECLARE_LEVEL(level)          \
  TALUS_DECLARE(ellipsoids, level)          \
  TALUS_DECLARE(superquadrics, level)       \
  TALUS_DECLARE(sphere_ellipsoid, level)    \
  TALUS_DECLARE(sphere_superquadric, level) \
  unsigned talus_smooth_corners_contact_##level(void*);
#define TALUS_KERNEL(family, level) \
  { talus_##family##_contact_##level, talus_##family##_gap_##level }
#define TALUS_KERNELS(level)                                                               \
  {                                                                                        \
    TALUS_KERNEL(ellipsoids, level), TALUS_KERNEL(superquadrics, level),                   \
        TALUS_KERNEL(sphere_ellipsoid, level), TALUS_KERNEL(sphere_superquadric, level), { \
      talus_smooth_corners_contact_##level, nullptr                                        \
    }                                                                                      \
  }

extern "C" {
TALUS_DECLARE_LEVEL(x86_64_v4)
TALUS_DECLARE_LEVEL(x86_64_v3)
TALUS_DECLARE_LEVEL(x86_64)
}

namespace talus {

std::span<const BatchKernel> batch_kernels() {
  static constexpr BatchKernel all[] = {{"x86-64-v4", 8, TALUS_KERNELS(x86_64_v4)},
                                        {"x86-64-v3", 4, TALUS_KERNELS(x86_64_v3)},
                                        {"x86-64", 2, TALUS_KERNELS(x86_64)}};
  static const int level = x86_64_level();
  return std::span(all).subspan(level == 4 ? 0 : (level == 3 ? 1 : 2));
}

}  // namespace talus

#else

namespace talus {

std::span<const BatchKernel> batch_kernels() { return {}; }

}  // namespace talus

#endif
