#include "talus/narrow/canonical_order.h"

#include <tuple>

namespace talus {
namespace {

auto key_of(const Vec3<double>& v) { return std::tuple(v.x, v.y, v.z); }
auto key_of(const Sphere<double>& s) { return std::tuple(s.radius); }
auto key_of(const Ellipsoid<double>& s) { return key_of(s.semi_axes); }
auto key_of(const Superquadric<double>& s) {
  return std::tuple_cat(key_of(s.semi_axes), std::tuple(s.n1, s.n2));
}
auto key_of(const HalfSpace<double>& s) {
  return std::tuple_cat(key_of(s.normal), std::tuple(s.offset));
}
auto key_of(const Segment<double>& s) { return std::tuple_cat(key_of(s.from), key_of(s.to)); }
auto key_of(const Pose<double>& p) {
  return std::tuple_cat(key_of(p.position), std::tuple(p.orientation.w, p.orientation.x,
                                                       p.orientation.y, p.orientation.z));
}

template <class Key>
int compare_keys(const Key& p, const Key& q) {
  return p < q ? -1 : (q < p ? 1 : 0);
}

int compare(const Polyhedron& p, const Polyhedron& q) {
  const PolyhedronView<double>&u = p.view(), &v = q.view();
  if (&u == &v) return 0;
  if (u.vertex_count != v.vertex_count) return u.vertex_count < v.vertex_count ? -1 : 1;
  // Mostly the first number decides.
  if (u.x[0] != v.x[0]) return u.x[0] < v.x[0] ? -1 : 1;
  for (int i = 0; i < u.vertex_count; ++i) {
    const int order = compare_keys(key_of(u.vertex(i)), key_of(v.vertex(i)));
    if (order != 0) return order;
  }
  return 0;
}

int compare(const Mesh& p, const Mesh& q) {
  const MeshView<double>&u = p.view(), &v = q.view();
  if (&u == &v) return 0;
  if (u.vertex_count != v.vertex_count) return u.vertex_count < v.vertex_count ? -1 : 1;
  if (u.boundary_count != v.boundary_count) return u.boundary_count < v.boundary_count ? -1 : 1;
  for (int i = 0; i < u.vertex_count; ++i) {
    const int order = compare_keys(key_of(u.vertex(i)), key_of(v.vertex(i)));
    if (order != 0) return order;
  }
  return 0;
}

template <class Body>
int compare(const Body& p, const Body& q) {
  return compare_keys(key_of(p), key_of(q));
}

}  // namespace

bool in_canonical_order(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                        const Pose<double>& pose_b) {
  if (a.index() != b.index()) return a.index() < b.index();
  int order = 0;
  // The kinds whose queries are short enough to notice the visit below.
  if (const Polyhedron* p = std::get_if<Polyhedron>(&a)) {
    order = compare(*p, *std::get_if<Polyhedron>(&b));
  } else if (const Ellipsoid<double>* e = std::get_if<Ellipsoid<double>>(&a)) {
    order = compare(*e, *std::get_if<Ellipsoid<double>>(&b));
  } else {
    order = std::visit(
        [&](const auto& body) {
          return compare(body, *std::get_if<std::decay_t<decltype(body)>>(&b));
        },
        a);
  }
  return order != 0 ? order < 0 : compare_keys(key_of(pose_a), key_of(pose_b)) <= 0;
}

}  // namespace talus
