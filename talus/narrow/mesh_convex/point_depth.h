// How deep a point is in a body, with the derivative of exactly this depth: what a bed of springs
// needs to conserve its energy.
//
//   sphere, half-space   the distance to the surface
//   polyhedron           the least distance to the planes of its faces
//   ellipsoid, superquadric   (1 - g) / |grad g| with the gauge g, the distance to first order; its
//                        derivative takes the Hessian of g
//   mesh                 the interpolated distance of the mesh, linear in each coordinate of a cell
//
// All are continuous, so that the energy is; the gradient is about -1 long near the surface and
// jumps where the distance has a kink: on medial axes, between faces, from cell to cell.
// Weakness: at the centre of a sphere, an ellipsoid or a superquadric there is no direction, and
// the gradient is zero.
#pragma once

#include "talus/math/constants.h"
#include "talus/shape/mesh/distance.h"
#include "talus/shape/ray_exit.h"
#include "talus/shape/sphere.h"

namespace talus::mesh_convex {

template <class T>
struct PointDepth {
  T depth{};
  Vec3<T> gradient{};  // of the depth: inward
};

// Whether p is inside; only then `at` is filled.
template <class T>
TALUS_HD bool depth_in(const Sphere<T>& body, const Vec3<T>& p, PointDepth<T>& at) {
  const T squared = norm_squared(p);
  if (!(squared < square(body.radius))) return false;
  const T length = square_root(squared);
  at.depth = body.radius - length;
  at.gradient = length > T(0) ? -(p / length) : Vec3<T>{};
  return at.depth > T(0);
}

template <class T>
TALUS_HD bool depth_in(const HalfSpace<T>& body, const Vec3<T>& p, PointDepth<T>& at) {
  at.depth = body.offset - dot(body.normal, p);
  at.gradient = -body.normal;
  return at.depth > T(0);
}

template <class T>
TALUS_HD bool depth_in(const PolyhedronView<T>& body, const Vec3<T>& p, PointDepth<T>& at) {
  if (norm_squared(p - body.bounds.centre) > square(body.bounds.radius)) return false;
  const int f = farthest_face(body, p);
  at.depth = body.face_offset[f] - dot(body.face_normal[f], p);
  at.gradient = -body.face_normal[f];
  return at.depth > T(0);
}

// With k0 = |x / a| = g and k1 = |x / a^2|: |grad g| = k1 / k0.
template <class T>
TALUS_HD bool depth_in(const Ellipsoid<T>& body, const Vec3<T>& p, PointDepth<T>& at) {
  const Vec3<T>& a = body.semi_axes;
  const Vec3<T> u{p.x / a.x, p.y / a.y, p.z / a.z};
  const T squared = norm_squared(u);
  if (!(squared < T(1))) return false;
  const Vec3<T> v{u.x / a.x, u.y / a.y, u.z / a.z}, w{v.x / a.x, v.y / a.y, v.z / a.z};
  const T k0 = square_root(squared), k1 = norm(v);
  if (!(k0 > T(0)) || !(k1 > T(0))) {
    at = {smaller(a.x, smaller(a.y, a.z)), {}};
    return true;
  }
  at.depth = k0 * (T(1) - k0) / k1;
  // d k0 = v / k0 and d k1 = (w / a) / k1.
  const Vec3<T> t{w.x / a.x, w.y / a.y, w.z / a.z};
  at.gradient = ((T(1) - T(2) * k0) / (k0 * k1)) * v - (at.depth / (k1 * k1)) * t;
  return at.depth > T(0);
}

template <class T>
TALUS_HD bool depth_in(const Superquadric<T>& body, const Vec3<T>& p, PointDepth<T>& at) {
  const Vec3<T>& a = body.semi_axes;
  const T u = absolute(p.x / a.x), v = absolute(p.y / a.y), w = absolute(p.z / a.z);
  if (!(u < T(1) && v < T(1) && w < T(1))) return false;
  const PrimalNorm<T> ring = primal_norm(u, v, body.n2),
                      whole = primal_norm(ring.value, w, body.n1);
  if (!(whole.value < T(1))) return false;
  const T sx = sign_of(p.x) / a.x, sy = sign_of(p.y) / a.y, sz = sign_of(p.z) / a.z;
  const Vec3<T> slope{sx * whole.d_alpha * ring.d_alpha, sy * whole.d_alpha * ring.d_beta,
                      sz * whole.d_beta};
  const T steepness = norm(slope);
  if (!(steepness > T(0))) {
    at = {inscribed_radius_bound(body), {}};
    return true;
  }
  const Vec3<T> n = slope / steepness;
  at.depth = (T(1) - whole.value) / steepness;
  // The Hessian of the gauge times n: its two factors as in potential_at.
  const Vec3<T> outer{-w * ring.d_alpha * sx, -w * ring.d_beta * sy, ring.value * sz};
  const Vec3<T> inner{-v * sx, u * sy, T(0)};
  const Vec3<T> bend = (whole.curvature * dot(outer, n)) * outer +
                       (whole.d_alpha * ring.curvature * dot(inner, n)) * inner;
  at.gradient = -n - (at.depth / steepness) * bend;
  return at.depth > T(0);
}

template <class T>
TALUS_HD bool depth_in(const MeshView<T>& body, const Vec3<T>& p, PointDepth<T>& at) {
  const MeshIndex w = cell_of(body, p);
  if (stencil_entry(body, w) == mesh_external) return false;
  const MeshSample<T> sample = sample_in_cell(body, w, p);
  if (!(sample.distance < T(0))) return false;
  at.depth = -sample.distance;
  at.gradient = -sample.gradient;
  return true;
}

// Whether a point within `radius` of p can be inside; false is certain. Of a convex body the first
// order of the distance is a lower bound of it.
template <class T>
TALUS_HD bool may_contain(const Sphere<T>& body, const Vec3<T>& p, const T& radius) {
  return norm_squared(p) < square(body.radius + radius);
}

template <class T>
TALUS_HD bool may_contain(const HalfSpace<T>& body, const Vec3<T>& p, const T& radius) {
  return dot(body.normal, p) - body.offset < radius;
}

template <class T>
TALUS_HD bool may_contain(const PolyhedronView<T>& body, const Vec3<T>& p, const T& radius) {
  if (norm_squared(p - body.bounds.centre) > square(body.bounds.radius + radius)) return false;
  for (int f = 0; f < body.face_count; ++f) {
    if (dot(body.face_normal[f], p) - body.face_offset[f] > radius) return false;
  }
  return true;
}

template <class T, class Smooth>
TALUS_HD bool level_may_contain(const Smooth& body, const Vec3<T>& p, const T& radius) {
  const Vec3<T>& a = body.semi_axes;
  if (absolute(p.x) > a.x + radius || absolute(p.y) > a.y + radius ||
      absolute(p.z) > a.z + radius) {
    return false;
  }
  const LevelAt<T> at = level_at_point(body, p);
  return !(at.value > T(0)) || at.value < radius * norm(at.gradient);
}

template <class T>
TALUS_HD bool may_contain(const Ellipsoid<T>& body, const Vec3<T>& p, const T& radius) {
  return level_may_contain(body, p, radius);
}

template <class T>
TALUS_HD bool may_contain(const Superquadric<T>& body, const Vec3<T>& p, const T& radius) {
  return level_may_contain(body, p, radius);
}

// The interpolant is a mean of true distances at most sqrt(3)/2 of a cell away, rms: once for p and
// once for the point inside.
template <class T>
TALUS_HD bool may_contain(const MeshView<T>& body, const Vec3<T>& p, const T& radius) {
  if (norm_squared(p - body.sphere.centre) > square(body.sphere.radius + radius)) return false;
  const MeshIndex w = cell_of(body, p);
  if (stencil_index(body, w) >= 0) {
    return sample_in_cell(body, w, p).distance < radius + T(root_3) * max_norm(body.cell_size);
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (p[axis] < body.box.lower[axis] - radius || p[axis] > body.box.upper[axis] + radius) {
      return false;
    }
  }
  return true;
}

// The same for one point and a motion of at most `margin`, which is at most half a cell of a mesh:
// as tight as can be.
template <class T, class Body>
TALUS_HD bool may_get_inside(const Body& body, const Vec3<T>& p, const T& margin) {
  return may_contain(body, p, margin);
}

// Within the hull the interpolant changes by at most 1 along each axis, so by sqrt(3) times the
// path length, which is at most sqrt(3) times the motion if the path goes around a corner of the
// hull. Outside, a cell of the hull within the margin contains a corner of the cube around p.
template <class T>
TALUS_HD bool may_get_inside(const MeshView<T>& body, const Vec3<T>& p, const T& margin) {
  MeshSample<T> at;
  if (sample_distance(body, p, at)) return at.distance < T(3) * margin;
  for (int k = 0; k < 8; ++k) {
    const Vec3<T> q{p.x + ((k & 1) != 0 ? margin : -margin),
                    p.y + ((k & 2) != 0 ? margin : -margin),
                    p.z + ((k & 4) != 0 ? margin : -margin)};
    if (stencil_index(body, cell_of(body, q)) >= 0) return true;
  }
  return false;
}

}  // namespace talus::mesh_convex
