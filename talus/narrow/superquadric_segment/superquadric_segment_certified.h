// The production method for a superquadric and a segment: smooth_vertex_body/certify.h.
#pragma once

#include "talus/narrow/smooth_vertex_body/certify.h"

namespace talus::superquadric_segment {

template <class T>
TALUS_HD Contact<T> certified(const Superquadric<T>& a, const Segment<T>& b,
                              const RelativePose<T>& b_in_a, const Settings<T>& settings,
                              Cache<T>& cache) {
  const smooth_vertex_body::VertexBodySegment<T> body(b, b_in_a);
  return smooth_vertex_body::smooth_vertex_contact(a, b, body, b_in_a, settings, cache);
}

}  // namespace talus::superquadric_segment
