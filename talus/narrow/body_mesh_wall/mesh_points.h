// A mesh and a wall: the points of the mesh's surface behind a face, each with the area that it
// stands for, and where the wall is sharp, points of its creases and corners inside the mesh.
//
// A wall is a sheet: it has no inside, so each point of the surface tells by its own normal from
// which side it came. It is behind a face if its foot on the face is inside the mesh. The foot is
// looked at half a cell further inward, since that of a point on an edge of the mesh is on its
// surface. So a ring that passes around a rim is pushed from both sides of the wall, each part by
// the side it is on.
//
// A rim, a spike or a ridge of less than 120 degrees can enter the mesh between two of its points:
// these have points of their own, a cell apart, that stand for a cell's area each and are pushed
// along the gradient of the mesh's distance.
#pragma once

#include "talus/narrow/body_mesh_wall/face.h"
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

inline constexpr double least_slope = 0.1;  // of a surface that counts as facing the wall

// Whether the foot of point i, at `height` over the face, is in the face and inside the mesh.
inline bool meets_face(const FaceView& face, const MeshBody& body, int i, double height) {
  const Vec3<double> point = body.in_wall.point_to_a(body.cloud.point(i));
  const Vec3<double> foot = point - height * face.plane().normal;
  const Vec3<double> further = body.own(foot) - (0.5 * body.cell()) * body.cloud.normal[i];
  mesh_convex::PointDepth<double> at;
  return mesh_convex::depth_in(body.mesh, further, at) && face.contains_for(point, foot);
}

// Calls visit(point, side, depth) with the side of the face, 1 or -1, from which the point came;
// `limit` is a depth beyond which no point is looked for.
template <class Visit>
void for_points_behind(const FaceView& face, const MeshBody& body, double limit, Visit visit) {
  const CloudView<double>& cloud = body.cloud;
  const Vec3<double> normal = transpose_times(body.in_wall.rotation, face.plane().normal);
  const double offset = face.plane().offset - dot(face.plane().normal, body.in_wall.translation);
  for (int n = 0; n < cloud.node_count;) {
    const CloudNode& node = cloud.node[n];
    const double middle =
        normal.x * node.centre[0] + normal.y * node.centre[1] + normal.z * node.centre[2] - offset;
    if (absolute(middle) > limit + node.radius) {
      n = node.skip;
      continue;
    }
    ++n;
    if (node.skip != n) continue;
    for (int i = node.first; i < node.first + node.count; ++i) {
      const double height = dot(normal, cloud.point(i)) - offset;
      const double superquadric_pair = dot(normal, cloud.normal[i]);
      // Behind the face is where the surface there looks to.
      if (!(height * superquadric_pair > 0.0) || absolute(superquadric_pair) < least_slope)
        continue;
      if (absolute(height) > limit || !meets_face(face, body, i, height)) continue;
      visit(i, height < 0.0 ? 1.0 : -1.0, absolute(height));
    }
  }
}

inline constexpr double sharp_slope = 0.2;  // of a push against a face beside the crease

// Between two faces of less than 120 degrees, or at a rim.
inline bool is_sharp(const TriangleWall& wall, std::int32_t crease) {
  const auto beside = wall.beside(crease);
  for (std::size_t i = 0; i < beside.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (dot(beside[i].into, beside[k].into) < -0.5) return false;
    }
  }
  return true;
}

// The tip of a spike, or the corner of a rim.
inline bool is_sharp_corner(const TriangleWall& wall, std::int32_t corner) {
  const auto edges = wall.edges(corner);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (dot(edges[i].along, edges[k].along) < -0.5) return false;
    }
  }
  return true;
}

// Whether a sharp corner is inside the mesh, and pushes it away from the wall; depth in its frame.
inline bool corner_inside(const TriangleWall& wall, std::int32_t corner, const MeshBody& body,
                          const Vec3<double>& p, mesh_convex::PointDepth<double>& at) {
  if (!mesh_convex::depth_in(body.mesh, body.own(p), at) || !is_sharp_corner(wall, corner)) {
    return false;
  }
  const Vec3<double> push = body.in_wall.rotation * at.gradient;
  for (const WallEdge& edge : wall.edges(corner)) {
    if (dot(push, edge.along) > sharp_slope) return false;
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
    if (!mesh_convex::depth_in(body.mesh, body.own(p), at)) continue;
    const Vec3<double> push = body.in_wall.rotation * at.gradient;
    bool outward = true;
    for (const WallBeside& face : wall.beside(crease)) {
      outward = outward && !(dot(push, face.into) > sharp_slope);
    }
    if (outward) visit(k, p, at);
  }
}

}  // namespace talus::body_mesh_wall
