// What the kernels know of smooth bodies, which kernel answers a pair of them, and where it finds
// their numbers.
#pragma once

#include <algorithm>
#include <cstddef>

#include "talus/narrow/batch.h"
#include "talus/narrow/canonical_order.h"
#include "talus/shape/superquadric/surface_point.h"

namespace talus {

// What the kernels know of a body: semi-axes, n1 and n2, in the shape itself or put together here.
// A sphere has its radius three times. Two ellipsoids need no exponents.
struct SmoothBody {
  const double* numbers = own;
  double own[5]{};

  Vec3<double> semi_axes() const { return {numbers[0], numbers[1], numbers[2]}; }
  double n1() const { return numbers[3]; }
  double n2() const { return numbers[4]; }
  void put_together(const Vec3<double>& axes) {
    own[0] = axes.x;
    own[1] = axes.y;
    own[2] = axes.z;
    own[3] = own[4] = 2;
  }
};

// The family of the kinds of two shapes, in any order.
inline Family family_of_kinds(const Shape& a, const Shape& b) {
  using enum Family;
  static constexpr Family table[kind_count][kind_count] = {
      // sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh
      {others, sphere_ellipsoid, sphere_superquadric, others, others, others, others},
      {sphere_ellipsoid, ellipsoids, superquadrics, smooth_corners, others, smooth_corners, others},
      {sphere_superquadric, superquadrics, superquadrics, smooth_corners, others, smooth_corners,
       others},
      {others, smooth_corners, smooth_corners, others, others, others, others},
      {others, others, others, others, others, others, others},
      {others, smooth_corners, smooth_corners, others, others, others, others},
      {others, others, others, others, others, others, others}};
  return table[a.index()][b.index()];
}

// For shapes of a family; false where the kernels do not take the exponents. Of a body with corners
// there is nothing to read yet.
inline bool read_body(const Shape& shape, Family family, SmoothBody& body) {
  if (const auto* s = std::get_if<Superquadric<double>>(&shape)) {
    body.numbers = reinterpret_cast<const double*>(s);
    return is_workable(s->n1) && is_workable(s->n2);
  }
  if (const auto* e = std::get_if<Ellipsoid<double>>(&shape)) {
    if (family == Family::ellipsoids) {
      body.numbers = reinterpret_cast<const double*>(e);
    } else {
      body.put_together(e->semi_axes);
    }
  } else if (const auto* s = std::get_if<Sphere<double>>(&shape)) {
    body.put_together({s->radius, s->radius, s->radius});
  }
  return true;
}

inline Family family_of(const PairQuery& q, SmoothBody& a, SmoothBody& b) {
  const Family family = family_of_kinds(*q.a, *q.b);
  if (family == Family::others) return family;
  return read_body(*q.a, family, a) && read_body(*q.b, family, b) ? family : Family::others;
}

// canonical_order.h: 1 where B comes first. Of bodies of one kind the first number mostly decides,
// and of equal bodies the first number of where they are.
inline int mirrored(const PairQuery& q, Family family, const SmoothBody& a, const SmoothBody& b) {
  if (q.a->index() == q.b->index()) {
    const double *p = a.numbers, *r = b.numbers;
    if (p[0] != r[0]) return r[0] < p[0] ? 1 : 0;
    const double x = q.pose_a->position.x, y = q.pose_b->position.x;
    const bool same = p == r || std::equal(p, p + (family == Family::ellipsoids ? 3 : 5), r);
    if (same && x != y) return y < x ? 1 : 0;
  }
  return in_canonical_order(*q.a, *q.pose_a, *q.b, *q.pose_b) ? 0 : 1;
}

// What kernels read of shapes, poses and caches, number by number.
static_assert(offsetof(Ellipsoid<double>, semi_axes) == 0 &&
              offsetof(Superquadric<double>, semi_axes) == 0 &&
              offsetof(Superquadric<double>, n1) == 3 * sizeof(double) &&
              offsetof(Superquadric<double>, n2) == 4 * sizeof(double));
static_assert(sizeof(Pose<double>) == Block::pose_numbers * sizeof(double) &&
              offsetof(Pose<double>, orientation) == 3 * sizeof(double));
static_assert(offsetof(Cache<double>, normal) == 0 &&
              offsetof(Cache<double>, surface_param_a) == 3 * sizeof(double) &&
              offsetof(Cache<double>, surface_param_b) == 6 * sizeof(double));

inline const double* numbers_of(const Pose<double>& pose) {
  return reinterpret_cast<const double*>(&pose);
}
inline const double* numbers_of(const Cache<double>* cache) {
  static constexpr double nothing[Block::memory_numbers]{};
  return cache == nullptr ? nothing : reinterpret_cast<const double*>(cache);
}

}  // namespace talus
