// The obstacles for new grains, which are the bodies and walls of a setup and the grains placed so
// far, and the test whether another grain fits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "talus/filling.h"
#include "talus/packing/obstacle_cells.h"

namespace talus {

class FreeSpace {
 public:
  FreeSpace(const Setup& setup, const FillSettings& settings);

  // The pose with the centre of the shape's bounding sphere at `middle`.
  Pose<double> pose_around(std::int32_t shape, const Vec3<double>& middle,
                           const Quat<double>& orientation) const;
  // Whether the shape is inside the region and apart from everything.
  bool is_free(std::int32_t shape, const Pose<double>& pose);
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
  void add(const Obstacle& obstacle);

  const FillSettings& settings_;
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
