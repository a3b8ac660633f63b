// The vertex farthest along a direction, by a scan of all vertices: the innermost loop of every
// query with polyhedra. Scans one register of vertices at a time, with the widest registers of the
// machine (simd/dispatch.h). Products, sums and comparisons in a fixed order: every machine finds
// the same vertex.
#pragma once

#include "talus/math/vec3.h"

namespace talus {

// x, y, z hold `count` values, padded to a multiple of lane_count (simd/lanes.h) with copies of the
// last.
int scan_support(const double* x, const double* y, const double* z, int count, double nx, double ny,
                 double nz);

// The same for other scalars and for device code.
template <class T>
TALUS_HD int scan_support_scalar(const T* x, const T* y, const T* z, int count, const Vec3<T>& n) {
  int best = 0;
  T best_value = n.x * x[0] + n.y * y[0] + n.z * z[0];
  for (int i = 1; i < count; ++i) {
    const T value = n.x * x[i] + n.y * y[i] + n.z * z[i];
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return best;
}

}  // namespace talus
