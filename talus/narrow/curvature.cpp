#include "talus/curvature.h"

#include "talus/narrow/polyhedron_polyhedron/contact_feature.h"
#include "talus/shape/ellipsoid_curvature.h"
#include "talus/shape/superquadric/curvature.h"

namespace talus {
namespace {

using Radii = CurvatureRadii<double>;

constexpr double infinite = infinity_of<double>();

// The contact in the body's frame.
struct SurfacePoint {
  Vec3<double> point, normal;  // the normal outward, unit
};

Radii flat(const Vec3<double>& n) { return {infinite, infinite, infinite, any_orthogonal(n)}; }

std::optional<Radii> radii_of(const Ellipsoid<double>& body, const SurfacePoint& at) {
  return curvature_radii(body, at.normal);
}

std::optional<Radii> radii_of(const Sphere<double>& ball, const SurfacePoint& at) {
  return curvature_radii(Ellipsoid<double>{{ball.radius, ball.radius, ball.radius}}, at.normal);
}

std::optional<Radii> radii_of(const Superquadric<double>& body, const SurfacePoint& at) {
  return curvature_radii(body, at.point, at.normal);
}

std::optional<Radii> radii_of(const HalfSpace<double>&, const SurfacePoint& at) {
  return flat(at.normal);
}

// Segments have no surface, meshes no unique radius.
std::optional<Radii> radii_of(const auto&, const SurfacePoint&) { return std::nullopt; }

std::optional<Radii> radii_of(const Polyhedron& polyhedron, const SurfacePoint& at) {
  const PolyhedronView<double>& body = polyhedron.view();
  const double level = ManifoldSettings<double>{}.flat;
  const int top = support_vertex(body, at.normal);
  switch (polyhedron_polyhedron::feature_facing(body, at.normal, level)) {
    case ContactFeature::vertex:
      return Radii{0, 0, 0, any_orthogonal(at.normal)};
    case ContactFeature::edge:
      break;
    default:
      return flat(at.normal);
  }
  // Along the only edge that lies in the plane.
  Vec3<double> along = any_orthogonal(at.normal);
  for (int k = body.neighbour_start[top]; k < body.neighbour_start[top + 1]; ++k) {
    const Vec3<double> edge = normalized(body.vertex(top) - body.vertex(body.neighbour[k]));
    if (!(dot(at.normal, edge) > level)) along = edge;
  }
  return Radii{0, infinite, 0, normalized(along - dot(along, at.normal) * at.normal)};
}

// The radii of one body at a point with outward normal n, both in world coordinates.
std::optional<Radii> radii_in_world(const Shape& shape, const Pose<double>& pose,
                                    const Vec3<double>& point, const Vec3<double>& n) {
  const Mat3<double> rotation = rotation_of(pose.orientation);
  const SurfacePoint at{transpose_times(rotation, point - pose.position),
                        transpose_times(rotation, n)};
  std::optional<Radii> radii =
      std::visit([&](const auto& body) { return radii_of(body, at); }, shape);
  if (radii) radii->direction_of_largest = rotation * radii->direction_of_largest;
  return radii;
}

}  // namespace

std::optional<ContactCurvature> curvature_at(const Contact<double>& contact, const Shape& a,
                                             const Pose<double>& pose_a, const Shape& b,
                                             const Pose<double>& pose_b) {
  if (is_failure(contact.status)) return std::nullopt;
  const auto of_a = radii_in_world(a, pose_a, contact.point_a, contact.normal);
  const auto of_b = radii_in_world(b, pose_b, contact.point_b, -contact.normal);
  if (!of_a || !of_b) return std::nullopt;
  return ContactCurvature{*of_a, *of_b};
}

}  // namespace talus
