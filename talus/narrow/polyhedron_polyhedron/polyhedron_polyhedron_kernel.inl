// The production kernels of two polyhedra for one instruction set (cmake/simd.cmake). Structs cross
// the border between the namespaces as addresses: their layout is the same on both sides.
#include "talus/narrow/polyhedron_polyhedron/blended_depth.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_certified.h"

extern "C" bool TALUS_SIMD_ENTRY(talus_polyhedron_polyhedron_certify)(const void* a, const void* b,
                                                                      const void* b_in_a,
                                                                      void* cache, void* contact) {
  using namespace talus;
  return polyhedron_polyhedron::certify(*static_cast<const PolyhedronView<double>*>(a),
                                        *static_cast<const PolyhedronView<double>*>(b),
                                        *static_cast<const RelativePose<double>*>(b_in_a),
                                        *static_cast<Cache<double>*>(cache),
                                        *static_cast<Contact<double>*>(contact));
}

extern "C" void TALUS_SIMD_ENTRY(talus_polyhedron_polyhedron_blended_depths)(const void* query,
                                                                             int count,
                                                                             void* depth) {
  using namespace talus::polyhedron_polyhedron;
  blended_depths(static_cast<const RoundedQuery<double>*>(query), count,
                 static_cast<RoundedDepth<double>*>(depth));
}
