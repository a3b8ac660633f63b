#include "talus/narrow/native/kernels.h"

#include <array>

#include "talus/narrow/native/instruction_sets.h"

#if defined(__x86_64__)

extern "C" {
unsigned talus_ellipsoids_contact_x86_64_v4(void*);
unsigned talus_ellipsoids_contact_x86_64_v3(void*);
unsigned talus_ellipsoids_contact_x86_64(void*);
unsigned talus_ellipsoids_gap_x86_64_v4(void*, unsigned*);
unsigned talus_ellipsoids_gap_x86_64_v3(void*, unsigned*);
unsigned talus_ellipsoids_gap_x86_64(void*, unsigned*);
unsigned talus_superquadrics_contact_x86_64_v4(void*);
unsigned talus_superquadrics_contact_x86_64_v3(void*);
unsigned talus_superquadrics_contact_x86_64(void*);
unsigned talus_superquadrics_gap_x86_64_v4(void*, unsigned*);
unsigned talus_superquadrics_gap_x86_64_v3(void*, unsigned*);
unsigned talus_superquadrics_gap_x86_64(void*, unsigned*);
}

namespace talus {

std::span<const BatchKernel> batch_kernels() {
  static constexpr std::array all{
      BatchKernel{"x86-64-v4",
                  8,
                  {talus_ellipsoids_contact_x86_64_v4, talus_ellipsoids_gap_x86_64_v4},
                  {talus_superquadrics_contact_x86_64_v4, talus_superquadrics_gap_x86_64_v4}},
      BatchKernel{"x86-64-v3",
                  4,
                  {talus_ellipsoids_contact_x86_64_v3, talus_ellipsoids_gap_x86_64_v3},
                  {talus_superquadrics_contact_x86_64_v3, talus_superquadrics_gap_x86_64_v3}},
      BatchKernel{"x86-64",
                  2,
                  {talus_ellipsoids_contact_x86_64, talus_ellipsoids_gap_x86_64},
                  {talus_superquadrics_contact_x86_64, talus_superquadrics_gap_x86_64}}};
  static const int level = x86_64_level();
  return std::span(all).subspan(level == 4 ? 0 : (level == 3 ? 1 : 2));
}

}  // namespace talus

#else

namespace talus {

std::span<const BatchKernel> batch_kernels() { return {}; }

}  // namespace talus

#endif
