#include "talus/narrow/force_point.h"

#include "talus/narrow/flat_superquadric/bulged_force_point.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_kernels.h"
#include "talus/narrow/weighted_point.h"

namespace talus {
namespace {

ForcePoint of_polyhedra(const PolyhedronView<double>& a, const Pose<double>& pose_a,
                        const PolyhedronView<double>& b, const Pose<double>& pose_b,
                        const Contact<double>& contact) {
  using namespace polyhedron_polyhedron;
  const ForcePoint simple = in_middle(contact);
  const RoundedDepth<double> r = blended_depth_simd(
      {&a,
       &b,
       pose_a,
       pose_b,
       {simple.point, simple.normal, tangent_frame(simple.normal), simple.depth}});
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

bool has_flat_superquadric(const Shape& a, const Shape& b) {
  return as_flat(a) != nullptr || as_flat(b) != nullptr;
}

ForcePoint force_point(const Shape& a, const Pose<double>& pose_a, const Shape& b,
                       const Pose<double>& pose_b, const Contact<double>& contact) {
  const auto* p = std::get_if<Polyhedron>(&a);
  const auto* q = std::get_if<Polyhedron>(&b);
  if (p != nullptr && q != nullptr) {
    return of_polyhedra(p->view(), pose_a, q->view(), pose_b, contact);
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
