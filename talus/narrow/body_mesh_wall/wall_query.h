// One query for the contacts of a body with a wall of triangles (wall_contacts.h): its inputs and
// output, and what all kinds of bodies do with the triangles near them.
#pragma once

#include <algorithm>

#include "talus/math/power.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/mesh_convex/facets_near.h"
#include "talus/narrow/wall_contacts.h"

namespace talus::body_mesh_wall {

// Parts of the bounding radius: how far beyond a border a projection may lie, and how far off a
// plane may be that is an exit for a point behind another face.
inline constexpr double border_reach = 0.5, plane_reach = 1.1;

// The inputs and the output of one query.
struct WallQuery {
  const TriangleWall& wall;
  const Pose<double>&wall_pose, &body_pose;
  const Shape& shape;
  Mat3<double> wall_rotation;
  RelativePose<double> body_in_wall;
  BoundingSphere<double> sphere;  // in the wall's frame
  std::vector<WallContact>& found;
  std::size_t first;                       // of the contacts of this query
  double energy_power;                     // of the depth
  std::span<const std::int32_t> nearby;    // triangles
  const MeshInnerPoints* inner{};          // of a mesh
  mesh_convex::SeparatingPlanes planes{};  // in the body's frame
  // Starting guesses for creases and corners: those of the last ones that overlap, so that contacts
  // do not depend on how many others are evaluated.
  Cache<double> crease_cache{}, corner_cache{};

  std::span<WallContact> own() const { return std::span(found).subspan(first); }
  // e of energy_share.h, but for a constant factor.
  double energy_root(double depth) const {
    return power(depth / sphere.radius, 0.5 * energy_power);
  }
  std::int64_t face_key(std::int32_t face) const { return std::int64_t{face} << 32; }
  std::int64_t crease_key(std::int32_t crease) const {
    return (std::int64_t{crease} + static_cast<std::int64_t>(wall.faces().size())) << 32;
  }
  std::int64_t corner_key(std::int32_t corner) const {
    return crease_key(wall.crease_count()) + (std::int64_t{corner} << 32);
  }
  Vec3<double> in_world(const Vec3<double>& p) const {
    return wall_rotation * p + wall_pose.position;
  }
  Vec3<double> in_body(const Vec3<double>& p) const {
    return transpose_times(body_in_wall.rotation, p - body_in_wall.translation);
  }
  void add(std::int64_t key, const Vec3<double>& point, const Vec3<double>& normal, double depth,
           double slope = 1.0) {
    WallContact c;
    c.key = key;
    c.point = in_world(point);
    c.normal = wall_rotation * normal;
    c.depth = c.rounded = depth;
    c.slope = slope;
    found.push_back(c);
  }
};

// A point inside a convex body that decides its side of a plane.
inline Vec3<double> middle_of(const PolyhedronView<double>& body) { return body.inner.centre; }
template <class Body>
Vec3<double> middle_of(const Body& body) {
  return bounding_sphere(body).centre;
}

// The triangles whose planes cross the bounding sphere, or nearly so, sorted by face, without
// repetitions.
void list_triangles(const WallQuery& query, std::vector<std::int32_t>& list);

// Calls visit(face with its triangles).
template <class Visit>
void for_faces(const WallQuery& query, WallScratch& scratch, const Vec3<double>& centre,
               Visit visit) {
  const std::vector<std::int32_t>& list = scratch.triangle;
  find_sheet_sides(query.wall, query.nearby, centre, scratch.side);
  for (std::size_t i = 0; i < list.size();) {
    const std::int32_t face = query.wall.face_of(list[i]);
    std::size_t end = i + 1;
    while (end < list.size() && query.wall.face_of(list[end]) == face) ++end;
    const WallFace& plane = query.wall.faces()[static_cast<std::size_t>(face)];
    visit(FaceView{query.wall, face, std::span(list).subspan(i, end - i), centre,
                   side_of(plane, scratch.side)});
    i = end;
  }
}

// Whether the bounding sphere is before the plane of a face, or the centre behind it.
inline bool is_idle(const WallQuery& query, const FaceView& face) {
  return face.side * face.height(query.sphere.centre) >= query.sphere.radius ||
         face.side * face.height(face.centre) <= 0.0;
}

// Whether a point of a body is beyond the sheet of a face: on its other side, with the line from
// the centre to the point across it. Of a sheet with rims, a body may reach both sides without
// crossing it.
bool is_beyond(const FaceView& of, const std::vector<std::int32_t>& list, const Vec3<double>& p,
               const PointBehind& at);

// The creases or the corners of triangles, each once, in their order.
void list_creases(const TriangleWall& wall, std::span<const std::int32_t> triangles,
                  std::vector<std::int32_t>& list);
void list_corners(const TriangleWall& wall, std::span<const std::int32_t> triangles,
                  std::vector<std::int32_t>& list);

// A contact of the body with a segment or a point of the wall; false if they do not overlap.
bool overlaps(WallQuery& query, const Shape& part, const Vec3<double>& at, Contact<double>& c);

// Whether a crease can be inside the body; false is certain. It is much quicker than overlaps().
template <class Body>
bool may_overlap(WallQuery& query, const Body& body, const WallCrease& crease) {
  const Segment<double> segment{{}, crease.to - crease.from};
  const Vec3<double> centre = query.sphere.centre - crease.from;
  if (norm_squared(nearest_point(segment, centre) - centre) > square(query.sphere.radius)) {
    return false;
  }
  const Vec3<double> from = query.in_body(crease.from), to = query.in_body(crease.to);
  if constexpr (std::is_same_v<Body, PolyhedronView<double>>) {
    for (int f = 0; f < body.face_count; ++f) {
      const Vec3<double>& n = body.face_normal[f];
      if (smaller(dot(n, from), dot(n, to)) >= body.face_offset[f]) return false;
    }
    return true;
  } else {
    const Vec3<double> middle = 0.5 * (from + to);
    if (query.planes.separate({from, to}, 0.0) ||
        !mesh_convex::may_contain(body, middle, 0.5 * norm(to - from))) {
      return false;
    }
    for (const Vec3<double>& guide : {middle, from, to}) {
      if (query.planes.separate_at(body, guide, {from, to}, 0.0)) return false;
    }
    return true;
  }
}

// Append the contacts of a body with the faces, creases and corners of the listed triangles.
template <class Body>  // sphere, ellipsoid, superquadric
void add_contacts(WallQuery& query, const Body& body, WallScratch& scratch);
void add_contacts(WallQuery& query, const PolyhedronView<double>& body, WallScratch& scratch);
void add_contacts(WallQuery& query, const MeshView<double>& mesh, WallScratch& scratch);

}  // namespace talus::body_mesh_wall
