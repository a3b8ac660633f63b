#include "talus/packing/free_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/math/tangent_frame.h"
#include "talus/narrow/contact.h"
#include "talus/shape.h"
#include "talus/shape/mesh/triangle.h"
#include "talus/shape/smallest_sphere.h"

namespace talus {
namespace {

Shape convex_of(const Shape& shape) {
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  if (mesh == nullptr) return shape;
  const MeshView<double>& view = mesh->view();
  std::vector<Vec3<double>> points;
  for (int i = 0; i < view.vertex_count; ++i) points.push_back(view.vertex(i));
  return make_polyhedron(points);
}

// The region enlarged by the diameter of the largest grain.
BoundingBox<double> searched(const std::vector<Shape>& shapes, const FillSettings& settings) {
  double most = settings.gap;
  for (const FillPart& part : settings.parts) {
    for (const std::int32_t shape : part.shapes) {
      const auto sphere = bounding_sphere(shapes[static_cast<std::size_t>(shape)]);
      most = std::max(most, sphere ? 2.0 * sphere->radius + settings.gap : 0.0);
    }
  }
  const BoundingBox<double> region = settings.region.bounds();
  const Vec3<double> margin{most, most, most};
  return {region.lower - margin, region.upper + margin};
}

// How far a region may miss or leave a period, relative to it: the rounding of numbers as users
// write them. A choice.
constexpr double period_tolerance = 1e-9;

}  // namespace

Vec3<double> point_in(const Region& region, Random& random) {
  if (region.type == Region::Type::box) {
    const Vec3<double> lengths = region.box.upper - region.box.lower;
    return region.box.lower + multiply_componentwise(lengths, random.point_in_cube(1.0));
  }
  for (;;) {
    const double x = 2.0 * random.uniform() - 1.0, y = 2.0 * random.uniform() - 1.0;
    if (x * x + y * y >= 1.0) continue;
    const auto [u, v] = any_tangent_frame(region.axis);
    const Vec3<double> point = region.base + (region.radius * x) * u + (region.radius * y) * v;
    if (region.type == Region::Type::disc) return point;
    return point + (region.height * random.uniform()) * region.axis;
  }
}

bool spans_period(const Region& region, const broad::Domain& domain, int axis) {
  return domain.periodic[axis] && region.type == Region::Type::box &&
         region.box.upper[axis] - region.box.lower[axis] >=
             (1.0 - period_tolerance) * domain.period(axis);
}

bool leaves_period(const Region& region, const broad::Domain& domain, int axis) {
  if (!domain.periodic[axis]) return false;
  const BoundingBox<double> bounds = region.bounds();
  const double slack = period_tolerance * domain.period(axis);
  return !(bounds.lower[axis] >= domain.lower[axis] - slack &&
           bounds.upper[axis] <= domain.upper[axis] + slack);
}

FreeSpace::FreeSpace(const Setup& setup, const std::vector<Shape>& shapes,
                     const FillSettings& settings)
    : settings_(settings),
      bounds_(searched(shapes, settings)),
      domain_(setup.domain),
      cells_(bounds_) {
  for (int k = 0; k < 3; ++k) crosses_[k] = spans_period(settings.region, domain_, k);
  add_shapes(shapes);
}

FreeSpace::FreeSpace(const Setup& setup, const FillSettings& settings)
    : FreeSpace(setup, setup.bodies.shapes, settings) {
  for (std::size_t i = 0; i < setup.bodies.size(); ++i) {
    if (kind_of(setup.bodies.shape(i)) == Kind::half_space) {
      add_half_space(setup.bodies.shape(i), setup.bodies.poses[i]);
    } else {
      add_body(setup.bodies.shape_of[i], setup.bodies.poses[i]);
    }
  }
  for (const MeshWall& wall : setup.mesh_walls) add_mesh_wall(wall);
}

void FreeSpace::add_shapes(const std::vector<Shape>& shapes) {
  for (std::size_t i = convex_.size(); i < shapes.size(); ++i) {
    convex_.push_back(convex_of(shapes[i]));
    sphere_.push_back(bounding_sphere(convex_.back()).value_or(BoundingSphere<double>{}));
  }
}

void FreeSpace::clear(const std::vector<Shape>& shapes, std::size_t first) {
  walls_.clear(), obstacles_.clear();
  cells_ = ObstacleCells(bounds_);
  convex_.resize(std::min(first, convex_.size()), Sphere<double>{});
  sphere_.resize(convex_.size());
  add_shapes(shapes);
}

void FreeSpace::add_half_space(const Shape& shape, const Pose<double>& pose) {
  walls_.push_back({shape, pose});
}

void FreeSpace::add_mesh_wall(const MeshWall& wall) {
  // The height of an arc over its chord, at most.
  const double margin = wall.tube ? 0.5 * std::max(wall.tube->radius, wall.tube->top_radius) *
                                        square(std::numbers::pi / wall.tube->segments)
                                  : 0.0;
  for (const std::array<std::int32_t, 3>& t : wall.triangle) {
    const auto corner = [&](std::size_t k) -> const Vec3<double>& {
      return wall.vertex[static_cast<std::size_t>(t[k])];
    };
    // Most triangles of large walls are far away: their spheres are not computed.
    if (!may_reach(corner(0), corner(1), corner(2), margin)) continue;
    Obstacle triangle{};
    triangle.shape = -1;
    for (std::size_t k = 0; k < 3; ++k) triangle.corner[k] = corner(k);
    triangle.margin = margin;
    triangle.sphere = smallest_sphere(triangle.corner);
    triangle.sphere.radius += margin;
    add(triangle);
  }
}

// Whether the box around the triangle reaches the bounds; along periodic directions its images may.
bool FreeSpace::may_reach(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                          double margin) const {
  for (int k = 0; k < 3; ++k) {
    if (domain_.periodic[k]) continue;
    if (std::max(a[k], std::max(b[k], c[k])) + margin < bounds_.lower[k] ||
        std::min(a[k], std::min(b[k], c[k])) - margin > bounds_.upper[k]) {
      return false;
    }
  }
  return true;
}

BoundingSphere<double> FreeSpace::sphere_of(std::int32_t shape, const Pose<double>& pose) const {
  const BoundingSphere<double>& own = sphere_[static_cast<std::size_t>(shape)];
  return {rotation_of(pose.orientation) * own.centre + pose.position, own.radius};
}

Pose<double> FreeSpace::pose_around(std::int32_t shape, const Vec3<double>& middle,
                                    const Quat<double>& orientation) const {
  const Vec3<double>& own = sphere_[static_cast<std::size_t>(shape)].centre;
  return {middle - rotation_of(orientation) * own, orientation};
}

void FreeSpace::add_body(std::int32_t shape, const Pose<double>& pose) {
  add({sphere_of(shape, pose), shape, pose, {}, 0.0});
}

void FreeSpace::add(const Obstacle& obstacle) {
  int range[3];
  for (int k = 0; k < 3; ++k) range[k] = domain_.periodic[k] ? 1 : 0;
  // Into the domain first, so that one period to each side is enough.
  Vec3<double> home{};
  for (int k = 0; k < 3; ++k) {
    if (!domain_.periodic[k]) continue;
    const double period = domain_.period(k);
    home[k] = -period * std::floor((obstacle.sphere.centre[k] - domain_.lower[k]) / period);
  }
  for (int x = -range[0]; x <= range[0]; ++x) {
    for (int y = -range[1]; y <= range[1]; ++y) {
      for (int z = -range[2]; z <= range[2]; ++z) {
        const broad::Image image{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y),
                                 static_cast<std::int16_t>(z)};
        const Vec3<double> shift = home + broad::shift_of(domain_, image);
        Obstacle moved = obstacle;
        moved.sphere.centre = moved.sphere.centre + shift;
        moved.pose.position = moved.pose.position + shift;
        for (Vec3<double>& corner : moved.corner) corner = corner + shift;
        if (!cells_.reaches(moved.sphere)) continue;
        cells_.insert(static_cast<std::int32_t>(obstacles_.size()), moved.sphere);
        obstacles_.push_back(moved);
      }
    }
  }
}

