// Eight pairs for a batch kernel, and their answers. The kernels are compiled in renamed
// namespaces (cmake/simd.cmake) and see the same structs there under another name: only plain data
// crosses, and the assertions below check the layouts that the kernels read and write as numbers.
//
// Bodies, poses and caches are read where the caller has them, as lines: all numbers of one pair.
// Rows hold one number of each of the eight pairs.
#pragma once

#include <cstddef>

#include "talus/contact.h"
#include "talus/math/pose.h"
#include "talus/shape/superquadric/superquadric.h"

namespace talus {

inline constexpr int batch_size = 8;
using BatchRow = double[batch_size];

struct BatchVectorRows {
  BatchRow x, y, z;

  void set(int i, const Vec3<double>& v) {
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
  }
  Vec3<double> at(int i) const { return {x[i], y[i], z[i]}; }
};

// B of smooth_vertex_body pairs: the vertices that were touched last, in B's frame.
struct BatchVertexRows {
  BatchVectorRows vertex[3];  // the first one again beyond the count
  BatchRow count;
  BatchRow reach;   // bound of the coordinates of B's vertices in any orientation
  BatchRow radius;  // bounding radius of B

  void copy(int from, int to) {
    for (BatchVectorRows& v : vertex) v.set(to, v.at(from));
    count[to] = count[from];
    reach[to] = reach[from];
    radius[to] = radius[from];
  }
};

struct alignas(64) BatchAnswer {
  double distance, lower, upper;
  Vec3<double> normal, point_a, point_b;  // in the world, in the caller's order of the bodies
  Vec3<double> cache_normal;              // in the frame of the first body in canonical order
  double unused;
};

struct alignas(64) BatchCachePoints {
  Vec3<double> a, b;  // Cache::surface_param_a and surface_param_b
  double unused[2];
};

struct BatchBlock {
  // The pairs in canonical order (canonical_order.h). Of an ellipsoid in the ellipsoid_ellipsoid
  // family only the semi-axes are there.
  const Pose<double>* pose_a[batch_size];
  const Pose<double>* pose_b[batch_size];
  const Superquadric<double>* body_a[batch_size];
  const Superquadric<double>* body_b[batch_size];
  const Cache<double>* cache[batch_size];
  BatchRow mirrored;  // 1 where the caller's B comes first in canonical order
  BatchVertexRows vertices;

  double tolerance;  // Settings::tolerance
  double gap;        // of gap_exceeds

  BatchAnswer answer[batch_size];
  BatchCachePoints cache_points[batch_size];
  BatchRow evaluations;
  BatchRow radius;  // the larger of the bounding radii
  // smooth_vertex_body: the support call that must confirm the vertices (warm_contact.h).
  BatchVectorRows support_direction_b;
  BatchRow rounding;
};

// Numbers before a field.
#define TALUS_NUMBERS_BEFORE(Struct, field) (offsetof(Struct, field) / sizeof(double))

static_assert(TALUS_NUMBERS_BEFORE(Pose<double>, position) == 0 &&
              TALUS_NUMBERS_BEFORE(Pose<double>, orientation) == 3 &&
              sizeof(Pose<double>) == 7 * sizeof(double));
static_assert(TALUS_NUMBERS_BEFORE(Superquadric<double>, semi_axes) == 0 &&
              TALUS_NUMBERS_BEFORE(Superquadric<double>, n1) == 3 &&
              TALUS_NUMBERS_BEFORE(Superquadric<double>, n2) == 4);
static_assert(TALUS_NUMBERS_BEFORE(Cache<double>, normal) == 0 &&
              TALUS_NUMBERS_BEFORE(Cache<double>, surface_param_a) == 3 &&
              TALUS_NUMBERS_BEFORE(Cache<double>, surface_param_b) == 6);
static_assert(TALUS_NUMBERS_BEFORE(BatchAnswer, distance) == 0 &&
              TALUS_NUMBERS_BEFORE(BatchAnswer, lower) == 1 &&
              TALUS_NUMBERS_BEFORE(BatchAnswer, upper) == 2 &&
              TALUS_NUMBERS_BEFORE(BatchAnswer, normal) == 3 &&
              TALUS_NUMBERS_BEFORE(BatchAnswer, point_a) == 6 &&
              TALUS_NUMBERS_BEFORE(BatchAnswer, point_b) == 9 &&
              TALUS_NUMBERS_BEFORE(BatchAnswer, cache_normal) == 12 &&
              sizeof(BatchAnswer) == 16 * sizeof(double));
static_assert(TALUS_NUMBERS_BEFORE(BatchCachePoints, a) == 0 &&
              TALUS_NUMBERS_BEFORE(BatchCachePoints, b) == 3 &&
              sizeof(BatchCachePoints) == 8 * sizeof(double));

#undef TALUS_NUMBERS_BEFORE

}  // namespace talus
