// The production method for a superquadric and a polyhedron: smooth_vertex_body/certify.h.
#pragma once

#include "talus/narrow/smooth_vertex_body/certify.h"

namespace talus::superquadric_polyhedron {

template <class T>
TALUS_HD Contact<T> certified(const Superquadric<T>& a, const PolyhedronView<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  const smooth_vertex_body::VertexBodyPolyhedron<T> body(b, b_in_a);
  return smooth_vertex_body::smooth_vertex_contact(a, b, body, b_in_a, settings, cache);
}

}  // namespace talus::superquadric_polyhedron