bool FreeSpace::is_inside(std::int32_t shape, const Pose<double>& pose,
                          const BoundingSphere<double>& sphere) const {
  const FillRegion& region = settings_.region;
  if (region.type == FillRegion::Type::box) {
    const BoundingBox<double> box = *world_box(convex_[static_cast<std::size_t>(shape)], pose);
    for (int k = 0; k < 3; ++k) {
      if (crosses_[k]) continue;
      if (box.lower[k] < region.box.lower[k] || box.upper[k] > region.box.upper[k]) return false;
    }
    return true;
  }
  if (region.type == Region::Type::disc) {
    return norm(sphere.centre - region.base) <= region.radius - sphere.radius;
  }
  return region.contains(sphere.centre, sphere.radius);
}

bool FreeSpace::is_apart_from_walls(std::int32_t shape, const Pose<double>& pose) const {
  return std::all_of(walls_.begin(), walls_.end(), [&](const HalfSpaceWall& wall) {
    return contact(convex_[static_cast<std::size_t>(shape)], pose, wall.shape, wall.pose).lower >
           settings_.gap;
  });
}

bool FreeSpace::is_apart(std::int32_t shape, const Pose<double>& pose,
                         const BoundingSphere<double>& sphere, const Obstacle& obstacle) const {
  if (obstacle.shape < 0) {
    const Vec3<double>& centre = sphere.centre;
    const Vec3<double> closest =
        nearest_on_triangle(obstacle.corner[0], obstacle.corner[1], obstacle.corner[2], centre)
            .point;
    return norm(closest - centre) > sphere.radius + obstacle.margin + settings_.gap;
  }
  return contact(convex_[static_cast<std::size_t>(shape)], pose,
                 convex_[static_cast<std::size_t>(obstacle.shape)], obstacle.pose)
             .lower > settings_.gap;
}

Refusal FreeSpace::refusal(std::int32_t shape, const Pose<double>& pose) {
  const BoundingSphere<double> sphere = sphere_of(shape, pose);
  if (!is_inside(shape, pose, sphere)) return Refusal::outside;
  near_.clear();
  cells_.find(sphere, settings_.gap, near_);
  // The deepest overlap first: most positions are refused.
  const auto depth = [&](std::int32_t i) {
    const BoundingSphere<double>& other = obstacles_[static_cast<std::size_t>(i)].sphere;
    return norm(other.centre - sphere.centre) / (other.radius + sphere.radius);
  };
  std::sort(near_.begin(), near_.end(), [&](std::int32_t p, std::int32_t q) {
    const double a = depth(p), b = depth(q);
    return a != b ? a < b : p < q;
  });
  for (const std::int32_t i : near_) {
    const Obstacle& obstacle = obstacles_[static_cast<std::size_t>(i)];
    if (is_apart(shape, pose, sphere, obstacle)) continue;
    return obstacle.shape < 0 ? Refusal::wall : Refusal::body;
  }
  return is_apart_from_walls(shape, pose) ? Refusal::none : Refusal::wall;
}

}  // namespace talus
