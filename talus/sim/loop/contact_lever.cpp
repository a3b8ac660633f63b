#include "talus/sim/loop/contact_lever.h"

#include "talus/physics/lever.h"

namespace talus {
namespace {

double inverse_mass_of(const BodyTable& bodies, std::size_t i, const Vec3<double>& arm,
                       const Vec3<double>& normal) {
  if (!bodies.is_free(i)) return 0.0;
  const Mat3<double> rotation = rotation_of(bodies.pose(i).orientation);
  return rotational_inverse_mass(bodies.type(i).inverse_inertia,
                                 transpose_times(rotation, cross(arm, normal)));
}

}  // namespace

double contact_lever(const BodyTable& bodies, const PairBodies& p, const Vec3<double>& point,
                     const Vec3<double>& normal) {
  const BodyMotion &a = bodies.motion[p.a], &b = bodies.motion[p.b];
  const double inverse_mass = a.inverse_mass + b.inverse_mass;
  if (!(inverse_mass > 0.0)) return 0.0;
  return (inverse_mass_of(bodies, p.a, point - a.centre, normal) +
          inverse_mass_of(bodies, p.b, point - b.centre - p.shift, normal)) /
         inverse_mass;
}

}  // namespace talus
