#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_kernels.h"

#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_certified.h"
#include "talus/simd/dispatch.h"

namespace talus::polyhedron_polyhedron {

TALUS_SIMD_ENTRIES(CertifyFunction, talus_polyhedron_polyhedron_certify)
TALUS_SIMD_ENTRIES(BlendedDepthsFunction, talus_polyhedron_polyhedron_blended_depths)

std::span<const PolyhedronKernels> polyhedron_kernels() {
  static constexpr auto all = per_simd_level([](const SimdLevel& level) {
    return PolyhedronKernels{level.name, talus_polyhedron_polyhedron_certify[level],
                             talus_polyhedron_polyhedron_blended_depths[level]};
  });
  return supported(all);
}

Contact<double> certified_simd(const PolyhedronView<double>& a, const PolyhedronView<double>& b,
                               const RelativePose<double>& b_in_a, const Settings<double>& settings,
                               Cache<double>& cache) {
  static CertifyFunction* const certify_best = polyhedron_kernels().front().certify;
  Contact<double> contact;
  if (!certify_best(&a, &b, &b_in_a, &cache, &contact)) {
    contact = fallback_contact(a, b, b_in_a, settings, cache);
  }
  return contact;
}

void blended_depths_simd(std::span<const RoundedQuery<double>> queries,
                         std::span<RoundedDepth<double>> depths) {
  static BlendedDepthsFunction* const best = polyhedron_kernels().front().blended_depths;
  best(queries.data(), static_cast<int>(queries.size()), depths.data());
}

}  // namespace talus::polyhedron_polyhedron
