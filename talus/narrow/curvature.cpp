#include "talus/narrow/curvature.h"

namespace talus {
namespace {

// Of one body whose outward normal at the point is n, in the world.
std::optional<CurvatureRadii<double>> radii_of(const Shape& shape, const Pose<double>& pose,
                                               const Vec3<double>& n) {
  Ellipsoid<double> body;
  if (const auto* ellipsoid = std::get_if<Ellipsoid<double>>(&shape)) {
    body = *ellipsoid;
  } else if (const auto* sphere = std::get_if<Sphere<double>>(&shape)) {
    body.semi_axes = {sphere->radius, sphere->radius, sphere->radius};
  } else {
    return std::nullopt;
  }
  const Mat3<double> rotation = rotation_of(pose.orientation);
  CurvatureRadii<double> radii = curvature_radii(body, transpose_times(rotation, n));
  radii.direction_of_largest = rotation * radii.direction_of_largest;
  return radii;
}

}  // namespace

std::optional<ContactCurvature> curvature_at(const Contact<double>& contact, const Shape& a,
                                             const Pose<double>& pose_a, const Shape& b,
                                             const Pose<double>& pose_b) {
  if (is_failure(contact.status)) return std::nullopt;
  const auto of_a = radii_of(a, pose_a, contact.normal);
  const auto of_b = radii_of(b, pose_b, -contact.normal);
  if (!of_a || !of_b) return std::nullopt;
  return ContactCurvature{*of_a, *of_b};
}

}  // namespace talus
