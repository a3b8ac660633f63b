#include "talus/narrow/batch_kernels/batch_kernels.h"

#include "talus/simd/dispatch.h"

namespace talus {

TALUS_SIMD_ENTRIES(BatchContactFunction, talus_ellipsoid_ellipsoid_contact)
TALUS_SIMD_ENTRIES(BatchContactFunction, talus_superquadric_superquadric_contact)
TALUS_SIMD_ENTRIES(BatchContactFunction, talus_sphere_ellipsoid_contact)
TALUS_SIMD_ENTRIES(BatchContactFunction, talus_sphere_superquadric_contact)
TALUS_SIMD_ENTRIES(BatchContactFunction, talus_smooth_vertex_body_contact)
TALUS_SIMD_ENTRIES(BatchGapFunction, talus_ellipsoid_ellipsoid_gap)
TALUS_SIMD_ENTRIES(BatchGapFunction, talus_superquadric_superquadric_gap)
TALUS_SIMD_ENTRIES(BatchGapFunction, talus_sphere_ellipsoid_gap)
TALUS_SIMD_ENTRIES(BatchGapFunction, talus_sphere_superquadric_gap)

std::span<const BatchKernels> batch_kernels() {
  static constexpr auto all = per_simd_level([](const SimdLevel& level) {
    return BatchKernels{
        level.name,
        level.register_doubles,
        {{talus_ellipsoid_ellipsoid_contact[level], talus_ellipsoid_ellipsoid_gap[level]},
         {talus_superquadric_superquadric_contact[level],
          talus_superquadric_superquadric_gap[level]},
         {talus_sphere_ellipsoid_contact[level], talus_sphere_ellipsoid_gap[level]},
         {talus_sphere_superquadric_contact[level], talus_sphere_superquadric_gap[level]},
         {talus_smooth_vertex_body_contact[level], nullptr}}};
  });
  return supported(all);
}

}  // namespace talus
