#include "talus/sim/loop/wall_passage.h"

#include <algorithm>

namespace talus {
namespace {

// Six times the volume of a tetrahedron: the side of d on which abc is counter-clockwise.
double orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                   const Vec3<double>& d) {
  return dot(a - d, cross(b - d, c - d));
}

}  // namespace

bool crosses(const TriangleWall& wall, std::span<const std::int32_t> triangles,
             const Vec3<double>& from, const Vec3<double>& to) {
  return std::any_of(triangles.begin(), triangles.end(), [&](std::int32_t t) {
    const Vec3<double> a = wall.corner_of(t, 0), b = wall.corner_of(t, 1), c = wall.corner_of(t, 2);
    const double before = orientation(a, b, c, from), after = orientation(a, b, c, to);
    if (!(before > 0.0 && after <= 0.0) && !(before < 0.0 && after >= 0.0)) return false;
    // The line passes the three sides on the same side.
    const double u = orientation(from, to, a, b), v = orientation(from, to, b, c);
    const double w = orientation(from, to, c, a);
    return (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
  });
}

bool passed_wall(const ChunkContacts& c, std::size_t k, const PairBodies& p) {
  const BodyMotion &body = c.bodies.motion[p.a], &moving = c.bodies.motion[p.b];
  if (!(c.bodies.type(p.a).inner_radius > 0.0)) return false;
  const Pose<double>& pose = c.bodies.pose(p.b);
  const Vec3<double> offset = body.centre - (pose.position + p.shift);
  // Seen from the wall, which the drift has moved as the body.
  const Quat<double> turned_back = turned(pose.orientation, moving.spin, -c.step);
  const Vec3<double> offset_before = offset - c.step * (body.velocity - moving.velocity);
  const Vec3<double> from = transpose_times(rotation_of(turned_back), offset_before);
  const Vec3<double> to = transpose_times(rotation_of(pose.orientation), offset);
  const RoundWall* round = c.bodies.type(p.b).round_wall;
  if (round != nullptr) return round->is_crossed(from, to);
  const auto first = static_cast<std::size_t>(c.block.nearby_start[k]);
  const auto last = static_cast<std::size_t>(c.block.nearby_start[k + 1]);
  return crosses(c.model.walls[p.b - c.bodies.body_count],
                 {c.block.nearby.data() + first, last - first}, from, to);
}

}  // namespace talus
