#include "talus/narrow/wall_contacts.h"

#include <algorithm>

#include "talus/narrow/body_mesh_wall/convex_face.h"
#include "talus/narrow/body_mesh_wall/crease.h"
#include "talus/narrow/body_mesh_wall/mesh_points.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/force_point.h"
#include "talus/narrow/polyhedron_polyhedron/rounded_depth.h"

namespace talus {
namespace {

using body_mesh_wall::FaceView;
using body_mesh_wall::MeshBody;

// Parts of the bounding radius: how far beyond a valley a projection may lie, and the depth to
// which the points of a mesh are followed behind a face. Beyond, the side of the wall is ambiguous.
constexpr double valley_reach = 0.5, mesh_depth = 0.25;

// The inputs and the output of one query.
struct Query {
  const TriangleWall& wall;
  const Pose<double>&wall_pose, &body_pose;
  const Shape& shape;
  Mat3<double> wall_rotation;
  RelativePose<double> body_in_wall;
  BoundingSphere<double> sphere;  // in the wall's frame
  std::vector<WallContact>& found;
  std::size_t first;  // of the contacts of this query

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
  void add(std::int64_t key, const Vec3<double>& point, const Vec3<double>& normal, double depth,
           double slope = 1.0, double area = 0.0) {
    found.push_back({key, in_world(point), wall_rotation * normal, depth, depth, slope, area, 0.0});
  }
};

const PolyhedronView<double>& kernel_body(const Polyhedron& body) { return body.view(); }
const MeshView<double>& kernel_body(const Mesh& body) { return body.view(); }
template <class Body>
const Body& kernel_body(const Body& body) {
  return body;
}

// A point inside a convex body that decides its side of a plane.
Vec3<double> middle_of(const PolyhedronView<double>& body) { return body.inner.centre; }
template <class Body>
Vec3<double> middle_of(const Body& body) {
  return bounding_sphere(body).centre;
}

// The triangles whose planes cross the bounding sphere, sorted by face, without repetitions.
void list_triangles(const Query& query, std::span<const std::int32_t> nearby,
                    std::vector<std::int32_t>& list) {
  list.clear();
  for (const std::int32_t t : nearby) {
    const std::int32_t face = query.wall.face_of(t);
    if (face < 0) continue;
    const WallFace& plane = query.wall.faces()[static_cast<std::size_t>(face)];
    if (absolute(dot(plane.normal, query.sphere.centre) - plane.offset) <= query.sphere.radius) {
      list.push_back(t);
    }
  }
  std::sort(list.begin(), list.end(), [&](std::int32_t s, std::int32_t t) {
    const std::int32_t p = query.wall.face_of(s), q = query.wall.face_of(t);
    return p < q || (p == q && s < t);
  });
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Calls visit(face with its triangles).
template <class Visit>
void for_faces(const Query& query, const std::vector<std::int32_t>& list,
               const Vec3<double>& centre, Visit visit) {
  for (std::size_t i = 0; i < list.size();) {
    const std::int32_t face = query.wall.face_of(list[i]);
    std::size_t end = i + 1;
    while (end < list.size() && query.wall.face_of(list[end]) == face) ++end;
    visit(FaceView{query.wall, face, std::span(list).subspan(i, end - i), centre,
                   valley_reach * query.sphere.radius});
    i = end;
  }
}

// The creases or corners of the triangles, each once.
template <class FeaturesOf>
void list_features(const std::vector<std::int32_t>& triangles, std::vector<std::int32_t>& list,
                   FeaturesOf features_of) {
  list.clear();
  for (const std::int32_t t : triangles) {
    for (const std::int32_t feature : features_of(t)) {
      if (feature >= 0) list.push_back(feature);
    }
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Product of two unit normals above which two contacts on the border between a face and its crease
// are the same: an angle of 4e-5, above the error of a contact normal.
constexpr double same_normal = 1.0 - 1e-9;

// Whether a face beside the crease already has a contact with this normal. A body with flat sides
// may have both, each with its part of the support.
bool is_known(const Query& query, std::int32_t crease, const Vec3<double>& normal_world) {
  for (std::size_t i = query.first; i < query.found.size(); ++i) {
    for (const WallBeside& face : query.wall.beside(crease)) {
      if (query.found[i].key == query.face_key(face.face) &&
          dot(query.found[i].normal, normal_world) > same_normal) {
        return true;
      }
    }
  }
  return false;
}

// The contact of a polyhedron with a crease by their rounded depth, in world coordinates.
ForcePoint rounded_on_crease(const Query& query, const PolyhedronView<double>& body,
                             const WallCrease& crease, const Contact<double>& c) {
  using namespace polyhedron_polyhedron;
  const ContactPlane<double> plane{0.5 * (c.point_a + c.point_b), c.normal, tangent_frame(c.normal),
                                   -c.distance};
  NearVertices<double> near_body, near_crease;
  find_near(body, query.body_pose, plane, plane.normal, near_body);
  for (const Vec3<double>& end : {crease.from, crease.to}) {
    add_near(query.in_world(end) - plane.middle, plane, near_crease);
  }
  const RoundedDepth<double> r = rounded_depth(near_body, near_crease, plane);
  if (!r.found) return {plane.middle, plane.normal, plane.depth, 1.0, 0.0};
  return {r.point, r.normal, r.depth, r.slope, 0.0};
}

// A contact of the body with a segment or a point of the wall; false if they do not overlap.
bool overlaps(const Query& query, const Shape& part, const Vec3<double>& at, Contact<double>& c) {
  const Pose<double> part_pose{query.wall_rotation * at + query.wall_pose.position,
                               query.wall_pose.orientation};
  c = contact(query.shape, query.body_pose, part, part_pose);
  return c.distance < 0.0;
}

template <class Body>
void add_crease(Query& query, const Body& body, std::int32_t number) {
  const WallCrease& crease = query.wall.creases()[static_cast<std::size_t>(number)];
  const Segment<double> segment{{}, crease.to - crease.from};
  const Vec3<double> centre = query.sphere.centre - crease.from;
  if (norm_squared(nearest_point(segment, centre) - centre) > square(query.sphere.radius)) return;
  Contact<double> c;
  if (!overlaps(query, segment, crease.from, c)) return;
  const Vec3<double> normal = transpose_times(query.wall_rotation, -c.normal);
  if (!body_mesh_wall::admits_normal(query.wall, number, normal)) return;
  ForcePoint at{0.5 * (c.point_a + c.point_b), c.normal, -c.distance, 1.0, 0.0};
  if constexpr (std::is_same_v<Body, PolyhedronView<double>>) {
    at = rounded_on_crease(query, body, crease, c);
  } else {
    if (is_known(query, number, -c.normal)) return;
  }
  query.found.push_back({query.crease_key(number), at.point, -at.normal, -c.distance, at.depth,
                         at.slope, 0.0, at.spread_squared, at.patch_arm});
}

void add_corner(Query& query, std::int32_t number) {
  const std::int32_t v = query.wall.corners()[static_cast<std::size_t>(number)].vertex;
  const Vec3<double> point = query.wall.vertices()[static_cast<std::size_t>(v)];
  if (norm_squared(point - query.sphere.centre) > square(query.sphere.radius)) return;
  Contact<double> c;
  if (!overlaps(query, Sphere<double>{0.0}, point, c)) return;
  const Vec3<double> normal = transpose_times(query.wall_rotation, -c.normal);
  if (!body_mesh_wall::corner_admits_normal(query.wall, number, normal)) return;
  const Vec3<double> middle = point + (0.5 * c.distance) * normal;
  query.add(query.corner_key(number), middle, normal, -c.distance);
}

template <class Body>
void add_contacts(Query& query, const Body& body, const SurfaceBody&, WallScratch& scratch) {
  const Vec3<double> centre = query.body_in_wall.point_to_a(middle_of(body));
  for_faces(query, scratch.triangle, centre, [&](const FaceView& face) {
    const body_mesh_wall::FaceContact contact =
        body_mesh_wall::face_contact(face, body, query.body_in_wall);
    if (contact.touches) {
      query.add(query.face_key(face.face), contact.point, contact.normal, contact.depth,
                contact.slope);
      query.found.back().rounded = contact.rounded;
      query.found.back().spread_squared = spread_squared(contact.patch.smaller);
      query.found.back().patch_arm = mean_arm(contact.patch);
    }
  });
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.creases_of(t); });
  for (const std::int32_t crease : scratch.feature) add_crease(query, body, crease);
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.corners_of(t); });
  for (const std::int32_t corner : scratch.feature) add_corner(query, corner);
}

void add_contacts(Query& query, const MeshView<double>& mesh, const SurfaceBody& body,
                  WallScratch& scratch) {
  const MeshBody points{mesh, body.cloud->view(), query.body_in_wall};
  for_faces(query, scratch.triangle, query.sphere.centre, [&](const FaceView& face) {
    body_mesh_wall::for_points_behind(
        face, points, mesh_depth * query.sphere.radius, [&](int i, double side, double depth) {
          const Vec3<double> p = query.body_in_wall.point_to_a(points.cloud.point(i));
          query.add(query.face_key(face.face) + i, p, side * face.plane().normal, depth, 1.0,
                    points.cloud.area[i]);
        });
  });
  const auto add_inside = [&](std::int64_t key, const Vec3<double>& p,
                              const mesh_convex::PointDepth<double>& at) {
    const double slope = norm(at.gradient);
    if (!(slope > 0.0)) return;
    query.add(key, p, (query.body_in_wall.rotation * at.gradient) / slope, at.depth, slope,
              square(points.cell()));
  };
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.creases_of(t); });
  for (const std::int32_t crease : scratch.feature) {
    body_mesh_wall::for_crease_points(
        query.wall, crease, points,
        [&](int k, const Vec3<double>& p, const mesh_convex::PointDepth<double>& at) {
          add_inside(query.crease_key(crease) + k, p, at);
        });
  }
  list_features(scratch.triangle, scratch.feature,
                [&](std::int32_t t) { return query.wall.corners_of(t); });
  for (const std::int32_t corner : scratch.feature) {
    const std::int32_t v = query.wall.corners()[static_cast<std::size_t>(corner)].vertex;
    const Vec3<double> p = query.wall.vertices()[static_cast<std::size_t>(v)];
    mesh_convex::PointDepth<double> at;
    if (body_mesh_wall::corner_inside(query.wall, corner, points, p, at)) {
      add_inside(query.corner_key(corner), p, at);
    }
  }
}

}  // namespace

void wall_contacts(const TriangleWall& wall, const Pose<double>& wall_pose,
                   std::span<const std::int32_t> nearby, const SurfaceBody& body,
                   const Pose<double>& body_pose, WallScratch& scratch,
                   std::vector<WallContact>& found) {
  const auto with = [&](const auto& shape) {
    using Kind = std::decay_t<decltype(shape)>;
    if constexpr (!std::is_same_v<Kind, HalfSpace<double>> &&
                  !std::is_same_v<Kind, Segment<double>>) {
      const auto& kernel = kernel_body(shape);
      const Mat3<double> rotation = rotation_of(wall_pose.orientation);
      const RelativePose<double> in_wall = relative_pose(wall_pose, rotation, body_pose);
      BoundingSphere<double> sphere = bounding_sphere(kernel);
      sphere.centre = in_wall.point_to_a(sphere.centre);
      Query query{wall,    wall_pose, body_pose, *body.shape, rotation,
                  in_wall, sphere,    found,     found.size()};
      list_triangles(query, nearby, scratch.triangle);
      if (!scratch.triangle.empty()) add_contacts(query, kernel, body, scratch);
    }
  };
  std::visit(with, *body.shape);
}

}  // namespace talus
