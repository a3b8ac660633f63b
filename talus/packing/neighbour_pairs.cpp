#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "talus/packing.h"
#include "talus/packing/periodic_cells.h"
#include "talus/shape.h"

namespace talus {
namespace {

struct Ball {
  Vec3<double> centre;
  double radius;
};

std::vector<Ball> bounding_balls(const Bodies& bodies, double box_length) {
  std::vector<BoundingSphere<double>> of_shape;
  for (std::size_t i = 0; i < bodies.shapes.size(); ++i) {
    const auto sphere = bounding_sphere(bodies.shapes[i]);
    if (!sphere) {
      throw std::invalid_argument(
          fmt::format("shapes[{}]: a half_space has no bounding sphere", i));
    }
    of_shape.push_back(*sphere);
  }
  std::vector<Ball> balls;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BoundingSphere<double>& sphere = of_shape[static_cast<std::size_t>(bodies.shape_of[i])];
    const Pose<double>& pose = bodies.poses[i];
    constexpr double farthest = 1e9;  // boxes, whose number is a 32-bit integer
    if (!(max_norm(pose.position) <= farthest * box_length)) {
      throw PackingError(fmt::format("bodies[{}]: is {:.6g} away from a box of length {}", i,
                                     max_norm(pose.position), box_length));
    }
    balls.push_back({pose.position + rotation_of(pose.orientation) * sphere.centre, sphere.radius});
  }
  return balls;
}

// Bodies of similar size, in cells of their own.
struct Level {
  double largest_radius{};
  std::vector<std::int32_t> bodies;
};

std::map<int, Level> levels_of(const std::vector<Ball>& balls) {
  std::map<int, Level> levels;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    Level& level = levels[std::ilogb(balls[i].radius)];
    level.largest_radius = std::max(level.largest_radius, balls[i].radius);
    level.bodies.push_back(static_cast<std::int32_t>(i));
  }
  return levels;
}

// Limits the list to 2 GB.
constexpr std::size_t most_pairs = 100'000'000;

bool is_positive(const Image& image) { return image > Image{}; }

}  // namespace

Pose<double> pose_of_image(const Pose<double>& pose_b, double box_length,
                           const std::array<std::int32_t, 3>& image) {
  Pose<double> pose = pose_b;
  pose.position = pose.position + box_length * Vec3<double>{static_cast<double>(image[0]),
                                                            static_cast<double>(image[1]),
                                                            static_cast<double>(image[2])};
  return pose;
}

std::vector<NeighbourPair> neighbour_pairs(const Bodies& bodies, double box_length, double reach) {
  if (!(box_length > 0.0 && std::isfinite(box_length))) {
    throw std::invalid_argument(
        fmt::format("box_length: must be finite and > 0, got {}", box_length));
  }
  if (!(reach >= 0.0 && std::isfinite(reach))) {
    throw std::invalid_argument(fmt::format("reach: must be finite and >= 0, got {}", reach));
  }
  const std::vector<Ball> balls = bounding_balls(bodies, box_length);
  const std::map<int, Level> levels = levels_of(balls);
  std::vector<NeighbourPair> pairs;
  for (const auto& [inner_exponent, target] : levels) {
    PeriodicCells cells(box_length, target.largest_radius + 0.5 * reach,
                        static_cast<std::int64_t>(target.bodies.size()));
    for (const std::int32_t b : target.bodies)
      cells.insert(b, balls[static_cast<std::size_t>(b)].centre);
    for (const auto& [outer_exponent, source] : levels) {
      CellSearch search(cells, source.largest_radius + target.largest_radius + reach);
      for (const std::int32_t a : source.bodies) {
        const Ball& ball = balls[static_cast<std::size_t>(a)];
        search.visit(
            ball.centre, [&](std::int32_t b, const Vec3<double>& offset, const Image& image) {
              const double limit = ball.radius + balls[static_cast<std::size_t>(b)].radius + reach;
              const bool first = a < b || (a == b && is_positive(image));
              if (!first || !(norm_squared(offset) <= limit * limit)) return true;
              if (pairs.size() == most_pairs) {
                throw PackingError(
                    fmt::format("reach: {} gives more than {} pairs", reach, most_pairs));
              }
              pairs.push_back({a, b, image});
              return true;
            });
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace talus
