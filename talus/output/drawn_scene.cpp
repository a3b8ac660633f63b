#include "talus/output/drawn_scene.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "talus/shape.h"

namespace talus {
namespace {

struct Plane {
  std::int32_t body{};
  Vec3<double> normal{};
  double offset{};
};

std::vector<Plane> planes_of(const Bodies& bodies) {
  std::vector<Plane> planes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto* half_space = std::get_if<HalfSpace<double>>(&bodies.shape(i));
    if (!half_space) continue;
    const Pose<double>& pose = bodies.poses[i];
    const Vec3<double> normal = rotation_of(pose.orientation) * half_space->normal;
    planes.push_back(
        {static_cast<std::int32_t>(i), normal, half_space->offset + dot(normal, pose.position)});
  }
  return planes;
}

// What is left of a convex polygon where normal . x >= offset (Sutherland and Hodgman).
std::vector<Vec3<double>> cut(const std::vector<Vec3<double>>& polygon, const Vec3<double>& normal,
                              double offset) {
  std::vector<Vec3<double>> left;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3<double>&a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = dot(normal, a) - offset, at_b = dot(normal, b) - offset;
    if (at_a >= 0) left.push_back(a);
    if ((at_a < 0) != (at_b < 0)) left.push_back(a + (at_a / (at_a - at_b)) * (b - a));
  }
  return left;
}

void include(std::optional<BoundingBox<double>>& all, const BoundingBox<double>& box) {
  if (!all) all = box;
  for (int k = 0; k < 3; ++k) {
    all->lower[k] = std::min(all->lower[k], box.lower[k]);
    all->upper[k] = std::max(all->upper[k], box.upper[k]);
  }
}

}  // namespace

Vec3<double> shift_into(const PeriodicBox& box, const Vec3<double>& position) {
  Vec3<double> shift{};
  for (int k = 0; k < 3; ++k) {
    if (!box.periodic[static_cast<std::size_t>(k)]) continue;
    const double period = box.upper[k] - box.lower[k];
    shift[k] = -period * std::floor((position[k] - box.lower[k]) / period);
  }
  return shift;
}

BoundingBox<double> drawn_bounds(const FrameView& view) {
  std::optional<BoundingBox<double>> all;
  for (std::size_t i = 0; i < view.bodies.size(); ++i) {
    Pose<double> pose = view.bodies.poses[i];
    pose.position = pose.position + shift_into(view.box, pose.position);
    if (const auto box = world_box(view.bodies.shape(i), pose)) include(all, *box);
  }
  for (const WallView& wall : view.walls) {
    for (const Vec3<double>& v : wall.vertex) include(all, {v, v});
  }
  return all.value_or(BoundingBox<double>{{0, 0, 0}, {1, 1, 1}});
}

// Relative to the size of the scene: the tolerance of cuts, by which edges that two planes share
// are kept on both, and the margin by which walls extend beyond the grains, so that they end at
// each other. Planes within 26 degrees of an axis are not cut along it.
constexpr double cut_tolerance = 1e-9, wall_margin = 0.04, cosine_of_across = 0.9;

std::vector<PlanePolygon> plane_polygons(const FrameView& view, const BoundingBox<double>& bounds) {
  const Vec3<double> centre = 0.5 * (bounds.lower + bounds.upper);
  const double size = norm(bounds.upper - bounds.lower), tolerance = cut_tolerance * size;
  const double margin = wall_margin * size;
  const std::vector<Plane> planes = planes_of(view.bodies);
  std::vector<PlanePolygon> polygons;
  for (const Plane& plane : planes) {
    const Vec3<double> u = any_orthogonal(plane.normal), v = cross(plane.normal, u);
    const Vec3<double> middle = centre + (plane.offset - dot(plane.normal, centre)) * plane.normal;
    std::vector<Vec3<double>> polygon{middle - size * u - size * v, middle + size * u - size * v,
                                      middle + size * u + size * v, middle - size * u + size * v};
    for (int k = 0; k < 3; ++k) {
      Vec3<double> axis{};
      axis[k] = 1;
      // A plane that no grain is near is not cut away.
      const double reach = std::abs(plane.normal[k]) > cosine_of_across ? size : margin;
      polygon = cut(polygon, axis, bounds.lower[k] - reach);
      polygon = cut(polygon, -axis, -bounds.upper[k] - reach);
    }
    for (const Plane& other : planes) {
      if (&other != &plane) polygon = cut(polygon, other.normal, other.offset - tolerance);
    }
    if (polygon.size() >= 3) {
      polygons.push_back({plane.body, plane.normal, std::move(polygon)});
    }
  }
  return polygons;
}

}  // namespace talus
