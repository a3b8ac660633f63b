#include "talus/sim/loop/contact_patch.h"

#include "talus/narrow/rounded_maximum.h"
#include "talus/physics/friction.h"
#include "talus/shape/ray_exit.h"

namespace talus {
namespace {

// A body's part of the spot, and its exponent: 2 for a ball, infinite for a flat face.
struct Spot {
  double arm, exponent;
};

// The section through the body in the middle of the overlap. For a ball on a plane its radius is
// that of Hertz's spot. `point` and `normal` are in the body's frame.
Spot section(const Superquadric<double>& body, const Vec3<double>& point,
             const Vec3<double>& normal) {
  // The axis of the body that is most nearly parallel to the plane gives the first direction: faces
  // are aligned with the axes.
  const Vec3<double> size{absolute(normal.x), absolute(normal.y), absolute(normal.z)};
  Vec3<double> axis{1.0, 0.0, 0.0};
  if (size.y < size.x && size.y <= size.z) axis = {0.0, 1.0, 0.0};
  if (size.z < size.x && size.z < size.y) axis = {0.0, 0.0, 1.0};
  const Vec3<double> x = normalized(axis - dot(axis, normal) * normal), y = cross(normal, x);
  const auto half_width = [&](const Vec3<double>& along) {
    const double none = infinity_of<double>();
    return 0.5 * (exit_of_ray(body, point, along, none).length +
                  exit_of_ray(body, point, -along, none).length);
  };
  const double u = half_width(x), v = half_width(y);
  const double exponent = 2.0 / (1.0 / body.n1 + 1.0 / body.n2);
  const double flat = larger(0.0, 1.0 - 2.0 / exponent);
  constexpr double round = mean_arm_of_round_spot / mean_arm_of_square;
  const PatchMoments<double> corners{square(smaller(u, v)), square(larger(u, v)), 4.0};
  return {(round + (1.0 - round) * flat) * mean_arm(corners), exponent};
}

}  // namespace

double superquadric_patch_arm(const BodyTable& bodies, const PairBodies& p,
                              const Contact<double>& contact) {
  const Vec3<double> middle = 0.5 * (contact.point_a + contact.point_b);
  Spot found[2];
  int count = 0;
  const auto add = [&](std::size_t i, const Vec3<double>& shift) {
    const auto* body = std::get_if<Superquadric<double>>(&bodies.shape(i));
    if (body == nullptr) return;
    const Mat3<double> rotation = rotation_of(bodies.pose(i).orientation);
    found[count++] =
        section(*body, transpose_times(rotation, middle - bodies.pose(i).position - shift),
                transpose_times(rotation, contact.normal));
  };
  add(p.a, {});
  if (p.b < bodies.body_count) add(p.b, p.shift);
  if (count == 0) return 0.0;
  if (count == 1) return found[0].arm;
  // Radii of spots of balls add as 1/a^2 = 1/a_1^2 + 1/a_2^2, of faces the smaller one counts.
  const double n = smaller(found[0].exponent, found[1].exponent);
  const double least = smaller(found[0].arm, found[1].arm);
  const double most = larger(found[0].arm, found[1].arm);
  if (!(least > 0.0)) return 0.0;
  return least / power(1.0 + power(least / most, n), 1.0 / n);
}

}  // namespace talus
