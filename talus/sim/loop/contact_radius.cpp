#include "talus/sim/loop/contact_radius.h"

#include "talus/curvature.h"
#include "talus/physics/changing_radius.h"
#include "talus/physics/effective_radius.h"

namespace talus {
namespace {

bool is_curved(const Shape& shape) {
  return kind_of(shape) == Kind::ellipsoid || kind_of(shape) == Kind::superquadric;
}

double inverse_radius(const Shape& shape, double size, const CurvatureRadii<double>* at) {
  if (kind_of(shape) == Kind::sphere) return 1.0 / std::get<Sphere<double>>(shape).radius;
  if (kind_of(shape) == Kind::half_space) return 0.0;
  if (is_curved(shape) && at != nullptr) {
    const auto* body = std::get_if<Superquadric<double>>(&shape);
    const double flat = body != nullptr ? flatness(larger(body->n1, body->n2)) : 0.0;
    return 1.0 / limited_curvature_radius(at->gaussian, size, flat);
  }
  return 1.0 / size;
}

// Curvature of a round wall towards the body, 1/m; 0 on its discs and rims.
double curvature_of_wall(const RoundWall& wall, const Pose<double>& pose,
                         const Contact<double>& contact) {
  constexpr double along_lateral = 1.0 - 1e-6;  // cosine to the lateral normal
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const Vec3<double> point = wall.to_own(
      transpose_times(rotation, 0.5 * (contact.point_a + contact.point_b) - pose.position));
  const double r = square_root(square(point.x) + square(point.y));
  if (!(r > 0.0)) return 0.0;
  // The normal of the contact is from the body to the wall.
  const Vec3<double> lateral{wall.inward().r * point.x / r, wall.inward().r * point.y / r,
                             wall.inward().z};
  const double inside =
      -dot(transpose_times(rotation, contact.normal), wall.direction_from_own(lateral));
  if (absolute(inside) < along_lateral) return 0.0;
  return (inside > 0.0 ? -1.0 : 1.0) * wall.curvature(r);
}

}  // namespace

double contact_radius(const BodyTable& bodies, const PairBodies& p,
                      const Contact<double>& contact) {
  static const Shape flat = HalfSpace<double>{{0.0, 0.0, 1.0}, 0.0};
  const bool wall = p.b >= bodies.body_count;
  const Shape& shape_a = bodies.shape(p.a);
  // A mesh has no curvature.
  const Shape& shape_b =
      wall || kind_of(bodies.shape(p.b)) == Kind::mesh ? flat : bodies.shape(p.b);
  const double size_a = bodies.type(p.a).size_radius, size_b = bodies.type(p.b).size_radius;
  std::optional<ContactCurvature> at;
  if (is_curved(shape_a) || is_curved(shape_b)) {
    const Pose<double> pose_b = wall ? Pose<double>{} : bodies.pose(p.b);
    at = curvature_at(contact, shape_a, bodies.pose(p.a), shape_b,
                      {pose_b.position + p.shift, pose_b.orientation});
  }
  if (const RoundWall* round = bodies.type(p.b).round_wall) {
    const Pose<double>& pose = bodies.pose(p.b);
    return effective_radius_on_cylinder(
        inverse_radius(shape_a, size_a, at ? &at->a : nullptr),
        curvature_of_wall(*round, {pose.position + p.shift, pose.orientation}, contact));
  }
  return effective_radius(
      inverse_radius(shape_a, size_a, at ? &at->a : nullptr),
      wall ? 0.0 : inverse_radius(bodies.shape(p.b), size_b, at ? &at->b : nullptr));
}

bool follow_curvature(const ChunkContacts& c, const PairBodies& p, const Contact<double>& contact,
                      Vec3<double>* rolling, ContactHistory& history) {
  const BodyMotionOf<double>&a = c.bodies.motion[p.a], &b = c.bodies.motion[p.b];
  const Vec3<double> point = 0.5 * (contact.point_a + contact.point_b);
  const Vec3<double> velocity =
      velocity_at(b, point - b.centre - p.shift) - velocity_at(a, point - a.centre);
  const ContactMaterial material = contact_material(c.model, c.bodies, p);
  const double overlap = -contact.distance, mass = effective_mass(a, b);
  const double damping = -c.step * dot(history.dashpot, velocity);
  double sliding = 0.0;
  if (rolling != nullptr) {
    sliding = c.step * sliding_power(*c.model.law, material, overlap, mass, history.radius,
                                     *rolling, b.spin - a.spin);
  }
  return change_radius(
      *c.model.law, material, overlap, mass,
      static_cast<double>(curvature_interval) * larger(damping, sliding),
      [&] { return contact_radius(c.bodies, p, contact); }, rolling, history,
      damping < sliding ? c.sums.rolling : c.sums.damping);
}

}  // namespace talus
