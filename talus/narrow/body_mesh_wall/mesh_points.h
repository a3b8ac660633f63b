// A mesh and a wall: the points of the mesh's surface behind a face, each with the area that it
// stands for, and where the wall is sharp, points of its creases and corners inside the mesh.
//
// Most grains are stars: the line from the centre to a point of the surface is inside the body, so
// that a point is behind the wall if its line crosses it, on the side of the centre. For other
// meshes (rings, cups) the normal of a surface point decides from which side it came, and the point
// is behind a face if its projection on the face is inside the mesh. The test is made half a cell
// further inward, because the projection of a point on an edge of the mesh lies on the surface. A
// ring around a rim therefore has contacts on both sides of the wall, each part with its own side.
//
// A rim, a spike or a ridge of less than 120 degrees can enter the mesh between two of its points.
// Such features have points of their own, a cell apart, each with the area of a cell; their normal
// is the gradient of the mesh's distance.
#pragma once

#include "talus/narrow/body_mesh_wall/face_side.h"
#include "talus/narrow/mesh_convex/cloud_points.h"

namespace talus::body_mesh_wall {

struct MeshBody {
  const MeshView<double>& mesh;
  CloudView<double> cloud;
  RelativePose<double> in_wall;

  Vec3<double> own(const Vec3<double>& p) const {
    return transpose_times(in_wall.rotation, p - in_wall.translation);
  }
  double cell() const { return max_norm(mesh.cell_size); }
};

// Product of the normals of a surface point and of a face below which the surface does not face the
// wall (84 degrees). A choice: such points lie on sides, whose depth behind the face means nothing.
inline constexpr double least_slope = 0.1;
// Cosine of the angle between two faces or edges (120 degrees) beyond which their crease or corner
// is not sharp: the points of the faces beside it are then dense enough.
inline constexpr double sharp_cosine = -0.5;

// Whether the projection of point i on the face is inside the mesh.
inline bool crosses_face(const MeshBody& body, int i, const Vec3<double>& projection) {
  const Vec3<double> further = body.own(projection) - (0.5 * body.cell()) * body.cloud.normal[i];
  mesh_convex::PointDepth<double> at;
  return mesh_convex::depth_in(body.mesh, further, at);
}

// Calls visit(i, point) for the points less than `limit` behind one side of the plane of a face.
template <class Visit>
void for_points_below(const FaceSide& face, const MeshBody& body, double limit, Visit visit) {
  const CloudView<double>& cloud = body.cloud;
  const Vec3<double> normal = transpose_times(body.in_wall.rotation, face.normal());
  const double offset = face.offset() - dot(face.normal(), body.in_wall.translation);
  for (int n = 0; n < cloud.node_count;) {
    const CloudNode& node = cloud.node[n];
    const double middle =
        normal.x * node.centre[0] + normal.y * node.centre[1] + normal.z * node.centre[2] - offset;
    if (middle > node.radius || middle < -(limit + node.radius)) {
      n = node.skip;
      continue;
    }
    ++n;
    if (node.skip != n) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      const double height = dot(normal, cloud.point(i)) - offset;
      if (height < 0.0 && height >= -limit) visit(i, body.in_wall.point_to_a(cloud.point(i)));
    }
  }
}

// Calls visit(i, point, at) for the points of any mesh that are behind one side of a face and came
// from there: the outward normal of such a point is away from the wall.
template <class Visit>
void for_points_behind(const FaceSide& face, const MeshBody& body, double limit, Visit visit) {
  const Vec3<double> normal = transpose_times(body.in_wall.rotation, face.normal());
  for_points_below(face, body, limit, [&](int i, const Vec3<double>& p) {
    PointBehind at;
    if (dot(normal, body.cloud.normal[i]) <= -least_slope && face.is_behind(p, at) &&
        crosses_face(body, i, at.projection)) {
      visit(i, p, at);
    }
  });
}

// The same for a mesh that is a star (surface_cloud.h): the line from its centre to the point is
// inside it and crosses the wall.
template <class IsBeyond, class Visit>
void for_star_points_behind(const FaceSide& face, const MeshBody& body, double limit,
                            const IsBeyond& is_beyond, Visit visit) {
  for_points_below(face, body, limit, [&](int i, const Vec3<double>& p) {
    PointBehind at;
    if (!face.is_behind(p, at) || !is_beyond(p, at)) return;
    face.lower_for_centre(p, at);
    if (at.depth > 0.0) visit(i, p, at);
  });
}

// Whether a crease is between two faces of less than 120 degrees, or a rim.
inline bool is_sharp(const TriangleWall& wall, std::int32_t crease) {
  const auto beside = wall.beside(crease);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (dot(beside[i].into, beside[k].into) < sharp_cosine) return false;
    }
  }
  return true;
}

// Whether a corner is the tip of a spike or the corner of a rim.
inline bool is_sharp_corner(const TriangleWall& wall, std::int32_t corner) {
  const auto edges = wall.edges(corner);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (dot(edges[i].along, edges[k].along) < sharp_cosine) return false;
    }
  }
  return true;
}

// Calls visit(number of the point on the crease, point, depth in the mesh, in its frame).
template <class Visit>
void for_crease_points(const TriangleWall& wall, std::int32_t crease, const MeshBody& body,
                       Visit visit) {
  if (!is_sharp(wall, crease)) return;
  const WallCrease& c = wall.creases()[static_cast<std::size_t>(crease)];
  const double length = norm(c.to - c.from), step = body.cell();
  const Vec3<double> along = (c.to - c.from) / length;
  const Vec3<double> centre = body.in_wall.point_to_a(body.mesh.sphere.centre) - c.from;
  const double middle = dot(centre, along), radius = body.mesh.sphere.radius;
  const double left = square(radius) - norm_squared(centre - middle * along);
  if (!(left > 0.0)) return;
  const double half = square_root(left);
  const double low = larger(0.0, middle - half), high = smaller(length, middle + half);
  if (!(low < high)) return;
  for (auto k = static_cast<std::int32_t>(low / step); (k + 0.5) * step < high; ++k) {
    const Vec3<double> p = c.from + ((k + 0.5) * step) * along;
    mesh_convex::PointDepth<double> at;
    if (mesh_convex::depth_in(body.mesh, body.own(p), at)) visit(k, p, at);
  }
}

}  // namespace talus::body_mesh_wall
