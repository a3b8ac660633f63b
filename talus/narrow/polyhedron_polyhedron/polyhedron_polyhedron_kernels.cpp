#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_kernels.h"

#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_certified.h"
#include "talus/simd/dispatch.h"

namespace talus::polyhedron_polyhedron {

TALUS_SIMD_ENTRIES(CertifyFunction, talus_polyhedron_polyhedron_certify)
TALUS_SIMD_ENTRIES(BlendedDepthFunction, talus_polyhedron_polyhedron_blended_depth)

std::span<const PolyhedronKernels> polyhedron_kernels() {
  static constexpr auto all = per_simd_level([](const SimdLevel& level) {
    return PolyhedronKernels{level.name, talus_polyhedron_polyhedron_certify[level],
                             talus_polyhedron_polyhedron_blended_depth[level]};
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

RoundedDepth<double> blended_depth_simd(const RoundedQuery<double>& query) {
  static BlendedDepthFunction* const best = polyhedron_kernels().front().blended_depth;
  RoundedDepth<double> depth;
  best(&query, &depth);
  return depth;
}

}  // namespace talus::polyhedron_polyhedron
