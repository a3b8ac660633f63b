#include "talus/narrow/body_mesh_wall/mesh_creases.h"

#include <cmath>

#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/mesh_convex/point_depth.h"
#include "talus/narrow/mesh_overlap/smooth_depth.h"

namespace talus::body_mesh_wall {
namespace {

using mesh_overlap::least_power;
using mesh_overlap::power_count;

// Cosine of the angle between two faces (150 degrees) beyond which the vertices of a mesh are dense
// enough to carry it on their ridge. A choice.
constexpr double sharp_cosine = -0.87;

// Points per cell of the mesh, whose distance is linear along a line within a cell. A choice.
constexpr double points_per_cell = 2.0;

// Part of the common energy below which a line has no contact, as rounding has it.
constexpr double least_share = 1e-12;

// Integrals along one crease.
struct CreaseSums {
  std::int32_t crease{};
  double whole[power_count]{};
  Vec3<double> force[power_count]{}, torque[power_count]{};
  Vec3<double> middle{};  // times whole[power_count - 1]
};

bool is_sharp(const TriangleWall& wall, std::int32_t crease) {
  const auto beside = wall.beside(crease);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (dot(beside[i].into, beside[k].into) < sharp_cosine) return false;
    }
  }
  return true;
}

// Whether a crease is a valley for all inner points of the mesh.
bool is_valley_for_mesh(const WallQuery& query, std::int32_t crease) {
  if (query.inner == nullptr) return is_valley_for(query.wall, crease, query.sphere.centre);
  return std::all_of(query.inner->point.begin(), query.inner->point.end(), [&](const auto& p) {
    return is_valley_for(query.wall, crease, query.body_in_wall.point_to_a(p));
  });
}

// False if the crease is outside of the mesh.
bool add_points(const WallQuery& query, const MeshView<double>& mesh, CreaseSums& sums) {
  const WallCrease& c = query.wall.creases()[static_cast<std::size_t>(sums.crease)];
  const double length = norm(c.to - c.from), size = query.sphere.radius;
  const double count = std::ceil(points_per_cell * length / max_norm(mesh.cell_size));
  const double step = length / count;
  const Vec3<double> direction = (c.to - c.from) / length;
  const Vec3<double> centre = query.sphere.centre - c.from;
  const double middle = dot(centre, direction);
  const double left = square(size) - norm_squared(centre - middle * direction);
  if (!(left > 0.0)) return false;
  const double half = std::sqrt(left);
  const double low = larger(0.0, middle - half), high = smaller(length, middle + half);
  bool any = false;
  for (double k = std::floor(low / step); k < count && k * step < high; k += 1.0) {
    const Vec3<double> p = c.from + ((k + 0.5) * step) * direction;
    mesh_convex::PointDepth<double> at;
    if (!mesh_convex::depth_in(mesh, query.in_body(p), at)) continue;
    any = true;
    const Vec3<double> inward = query.body_in_wall.rotation * at.gradient;
    const Vec3<double> from = p - query.sphere.centre;
    const double t = at.depth / size;
    double below = step;  // times t^(q - 1)
    for (int i = 1; i < least_power; ++i) below *= t;
    for (int i = 0; i < power_count; ++i) {
      const double power = least_power + i;
      sums.whole[i] += below * t;
      sums.force[i] = sums.force[i] + (power * below) * inward;
      sums.torque[i] = sums.torque[i] + (power * below) * cross(from, inward);
      below *= t;
    }
    sums.middle = sums.middle + below * from;
  }
  return any;
}

}  // namespace

void add_crease_contacts(WallQuery& query, const MeshView<double>& mesh, WallScratch& scratch) {
  thread_local std::vector<CreaseSums> found;
  found.clear();
  mesh_overlap::ThicknessMoments all;
  for (const std::int32_t crease : scratch.crease) {
    if (!is_sharp(query.wall, crease)) continue;
    if (is_valley_for_mesh(query, crease)) continue;
    CreaseSums sums;
    sums.crease = crease;
    if (!add_points(query, mesh, sums)) continue;
    for (int i = 0; i < power_count; ++i) all.whole[i] += sums.whole[i];
    found.push_back(sums);
  }
  if (!mesh_overlap::has_depth(all)) return;
  const mesh_overlap::SmoothDepth d = mesh_overlap::smooth_depth(all);
  for (const CreaseSums& c : found) {
    const double share = c.whole[1] / all.whole[1];
    Vec3<double> force{}, torque{};
    for (int i = 0; i < power_count; ++i) {
      force = force + d.weight[i] * c.force[i];
      torque = torque + d.weight[i] * c.torque[i];
    }
    const ForceLine line({}, force, torque);
    if (!(share > least_share) || !(line.length > 0.0)) continue;
    // On the line of force, beside the middle of the points.
    const Vec3<double> middle = c.middle / c.whole[power_count - 1];
    const Vec3<double> point =
        line.point + dot(middle - line.point, line.direction) * line.direction;
    query.add(query.crease_key(c.crease), query.sphere.centre + point, line.direction,
              query.sphere.radius * d.depth, line.length / share);
    query.found.back().twist = line.twist;
    query.found.back().energy_share = share;
  }
}

}  // namespace talus::body_mesh_wall
