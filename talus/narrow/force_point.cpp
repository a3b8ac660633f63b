#include "talus/narrow/force_point.h"

#include "talus/narrow/flat_superquadric/bulged_force_point.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_kernels.h"
#include "talus/narrow/weighted_point.h"

namespace talus {
namespace {

using polyhedron_polyhedron::RoundedDepth;
using polyhedron_polyhedron::RoundedQuery;

void set_query(const PolyhedronView<double>& a, const Pose<double>& pose_a,
               const PolyhedronView<double>& b, const Pose<double>& pose_b,
               const ForcePoint& simple, RoundedQuery<double>& query) {
  query.a = &a;
  query.b = &b;
  query.pose_a = pose_a;
  query.pose_b = pose_b;
  query.plane.middle = simple.point;
  query.plane.normal = simple.normal;
  query.plane.axes = tangent_frame(simple.normal);
  query.plane.depth = simple.depth;
}

ForcePoint of_polyhedra(const RoundedDepth<double>& r, const ForcePoint& simple) {
  if (!r.found) return simple;
  return {r.point,           r.normal, r.depth, r.slope, spread_squared(r.patch.smaller),
          mean_arm(r.patch), r.twist};
}

ForcePoint on_half_space(const PolyhedronView<double>& body, const Pose<double>& pose,
                         const Vec3<double>& into_body, const Contact<double>& contact) {
  const ForcePoint simple = in_middle(contact);
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> up = transpose_times(rotation, into_body);
  const Vec3<double> middle = transpose_times(rotation, simple.point - pose.position);
  WeightedPoint<double> below(up, body.bounds.radius);
  for (int i = 0; i < body.vertex_count; ++i) {
    const Vec3<double> v = body.vertex(i);
    const double depth = 0.5 * simple.depth - dot(up, v - middle);
    if (depth > 0.0) below.add(v, depth);
  }
  if (below.empty()) return simple;
  const Vec3<double> to_patch = rotation * (below.point() - middle);
  const Vec3<double> along = to_patch - dot(to_patch, into_body) * into_body;
  return {simple.point + along,
          simple.normal,
          below.depth(),
          below.slope(),
          spread_squared(below.patch().smaller),
          mean_arm(below.patch())};
}

ForcePoint mirrored(ForcePoint p) {
  p.normal = -p.normal;
  return p;
}

// A flat superquadric with b, from the middle of the contact; `simple.normal` points to b.
ForcePoint of_flat(const Superquadric<double>& a, const Pose<double>& pose_a, const Shape& b,
                   const Pose<double>& pose_b, const ForcePoint& simple) {
  const polyhedron_polyhedron::ContactPlane<double> plane{
      simple.point, simple.normal, tangent_frame(simple.normal), simple.depth};
  const auto posed = [&](const Superquadric<double>& shape, const Pose<double>& pose) {
    return BulgedBody<double>(shape, rotation_of(pose.orientation), pose.position - simple.point);
  };
  BulgedBody<double> body = posed(a, pose_a);
  if (std::holds_alternative<HalfSpace<double>>(b)) {
    return of_bulged(bulged_depth_on_plane(body, simple.normal, simple.depth), simple);
  }
  if (const auto* other = std::get_if<Polyhedron>(&b)) {
    VerticesNear<double> vertices = vertices_near(other->view(), pose_b, plane);
    return of_bulged(bulged_depth(body, vertices, plane), simple);
  }
  return simple;
}

const Superquadric<double>* as_flat(const Shape& shape) {
  const auto* body = std::get_if<Superquadric<double>>(&shape);
  return body != nullptr && has_flat_sides(*body) ? body : nullptr;
}

}  // namespace

void polyhedron_force_points(std::span<const PairQuery> pairs,
                             std::span<const Contact<double>> contacts,
                             std::span<ForcePoint> points) {
  constexpr std::size_t capacity = 8;  // which the kernel solves together
  std::size_t count = 0, overlapping[capacity];
  RoundedQuery<double> query[capacity];
  RoundedDepth<double> depth[capacity];
  const auto run = [&] {
    polyhedron_polyhedron::blended_depths_simd({query, count}, {depth, count});
    for (std::size_t k = 0; k < count; ++k) {
      ForcePoint& point = points[overlapping[k]];
      point = of_polyhedra(depth[k], point);
    }
    count = 0;
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Contact<double>& contact = contacts[i];
    if (is_failure(contact.status) || !(contact.distance < 0.0)) continue;
    const PairQuery& p = pairs[i];
    points[i] = in_middle(contact);
    set_query(std::get<Polyhedron>(*p.a).view(), *p.pose_a, std::get<Polyhedron>(*p.b).view(),
              *p.pose_b, points[i], query[count]);
    overlapping[count] = i;
    if (++count == capacity) run();
  }
  run();
}

bool has_flat_superquadric(const Shape& a, const Shape& b) {
  return as_flat(a) != nullptr || as_flat(b) != nullptr;
}

ForcePoint force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                       const Pose<double>& pose_b, const Contact<double>& contact) {
  const auto* p = std::get_if<Polyhedron>(&a);
  const auto* q = std::get_if<Polyhedron>(&b);
  if (p != nullptr && q != nullptr) {
    const ForcePoint simple = in_middle(contact);
    RoundedQuery<double> query;
    set_query(p->view(), pose_a, q->view(), pose_b, simple, query);
    RoundedDepth<double> depth;
    polyhedron_polyhedron::blended_depths_simd({&query, 1}, {&depth, 1});
    return of_polyhedra(depth, simple);
  }
  if (p != nullptr && std::holds_alternative<HalfSpace<double>>(b)) {
    return on_half_space(p->view(), pose_a, -contact.normal, contact);
  }
  if (q != nullptr && std::holds_alternative<HalfSpace<double>>(a)) {
    return on_half_space(q->view(), pose_b, contact.normal, contact);
  }
  ForcePoint simple = in_middle(contact);
  const auto* s = std::get_if<Superquadric<double>>(&a);
  const auto* t = std::get_if<Superquadric<double>>(&b);
  if (s != nullptr && t != nullptr) {
    return of_bulged(bulged_pair_depth(bulged_pair_query(*s, pose_a, *t, pose_b, simple)), simple);
  }
  if (const auto* flat = as_flat(a)) return of_flat(*flat, pose_a, b, pose_b, simple);
  if (const auto* flat = as_flat(b)) {
    return mirrored(of_flat(*flat, pose_b, a, pose_a, mirrored(simple)));
  }
  return simple;
}

}  // namespace talus
