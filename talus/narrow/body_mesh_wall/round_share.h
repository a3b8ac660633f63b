// The contacts of one round body with one wall: their parts of the energy, and forces that are its
// derivative (energy_share.h).
//
// The normal of a face is fixed, but that of a crease or a corner turns as the body moves, and the
// products of the normals with it: dE = mu . de - 1/2 mu^T dG mu. With the support Hessian H of the
// body at the contact, its deepest point s and its depth d, a translation dx and a turn dw change
// the normal by
//
//   dn = M (dx + dw x s + H (dw x n)),   M = (H - d)^-1 on the directions in which n can turn:
//
// those at right angles to n and, for a crease, to it. The force of contact i is then
// mu_i (e_i' n_i + M g_i) at s, with g_i the sum of mu_j n_j over the others, and a couple of
// mu_i n_i x H M g_i. The deepest point of a flat superquadric moves with its depth as well
// (flat_body.h), by s' per length: M also acts on s' dd, and e_i' becomes e_i' - s' . M g_i.
#pragma once

#include "talus/math/mat3.h"
#include "talus/math/tangent_frame.h"

namespace talus::body_mesh_wall {

// M g for a crease along the unit vector `axis`.
inline Vec3<double> turned_about_crease(const SymMat3<double>& hessian, double depth,
                                        const Vec3<double>& normal, const Vec3<double>& axis,
                                        const Vec3<double>& g) {
  const Vec3<double> t = cross(axis, normal);
  return (dot(g, t) / (quadratic_form(t, hessian, t) - depth)) * t;
}

// M g for a corner.
inline Vec3<double> turned_about_corner(const SymMat3<double>& hessian, double depth,
                                        const Vec3<double>& normal, const Vec3<double>& g) {
  const TangentFrame<double> t = tangent_frame(normal);
  const double xx = quadratic_form(t.x, hessian, t.x) - depth;
  const double xy = quadratic_form(t.x, hessian, t.y);
  const double yy = quadratic_form(t.y, hessian, t.y) - depth;
  const double gx = dot(g, t.x), gy = dot(g, t.y), determinant = xx * yy - xy * xy;
  return ((yy * gx - xy * gy) / determinant) * t.x + ((xx * gy - xy * gx) / determinant) * t.y;
}

}  // namespace talus::body_mesh_wall
