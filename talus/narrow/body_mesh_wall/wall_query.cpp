#include "talus/narrow/body_mesh_wall/wall_query.h"

namespace talus::body_mesh_wall {
namespace {

void sort_once_each(std::vector<std::int32_t>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

void list_creases(const TriangleWall& wall, std::span<const std::int32_t> triangles,
                  std::vector<std::int32_t>& list) {
  list.clear();
  for (const std::int32_t t : triangles) {
    for (const std::int32_t crease : wall.creases_of(t)) {
      if (crease >= 0) list.push_back(crease);
    }
  }
  sort_once_each(list);
}

void list_corners(const TriangleWall& wall, std::span<const std::int32_t> triangles,
                  std::vector<std::int32_t>& list) {
  list.clear();
  for (const std::int32_t t : triangles) {
    for (const std::int32_t corner : wall.corners_of(t)) {
      if (corner >= 0) list.push_back(corner);
    }
  }
  sort_once_each(list);
}

void list_triangles(const WallQuery& query, std::vector<std::int32_t>& list) {
  list.clear();
  for (const std::int32_t t : query.nearby) {
    const std::int32_t face = query.wall.face_of(t);
    if (face < 0) continue;
    const WallFace& plane = query.wall.faces()[static_cast<std::size_t>(face)];
    if (absolute(dot(plane.normal, query.sphere.centre) - plane.offset) <=
        plane_reach * query.sphere.radius) {
      list.push_back(t);
    }
  }
  const auto by_face = [&](std::int32_t s, std::int32_t t) {
    const std::int32_t p = query.wall.face_of(s), q = query.wall.face_of(t);
    return p < q || (p == q && s < t);
  };
  if (!std::is_sorted(list.begin(), list.end(), by_face)) {
    std::sort(list.begin(), list.end(), by_face);
  }
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

bool is_beyond(const FaceView& of, const std::vector<std::int32_t>& list, const Vec3<double>& p,
               const PointBehind& at) {
  const std::int32_t sheet = of.plane().sheet;
  if (!at.is_nearest) {
    SheetSide at_p;
    for (const std::int32_t t : list) {
      const WallFace& face = of.wall.faces()[static_cast<std::size_t>(of.wall.face_of(t))];
      if (face.sheet == sheet) take_nearer(of.wall, t, p, at_p);
    }
    if (at_p.side == of.side) return false;
  }
  const auto crosses = [&](const FaceView& face) {
    const double above = face.height(face.centre), below = face.height(p);
    if (above * below > 0.0 || above == below) return false;
    return face.contains(face.centre + (above / (above - below)) * (p - face.centre));
  };
  if (crosses(of)) return true;
  for (const std::int32_t& t : list) {
    const std::int32_t face = of.wall.face_of(t);
    if (of.wall.faces()[static_cast<std::size_t>(face)].sheet != sheet) continue;
    if (crosses(FaceView{of.wall, face, std::span(&t, 1), of.centre})) return true;
  }
  return false;
}

bool overlaps(WallQuery& query, const Shape& part, const Vec3<double>& at, Contact<double>& c) {
  const Pose<double> part_pose{query.wall_rotation * at + query.wall_pose.position,
                               query.wall_pose.orientation};
  Cache<double>& cache = kind_of(part) == Kind::segment ? query.crease_cache : query.corner_cache;
  Cache<double> next = cache;
  c = contact(query.shape, query.body_pose, part, part_pose, {}, &next);
  if (!(c.distance < 0.0)) return false;
  cache = next;
  return true;
}

}  // namespace talus::body_mesh_wall
