// The obstacles for new grains, which are the bodies and walls of a setup and the grains placed so
// far, and the test whether another grain fits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "talus/filling.h"
#include "talus/packing/obstacle_cells.h"
#include "talus/packing/random.h"

namespace talus {

// A random point of the region, where the middle of a grain may be.
Vec3<double> point_in(const Region& region, Random& random);

// Whether a box is as long as the period along the axis.
bool spans_period(const Region& region, const broad::Domain& domain, int axis);

// Whether the region leaves the domain along the axis, where that is periodic.
bool leaves_period(const Region& region, const broad::Domain& domain, int axis);

// Why a grain does not fit.
enum class Refusal : std::uint8_t { none, outside, body, wall };

class FreeSpace {
 public:
  // With the bodies and walls of the setup as obstacles; the settings must stay.
  FreeSpace(const Setup& setup, const FillSettings& settings);
  // The same without any; for grains of these shapes.
  FreeSpace(const Setup& setup, const std::vector<Shape>& shapes, const FillSettings& settings);
  FreeSpace(const FreeSpace&) = delete;
  FreeSpace& operator=(const FreeSpace&) = delete;

  // Removes all obstacles. The shapes from `first` on are new.
  void clear(const std::vector<Shape>& shapes, std::size_t first);
  void add_half_space(const Shape& shape, const Pose<double>& pose);
  void add_mesh_wall(const MeshWall& wall);

  // The pose with the centre of the shape's bounding sphere at `middle`.
  Pose<double> pose_around(std::int32_t shape, const Vec3<double>& middle,
                           const Quat<double>& orientation) const;
  // Whether the shape is inside the region and apart from everything.
  bool is_free(std::int32_t shape, const Pose<double>& pose) {
    return refusal(shape, pose) == Refusal::none;
  }
  Refusal refusal(std::int32_t shape, const Pose<double>& pose);
  // Adds the grain to the obstacles.
  void add_body(std::int32_t shape, const Pose<double>& pose);

 private:
  struct Obstacle {
    BoundingSphere<double> sphere;
    std::int32_t shape;      // of a body; -1: a triangle
    Pose<double> pose;       // of the body
    Vec3<double> corner[3];  // of the triangle
    double margin{};         // by which the true surface of a round wall may be beyond it
  };

  BoundingSphere<double> sphere_of(std::int32_t shape, const Pose<double>& pose) const;
  bool is_inside(std::int32_t shape, const Pose<double>& pose,
                 const BoundingSphere<double>& sphere) const;
  bool is_apart_from_walls(std::int32_t shape, const Pose<double>& pose) const;
  bool is_apart(std::int32_t shape, const Pose<double>& pose, const BoundingSphere<double>& sphere,
                const Obstacle& obstacle) const;
  // The obstacle and its images in a periodic domain.
  bool may_reach(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                 double margin) const;
  void add(const Obstacle& obstacle);

  void add_shapes(const std::vector<Shape>& shapes);

  const FillSettings& settings_;
  BoundingBox<double> bounds_;  // in which obstacles count
  broad::Domain domain_;
  bool crosses_[3]{};          // whether grains may cross the bounds of the region along an axis
  std::vector<Shape> convex_;  // of the setup's table; hulls of meshes
  std::vector<BoundingSphere<double>> sphere_;
  struct HalfSpaceWall {
    Shape shape;
    Pose<double> pose;
  };
  std::vector<HalfSpaceWall> walls_;
  std::vector<Obstacle> obstacles_;
  ObstacleCells cells_;
  std::vector<std::int32_t> near_;  // scratch
};

}  // namespace talus
