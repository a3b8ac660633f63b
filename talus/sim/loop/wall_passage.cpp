#include "talus/sim/loop/wall_passage.h"

#include <algorithm>

#include "talus/narrow/body_mesh_wall/visit_body.h"
#include "talus/physics/integrator.h"

namespace talus {
namespace {

// Six times the volume of a tetrahedron: the side of d on which abc is counter-clockwise.
double orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                   const Vec3<double>& d) {
  return dot(a - d, cross(b - d, c - d));
}

// Null for half-spaces and concave meshes.
const Shape* convex_shape(const ChunkContacts& c, std::size_t i) {
  const BodyType& type = c.bodies.type(i);
  if (!type.bounded || type.geometry == nullptr) return nullptr;
  if (kind_of(*type.geometry) != Kind::mesh) return type.geometry;
  const std::optional<MeshSolid>& solid = c.model.solids[static_cast<std::size_t>(type.shape)];
  return solid && solid->is_convex ? &*solid->hull : nullptr;
}

bool is_inside(const Shape& convex, const Vec3<double>& point) {
  bool inside = false;
  body_mesh_wall::visit_body(convex, [&](const auto& body) {
    if constexpr (!std::is_same_v<std::decay_t<decltype(body)>, MeshView<double>>) {
      inside = inside_outside(body, point) <= 0.0;
    }
  });
  return inside;
}

// Whether the segment crosses a principal plane of the body within it; touching it with its end
// counts. In principal axes about the centre of mass.
bool crosses_middle(const Shape& shape, const RotorOf<double>& rotor, const Vec3<double>& from,
                    const Vec3<double>& to) {
  for (int k = 0; k < 3; ++k) {
    const double before = from[k], after = to[k];
    if (!(before > 0.0 && after <= 0.0) && !(before < 0.0 && after >= 0.0)) continue;
    const Vec3<double> at = from + (before / (before - after)) * (to - from);
    if (is_inside(shape, rotor.principal * at + rotor.centroid)) return true;
  }
  return false;
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

bool passed_body(const ChunkContacts& c, const PairBodies& p) {
  const bool a_is_free = c.bodies.is_free(p.a);
  const std::size_t passing = a_is_free ? p.a : p.b, fixed = a_is_free ? p.b : p.a;
  const BodyMotion &body = c.bodies.motion[passing], &other = c.bodies.motion[fixed];
  const BodyType& type = c.bodies.type(fixed);
  const Shape* shape = convex_shape(c, fixed);
  if (shape == nullptr || !(c.bodies.type(passing).inner_radius > 0.0)) return false;
  const Vec3<double> shift = a_is_free ? -p.shift : p.shift;
  const Vec3<double> offset = body.centre + shift - other.centre;
  const Vec3<double> path = c.step * (body.velocity - other.velocity);
  // Of two lengths the squared sum is at most twice the sum of the squares.
  if (norm_squared(offset) > 2.0 * (square(type.reach) + norm_squared(path))) return false;
  const Quat<double>& orientation = c.bodies.pose(fixed).orientation;
  const Quat<double> turned_back = turned(orientation, other.spin, -c.step);
  return crosses_middle(*shape, type.rotor,
                        transpose_times(principal_to_world(type.rotor, turned_back), offset - path),
                        transpose_times(principal_to_world(type.rotor, orientation), offset));
}

void note_passed(ContactSums& sums, std::size_t a, std::size_t b) {
  sums.passed[0] = static_cast<std::int32_t>(a);
  sums.passed[1] = static_cast<std::int32_t>(b);
}

}  // namespace talus
