// All contacts of a body with a wall of triangles (shape/triangle_wall.h), for simulations: one per
// face, crease and corner in contact with a convex body, one per point of a mesh's surface. The
// method: docs/methods/body_mesh_wall.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "talus/math/pose.h"
#include "talus/narrow/body_mesh_wall/energy_share.h"
#include "talus/narrow/body_mesh_wall/face_side.h"
#include "talus/shape/mesh/inner_points.h"
#include "talus/shape/shape.h"
#include "talus/shape/triangle_wall.h"

namespace talus {

struct WallContact {
  // The face, crease or corner (in this order, one numbering), times 2^32; plus the point of a
  // mesh's cloud. The same from step to step, and from triangle to triangle of one face.
  std::int64_t key{};
  // In the world, midway between the wall and the body's deepest point; of a mesh, on its surface.
  Vec3<double> point{};
  Vec3<double> normal{};    // unit, from the wall to the body
  double depth{};           // > 0, of the deepest point
  double rounded{};         // the same, but of a polyhedron without kinks (rounded_maximum.h)
  double slope = 1.0;       // slope * normal is the gradient of `rounded` against the body's motion
  double spread_squared{};  // of a polyhedron's patch (force_point.h)
  double patch_arm{};       // likewise
  double twist{};           // m, couple about the normal over the force; polyhedra near ridges
  // Part of the energy and the force that a contact of depth `rounded` alone would have, at most 1:
  // contacts with nearly the same normal count once (body_mesh_wall/energy_share.h).
  double energy_share = 1.0;
};

// The scratch of a query, reused by the next query. One per thread.
struct WallScratch {
  std::vector<std::int32_t> nearby, triangle;
  std::vector<std::int32_t> crease, corner;  // of the triangles, each once, in their order
  bool has_features = false;                 // the caller listed those that may be touched
  std::vector<body_mesh_wall::EnergyShare> share;
  std::vector<body_mesh_wall::FaceBorder> border;
  std::vector<body_mesh_wall::SheetSide> side;
  std::vector<std::size_t> order;
  std::vector<Vec3<double>> vertex;
  std::vector<body_mesh_wall::SheetSide> inner;  // of a mesh, by inner point
};

// The exponent of the depth in the energy of a Hertz contact.
inline constexpr double hertz_energy_power = 2.5;

// Appends to `found`, in the order of the keys. `nearby`: the triangles whose boxes meet that of
// the body, in any order and with repetitions. Body: sphere, ellipsoid, superquadric, polyhedron or
// mesh; the cloud is needed for a mesh only. Segments and half-spaces have no contact with a wall.
// A body whose centre has passed a face is on the face's other side. `energy_power`: the exponent p
// of the law whose energy the contacts share, depth^p; 2 for a linear spring. The energy is the sum
// of share * energy(rounded), the force of a contact share * slope * energy'(rounded) along its
// normal, for laws that are the same for all contacts of the body but for the depth.
void wall_contacts(const TriangleWall& wall, const Pose<double>& wall_pose,
                   std::span<const std::int32_t> nearby, const Shape& body,
                   const Pose<double>& body_pose, WallScratch& scratch,
                   std::vector<WallContact>& found, double energy_power = hertz_energy_power,
                   const MeshInnerPoints* inner = nullptr);

}  // namespace talus
