// Which kernel answers a pair, what it reads of the two bodies, and their canonical order.
#pragma once

#include "talus/narrow/batch.h"
#include "talus/narrow/canonical_order.h"
#include "talus/shape/superquadric/surface_point.h"

namespace talus {

// Uninitialised until it is assigned: few pairs need one, and zeroing all of them took 3 % of a
// step of a bed of ellipsoids.
union OwnBody {
  Superquadric<double> data;

  OwnBody() {}
};

// Semi-axes and exponents: those of the shape itself, or `own` for shapes that store them
// otherwise. A sphere has three equal semi-axes.
struct KernelBody {
  OwnBody own;
  const Superquadric<double>* data = &own.data;
};

// By the kinds of the shapes, in any order.
inline KernelFamily kernel_family_of_kinds(const Shape& a, const Shape& b) {
  constexpr KernelFamily none = KernelFamily::none, ee = KernelFamily::ellipsoid_ellipsoid,
                         qq = KernelFamily::superquadric_superquadric,
                         se = KernelFamily::sphere_ellipsoid,
                         sq = KernelFamily::sphere_superquadric,
                         sv = KernelFamily::smooth_vertex_body;
  static constexpr KernelFamily table[kind_count][kind_count] = {
      // sphere, ellipsoid, superquadric, polyhedron, half_space, segment, mesh
      {none, se, sq, none, none, none, none},     {se, ee, qq, sv, none, sv, none},
      {sq, qq, qq, sv, none, sv, none},           {none, sv, sv, none, none, none, none},
      {none, none, none, none, none, none, none}, {none, sv, sv, none, none, none, none},
      {none, none, none, none, none, none, none}};
  return table[a.index()][b.index()];
}

// For shapes of a family; false where the kernels do not support the exponents. Of a polyhedron or
// a segment nothing is read here.
inline bool read_body(const Shape& shape, KernelFamily family, KernelBody& body) {
  if (const auto* s = std::get_if<Superquadric<double>>(&shape)) {
    body.data = s;
    return is_workable(s->n1) && is_workable(s->n2);
  }
  if (const auto* e = std::get_if<Ellipsoid<double>>(&shape)) {
    static_assert(offsetof(Ellipsoid<double>, semi_axes) == 0);
    if (family == KernelFamily::ellipsoid_ellipsoid) {
      body.data = reinterpret_cast<const Superquadric<double>*>(e);  // its semi-axes alone are read
    } else {
      body.own.data = {e->semi_axes, 2, 2};
    }
  } else if (const auto* s = std::get_if<Sphere<double>>(&shape)) {
    body.own.data = {{s->radius, s->radius, s->radius}, 2, 2};
  }
  return true;
}

inline KernelFamily kernel_family_of(const PairQuery& q, KernelBody& a, KernelBody& b) {
  const KernelFamily family = kernel_family_of_kinds(*q.a, *q.b);
  if (family == KernelFamily::none) return family;
  return read_body(*q.a, family, a) && read_body(*q.b, family, b) ? family : KernelFamily::none;
}

inline bool same_body(const KernelBody& a, const KernelBody& b, KernelFamily family) {
  const Superquadric<double>&p = *a.data, &q = *b.data;
  if (&p == &q) return true;
  const bool axes = p.semi_axes.x == q.semi_axes.x && p.semi_axes.y == q.semi_axes.y &&
                    p.semi_axes.z == q.semi_axes.z;
  return axes && (family == KernelFamily::ellipsoid_ellipsoid || (p.n1 == q.n1 && p.n2 == q.n2));
}

// Whether B comes first in canonical order (canonical_order.h). For bodies of one kind the first
// semi-axis mostly decides, and for equal bodies the first coordinate of their positions.
inline int mirrored(const PairQuery& q, KernelFamily family, const KernelBody& a,
                    const KernelBody& b) {
  if (q.a->index() == q.b->index()) {
    const double p = a.data->semi_axes.x, r = b.data->semi_axes.x;
    if (p != r) return r < p ? 1 : 0;
    const double x = q.pose_a->position.x, y = q.pose_b->position.x;
    if (x != y && same_body(a, b, family)) return y < x ? 1 : 0;
  }
  return in_canonical_order(*q.a, *q.pose_a, *q.b, *q.pose_b) ? 0 : 1;
}

}  // namespace talus
