#include "talus/sim/loop/contact_radius.h"

#include <algorithm>

#include "talus/curvature.h"

namespace talus {
namespace {

double inverse_radius(const Shape& shape, double size, const CurvatureRadii<double>* at) {
  switch (kind_of(shape)) {
    case Kind::sphere:
      return 1.0 / std::get<Sphere<double>>(shape).radius;
    case Kind::half_space:
      return 0.0;
    case Kind::ellipsoid:
    case Kind::superquadric:
      if (at != nullptr) return 1.0 / std::clamp(at->gaussian, 0.25 * size, 4.0 * size);
      break;
    default:
      break;
  }
  return 1.0 / size;
}

bool is_curved(const Shape& shape) {
  return kind_of(shape) == Kind::ellipsoid || kind_of(shape) == Kind::superquadric;
}

}  // namespace

double contact_radius(const LoopState& s, const Partners& p, const Contact<double>& contact) {
  static const Shape flat = HalfSpace<double>{{0.0, 0.0, 1.0}, 0.0};
  const bool wall = p.b >= s.body_count();
  const Shape &shape_a = s.shape(p.a), &shape_b = wall ? flat : s.shape(p.b);
  const double size_a = s.facts_of(p.a).size_radius, size_b = s.facts_of(p.b).size_radius;
  std::optional<ContactCurvature> at;
  if (is_curved(shape_a) || is_curved(shape_b)) {
    const Pose<double> pose_b = wall ? Pose<double>{} : s.pose(p.b);
    at = curvature_at(contact, shape_a, s.pose(p.a), shape_b,
                      {pose_b.position + p.shift, pose_b.orientation});
  }
  return 1.0 / (inverse_radius(shape_a, size_a, at ? &at->a : nullptr) +
                inverse_radius(shape_b, size_b, at ? &at->b : nullptr));
}

}  // namespace talus
