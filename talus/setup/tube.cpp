#include <numbers>
#include <string>

#include "talus/error.h"
#include "talus/math/small_turn.h"
#include "talus/setup.h"

namespace talus {
namespace {

// The cosine and sine of k/n of a turn.
Turn turn(int k, int n) {
  const int octant = 8 * k / n;
  // From the nearest multiple of a quarter turn, in eighths of a turn over n.
  const int quarter = (octant + 1) / 2;
  const double x = (std::numbers::pi / 4.0) * (8 * k - 2 * quarter * n) / n;
  return add_quarter_turns(small_turn(x), quarter);
}

// A regular polygon in triangles: every other corner is cut off until three are left, so that most
// triangles are small and none is long and thin all the way across.
void close_end(std::vector<std::int32_t> corners, MeshWall& mesh) {
  while (corners.size() > 3) {
    std::vector<std::int32_t> left;
    const std::size_t count = corners.size();
    for (std::size_t i = 0; i < count; i += 2) {
      left.push_back(corners[i]);
      if (i + 1 < count) {
        mesh.triangle.push_back({corners[i], corners[i + 1], corners[(i + 2) % count]});
      }
    }
    corners = std::move(left);
  }
  if (corners.size() == 3) mesh.triangle.push_back({corners[0], corners[1], corners[2]});
}

}  // namespace

MeshWall mesh_of(const Tube& tube) {
  if (tube.segments < fewest_segments || tube.segments > most_segments) {
    throw ShapeError("cylinder", "segments",
                     "must be " + std::to_string(fewest_segments) + " to " +
                         std::to_string(most_segments) + ", got " + std::to_string(tube.segments));
  }
  MeshWall mesh;
  const Vec3<double> u = any_orthogonal(tube.axis), v = cross(tube.axis, u);
  const Vec3<double> top = tube.base + tube.height * tube.axis;
  const std::int32_t n = tube.segments;
  for (std::int32_t k = 0; k < n; ++k) {
    const Turn at = turn(k, n);
    const Vec3<double> outward = at.cosine * u + at.sine * v;
    mesh.vertex.push_back(tube.base + tube.radius * outward);
    mesh.vertex.push_back(top + tube.top_radius * outward);
  }
  for (std::int32_t k = 0; k < n; ++k) {
    const std::int32_t low = 2 * k, next = 2 * ((k + 1) % n);
    mesh.triangle.push_back({low, next, next + 1});
    mesh.triangle.push_back({low, next + 1, low + 1});
  }
  std::vector<std::int32_t> low, high;
  for (std::int32_t k = 0; k < n; ++k) low.push_back(2 * k), high.push_back(2 * k + 1);
  if (tube.bottom) close_end(low, mesh);
  if (tube.top) close_end(high, mesh);
  return mesh;
}

MeshWall round_wall(const Tube& tube) {
  MeshWall wall = mesh_of(tube);
  wall.centre = tube.base;
  wall.tube = tube;
  return wall;
}

}  // namespace talus
