// Meshes on a wall of triangles.
#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/mesh_points.h"
#include "talus/narrow/body_mesh_wall/wall_query.h"

namespace talus::body_mesh_wall {
namespace {

// The depth to which the points of a mesh are followed behind a face, of its bounding radius.
// Beyond, the side of the wall is ambiguous.
constexpr double mesh_depth = 0.25;

// The contacts of one point of a mesh with several faces share the energy of its springs, which is
// quadratic.
void share_points(WallQuery& query, WallScratch& scratch) {
  const std::span<WallContact> own = query.own();
  std::vector<std::size_t>& order = scratch.order;
  order.resize(own.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  constexpr std::int64_t point_bits = 0xffffffff;
  const auto point_of = [&](std::size_t i) { return own[i].key & point_bits; };
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) {
    return point_of(i) < point_of(k) || (point_of(i) == point_of(k) && own[i].key < own[k].key);
  });
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i + 1;
    while (end < order.size() && point_of(order[end]) == point_of(order[i])) ++end;
    if (end - i > 1) {
      scratch.share.clear();
      for (std::size_t k = i; k < end; ++k) {
        scratch.share.push_back({own[order[k]].normal, own[order[k]].depth, 0.0, false});
      }
      const EnergyShares shares(scratch.share);
      for (std::size_t k = i; k < end; ++k) {
        own[order[k]].energy_share = scratch.share[k - i].force / scratch.share[k - i].root;
      }
    }
    i = end;
  }
  std::erase_if(query.found, [&](const WallContact& c) { return !(c.energy_share > 0.0); });
}

}  // namespace

void add_contacts(WallQuery& query, const MeshView<double>& mesh, const SurfaceBody& body,
                  WallScratch& scratch) {
  const MeshBody points{mesh, body.cloud->view(), query.body_in_wall};
  std::size_t faces = 0;
  const Vec3<double> centre = query.body_in_wall.point_to_a(points.cloud.centre);
  const double limit = mesh_depth * query.sphere.radius;
  for_faces(query, scratch, centre, [&](const FaceView& face) {
    if (points.cloud.is_star && is_idle(query, face)) return;
    const std::size_t before = query.found.size();
    const auto add = [&](int i, const Vec3<double>& p, const PointBehind& at) {
      const ForceLine line(p, at.direction + at.on_centre, cross(centre - p, at.on_centre));
      if (!(line.length > 0.0)) return;
      query.add(query.face_key(face.face) + i, line.point, line.direction, at.depth, line.length,
                points.cloud.area[i]);
      query.found.back().twist = line.twist;
    };
    const auto side_of = [&](double side) {
      return FaceSide(face, side, border_reach * query.sphere.radius, scratch.triangle,
                      scratch.border);
    };
    if (points.cloud.is_star) {
      for_star_points_behind(
          side_of(face.side), points, limit,
          [&](const Vec3<double>& p, const PointBehind& at) {
            return is_beyond(face, scratch.triangle, p, at);
          },
          add);
    } else {
      for (const double side : {1.0, -1.0}) {
        for_points_behind(side_of(side), points, limit, add);
      }
    }
    faces += query.found.size() > before;
  });
  if (faces > 1) share_points(query, scratch);
  const auto add_inside = [&](std::int64_t key, const Vec3<double>& p,
                              const mesh_convex::PointDepth<double>& at) {
    const double slope = norm(at.gradient);
    if (!(slope > 0.0)) return;
    query.add(key, p, (query.body_in_wall.rotation * at.gradient) / slope, at.depth, slope,
              square(points.cell()));
  };
  list_creases(query.wall, scratch.triangle, scratch.crease);
  for (const std::int32_t crease : scratch.crease) {
    if (is_valley_for(query.wall, crease, centre)) continue;
    for_crease_points(query.wall, crease, points,
                      [&](int k, const Vec3<double>& p, const mesh_convex::PointDepth<double>& at) {
                        add_inside(query.crease_key(crease) + k, p, at);
                      });
  }
  list_corners(query.wall, scratch.triangle, scratch.corner);
  for (const std::int32_t corner : scratch.corner) {
    const std::int32_t v = query.wall.corners()[static_cast<std::size_t>(corner)].vertex;
    const Vec3<double> p = query.wall.vertices()[static_cast<std::size_t>(v)];
    mesh_convex::PointDepth<double> at;
    if (is_sharp_corner(query.wall, corner) &&
        mesh_convex::depth_in(points.mesh, points.own(p), at)) {
      add_inside(query.corner_key(corner), p, at);
    }
  }
}

}  // namespace talus::body_mesh_wall
