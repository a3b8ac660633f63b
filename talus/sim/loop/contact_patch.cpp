#include "talus/sim/loop/contact_patch.h"

#include "talus/physics/section_arm.h"
#include "talus/shape/ray_exit.h"

namespace talus {
namespace {

// By the section through the body in the middle of the overlap. `point` and `normal` are in the
// body's frame.
SectionArm section(const Superquadric<double>& body, const Vec3<double>& point,
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
  return section_arm(half_width(x), half_width(y), body.n1, body.n2);
}

}  // namespace

double superquadric_patch_arm(const BodyTable& bodies, const PairBodies& p,
                              const Contact<double>& contact) {
  const Vec3<double> middle = 0.5 * (contact.point_a + contact.point_b);
  SectionArm found[2];
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
  return common_arm(found[0], found[1]);
}

}  // namespace talus
