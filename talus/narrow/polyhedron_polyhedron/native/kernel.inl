// The production kernel for one instruction set. The including source has renamed the namespace
// `talus`, so that nothing compiled here can be taken for another source's: only the name below
// leaves it.
#include "talus/math/lanes_native.h"
#include "talus/narrow/polyhedron_polyhedron/certified.h"

extern "C" bool TALUS_NATIVE_NAME(const void* a, const void* b, const void* b_in_a, void* cache,
                                  void* answer) {
  using namespace talus;
  return polyhedron_polyhedron::certify(*static_cast<const PolyhedronView<double>*>(a),
                                        *static_cast<const PolyhedronView<double>*>(b),
                                        *static_cast<const RelativePose<double>*>(b_in_a),
                                        *static_cast<Cache<double>*>(cache),
                                        *static_cast<Contact<double>*>(answer));
}
