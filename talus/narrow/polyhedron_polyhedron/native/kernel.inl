// The production kernels for one instruction set. The including source has renamed the namespace
// `talus`, so that nothing compiled here can be taken for another source's: only the names below
// leave it.
#include "talus/simd/lanes_native.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_certified.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

extern "C" bool TALUS_NATIVE_NAME(const void* a, const void* b, const void* b_in_a, void* cache,
                                  void* answer) {
  using namespace talus;
  return polyhedron_polyhedron::certify(*static_cast<const PolyhedronView<double>*>(a),
                                        *static_cast<const PolyhedronView<double>*>(b),
                                        *static_cast<const RelativePose<double>*>(b_in_a),
                                        *static_cast<Cache<double>*>(cache),
                                        *static_cast<Contact<double>*>(answer));
}

extern "C" void TALUS_NATIVE_ROUND(const void* query, void* answer) {
  using namespace talus::polyhedron_polyhedron;
  *static_cast<RoundedDepth<double>*>(answer) =
      rounded_depth(*static_cast<const RoundedQuery<double>*>(query));
}
