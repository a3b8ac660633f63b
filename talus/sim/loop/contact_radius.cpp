#include "talus/sim/loop/contact_radius.h"

#include "talus/curvature.h"
#include "talus/physics/effective_radius.h"

namespace talus {
namespace {

bool is_curved(const Shape& shape) {
  return kind_of(shape) == Kind::ellipsoid || kind_of(shape) == Kind::superquadric;
}

double inverse_radius(const Shape& shape, double size, const CurvatureRadii<double>* at) {
  if (kind_of(shape) == Kind::sphere) return 1.0 / std::get<Sphere<double>>(shape).radius;
  if (kind_of(shape) == Kind::half_space) return 0.0;
  if (is_curved(shape) && at != nullptr) return 1.0 / limited_curvature_radius(at->gaussian, size);
  return 1.0 / size;
}

}  // namespace

double contact_radius(const BodyTable& bodies, const PairBodies& p,
                      const Contact<double>& contact) {
  static const Shape flat = HalfSpace<double>{{0.0, 0.0, 1.0}, 0.0};
  const bool wall = p.b >= bodies.body_count;
  const Shape &shape_a = bodies.shape(p.a), &shape_b = wall ? flat : bodies.shape(p.b);
  const double size_a = bodies.type(p.a).size_radius, size_b = bodies.type(p.b).size_radius;
  std::optional<ContactCurvature> at;
  if (is_curved(shape_a) || is_curved(shape_b)) {
    const Pose<double> pose_b = wall ? Pose<double>{} : bodies.pose(p.b);
    at = curvature_at(contact, shape_a, bodies.pose(p.a), shape_b,
                      {pose_b.position + p.shift, pose_b.orientation});
  }
  return effective_radius(inverse_radius(shape_a, size_a, at ? &at->a : nullptr),
                          inverse_radius(shape_b, size_b, at ? &at->b : nullptr));
}

}  // namespace talus
