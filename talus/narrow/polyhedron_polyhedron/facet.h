// A face of the Minkowski difference C = A - B by the features of A and B that make it: a face of
// one and a vertex of the other, an edge of each, or three vertices of C. From it follow the
// normal, the depth, the contact points, and how far inside the face the projection of the origin
// lies.
#pragma once

#include "talus/narrow/polyhedron_polyhedron/posed_polyhedra.h"

namespace talus::polyhedron_polyhedron {

enum class FacetKind { none, face_a, face_b, edges, vertices };

struct Facet {
  FacetKind kind{FacetKind::none};
  // The index of the face of one body; the ends of an edge of each; the indices of three vertices.
  int a[3]{}, b[3]{};
};

template <class T>
struct FacetContact {
  Vec3<T> normal;         // unit, from A to B
  T h{infinity_of<T>()};  // support value of C along the normal; infinity if it has none
  T claimed{};            // the same by the facet alone: equal to rounding if it is a face of C
  // Distance of the projection of the origin from the border of the face; negative outside.
  T inside{-infinity_of<T>()};
  Vec3<T> on_a, on_b;
};

// Distance of a point in the plane of face f from the nearest edge; negative outside.
template <class T>
TALUS_HD T inside_face(const PolyhedronView<T>& body, int f, const Vec3<T>& point) {
  const Vec3<T>& n = body.face_normal[f];
  const int first = body.face_vertex_start[f], end = body.face_vertex_start[f + 1];
  Vec3<T> from = body.vertex(body.face_vertex[end - 1]);
  T least = infinity_of<T>();  // the square, with the sign of the distance
  for (int k = first; k < end; ++k) {
    const Vec3<T> to = body.vertex(body.face_vertex[k]), e = to - from;
    const T times_length = dot(cross(e, n), from - point);
    least = smaller(least, times_length * absolute(times_length) / norm_squared(e));
    from = to;
  }
  return least < T(0) ? -square_root(-least) : square_root(least);
}

struct FaceTriangle {
  int vertex[3];
};

// The triangle of the fan of face f that a point of its plane is in, or next to.
template <class T>
TALUS_HD FaceTriangle triangle_around(const PolyhedronView<T>& body, int f, const Vec3<T>& point) {
  const int* vertex = body.face_vertex + body.face_vertex_start[f];
  const int last = body.face_vertex_start[f + 1] - body.face_vertex_start[f] - 2;
  const Vec3<T> hub = body.vertex(vertex[0]);
  const Vec3<T> across = cross(body.face_normal[f], point - hub);
  int i = 1;
  while (i < last && dot(across, body.vertex(vertex[i + 1]) - hub) < T(0)) ++i;
  return {{vertex[0], vertex[i], vertex[i + 1]}};
}

template <class T>
TALUS_HD FacetContact<T> contact_on_face_a(const PosedPolyhedra<T>& pair, int face) {
  FacetContact<T> r;
  r.normal = pair.a.face_normal[face];
  r.on_b = pair.point_b(pair.support_b(r.normal));
  r.h = r.claimed = pair.a.face_offset[face] - dot(r.normal, r.on_b);
  r.on_a = r.on_b + r.h * r.normal;
  r.inside = inside_face(pair.a, face, r.on_a);
  return r;
}

template <class T>
TALUS_HD FacetContact<T> contact_on_face_b(const PosedPolyhedra<T>& pair, int face) {
  FacetContact<T> r;
  r.normal = pair.b_in_a.rotation * -pair.b.face_normal[face];
  r.on_a = pair.point_a(farthest_vertex(pair.a, r.normal));
  r.h = r.claimed =
      pair.b.face_offset[face] - dot(r.normal, pair.b_in_a.translation) + dot(r.normal, r.on_a);
  r.on_b = r.on_a - r.h * r.normal;
  r.inside = inside_face(pair.b, face, pair.to_b(r.on_b));
  return r;
}

// x y - z w without rounding the products: p + rest = x y exactly, by Dekker.
template <class T>
TALUS_HD T difference_of_products(T x, T y, T z, T w) {
  const auto rest_of = [](T u, T v, T product) {
    // Halves the digits of a number.
    const T split = T((1LL << ((std::numeric_limits<T>::digits + 1) / 2)) + 1);
    const T us = split * u, vs = split * v;
    const T u1 = us - (us - u), v1 = vs - (vs - v), u0 = u - u1, v0 = v - v1;
    return ((u1 * v1 - product) + u1 * v0 + u0 * v1) + u0 * v0;
  };
  const T p = x * y, q = z * w;
  return (p - q) + (rest_of(x, y, p) - rest_of(z, w, q));
}

// Sine squared of the angle between two edges below which their cross product is computed without
// rounding of the products: there the plain one has lost five binary digits. Decides speed only.
inline constexpr double nearly_parallel = 1e-3;

// The cross product, accurate also for nearly parallel edges.
template <class T>
TALUS_HD Vec3<T> accurate_cross(const Vec3<T>& u, const Vec3<T>& v) {
  const Vec3<T> n = cross(u, v);
  if (norm_squared(n) > T(nearly_parallel) * norm_squared(u) * norm_squared(v)) return n;
  return {difference_of_products(u.y, v.z, u.z, v.y), difference_of_products(u.z, v.x, u.x, v.z),
          difference_of_products(u.x, v.y, u.y, v.x)};
}

// `outward` is roughly the normal.
template <class T>
TALUS_HD FacetContact<T> contact_on_edges(const PosedPolyhedra<T>& pair, const int (&a)[3],
                                          const int (&b)[3], const Vec3<T>& outward) {
  const Vec3<T> u = pair.edge_a(a[0], a[1]), v = pair.edge_b(b[0], b[1]);
  const Vec3<T> a0 = pair.point_a(a[0]), b0 = pair.point_b(b[0]);
  const T uu = norm_squared(u), vv = norm_squared(v);
  const Vec3<T> n = accurate_cross(u, v);
  const T area = dot(n, outward) < T(0) ? -norm(n) : norm(n);
  FacetContact<T> r;
  if (!(absolute(area) > T(0))) return r;
  r.normal = n / area;
  const Vec3<T> w = a0 - b0;
  // The lowest vertex of the parallelogram.
  r.claimed = dot(r.normal, w) + smaller(T(0), dot(r.normal, u)) - larger(T(0), dot(r.normal, v));
  r.h = dot(r.normal, pair.support(r.normal).c);
  // w + s u - t v = h n
  const T s = -dot(w, cross(v, r.normal)) / area, t = -dot(w, cross(u, r.normal)) / area;
  r.on_a = a0 + s * u;
  r.on_b = b0 + t * v;
  const T width = absolute(area);
  r.inside = smaller(smaller(s, T(1) - s) * width / square_root(vv),
                     smaller(t, T(1) - t) * width / square_root(uu));
  return r;
}

// Three vertices of C.
template <class T>
TALUS_HD FacetContact<T> contact_on_vertices(const PosedPolyhedra<T>& pair, const int (&a)[3],
                                             const int (&b)[3], const Vec3<T>& outward) {
  const Vec3<T> ua = pair.edge_a(a[0], a[1]), va = pair.edge_a(a[0], a[2]);
  const Vec3<T> ub = pair.edge_b(b[0], b[1]), vb = pair.edge_b(b[0], b[2]);
  const Vec3<T> u = ua - ub, v = va - vb, n = accurate_cross(u, v);
  const T area = dot(n, outward) < T(0) ? -norm(n) : norm(n);
  FacetContact<T> r;
  if (!(absolute(area) > T(0))) return r;
  r.normal = n / area;
  const Vec3<T> a0 = pair.point_a(a[0]), b0 = pair.point_b(b[0]), w = a0 - b0;
  r.claimed = dot(r.normal, w) + smaller(T(0), smaller(dot(r.normal, u), dot(r.normal, v)));
  r.h = dot(r.normal, pair.support(r.normal).c);
  // w + s u + t v = h n
  const T s = -dot(w, cross(v, r.normal)) / area, t = dot(w, cross(u, r.normal)) / area;
  r.on_a = a0 + s * ua + t * va;
  r.on_b = b0 + s * ub + t * vb;
  const T width = absolute(area);
  r.inside = smaller(smaller(s * width / norm(v), t * width / norm(u)),
                     (T(1) - s - t) * width / norm(v - u));
  return r;
}

template <class T>
TALUS_HD FacetContact<T> contact_on(const PosedPolyhedra<T>& pair, const Facet& facet,
                                    const Vec3<T>& outward) {
  if (facet.kind == FacetKind::face_a) return contact_on_face_a(pair, facet.a[0]);
  if (facet.kind == FacetKind::face_b) return contact_on_face_b(pair, facet.b[0]);
  if (facet.kind == FacetKind::vertices) {
    return contact_on_vertices(pair, facet.a, facet.b, outward);
  }
  return contact_on_edges(pair, facet.a, facet.b, outward);
}

// A sufficient test that the local minimum of h at a face of C is the global one. A disc of radius
// `inside` in the face gives h(n') >= h cos t + inside sin t at the angle t from the normal, which
// is at least h up to t = 2 atan(inside / h). Beyond that angle, a ball of radius r inside C with
// centre c (the sum of the bodies' inner balls) must suffice: n'.c + r >= h. Proves most shallow
// contacts.
template <class T>
TALUS_HD bool is_lowest(const PosedPolyhedra<T>& pair, const FacetContact<T>& f) {
  if (!(f.h > T(0)) || !(f.inside > T(0))) return false;
  const Vec3<T> c = pair.a.inner.centre - pair.b_in_a.point_to_a(pair.b.inner.centre);
  const T r = pair.a.inner.radius + pair.b.inner.radius - T(8) * pair.rounding;
  const T behind = -dot(f.normal, c), c_squared = norm_squared(c);
  const T aside = square_root(larger(T(0), c_squared - behind * behind));
  const T scale = T(1) / (f.h * f.h + f.inside * f.inside);
  const T cosine = (f.h * f.h - f.inside * f.inside) * scale, sine = T(2) * f.h * f.inside * scale;
  // n'.c is lowest where n' points away from c, or at the border of the cap if it contains that.
  const bool covered = sine * behind >= cosine * aside;
  const T lowest = covered ? -behind * cosine - aside * sine : -square_root(c_squared);
  return lowest + r >= f.h;
}

}  // namespace talus::polyhedron_polyhedron
